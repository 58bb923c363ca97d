"""Keys of remote hosts: whose memory each may reach. The key itself is nowhere, only its hash.

A request brings the key and names no workspace, so the sweeper looks it up over all of them.
"""

from alembic import op

revision = "0012"
down_revision = "0011"

API_KEY = """
CREATE TABLE api_key (
  workspace text NOT NULL,
  id text NOT NULL,
  digest text NOT NULL UNIQUE,
  name text,
  user_id text,
  agent text,
  team text,
  org boolean NOT NULL DEFAULT true,
  trust_saves boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT memfold_now(),
  revoked_at timestamptz,
  PRIMARY KEY (workspace, id),
  CHECK (user_id IS NOT NULL OR agent IS NOT NULL)
);
"""


def upgrade() -> None:
    op.execute(API_KEY)
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    op.execute("ALTER TABLE api_key ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE api_key FORCE ROW LEVEL SECURITY")
    op.execute(
        f"CREATE POLICY own_workspace ON api_key TO memfold_app USING ({own}) WITH CHECK ({own})"
    )
    op.execute(
        "CREATE POLICY every_workspace ON api_key FOR SELECT TO memfold_sweeper USING (true)"
    )
    op.execute("CREATE POLICY audit ON api_key FOR SELECT TO memfold_auditor USING (true)")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON api_key TO memfold_app")
    op.execute("GRANT SELECT ON api_key TO memfold_sweeper, memfold_auditor")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
