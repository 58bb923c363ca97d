"""Uses of lines, the daily upkeep of a scope, and the thinning of old snapshots.

A scope counts the days on which it served a turn (`days_served`); a line's clock is that count
when the line became active or was last used. Daily work is due from the local date `upkeep_on`;
`upkeep_at` is when the sweep looks next.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

USAGE = """
CREATE TABLE usage (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  entry text NOT NULL,
  uses bigint NOT NULL DEFAULT 0,
  used_at timestamptz,
  used_again boolean NOT NULL DEFAULT false,
  day_count integer NOT NULL,
  PRIMARY KEY (workspace, scope_key, entry),
  FOREIGN KEY (workspace, scope_key) REFERENCES scope
);
"""

# a default that is dropped at once: row-level security is forced, so no UPDATE of the owner's
# would reach the rows that are there
UPKEEP = """
ALTER TABLE scope_state
  ADD COLUMN days_served integer NOT NULL DEFAULT 0,
  ADD COLUMN upkeep_on date DEFAULT current_date,
  ADD COLUMN upkeep_at timestamptz DEFAULT clock_timestamp();
ALTER TABLE scope_state
  ALTER COLUMN upkeep_on DROP DEFAULT,
  ALTER COLUMN upkeep_at DROP DEFAULT;
CREATE INDEX scope_state_upkeep ON scope_state (workspace, upkeep_at) WHERE upkeep_at IS NOT NULL;
"""

# A snapshot is thinned by taking its text and nothing else: the chain of hashes stays.
THINNING = """
ALTER TABLE index_version ALTER COLUMN text DROP NOT NULL;
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.forgetting', true), '') IS NOT NULL THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  IF TG_TABLE_NAME = 'index_version' AND TG_OP = 'UPDATE'
     AND nullif(current_setting('app.thinning', true), '') IS NOT NULL
     AND to_jsonb(NEW) = to_jsonb(OLD) || '{"text": null}' THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
GRANT UPDATE (text) ON index_version TO memfold_app;
"""


def upgrade() -> None:
    for script in (USAGE, UPKEEP, THINNING):
        op.execute(script)
    own = "workspace = nullif(current_setting('app.workspace', true), '')"
    op.execute("ALTER TABLE usage ENABLE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE usage FORCE ROW LEVEL SECURITY")
    op.execute(
        f"CREATE POLICY own_workspace ON usage TO memfold_app USING ({own}) WITH CHECK ({own})"
    )
    op.execute("CREATE POLICY audit ON usage FOR SELECT TO memfold_auditor USING (true)")
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON usage TO memfold_app")
    op.execute("GRANT SELECT ON usage TO memfold_auditor")


def downgrade() -> None:
    raise RuntimeError("memfold migrates forward only: restore a backup to go back")
