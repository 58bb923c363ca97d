"""The tables that only jobs write; the state rows an append writes too are in `memory_core`."""

from __future__ import annotations

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Integer,
    MetaData,
    Numeric,
    Table,
    Text,
    Uuid,
)

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
