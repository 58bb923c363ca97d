"""Working memory: JSON values of hosts beside a scope, and that chats were shown them.

A version is drawn anew at each write and never comes twice, so that a key that was deleted and made
again is not taken for what it was.
"""

from alembic import op

revision = "0013"
down_revision = "0012"

WORKING_MEMORY = """
CREATE TABLE working_memory (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  key text COLLATE "C" NOT NULL,
  value jsonb NOT NULL,
  version bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  updated_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, scope_key, key),
  FOREIGN KEY (workspace, scope_key) REFERENCES scope
);
ALTER TABLE delivered_span
  DROP CONSTRAINT delivered_span_kind_check,
  ADD CONSTRAINT delivered_span_kind_check CHECK (kind IN ('block', 'hit', 'working'));
"""


def upgrade() -> None:
    op.execute(WORKING_MEMORY)
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    op.execute("ALTER TABLE working_memory ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE working_memory FORCE ROW LEVEL SECURITY")
    op.execute(
        f"CREATE POLICY own_workspace ON working_memory TO memfold_app "
        f"USING ({own}) WITH CHECK ({own})"
    )
    op.execute("CREATE POLICY audit ON working_memory FOR SELECT TO memfold_auditor USING (true)")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON working_memory TO memfold_app")
    op.execute("GRANT SELECT ON working_memory TO memfold_auditor")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
