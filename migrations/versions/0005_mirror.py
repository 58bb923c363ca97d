"""What the file mirror wrote last, and which files of people's it could not take in."""

from alembic import op

revision = "0005"
down_revision = "0004"

MIRROR = """
CREATE TABLE mirror_state (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  path text NOT NULL,
  hash text NOT NULL,
  refusal text,
  written_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, scope_key, path),
  FOREIGN KEY (workspace, scope_key) REFERENCES scope
);
"""


def upgrade() -> None:
    op.execute(MIRROR)
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    op.execute("ALTER TABLE mirror_state ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE mirror_state FORCE ROW LEVEL SECURITY")
    op.execute(
        "CREATE POLICY own_workspace ON mirror_state TO memfold_app "
        f"USING ({own}) WITH CHECK ({own})"
    )
    op.execute("CREATE POLICY audit ON mirror_state FOR SELECT TO memfold_auditor USING (true)")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON mirror_state TO memfold_app")
    op.execute("GRANT SELECT ON mirror_state TO memfold_auditor")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
