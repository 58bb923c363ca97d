"""The ledger in Postgres: chats, participants and messages, appended and never changed.

An append locks the chat's state row first, so positions have no gaps and no doubles and a retried
append is a no-op; it sets `due_at` only where it is empty, so a busy chat costs no index update.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert

from memory_core.errors import InvalidInputError, NotFoundError
from memory_core.incoming import IncomingMessage
from memory_core.messages import Message, Participant, ParticipantKind, Role, message_hash
from memory_core.scopes import ScopeRef, scopes_fed
from memory_core.stores import tables as t
from memory_core.stores.database import Database

WINDOW_LIMIT = 200  # messages above the watermark after which a chat is due though not quiet


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A message that the ledger did not take."""

    message: IncomingMessage
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class AppendReport:
    """What an append did."""

    chats: frozenset[tuple[str, str]] = frozenset()  # (workspace, chat) that messages went to
    appended: int = 0
    skipped: int = 0  # stored before with the same content
    refused: tuple[Refusal, ...] = ()
    positions: tuple[int, ...] = ()  # of each message not refused, in order

    def __add__(self, other: AppendReport) -> AppendReport:
        return AppendReport(
            chats=self.chats | other.chats,
            appended=self.appended + other.appended,
            skipped=self.skipped + other.skipped,
            refused=self.refused + other.refused,
            positions=self.positions + other.positions,
        )


@dataclass(slots=True)
class _Draft:
    """The rows that one append to one chat adds up to."""

    last_position: int
    by_key: dict[str, tuple[int, str | None]]  # key → (position, hash) already stored
    by_position: dict[int, str | None]
    rows: list[dict[str, Any]] = field(default_factory=list)
    skipped: int = 0
    positions: list[int] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)

    def take(self, message: IncomingMessage, mode: str) -> None:
        """Skip what is stored already, refuse what differs or leaves a gap, add the rest."""
        digest = message_hash(
            role=message.role, speaker=message.speaker_id, content=message.content
        )
        stored = self._find_stored(message)
        if stored is not None:
            position, stored_hash = stored
            if stored_hash in {digest, None}:  # None: forgotten, and not to be relearned
                self.skipped += 1
                self.positions.append(position)
            else:
                self._refuse(message, "content: it was stored otherwise; the ledger is append-only")
            return
        position = self.last_position + 1
        if message.position is not None and message.position != position:
            self._refuse(message, f"position: the next one of this chat is {position}")
            return
        self.last_position = position
        if message.key is not None:
            self.by_key[message.key] = (position, digest)
        self.by_position[position] = digest
        self.positions.append(position)
        self.rows.append(_message_row(message, position, digest, mode))

    def _find_stored(self, message: IncomingMessage) -> tuple[int, str | None] | None:
        if message.key is not None and message.key in self.by_key:
            return self.by_key[message.key]
        if message.position is not None and message.position in self.by_position:
            return message.position, self.by_position[message.position]
        return None

    def _refuse(self, message: IncomingMessage, reason: str) -> None:
        self.refused.append(Refusal(message=message, reason=reason))


def _message_row(message: IncomingMessage, position: int, digest: str, mode: str) -> dict[str, Any]:
    offset = message.at.utcoffset() or timedelta()
    return {
        "workspace": message.workspace,
        "chat": message.chat,
        "position": position,
        "role": str(message.role),
        "participant": message.speaker_id,
        "content": message.content,
        "content_hash": digest,
        "message_key": message.key,
        "at": message.at,
        "utc_offset_minutes": round(offset.total_seconds() / 60),
        "memory_mode": mode,
    }


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
            state = _lock_chat(connection, workspace, chat)
            fitting, refused = _split_misfits(state, messages)
            fitting, strangers = _join_participants(connection, state, fitting)
            draft = _draft(connection, state, fitting)
            mode = state.memory_mode
            for message in fitting:
                mode = message.memory_mode if "memory_mode" in message.model_fields_set else mode
                draft.take(message, mode)
            _store(connection, state, draft, mode)
        return AppendReport(
            chats=frozenset({(workspace, chat)}) if draft.positions else frozenset(),
            appended=len(draft.rows),
            skipped=draft.skipped,
            refused=(*refused, *strangers, *draft.refused),
            positions=tuple(draft.positions),
        )

    def report_idle(self, workspace: str, chat: str) -> int:
        """Record that the host holds the chat for idle now; return the position it covers.

        Raises:
            NotFoundError: no such chat in this workspace.
        """
        with self._database.transaction(workspace) as connection:
            state = _lock_chat(connection, workspace, chat)
            connection.execute(
                insert(t.idle_signal).values(
                    workspace=workspace, chat=chat, idle_through=state.last_position
                )
            )
            connection.execute(
                update(t.chat_state)
                .where(
                    t.chat_state.c.workspace == workspace,
                    t.chat_state.c.chat == chat,
                    t.chat_state.c.watermark < t.chat_state.c.last_position,
                    t.chat_state.c.quarantined_at.is_(None),
                )
                .values(due_at=func.memfold_now())
            )
            return int(state.last_position)

    def set_memory_mode(self, workspace: str, chat: str, mode: str) -> None:
        """Turn memory on or off for the messages that come from here on.

        Raises:
            InvalidInputError: a mode other than `on` and `off`.
            NotFoundError: no such chat in this workspace.
        """
        if mode not in {"on", "off"}:
            raise InvalidInputError("memory_mode", f"{mode!r} is neither 'on' nor 'off'")
        with self._database.transaction(workspace) as connection:
            _lock_chat(connection, workspace, chat)
            self._update_chat(connection, workspace, chat, memory_mode=mode)
            _wake(connection, workspace, chat)

    def delete_chat(self, workspace: str, chat: str) -> None:
        """Mark a chat as deleted: nothing of it is read from here on, running jobs included.

        Raises:
            NotFoundError: no such chat in this workspace.
        """
        with self._database.transaction(workspace) as connection:
            _lock_chat(connection, workspace, chat)
            self._update_chat(connection, workspace, chat, deleted_at=func.memfold_now())
            _wake(connection, workspace, chat)

    @staticmethod
    def _update_chat(connection: Connection, workspace: str, chat: str, **values: Any) -> None:
        connection.execute(
            update(t.chat)
            .where(t.chat.c.workspace == workspace, t.chat.c.chat == chat)
            .values(**values)
        )


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
            origin=first.origin or "interactive",
            memory_mode=first.memory_mode or "on",
        )
        .on_conflict_do_nothing()
    )
    connection.execute(
        insert(t.chat_state).values(workspace=workspace, chat=chat).on_conflict_do_nothing()
    )


_LOCK_CHAT = text(
    """
    SELECT s.workspace, s.chat, s.last_position, s.watermark, c.agent, c.team, c.memory_mode
      FROM chat_state s JOIN chat c USING (workspace, chat)
     WHERE s.workspace = :workspace AND s.chat = :chat
       FOR UPDATE OF s
    """
)


def _lock_chat(connection: Connection, workspace: str, chat: str) -> Row[Any]:
    row = connection.execute(_LOCK_CHAT, {"workspace": workspace, "chat": chat}).one_or_none()
    if row is None:
        raise NotFoundError(
            f"chat: {chat!r} does not exist in workspace {workspace!r}; see memfold chats"
        )
    return row


def _split_misfits(
    state: Row[Any], messages: Sequence[IncomingMessage]
) -> tuple[list[IncomingMessage], list[Refusal]]:
    """Set aside messages that name another agent or team than the chat's."""
    fitting: list[IncomingMessage] = []
    refused: list[Refusal] = []
    for message in messages:
        wrong = next(
            (
                name
                for name in ("agent", "team")
                if getattr(message, name) not in {None, getattr(state, name)}
            ),
            None,
        )
        if wrong is None:
            fitting.append(message)
        else:
            has = getattr(state, wrong)
            reason = f"{wrong}: this chat was opened {f'with {has!r}' if has else 'without one'}"
            refused.append(Refusal(message=message, reason=reason))
    return fitting, refused


def _join_participants(
    connection: Connection, state: Row[Any], messages: Sequence[IncomingMessage]
) -> tuple[list[IncomingMessage], list[Refusal]]:
    """Add new participants and the scopes they feed; set aside who speaks for another user."""
    known = _load_participants(connection, state.workspace, state.chat)
    fresh: dict[str, Participant] = {}
    fitting: list[IncomingMessage] = []
    refused: list[Refusal] = []
    for message in messages:
        speaker = message.participant()
        stored = known.get(speaker.id) or fresh.setdefault(speaker.id, speaker)
        if (stored.kind, stored.user) == (speaker.kind, speaker.user):
            fitting.append(message)
        else:
            reason = f"speaker: {speaker.id!r} is already {_describe(stored)} in this chat"
            refused.append(Refusal(message=message, reason=reason))
    if fresh:
        _insert_participants(connection, state, fresh.values())
    return fitting, refused


def _describe(participant: Participant) -> str:
    return (
        f"user {participant.user!r}" if participant.user else f"a {participant.kind} without user"
    )


def _insert_participants(
    connection: Connection, state: Row[Any], participants: Iterable[Participant]
) -> None:
    people = list(participants)
    place = {"workspace": state.workspace, "chat": state.chat}
    connection.execute(
        insert(t.participant).on_conflict_do_nothing(),
        [
            {
                **place,
                "participant": p.id,
                "kind": str(p.kind),
                "user_id": p.user,
                "name": p.name,
                "time_zone": p.time_zone,
            }
            for p in people
        ],
    )
    users = sorted({p.user for p in people if p.kind is ParticipantKind.HUMAN and p.user})
    for scope in scopes_fed(state.workspace, state.agent, state.team, users):
        ensure_scope(connection, scope)
        connection.execute(
            insert(t.chat_feed).values(**place, scope_key=scope.key).on_conflict_do_nothing()
        )


def ensure_scope(connection: Connection, scope: ScopeRef) -> None:
    """Make the rows of a scope where they are new."""
    key = {"workspace": scope.workspace, "scope_key": scope.key}
    connection.execute(
        insert(t.scope)
        .values(**key, kind=str(scope.kind), agent=scope.agent, user_id=scope.user, team=scope.team)
        .on_conflict_do_nothing()
    )
    connection.execute(insert(t.scope_state).values(**key).on_conflict_do_nothing())


def _draft(connection: Connection, state: Row[Any], messages: Sequence[IncomingMessage]) -> _Draft:
    """Load what is stored under the keys and positions that the messages name."""
    m = t.message.c
    keys = [message.key for message in messages if message.key is not None]
    positions = [message.position for message in messages if message.position is not None]
    stored = connection.execute(
        select(m.position, m.message_key, m.content_hash).where(
            and_(
                m.workspace == state.workspace,
                m.chat == state.chat,
                or_(m.message_key.in_(keys), m.position.in_(positions)),
            )
        )
    ).all()
    return _Draft(
        last_position=state.last_position,
        by_key={row.message_key: (row.position, row.content_hash) for row in stored},
        by_position={row.position: row.content_hash for row in stored},
    )


_ADVANCE = text(
    """
    -- window grows: due_at only from NULL, or once the window is too long to wait for quiet
    UPDATE chat_state SET
      last_position = :last_position,
      last_received_at = memfold_now(),
      window_since = CASE WHEN watermark >= last_position THEN memfold_now() ELSE window_since END,
      due_at = CASE WHEN due_at IS NULL OR :last_position - watermark > :limit
                    THEN least(due_at, memfold_now()) ELSE due_at END
     WHERE workspace = :workspace AND chat = :chat AND last_position < :last_position
    """
)


def _store(connection: Connection, state: Row[Any], draft: _Draft, mode: str) -> None:
    if mode != state.memory_mode:
        Ledger._update_chat(connection, state.workspace, state.chat, memory_mode=mode)  # noqa: SLF001
    if not draft.rows:
        return
    connection.execute(insert(t.message), draft.rows)
    connection.execute(
        _ADVANCE,
        {
            "workspace": state.workspace,
            "chat": state.chat,
            "last_position": draft.last_position,
            "limit": WINDOW_LIMIT,
        },
    )


def _wake(connection: Connection, workspace: str, chat: str) -> None:
    """Let the next sweep look at the chat's gate again."""
    connection.execute(
        update(t.chat_state)
        .where(t.chat_state.c.workspace == workspace, t.chat_state.c.chat == chat)
        .values(due_at=func.memfold_now())
    )


def _load_participants(connection: Connection, workspace: str, chat: str) -> dict[str, Participant]:
    p = t.participant.c
    rows = connection.execute(select(t.participant).where(p.workspace == workspace, p.chat == chat))
    return {
        row.participant: Participant(
            id=row.participant,
            kind=ParticipantKind(row.kind),
            user=row.user_id,
            name=row.name,
            time_zone=row.time_zone,
        )
        for row in rows
    }


def local_time(at: datetime, offset_minutes: int) -> datetime:
    """Give a stored instant its sender's offset back."""
    return at.astimezone(timezone(timedelta(minutes=offset_minutes)))


def read_messages(
    connection: Connection, workspace: str, chat: str, *, first: int, last: int
) -> Iterator[Message]:
    """Read the chat's messages from `first` to `last`, in order.

    Messages that were received while memory was off, and forgotten ones, are left out.
    """
    positions = t.message.c.position.between(first, last)
    return _read(connection, workspace, chat, positions)


def read_places(
    connection: Connection, workspace: str, places: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], Message]:
    """Read messages by chat and position; those that may not be read are absent."""
    found: dict[tuple[str, int], Message] = {}
    for chat, group in groupby(sorted(set(places)), key=itemgetter(0)):
        positions = t.message.c.position.in_([position for _, position in group])
        for message in _read(connection, workspace, chat, positions):
            found[chat, message.position] = message
    return found


def _read(
    connection: Connection, workspace: str, chat: str, positions: ColumnElement[bool]
) -> Iterator[Message]:
    speakers = _load_participants(connection, workspace, chat)
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


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatFacts:
    """Who talks in a chat."""

    agent: str | None
    team: str | None
    participants: tuple[Participant, ...]  # by id


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
        raise NotFoundError(
            f"chat: {chat!r} does not exist in workspace {workspace!r}; see memfold chats"
        )
    people = _load_participants(connection, workspace, chat)
    return ChatFacts(
        agent=row.agent,
        team=row.team,
        participants=tuple(people[name] for name in sorted(people)),
    )
