"""The breaker of each model endpoint: since when it is left alone, why, and when it is tried again.

An endpoint is the installation's, of no workspace, and its row holds nothing that anyone said.
"""

from alembic import op

revision = "0007"
down_revision = "0006"

ENDPOINT = """
CREATE TABLE endpoint (
  id text PRIMARY KEY,
  base_url text NOT NULL,
  model text NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  opened_at timestamptz,
  retry_at timestamptz,
  error_class text,
  reason text,
  CHECK ((opened_at IS NULL) = (retry_at IS NULL))
);
GRANT SELECT, INSERT, UPDATE ON endpoint TO memfold_sweeper;
GRANT SELECT ON endpoint TO memfold_app, memfold_auditor;
"""


def upgrade() -> None:
    op.execute(ENDPOINT)


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
