"""Saves: who asked for what in which turn, and the folds that place them ahead of the cooldown.

`save` holds no words: those are the episode's. A scope whose `save_due_at` has come is folded by
code alone, whatever its cooldown; `save_folded_at` keeps such folds apart.
"""

from alembic import op

revision = "0011"
down_revision = "0010"

SAVE = """
CREATE TABLE save (
  workspace text NOT NULL,
  episode text NOT NULL,
  scope_key text NOT NULL,
  chat text,
  position integer,
  asked_by text NOT NULL CHECK (asked_by IN ('person', 'user', 'agent')),
  supersedes text,
  saved_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, episode),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
CREATE INDEX save_scope ON save (workspace, scope_key, saved_at);
ALTER TABLE scope_state
  ADD COLUMN save_due_at timestamptz,
  ADD COLUMN save_folded_at timestamptz;
"""


def upgrade() -> None:
    op.execute(SAVE)
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    op.execute("ALTER TABLE save ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE save FORCE ROW LEVEL SECURITY")
    op.execute(
        f"CREATE POLICY own_workspace ON save TO memfold_app USING ({own}) WITH CHECK ({own})"
    )
    op.execute("CREATE POLICY audit ON save FOR SELECT TO memfold_auditor USING (true)")
    op.execute("GRANT SELECT, INSERT, DELETE ON save TO memfold_app")
    op.execute("GRANT SELECT ON save TO memfold_auditor")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
