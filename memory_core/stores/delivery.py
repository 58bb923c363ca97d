"""What chats were shown from memory: evidence for nothing, and no second witness.

A line is recorded once a chat, at the position before which it was first shown; a block that is
shown every turn costs rows only when it changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, select, text

from memory_core.hashing import hash_parts
from memory_core.stores import tables as t
from memory_core.stores.arrays import one_of
from memory_core.text.channels import shown_lines
from memory_core.text.normalise import one_line


class DeliveryKind(StrEnum):
    """How a chat was shown a line."""

    BLOCK = "block"  # in the block of a turn
    HIT = "hit"  # as a hit of a search
    WORKING = "working"  # as a working value beside the lines of the block


@dataclass(frozen=True, kw_only=True, slots=True)
class DeliveredLine:
    """A line of memory that a chat was shown."""

    scope_key: str
    line: str
    entry: str | None = None  # None: it is no line of an index
    before_position: int = 0  # of the chat's next message when it was first shown


_RECORD = text(
    """
    -- the first time counts: what is recorded stays. A message that is forgotten meanwhile is not
    -- recorded, and one that is to be forgotten waits for this
    INSERT INTO delivered_span
      (workspace, chat, digest, before_position, kind, scope_key, entry, line)
    SELECT :workspace, :chat, :digest,
      coalesce((SELECT last_position + 1 FROM chat_state
                 WHERE workspace = :workspace AND chat = :chat), 0),
      :kind, :scope_key, :entry, :line
     WHERE CAST(:said_in AS text) IS NULL
        OR EXISTS (SELECT FROM message m WHERE m.workspace = :workspace AND m.chat = :said_in
                      AND m.position = :said_at AND m.content IS NOT NULL FOR SHARE)
    ON CONFLICT (workspace, chat, digest) DO NOTHING
    """
)

_CARRIED = text(
    """
    SELECT m.chat, m.position, m.content FROM message m
     WHERE m.workspace = :workspace AND m.chat = ANY (:chats) AND m.role <> 'user'
       AND (m.content ILIKE '%<memfold%' OR m.content ILIKE '%<!-- memfold%')
     ORDER BY m.chat, m.position
    """
)


def record_delivered(
    connection: Connection,
    workspace: str,
    chat: str,
    lines: Iterable[DeliveredLine],
    kind: DeliveryKind = DeliveryKind.BLOCK,
) -> None:
    """Record that a chat is shown these lines now, ahead of its next message."""
    rows = [
        {
            "workspace": workspace,
            "chat": chat,
            "digest": hash_parts("delivered", shown.scope_key, shown.entry, one_line(shown.line)),
            "kind": str(kind),
            "scope_key": shown.scope_key,
            "entry": shown.entry,
            "line": one_line(shown.line),
            **_said(shown),
        }
        for shown in lines
        if one_line(shown.line)
    ]
    if rows:  # in one order, that of a forget, so that none waits in a circle
        connection.execute(_RECORD, sorted(rows, key=_order))


def _order(row: Mapping[str, Any]) -> tuple[str, int, str]:
    return row["said_in"] or "", row["said_at"] or 0, row["digest"]


def _said(shown: DeliveredLine) -> dict[str, Any]:
    """Return which message a line is: that of a hit in no scope."""
    if shown.scope_key or shown.entry is None:
        return {"said_in": None, "said_at": None}
    chat, _, position = shown.entry.rpartition("#")
    return {"said_in": chat, "said_at": int(position)}


def load_delivered(
    connection: Connection, workspace: str, chats: Iterable[str]
) -> Mapping[str, list[DeliveredLine]]:
    """Load what chats were shown: what was recorded, and what their messages carry of memory."""
    asked = sorted(set(chats))
    found: dict[str, list[DeliveredLine]] = {chat: [] for chat in asked}
    d = t.delivered_span.c
    for row in connection.execute(
        select(t.delivered_span)
        .where(d.workspace == workspace, one_of(d.chat, asked))
        .order_by(d.chat, d.before_position, d.digest)
    ):
        found[row.chat].append(_recorded(row))
    carried = connection.execute(_CARRIED, {"workspace": workspace, "chats": asked})
    for row in carried:
        found[row.chat] += [
            DeliveredLine(scope_key="", line=line, before_position=row.position)
            for line in shown_lines(row.content)
        ]
    return found


def _recorded(row: Any) -> DeliveredLine:
    return DeliveredLine(
        scope_key=row.scope_key,
        line=row.line,
        entry=row.entry,
        before_position=row.before_position,
    )
