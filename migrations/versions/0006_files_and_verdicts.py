"""Which mirrored files hold forgotten words until a process that has the mirror was there."""

from alembic import op

revision = "0006"
down_revision = "0005"

# Stands in the row of a scope's MEMORY.md and speaks for all of its files.
FORGOTTEN = """
ALTER TABLE mirror_state ADD COLUMN forgotten boolean NOT NULL DEFAULT false;
CREATE INDEX mirror_forgotten ON mirror_state (workspace, scope_key) WHERE forgotten;
"""

# for the sweep, which goes to these scopes first: which they are and when, no paths and no reasons
SWEEPER = """
GRANT SELECT (workspace, scope_key, written_at, forgotten) ON mirror_state TO memfold_sweeper;
CREATE POLICY every_workspace ON mirror_state TO memfold_sweeper USING (true) WITH CHECK (true);
"""


def upgrade() -> None:
    op.execute(FORGOTTEN)
    op.execute(SWEEPER)


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
