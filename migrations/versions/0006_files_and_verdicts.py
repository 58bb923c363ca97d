"""Which mirrored files hold forgotten words, and which line a person's verdict was about."""

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

# A line may read otherwise than the episodes behind it; without one it reads as its episode does.
VERDICT = "ALTER TABLE episode_review ADD COLUMN line text"


def upgrade() -> None:
    op.execute(FORGOTTEN)
    op.execute(SWEEPER)
    op.execute(VERDICT)


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
