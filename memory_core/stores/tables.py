"""The tables that an append, a save or an index replacement writes.

Columns mirror `migrations/`; a test compares both with the database. Every key leads with the
workspace, and row-level security holds each transaction to one.
"""

from __future__ import annotations

from typing import Any

from pgvector.sqlalchemy import VECTOR
from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    Computed,
    Date,
    DateTime,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    Uuid,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR

metadata = MetaData()


def _key(name: str) -> Column[str]:
    return Column(name, Text, primary_key=True)


def _text(name: str) -> Column[str]:
    return Column(name, Text)


def _number(name: str) -> Column[int]:
    return Column(name, Integer)


def _time(name: str) -> Column[Any]:
    return Column(name, DateTime(timezone=True))


workspace = Table("workspace", metadata, _key("workspace"), _text("time_zone"), _time("created_at"))

scope = Table(
    "scope",
    metadata,
    _key("workspace"),
    _key("scope_key"),
    _text("kind"),
    _text("agent"),
    _text("user_id"),
    _text("team"),
)

chat = Table(
    "chat",
    metadata,
    _key("workspace"),
    _key("chat"),
    _text("agent"),
    _text("team"),
    _text("parent_chat"),
    _number("fork_position"),
    _text("origin"),
    _text("memory_mode"),
    _time("created_at"),
    _time("deleted_at"),
)

participant = Table(
    "participant",
    metadata,
    _key("workspace"),
    _key("chat"),
    _key("participant"),
    _text("kind"),
    _text("user_id"),
    _text("name"),
    _text("time_zone"),
)

chat_feed = Table("chat_feed", metadata, _key("workspace"), _key("scope_key"), _key("chat"))

message = Table(
    "message",
    metadata,
    _key("workspace"),
    _key("chat"),
    Column("position", Integer, primary_key=True),
    _text("role"),
    _text("participant"),
    _text("content"),
    _text("content_hash"),
    _text("message_key"),
    _time("at"),
    Column("utc_offset_minutes", SmallInteger),
    _text("memory_mode"),
    _time("received_at"),
    Column("terms", TSVECTOR, Computed("memfold_terms(content)")),
)

idle_signal = Table(
    "idle_signal",
    metadata,
    Column("id", BigInteger, primary_key=True),
    _text("workspace"),
    _text("chat"),
    _number("idle_through"),
    _time("signalled_at"),
)

source_mark = Table("source_mark", metadata, _key("workspace"), _key("source"), _text("mark"))

chat_state = Table(
    "chat_state",
    metadata,
    _key("workspace"),
    _key("chat"),
    _number("last_position"),
    _time("last_received_at"),
    _time("window_since"),
    _number("watermark"),
    _time("due_at"),
    _time("forced_at"),
    _time("not_before"),
    _number("attempts"),
    _number("failures"),
    _number("losses"),
    _number("losses_alone"),
    _text("outcome"),
    _text("error_class"),
    _text("last_error"),
    _time("quarantined_at"),
)

scope_state = Table(
    "scope_state",
    metadata,
    _key("workspace"),
    _key("scope_key"),
    _number("version"),
    _time("due_at"),
    _time("forced_at"),
    _time("cooldown_until"),
    _time("not_before"),
    _number("failures"),
    _text("outcome"),
    _text("error_class"),
    _text("last_error"),
    Column("last_turn_on", Date),
    _number("days_served"),
    Column("upkeep_on", Date),
    _time("upkeep_at"),
    _time("save_due_at"),
    _time("save_folded_at"),
)

episode = Table(
    "episode",
    metadata,
    _key("workspace"),
    _key("id"),
    Column("seq", BigInteger),
    _text("scope_key"),
    _time("recorded_at"),
    Column("occurred_on", Date),
    _text("occurred_precision"),
    _text("provenance"),
    _text("speaker"),
    _text("section"),
    _text("description"),
    _text("body"),
    Column("aliases", ARRAY(Text)),
    _text("language"),
    _text("prompt_version"),
    _text("model"),
    Column("run", Uuid(as_uuid=False)),
    Column("terms", TSVECTOR, Computed("by weight: description and aliases A, body B")),
)

episode_evidence = Table(
    "episode_evidence",
    metadata,
    _key("workspace"),
    _key("episode"),
    Column("ordinal", SmallInteger, primary_key=True),
    _text("chat"),
    _number("position"),
    _number("span_from"),
    _number("span_to"),
    _text("message_hash"),
    _time("at"),
    Column("utc_offset_minutes", SmallInteger),
)

episode_retirement = Table(
    "episode_retirement",
    metadata,
    _key("workspace"),
    _key("episode"),
    _text("reason"),
    Column("run", Uuid(as_uuid=False)),
    _time("retired_at"),
)

episode_embedding = Table(
    "episode_embedding",
    metadata,
    _key("workspace"),
    _key("episode"),
    _key("model"),
    Column("vector", VECTOR()),  # None: the model does not take the text
    _text("refusal"),
)

message_embedding = Table(
    "message_embedding",
    metadata,
    _key("workspace"),
    _key("chat"),
    Column("position", Integer, primary_key=True),
    _key("model"),
    Column("vector", VECTOR()),  # None: the model does not take the text
    _text("refusal"),
)

embedding_model = Table(
    "embedding_model",
    metadata,
    _key("workspace"),
    _key("model"),
    Column("width", Integer),
    _text("held_by"),
    _time("held_until"),
    _time("not_before"),
    Column("failures", Integer),
    _text("error_class"),
    _text("last_error"),
    _time("filled_at"),
)

embedding_mark = Table(
    "embedding_mark",
    metadata,
    _key("workspace"),
    _key("model"),
    _key("kind"),
    _key("key"),
    Column("through", BigInteger),
)

pending_episode = Table(
    "pending_episode",
    metadata,
    _key("workspace"),
    _key("scope_key"),
    _key("episode"),
    _time("evidence_at"),
    _text("chat"),
    _number("position"),
    _number("tries"),
    _time("not_before"),
    _text("reason"),
    _time("pending_since"),
)

index_version = Table(
    "index_version",
    metadata,
    _key("workspace"),
    _key("scope_key"),
    Column("version", Integer, primary_key=True),
    _text("text"),
    _text("body_hash"),
    _text("previous_hash"),
    _text("cause"),
    Column("report", JSONB),
    Column("run", Uuid(as_uuid=False)),
    Column("token", BigInteger),
    _time("written_at"),
)

entry_source = Table(
    "entry_source",
    metadata,
    _key("workspace"),
    _key("scope_key"),
    _key("entry"),
    _key("episode"),
    _number("version"),
)

delivered_span = Table(
    "delivered_span",
    metadata,
    _key("workspace"),
    _key("chat"),
    _key("digest"),
    _number("before_position"),
    _text("kind"),
    _text("scope_key"),
    _text("entry"),
    _text("line"),
    _time("delivered_at"),
)

episode_quarantine = Table(
    "episode_quarantine",
    metadata,
    _key("workspace"),
    _key("episode"),
    _text("reason"),
    Column("run", Uuid(as_uuid=False)),
    _time("quarantined_at"),
)

episode_review = Table(
    "episode_review",
    metadata,
    _key("workspace"),
    _key("episode"),
    Column("seq", BigInteger, primary_key=True),
    _text("verdict"),
    _text("reviewer"),
    _time("reviewed_at"),
    _text("line"),
)

agent_policy = Table(
    "agent_policy",
    metadata,
    _key("workspace"),
    _key("agent"),
    Column("org_memory", Boolean),
    _time("changed_at"),
)

usage = Table(
    "usage",
    metadata,
    _key("workspace"),
    _key("scope_key"),
    _key("entry"),
    Column("uses", BigInteger),
    _time("used_at"),
    Column("used_again", Boolean),
    _number("day_count"),
)

save = Table(
    "save",
    metadata,
    _key("workspace"),
    _key("episode"),
    _text("scope_key"),
    _text("chat"),
    _number("position"),
    _text("asked_by"),
    _text("supersedes"),
    _time("saved_at"),
    _text("instead_of"),
)

api_key = Table(
    "api_key",
    metadata,
    _key("workspace"),
    _key("id"),
    _text("digest"),
    _text("name"),
    _text("user_id"),
    _text("agent"),
    _text("team"),
    Column("org", Boolean),
    Column("trust_saves", Boolean),
    _time("created_at"),
    _time("revoked_at"),
)

working_memory = Table(
    "working_memory",
    metadata,
    _key("workspace"),
    _key("scope_key"),
    Column("key", Text(collation="C"), primary_key=True),
    Column("value", JSONB),
    Column("version", BigInteger),
    _time("updated_at"),
)
