"""What waited for its fold and a save took the place of, so that no statement of it comes back."""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.execute("ALTER TABLE save ADD COLUMN instead_of text")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
