"""The ledger, the state of the jobs, episodes and indexes, and who may touch them.

Times are `timestamptz` and come from `memfold_now()`; the sender's offset of a message has a
column of its own. `memfold_now()` is STABLE on purpose: an index scan evaluates it once.
"""

from alembic import op

revision = "0001"
down_revision = None

CLOCK = """
CREATE TABLE test_clock (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
                         ahead interval NOT NULL);
GRANT SELECT ON test_clock TO PUBLIC;
GRANT INSERT, UPDATE, DELETE ON test_clock TO memfold_test;
CREATE FUNCTION memfold_now() RETURNS timestamptz LANGUAGE sql STABLE AS
  $$ SELECT clock_timestamp() + coalesce((SELECT ahead FROM test_clock), interval '0') $$;
"""

LEDGER = """
CREATE TABLE workspace (
  workspace text PRIMARY KEY,
  time_zone text NOT NULL DEFAULT 'UTC',
  created_at timestamptz NOT NULL DEFAULT memfold_now()
);
CREATE TABLE scope (
  workspace text NOT NULL REFERENCES workspace,
  scope_key text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('agent-user', 'user', 'agent-org')),
  agent text, user_id text, team text,
  PRIMARY KEY (workspace, scope_key)
);
CREATE TABLE chat (
  workspace text NOT NULL REFERENCES workspace,
  chat text NOT NULL,
  agent text, team text,
  parent_chat text, fork_position integer,
  origin text NOT NULL DEFAULT 'interactive' CHECK (origin IN ('interactive', 'machine')),
  memory_mode text NOT NULL DEFAULT 'on' CHECK (memory_mode IN ('on', 'off')),
  created_at timestamptz NOT NULL DEFAULT memfold_now(),
  deleted_at timestamptz,
  PRIMARY KEY (workspace, chat)
);
CREATE TABLE participant (
  workspace text NOT NULL,
  chat text NOT NULL,
  participant text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('human', 'agent', 'tool')),
  user_id text, name text, time_zone text,
  PRIMARY KEY (workspace, chat, participant),
  FOREIGN KEY (workspace, chat) REFERENCES chat
);
CREATE TABLE chat_feed (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  chat text NOT NULL,
  PRIMARY KEY (workspace, scope_key, chat),
  FOREIGN KEY (workspace, chat) REFERENCES chat,
  FOREIGN KEY (workspace, scope_key) REFERENCES scope
);
CREATE INDEX chat_feed_chat ON chat_feed (workspace, chat);
CREATE TABLE message (
  workspace text NOT NULL,
  chat text NOT NULL,
  position integer NOT NULL CHECK (position >= 0),
  role text NOT NULL CHECK (role IN ('user', 'assistant', 'tool', 'system')),
  participant text NOT NULL,
  content text,
  content_hash text,
  message_key text,
  at timestamptz NOT NULL,
  utc_offset_minutes smallint NOT NULL,
  memory_mode text NOT NULL CHECK (memory_mode IN ('on', 'off')),
  received_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, chat, position),
  FOREIGN KEY (workspace, chat, participant) REFERENCES participant
);
CREATE UNIQUE INDEX message_key_once ON message (workspace, chat, message_key)
  WHERE message_key IS NOT NULL;
CREATE TABLE idle_signal (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace text NOT NULL,
  chat text NOT NULL,
  idle_through integer NOT NULL,
  signalled_at timestamptz NOT NULL DEFAULT memfold_now(),
  FOREIGN KEY (workspace, chat) REFERENCES chat
);
CREATE INDEX idle_signal_chat ON idle_signal (workspace, chat, idle_through);
CREATE TABLE source_mark (
  workspace text NOT NULL,
  source text NOT NULL,
  mark text NOT NULL,
  PRIMARY KEY (workspace, source)
);
"""

JOBS = """
CREATE TABLE chat_state (
  workspace text NOT NULL,
  chat text NOT NULL,
  last_position integer NOT NULL DEFAULT -1,
  last_received_at timestamptz,
  window_since timestamptz,
  watermark integer NOT NULL DEFAULT -1,
  due_at timestamptz,
  forced_at timestamptz,
  not_before timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  losses integer NOT NULL DEFAULT 0,
  losses_alone integer NOT NULL DEFAULT 0,
  outcome text NOT NULL DEFAULT 'new',
  error_class text,
  last_error text,
  quarantined_at timestamptz,
  PRIMARY KEY (workspace, chat),
  FOREIGN KEY (workspace, chat) REFERENCES chat,
  CHECK (watermark <= last_position)
) WITH (fillfactor = 70);
CREATE INDEX chat_state_due ON chat_state (workspace, due_at) WHERE due_at IS NOT NULL;
CREATE TABLE scope_state (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  version integer NOT NULL DEFAULT 0,
  due_at timestamptz,
  forced_at timestamptz,
  cooldown_until timestamptz,
  not_before timestamptz,
  failures integer NOT NULL DEFAULT 0,
  outcome text NOT NULL DEFAULT 'new',
  error_class text,
  last_error text,
  last_turn_on date,
  PRIMARY KEY (workspace, scope_key),
  FOREIGN KEY (workspace, scope_key) REFERENCES scope
) WITH (fillfactor = 70);
CREATE INDEX scope_state_due ON scope_state (workspace, due_at) WHERE due_at IS NOT NULL;
CREATE TABLE lease (
  workspace text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('extract', 'consolidate')),
  key text NOT NULL,
  owner text,
  token bigint NOT NULL DEFAULT 0,
  expires_at timestamptz,
  PRIMARY KEY (workspace, kind, key)
) WITH (fillfactor = 70);
CREATE INDEX lease_held ON lease (owner) WHERE owner IS NOT NULL;
CREATE TABLE run (
  workspace text NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  token bigint NOT NULL,
  owner text NOT NULL,
  alone boolean NOT NULL DEFAULT false,
  window_from integer, window_to integer,
  fold_key text,
  outcome text NOT NULL DEFAULT 'started',
  reason text,
  violations text[] NOT NULL DEFAULT '{}',
  model text, prompt_version text,
  calls integer NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  output_tokens bigint NOT NULL DEFAULT 0,
  cost numeric NOT NULL DEFAULT 0,
  error_class text,
  call_id uuid,
  message_id text,
  started_at timestamptz NOT NULL DEFAULT memfold_now(),
  finished_at timestamptz,
  PRIMARY KEY (workspace, id),
  UNIQUE (workspace, kind, key, token)
);
CREATE INDEX run_started ON run (workspace, started_at);
CREATE INDEX run_fold ON run (workspace, fold_key) WHERE fold_key IS NOT NULL;
CREATE TABLE extraction_key (
  workspace text NOT NULL,
  key text NOT NULL,
  chat text NOT NULL,
  window_from integer NOT NULL,
  window_to integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('done', 'nothing')),
  run uuid NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, key)
);
CREATE INDEX extraction_key_chat ON extraction_key (workspace, chat, window_from);
CREATE TABLE sweep_tick (
  kind text NOT NULL,
  slot bigint NOT NULL,
  swept_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (kind, slot)
);
CREATE TABLE process (
  owner text PRIMARY KEY,
  queues text[] NOT NULL,
  version text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT memfold_now(),
  seen_at timestamptz NOT NULL DEFAULT memfold_now()
);
"""

MEMORY = """
CREATE TABLE episode (
  workspace text NOT NULL,
  id text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  scope_key text NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT memfold_now(),
  occurred_on date,
  occurred_precision text CHECK (occurred_precision IN ('day', 'month', 'year')),
  provenance text NOT NULL
    CHECK (provenance IN ('user-said', 'user-requested', 'tool-derived', 'assistant-said')),
  speaker text NOT NULL,
  section text NOT NULL,
  description text NOT NULL,
  body text NOT NULL,
  aliases text[] NOT NULL,
  language text NOT NULL,
  prompt_version text NOT NULL,
  model text NOT NULL,
  run uuid NOT NULL,
  PRIMARY KEY (workspace, id),
  FOREIGN KEY (workspace, scope_key) REFERENCES scope,
  CHECK ((occurred_on IS NULL) = (occurred_precision IS NULL))
);
CREATE INDEX episode_scope ON episode (workspace, scope_key, seq);
CREATE TABLE episode_evidence (
  workspace text NOT NULL,
  episode text NOT NULL,
  ordinal smallint NOT NULL,
  chat text NOT NULL,
  position integer NOT NULL,
  span_from integer NOT NULL,
  span_to integer NOT NULL,
  message_hash text NOT NULL,
  at timestamptz NOT NULL,
  utc_offset_minutes smallint NOT NULL,
  PRIMARY KEY (workspace, episode, ordinal),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
CREATE INDEX episode_evidence_message ON episode_evidence (workspace, chat, position);
CREATE TABLE episode_retirement (
  workspace text NOT NULL,
  episode text NOT NULL,
  reason text NOT NULL,
  run uuid,
  retired_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, episode),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
CREATE TABLE pending_episode (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  episode text NOT NULL,
  evidence_at timestamptz NOT NULL,
  chat text NOT NULL,
  position integer NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  not_before timestamptz NOT NULL DEFAULT memfold_now(),
  reason text,
  pending_since timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, scope_key, episode),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
CREATE TABLE index_version (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  text text NOT NULL,
  body_hash text NOT NULL,
  previous_hash text,
  cause text NOT NULL CHECK (cause IN ('folded', 'edited', 'restored', 'revived', 'expired',
                                       'room', 'forgotten', 'pinned', 'imported')),
  report jsonb NOT NULL DEFAULT '[]',
  run uuid,
  token bigint,
  written_at timestamptz NOT NULL DEFAULT memfold_now(),
  PRIMARY KEY (workspace, scope_key, version),
  FOREIGN KEY (workspace, scope_key) REFERENCES scope
);
CREATE TABLE episode_embedding (
  workspace text NOT NULL,
  episode text NOT NULL,
  model text NOT NULL,
  vector vector NOT NULL,
  PRIMARY KEY (workspace, episode, model),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
CREATE TABLE entry_source (
  workspace text NOT NULL,
  scope_key text NOT NULL,
  entry text NOT NULL,
  episode text NOT NULL,
  version integer NOT NULL,
  PRIMARY KEY (workspace, scope_key, entry, episode),
  FOREIGN KEY (workspace, episode) REFERENCES episode
);
"""

INSERT_ONLY = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF nullif(current_setting('app.forgetting', true), '') IS NOT NULL THEN
    RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
  END IF;
  RAISE EXCEPTION '% is insert-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
"""

INSERT_ONLY_TABLES = (
    "episode",
    "episode_evidence",
    "episode_retirement",
    "index_version",
    "extraction_key",
    "idle_signal",
)

# What each role may do. `memfold_sweeper` sees state of all workspaces and no content.
APP = {
    "workspace": "SELECT, INSERT, UPDATE",
    "scope": "SELECT, INSERT",
    "chat": "SELECT, INSERT, UPDATE",
    "participant": "SELECT, INSERT",
    "chat_feed": "SELECT, INSERT",
    "message": "SELECT, INSERT",
    "idle_signal": "SELECT, INSERT",
    "source_mark": "SELECT, INSERT, UPDATE",
    "chat_state": "SELECT, INSERT, UPDATE",
    "scope_state": "SELECT, INSERT, UPDATE",
    "lease": "SELECT, INSERT, UPDATE",
    "run": "SELECT, INSERT, UPDATE",
    "extraction_key": "SELECT, INSERT",
    "episode": "SELECT, INSERT",
    "episode_evidence": "SELECT, INSERT",
    "episode_retirement": "SELECT, INSERT",
    "pending_episode": "SELECT, INSERT, UPDATE, DELETE",
    "index_version": "SELECT, INSERT",
    "episode_embedding": "SELECT, INSERT",
    "entry_source": "SELECT, INSERT",
}
SWEEPER = {
    "workspace": "SELECT",
    "scope": "SELECT",
    "chat": "SELECT",
    "chat_feed": "SELECT",
    "idle_signal": "SELECT",
    "chat_state": "SELECT, UPDATE",
    "scope_state": "SELECT, UPDATE",
    "lease": "SELECT, UPDATE",
    "run": "SELECT, UPDATE",
    # not `reason`, which may quote a line
    "pending_episode": "SELECT (workspace, scope_key, episode, tries, not_before, pending_since)",
}
UNTENANTED = {  # rows of no workspace: ticks and processes
    "sweep_tick": "SELECT, INSERT, DELETE",
    "process": "SELECT, INSERT, UPDATE, DELETE",
}


def upgrade() -> None:
    for script in (CLOCK, LEDGER, JOBS, MEMORY, INSERT_ONLY):
        op.execute(script)
    for table in INSERT_ONLY_TABLES:
        op.execute(
            f"CREATE TRIGGER insert_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION refuse_change()"
        )
    for table, rights in APP.items():
        _wall(table)
        op.execute(f"GRANT {rights} ON {table} TO memfold_app")
        op.execute(f"GRANT SELECT ON {table} TO memfold_auditor")
    for table, rights in SWEEPER.items():
        op.execute(f"GRANT {rights} ON {table} TO memfold_sweeper")
        op.execute(
            f"CREATE POLICY every_workspace ON {table} TO memfold_sweeper "
            "USING (true) WITH CHECK (true)"
        )
    for table, rights in UNTENANTED.items():
        op.execute(f"GRANT {rights} ON {table} TO memfold_sweeper")
        op.execute(f"GRANT SELECT ON {table} TO memfold_app, memfold_auditor")
    op.execute("GRANT SELECT ON alembic_version TO PUBLIC")


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
