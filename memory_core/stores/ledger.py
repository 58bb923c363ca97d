"""The ledger in Postgres: chats, participants and messages, appended and never changed.

An append locks the chat's state row first, so positions have no gaps and no doubles and a retried
append is a no-op; it sets `due_at` only where it is empty, so a busy chat costs no index update.
What depends on the lock is read by a later statement than the one that waited for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from memory_core.errors import InvalidInputError
from memory_core.incoming import IncomingMessage
from memory_core.stores import tables as t
from memory_core.stores.arrays import one_of
from memory_core.stores.database import Database
from memory_core.stores.draft import Draft, Refusal
from memory_core.stores.participants import feed_scopes, insert_participants, load_participants
from memory_core.stores.transcript import unknown_chat

WINDOW_LIMIT = 200  # messages above the watermark after which a chat is due though not quiet


@dataclass(frozen=True, kw_only=True, slots=True)
class AppendReport:
    """What an append did."""

    chats: frozenset[tuple[str, str]] = frozenset()  # (workspace, chat) that messages went to
    appended: int = 0
    skipped: int = 0  # stored before with the same content
    refused: tuple[Refusal, ...] = ()
    positions: tuple[int, ...] = ()  # of each message not refused, chat by chat in order

    def __add__(self, other: AppendReport) -> AppendReport:
        return AppendReport(
            chats=self.chats | other.chats,
            appended=self.appended + other.appended,
            skipped=self.skipped + other.skipped,
            refused=self.refused + other.refused,
            positions=self.positions + other.positions,
        )


class Ledger:
    """Chats and their messages, one workspace a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, messages: Iterable[IncomingMessage]) -> AppendReport:
        """Append messages to their chats, which are made when new; one transaction a chat.

        Messages of one chat keep their order. A message that differs from what is stored under its
        key or position is refused and reported; the rest goes in.
        """
        place = attrgetter("workspace", "chat")
        report = AppendReport()
        for (workspace, chat), group in groupby(sorted(messages, key=place), key=place):
            report += self._append_to_chat(workspace, chat, list(group))
        return report

    def _append_to_chat(
        self, workspace: str, chat: str, messages: Sequence[IncomingMessage]
    ) -> AppendReport:
        with self._database.transaction(workspace) as connection:
            _open_chat(connection, workspace, chat, messages)
            draft = _load_draft(connection, workspace, chat, messages)
            for message in messages:
                draft.take(message)
            if draft.rows:
                _store(connection, workspace, chat, draft)
            else:  # nothing of a refused or repeated append stays, a chat made for it included
                connection.rollback()
        return AppendReport(
            chats=frozenset({(workspace, chat)}) if draft.positions else frozenset(),
            appended=len(draft.rows),
            skipped=draft.skipped,
            refused=tuple(draft.refused),
            positions=tuple(draft.positions),
        )

    def report_idle(self, workspace: str, chat: str) -> int:
        """Record that the host holds the chat for idle now; return the position it covers.

        Raises:
            NotFoundError: no such chat in this workspace.
        """
        with self._database.transaction(workspace) as connection:
            last_position = _lock_chat(connection, workspace, chat)
            connection.execute(
                insert(t.idle_signal).values(
                    workspace=workspace, chat=chat, idle_through=last_position
                )
            )
            _wake(connection, workspace, chat, unread_only=True)
        return last_position

    def set_memory_mode(self, workspace: str, chat: str, mode: str) -> None:
        """Turn memory on or off for the messages that come from here on.

        Raises:
            InvalidInputError: a mode other than `on` and `off`.
            NotFoundError: no such chat in this workspace.
        """
        if mode not in {"on", "off"}:
            raise InvalidInputError("memory_mode", f"{mode!r} is neither 'on' nor 'off'")
        self._change_chat(workspace, chat, memory_mode=mode)

    def delete_chat(self, workspace: str, chat: str) -> None:
        """Mark a chat as deleted: nothing of it is read from here on, running jobs included.

        Raises:
            NotFoundError: no such chat in this workspace.
        """
        self._change_chat(workspace, chat, deleted_at=func.memfold_now())

    def _change_chat(self, workspace: str, chat: str, **values: Any) -> None:
        with self._database.transaction(workspace) as connection:
            _lock_chat(connection, workspace, chat)
            _update_chat(connection, workspace, chat, **values)
            _wake(connection, workspace, chat)


def _open_chat(
    connection: Connection, workspace: str, chat: str, messages: Sequence[IncomingMessage]
) -> None:
    """Make workspace, chat and state rows where they are new."""
    first = messages[0]
    connection.execute(insert(t.workspace).values(workspace=workspace).on_conflict_do_nothing())
    connection.execute(
        insert(t.chat)
        .values(
            workspace=workspace,
            chat=chat,
            agent=next((m.agent for m in messages if m.agent), None),
            team=next((m.team for m in messages if m.team), None),
            parent_chat=first.parent_chat,
            origin=str(first.origin),
        )
        .on_conflict_do_nothing()
    )
    connection.execute(
        insert(t.chat_state).values(workspace=workspace, chat=chat).on_conflict_do_nothing()
    )


def _lock_chat(connection: Connection, workspace: str, chat: str) -> int:
    """Lock the chat until the transaction ends; return its last position."""
    s = t.chat_state.c
    last_position: int | None = connection.execute(
        select(s.last_position).where(s.workspace == workspace, s.chat == chat).with_for_update()
    ).scalar_one_or_none()
    if last_position is None:
        raise unknown_chat(workspace, chat)
    return last_position


def _load_draft(
    connection: Connection, workspace: str, chat: str, messages: Sequence[IncomingMessage]
) -> Draft:
    """Lock the chat, then load it and what is stored where the messages want to go."""
    c, m = t.chat.c, t.message.c
    last_position = _lock_chat(connection, workspace, chat)
    opened = connection.execute(
        select(c.agent, c.team, c.memory_mode).where(c.workspace == workspace, c.chat == chat)
    ).one()
    stored = connection.execute(
        select(m.position, m.message_key, m.content_hash).where(
            m.workspace == workspace,
            m.chat == chat,
            or_(
                one_of(m.message_key, (x.key for x in messages if x.key is not None)),
                one_of(m.position, (x.position for x in messages if x.position is not None)),
            ),
        )
    ).all()
    return Draft(
        agent=opened.agent,
        team=opened.team,
        mode=opened.memory_mode,
        last_position=last_position,
        participants=load_participants(connection, workspace, chat),
        by_key={row.message_key: (row.position, row.content_hash) for row in stored},
        by_position={row.position: row.content_hash for row in stored},
    )


_ADVANCE = text(
    """
    -- window grows: due_at only from NULL, or when the window becomes too long to wait for quiet
    UPDATE chat_state SET
      last_position = :last_position,
      last_received_at = memfold_now(),
      window_since = CASE WHEN watermark >= last_position THEN memfold_now() ELSE window_since END,
      due_at = CASE WHEN due_at IS NULL
                      OR (last_position - watermark <= :limit
                          AND :last_position - watermark > :limit)
                    THEN least(due_at, memfold_now()) ELSE due_at END
     WHERE workspace = :workspace AND chat = :chat AND last_position < :last_position
    """
)


def _store(connection: Connection, workspace: str, chat: str, draft: Draft) -> None:
    if draft.joined:
        insert_participants(connection, workspace, chat, draft.joined)
        feed_scopes(
            connection,
            workspace,
            chat,
            agent=draft.agent,
            team=draft.team,
            people=draft.joined,
        )
    _update_chat(connection, workspace, chat, memory_mode=draft.mode)
    connection.execute(insert(t.message), draft.rows)
    connection.execute(
        _ADVANCE,
        {
            "workspace": workspace,
            "chat": chat,
            "last_position": draft.last_position,
            "limit": WINDOW_LIMIT,
        },
    )


def _update_chat(connection: Connection, workspace: str, chat: str, **values: Any) -> None:
    """Change a chat's row, unless it has these values already."""
    c = t.chat.c
    connection.execute(
        update(t.chat)
        .where(
            c.workspace == workspace,
            c.chat == chat,
            or_(*(c[name].is_distinct_from(value) for name, value in values.items())),
        )
        .values(**values)
    )


def _wake(connection: Connection, workspace: str, chat: str, *, unread_only: bool = False) -> None:
    """Let the next sweep look at the chat's gate again."""
    s = t.chat_state.c
    unread = (s.watermark < s.last_position, s.quarantined_at.is_(None)) if unread_only else ()
    connection.execute(
        update(t.chat_state)
        .where(s.workspace == workspace, s.chat == chat, *unread)
        .values(due_at=func.memfold_now())
    )
