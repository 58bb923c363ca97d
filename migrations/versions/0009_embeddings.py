"""Who fills a model's vectors, how far it came, and what the model does not take."""

from alembic import op

revision = "0009"
down_revision = "0008"

# `width` is that of the model's first vector here: one of another width is refused.
# `held_by` is the process that fills; one that is silent until `held_until` has lost it.
MODEL = """
CREATE TABLE embedding_model (
  workspace text NOT NULL,
  model text NOT NULL,
  width integer CHECK (width BETWEEN 1 AND 16000),
  held_by text,
  held_until timestamptz,
  not_before timestamptz,
  failures integer NOT NULL DEFAULT 0,
  error_class text,
  last_error text,
  filled_at timestamptz,
  PRIMARY KEY (workspace, model),
  CHECK ((held_by IS NULL) = (held_until IS NULL))
);
-- how far a model's vectors go: of a chat's messages by position, of a scope's episodes by number
CREATE TABLE embedding_mark (
  workspace text NOT NULL,
  model text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('message', 'episode')),
  key text NOT NULL,
  through bigint NOT NULL,
  PRIMARY KEY (workspace, model, kind, key)
);
"""

# a row without a vector says why there is none, so that a text is not sent for ever
REFUSAL = """
ALTER TABLE episode_embedding ALTER vector DROP NOT NULL, ADD COLUMN refusal text,
  ADD CHECK ((vector IS NULL) <> (refusal IS NULL));
"""

APP = {
    "embedding_model": "SELECT, INSERT, UPDATE, DELETE",
    "embedding_mark": "SELECT, INSERT, UPDATE, DELETE",
}


def upgrade() -> None:
    op.execute(MODEL)
    op.execute(REFUSAL)
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
