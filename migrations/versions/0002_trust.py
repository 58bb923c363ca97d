"""What memories are trusted by: what chats were shown, what is set aside, what people judged."""

from alembic import op

revision = "0002"
down_revision = "0001"

TRUST = """
CREATE TABLE delivered_span (
  workspace text NOT NULL,
  chat text NOT NULL,
  digest text NOT NULL,
  before_position integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('block', 'hit')),
  scope_key text NOT NULL,
  entry text,
  line text NOT NULL,
  delivered_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, chat, digest)
);
CREATE INDEX delivered_span_scope ON delivered_span (workspace, scope_key);
CREATE TABLE episode_quarantine (
  workspace text NOT NULL,
  episode text NOT NULL,
  reason text NOT NULL,
  run uuid,
  quarantined_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, episode),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
CREATE TABLE episode_review (
  workspace text NOT NULL,
  episode text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  verdict text NOT NULL CHECK (verdict IN ('approved', 'rejected', 'edited')),
  reviewer text NOT NULL,
  reviewed_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, episode, seq),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
CREATE TABLE agent_policy (
  workspace text NOT NULL REFERENCES workspace,
  agent text NOT NULL,
  org_memory boolean NOT NULL DEFAULT false,
  changed_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, agent)
);
"""

INSERT_ONLY_TABLES = ("episode_quarantine", "episode_review")

# no content for `memfold_sweeper`, which sees all workspaces: it needs none of these
APP = {
    "delivered_span": "SELECT, INSERT, DELETE",
    "episode_quarantine": "SELECT, INSERT",
    "episode_review": "SELECT, INSERT",
    "agent_policy": "SELECT, INSERT, UPDATE",
}


def upgrade() -> None:
    op.execute(TRUST)
    for table in INSERT_ONLY_TABLES:
        op.execute(
            f"CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )
    for table, rights in APP.items():
        _wall(table)
        op.execute(f"GRANT {rights} ON {table} TO memfold_app")
        op.execute(f"GRANT SELECT ON {table} TO memfold_auditor")


def _wall(table: str) -> None:
    """Force row-level security: a statement without a workspace sees and writes nothing."""
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
    op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
    op.execute(
        f"CREATE POLICY own_workspace ON {table} TO memfold_app USING ({own}) WITH CHECK ({own})"
    )
    op.execute(f"CREATE POLICY audit ON {table} FOR SELECT TO memfold_auditor USING (true)")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
