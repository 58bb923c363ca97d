"""The tables that only jobs write; the state rows an append writes too are in `memory_core`."""

from __future__ import annotations

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Integer,
    MetaData,
    Numeric,
    Table,
    Text,
    Uuid,
)
from sqlalchemy.dialects.postgresql import JSONB

metadata = MetaData()

lease = Table(
    "lease",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("owner", Text),
    Column("token", BigInteger),
    Column("expires_at", DateTime(timezone=True)),
)

run = Table(
    "run",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("kind", Text),
    Column("key", Text),
    Column("token", BigInteger),
    Column("owner", Text),
    Column("alone", Boolean),
    Column("window_from", Integer),
    Column("window_to", Integer),
    Column("fold_key", Text),
    Column("outcome", Text),
    Column("reason", Text),
    Column("violations", ARRAY(Text)),
    Column("model", Text),
    Column("prompt_version", Text),
    Column("calls", Integer),
    Column("input_tokens", BigInteger),
    Column("cached_tokens", BigInteger),
    Column("output_tokens", BigInteger),
    Column("cost", Numeric(asdecimal=False)),
    Column("error_class", Text),
    Column("call_id", Uuid(as_uuid=False)),
    Column("message_id", Text),
    Column("started_at", DateTime(timezone=True)),
    Column("finished_at", DateTime(timezone=True)),
)

extraction_key = Table(
    "extraction_key",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("chat", Text),
    Column("window_from", Integer),
    Column("window_to", Integer),
    Column("outcome", Text),
    Column("run", Uuid(as_uuid=False)),
    Column("recorded_at", DateTime(timezone=True)),
)

sweep_tick = Table(
    "sweep_tick",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("slot", BigInteger, primary_key=True),
    Column("swept_at", DateTime(timezone=True)),
)

process = Table(
    "process",
    metadata,
    Column("owner", Text, primary_key=True),
    Column("queues", ARRAY(Text)),
    Column("version", Text),
    Column("started_at", DateTime(timezone=True)),
    Column("seen_at", DateTime(timezone=True)),
)

endpoint = Table(
    "endpoint",
    metadata,
    Column("id", Text, primary_key=True),
    Column("base_url", Text),
    Column("model", Text),
    Column("failures", Integer),
    Column("opened_at", DateTime(timezone=True)),
    Column("retry_at", DateTime(timezone=True)),
    Column("error_class", Text),
    Column("reason", Text),
)

workspace_budget = Table(
    "workspace_budget",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("tokens", Numeric),  # 'infinity': no limit; NULL: the default of the settings
    Column("cost", Numeric),
    Column("set_at", DateTime(timezone=True)),
)

budget_spend = Table(
    "budget_spend",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("local_day", Date, primary_key=True),
    Column("calls", BigInteger),
    Column("spent_tokens", BigInteger),
    Column("reserved_tokens", BigInteger),
    Column("spent_cost", Numeric),
    Column("reserved_cost", Numeric),
    Column("short_tokens", Numeric),  # the limits at the last refusal: a higher one ends the wait
    Column("short_cost", Numeric),
)

budget_reservation = Table(
    "budget_reservation",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("run", Uuid(as_uuid=False), primary_key=True),
    Column("local_day", Date),
    Column("input_tokens", BigInteger),
    Column("output_tokens", BigInteger),
    Column("cost", Numeric),
    Column("model", Text),
    Column("prompt_version", Text),
    Column("presumed", Boolean),  # taken for spent: its holder has not been heard of
    Column("reserved_at", DateTime(timezone=True)),
)

mirror_state = Table(
    "mirror_state",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("scope_key", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("hash", Text),
    Column("refusal", Text),
    Column("written_at", DateTime(timezone=True)),
    Column("forgotten", Boolean),
)

forget_request = Table(
    "forget_request",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("id", Uuid(as_uuid=False), primary_key=True),
    Column("kind", Text),
    Column("chat", Text),
    Column("position", Integer),
    Column("user_id", Text),
    Column("scope_key", Text),
    Column("entry", Text),
    Column("asked_at", DateTime(timezone=True)),
    Column("finished_at", DateTime(timezone=True)),
    Column("receipt", JSONB),
)

forget_message = Table(
    "forget_message",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("request", Uuid(as_uuid=False), primary_key=True),
    Column("chat", Text, primary_key=True),
    Column("position", Integer, primary_key=True),
)

forget_episode = Table(
    "forget_episode",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("request", Uuid(as_uuid=False), primary_key=True),
    Column("episode", Text, primary_key=True),
)

forget_tombstone = Table(
    "forget_tombstone",
    metadata,
    Column("workspace", Text, primary_key=True),
    Column("digest", Text, primary_key=True),
    Column("key_id", Text),
    Column("made_at", DateTime(timezone=True)),
)
