"""Reading the ledger: who talks in a chat, and what was said while memory was on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from sqlalchemy import ColumnElement, Connection, select

from memory_core.errors import NotFoundError
from memory_core.messages import Message, Participant, Role
from memory_core.stores import tables as t
from memory_core.stores.arrays import one_of
from memory_core.stores.offsets import local_time
from memory_core.stores.participants import load_participants


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatFacts:
    """Who talks in a chat."""

    agent: str | None
    team: str | None
    participants: tuple[Participant, ...]  # by id


def unknown_chat(workspace: str, chat: str) -> NotFoundError:
    """Return the refusal of a chat that is not there."""
    return NotFoundError(
        f"chat: {chat!r} does not exist in workspace {workspace!r}; see memfold chats"
    )


def load_chat_facts(connection: Connection, workspace: str, chat: str) -> ChatFacts:
    """Load who talks in a chat.

    Raises:
        NotFoundError: no such chat in this workspace.
    """
    c = t.chat.c
    row = connection.execute(
        select(c.agent, c.team).where(c.workspace == workspace, c.chat == chat)
    ).one_or_none()
    if row is None:
        raise unknown_chat(workspace, chat)
    people = load_participants(connection, workspace, chat)
    return ChatFacts(
        agent=row.agent,
        team=row.team,
        participants=tuple(people[name] for name in sorted(people)),
    )


def read_messages(
    connection: Connection,
    workspace: str,
    chat: str,
    *,
    first: int,
    last: int,
    limit: int | None = None,
) -> Iterator[Message]:
    """Read the chat's messages from `first` to `last`, in order, at most `limit` of them.

    Messages that were received while memory was off, and forgotten ones, are left out.
    """
    positions = t.message.c.position.between(first, last)
    return _read(connection, workspace, chat, positions, limit=limit)


def read_places(
    connection: Connection, workspace: str, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], Message]:
    """Read messages by chat and position; those that may not be read are absent."""
    found: dict[tuple[str, int], Message] = {}
    for chat, group in groupby(sorted(set(places)), key=itemgetter(0)):
        positions = one_of(t.message.c.position, [position for _, position in group])
        for message in _read(connection, workspace, chat, positions):
            found[chat, message.position] = message
    return found


def _read(
    connection: Connection,
    workspace: str,
    chat: str,
    positions: ColumnElement[bool],
    *,
    limit: int | None = None,
) -> Iterator[Message]:
    speakers = load_participants(connection, workspace, chat)
    m = t.message.c
    rows = connection.execute(
        select(t.message)
        .where(
            m.workspace == workspace,
            m.chat == chat,
            positions,
            m.memory_mode == "on",
            m.content.is_not(None),
        )
        .order_by(m.position)
        .limit(limit)
    )
    for row in rows:
        yield Message(
            chat=chat,
            position=row.position,
            role=Role(row.role),
            speaker=speakers[row.participant],
            content=row.content,
            at=local_time(row.at, row.utc_offset_minutes),
        )
