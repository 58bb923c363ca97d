"""What a workspace may spend on a local day, what it has spent, and what calls under way hold."""

from alembic import op

revision = "0008"
down_revision = "0007"

BUDGETS = """
CREATE TABLE workspace_budget (
  workspace text PRIMARY KEY REFERENCES workspace,
  tokens numeric CHECK (tokens > 0),
  cost numeric CHECK (cost > 0),
  set_at timestamptz NOT NULL DEFAULT memfold_now()
);
CREATE TABLE budget_spend (
  workspace text NOT NULL REFERENCES workspace,
  local_day date NOT NULL,
  calls bigint NOT NULL DEFAULT 0,
  spent_tokens bigint NOT NULL DEFAULT 0,
  reserved_tokens bigint NOT NULL DEFAULT 0,
  spent_cost numeric NOT NULL DEFAULT 0,
  reserved_cost numeric NOT NULL DEFAULT 0,
  short_tokens numeric,
  short_cost numeric,
  PRIMARY KEY (workspace, local_day)
) WITH (fillfactor = 50);
CREATE INDEX budget_short ON budget_spend (local_day) WHERE short_tokens IS NOT NULL;
CREATE TABLE budget_reservation (
  workspace text NOT NULL,
  run uuid NOT NULL,
  local_day date NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cost numeric NOT NULL,
  model text NOT NULL,
  prompt_version text NOT NULL,
  presumed boolean NOT NULL DEFAULT false,
  reserved_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, run),
  FOREIGN KEY (workspace, run) REFERENCES run
);
"""

APP = {
    "workspace_budget": "SELECT, INSERT, UPDATE",
    "budget_spend": "SELECT, INSERT, UPDATE",
    "budget_reservation": "SELECT, INSERT, UPDATE, DELETE",
}
SWEEPER = {
    "workspace_budget": "SELECT",
    "budget_spend": "SELECT, UPDATE",
    "budget_reservation": "SELECT, UPDATE, DELETE",
}


def upgrade() -> None:
    op.execute(BUDGETS)
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    for table, rights in APP.items():
        op.execute(f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY")
        op.execute(f"ALTER TABLE {table} FORCE ROW LEVEL SECURITY")
        op.execute(
            f"CREATE POLICY own_workspace ON {table} TO memfold_app "
            f"USING ({own}) WITH CHECK ({own})"
        )
        op.execute(
            f"CREATE POLICY every_workspace ON {table} TO memfold_sweeper "
            "USING (true) WITH CHECK (true)"
        )
        op.execute(f"CREATE POLICY audit ON {table} FOR SELECT TO memfold_auditor USING (true)")
        op.execute(f"GRANT {rights} ON {table} TO memfold_app")
        op.execute(f"GRANT {SWEEPER[table]} ON {table} TO memfold_sweeper")
        op.execute(f"GRANT SELECT ON {table} TO memfold_auditor")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
