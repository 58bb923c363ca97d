"""Forgetting: what was asked for, what of it is left to do, and the marks against relearning."""

from alembic import op

revision = "0004"
down_revision = "0003"

# `forget_message` and `forget_episode` hold what a request has still to remove; they are empty
# when it is finished.
FORGET = """
CREATE TABLE forget_request (
  workspace text NOT NULL REFERENCES workspace,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'chat', 'user', 'entry')),
  chat text,
  position integer,
  user_id text,
  scope_key text,
  entry text,
  asked_at timestamptz NOT NULL DEFAULT memfold_now(),
  finished_at timestamptz,
  receipt jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (workspace, id)
);
CREATE INDEX forget_unfinished ON forget_request (asked_at) WHERE finished_at IS NULL;
CREATE TABLE forget_message (
  workspace text NOT NULL,
  request uuid NOT NULL,
  chat text NOT NULL,
  position integer NOT NULL,
  PRIMARY KEY (workspace, request, chat, position),
  FOREIGN KEY (workspace, request) REFERENCES forget_request
);
CREATE TABLE forget_episode (
  workspace text NOT NULL,
  request uuid NOT NULL,
  episode text NOT NULL,
  PRIMARY KEY (workspace, request, episode),
  FOREIGN KEY (workspace, request) REFERENCES forget_request
);
CREATE TABLE forget_tombstone (
  workspace text NOT NULL,
  digest text NOT NULL,
  key_id text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, digest)
);
CREATE INDEX forget_tombstone_key ON forget_tombstone (workspace, key_id);
"""

APP = {
    "forget_request": "SELECT, INSERT, UPDATE",
    "forget_message": "SELECT, INSERT, DELETE",
    "forget_episode": "SELECT, INSERT, DELETE",
    "forget_tombstone": "SELECT, INSERT",
}

# What forgetting removes. The trigger `insert_only` refuses each of these outside of it; messages
# and participants get theirs here, where the first right to change them is given.
REMOVAL = """
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON message
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON participant
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
GRANT UPDATE (content, content_hash) ON message TO memfold_app;
GRANT UPDATE (name) ON participant TO memfold_app;
GRANT UPDATE (text, body_hash, previous_hash, report) ON index_version TO memfold_app;
GRANT DELETE ON episode, episode_evidence, episode_retirement, episode_quarantine,
  episode_review, episode_embedding, entry_source TO memfold_app;
"""

# for the sweep, which goes on with what a crash left: which requests there are, no names
SWEEPER = """
GRANT SELECT (workspace, id, asked_at, finished_at) ON forget_request TO memfold_sweeper;
CREATE POLICY every_workspace ON forget_request TO memfold_sweeper USING (true) WITH CHECK (true);
"""


def upgrade() -> None:
    op.execute(FORGET)
    for table, rights in APP.items():
        _wall(table)
        op.execute(f"GRANT {rights} ON {table} TO memfold_app")
        op.execute(f"GRANT SELECT ON {table} TO memfold_auditor")
    op.execute(REMOVAL)
    op.execute(SWEEPER)


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
