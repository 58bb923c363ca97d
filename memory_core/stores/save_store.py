"""Saves in Postgres: what stands in a scope, what the user said, and the one way to write a save.

A save locks its scope's row first, so that of ten that say the same at once nine find the first,
and then the messages that it may rest on: a forget waits for it, or it finds them without words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, text
from sqlalchemy.dialects.postgresql import insert

from memory_core.episodes import Episode
from memory_core.errors import InvalidInputError, VersionConflictError
from memory_core.index.round import replaced_by
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.saving import KEEP_BOTH, Told, ToldSave
from memory_core.scopes import ScopeRef
from memory_core.stores import tables as t
from memory_core.stores.episode_store import insert_episodes
from memory_core.stores.offsets import local_time
from memory_core.stores.participants import ensure_scope

_LOCK = text(
    "SELECT FROM scope_state WHERE workspace = :workspace AND scope_key = :scope_key FOR UPDATE"
)

_CHAT = text(
    """
    SELECT c.agent, c.team, c.origin, c.memory_mode, c.deleted_at, s.last_position,
           EXISTS (SELECT FROM participant p WHERE p.workspace = c.workspace AND p.chat = c.chat
                      AND p.user_id = :user) AS takes_part
      FROM chat c JOIN chat_state s USING (workspace, chat)
     WHERE c.workspace = :workspace AND c.chat = :chat
    """
)

_OWN_MESSAGES = text(
    """
    SELECT m.position, m.content, m.at, m.utc_offset_minutes, m.participant, p.name, p.time_zone
      FROM message m JOIN participant p USING (workspace, chat, participant)
     WHERE m.workspace = :workspace AND m.chat = :chat AND m.content IS NOT NULL
       AND m.position IN (
         SELECT o.position FROM message o JOIN participant u USING (workspace, chat, participant)
          WHERE o.workspace = :workspace AND o.chat = :chat AND u.user_id = :user
            AND o.role = 'user' AND o.memory_mode = 'on' AND o.content IS NOT NULL
          ORDER BY o.position DESC LIMIT :most)
     ORDER BY m.position
       FOR SHARE OF m  -- in the order in which a forget locks them
    """
)

_LAST_MESSAGE = text(
    """
    SELECT m.role, m.content_hash, m.content, m.participant, m.position,
           EXISTS (SELECT FROM message l WHERE l.workspace = m.workspace AND l.chat = m.chat
                      AND l.role = 'tool' AND l.position > :behind) AS tool_spoke
      FROM message m
     WHERE m.workspace = :workspace AND m.chat = :chat AND m.memory_mode = 'on'
       AND m.content IS NOT NULL
     ORDER BY m.position DESC LIMIT 1
       FOR SHARE
    """
)

_SAVES = text(
    """
    SELECT e.id, e.description, e.provenance, s.supersedes,
           EXISTS (SELECT FROM pending_episode p WHERE p.workspace = e.workspace
                      AND p.scope_key = e.scope_key AND p.episode = e.id) AS pending
      FROM save s JOIN episode e ON e.workspace = s.workspace AND e.id = s.episode
     WHERE s.workspace = :workspace AND s.scope_key = :scope_key
       AND NOT EXISTS (SELECT FROM episode_retirement r
                        WHERE r.workspace = e.workspace AND r.episode = e.id)
     ORDER BY s.saved_at DESC, e.id LIMIT :most
    """
)

_PENDING = text(
    """
    SELECT e.id, e.description, e.provenance
      FROM pending_episode p JOIN episode e ON e.workspace = p.workspace AND e.id = p.episode
     WHERE p.workspace = :workspace AND p.scope_key = :scope_key
     ORDER BY e.seq
    """
)

_COUNTS = text(
    """
    SELECT count(*) FILTER (WHERE s.chat = :chat
                              AND s.position IS NOT DISTINCT FROM :position) AS turn,
           count(*) FILTER (WHERE (s.saved_at AT TIME ZONE w.time_zone)::date
                                = (memfold_now() AT TIME ZONE w.time_zone)::date) AS day
      FROM save s JOIN workspace w USING (workspace)
     WHERE s.workspace = :workspace AND s.scope_key = :scope_key
       AND s.saved_at > memfold_now() - interval '2 days'
    """
)

_NEWEST = text(
    """
    SELECT max(v.at) FROM entry_source s
      JOIN episode_evidence v ON v.workspace = s.workspace AND v.episode = s.episode
     WHERE s.workspace = :workspace AND s.scope_key = :scope_key AND s.entry = :entry
    """
)

_TOLD = text(
    """
    WITH RECURSIVE gave_way AS (
      SELECT episode AS save, instead_of AS episode FROM save
       WHERE workspace = :workspace AND scope_key = :scope_key AND instead_of IS NOT NULL
      UNION
      SELECT g.save, s.instead_of FROM gave_way g
        JOIN save s ON s.workspace = :workspace AND s.episode = g.episode
       WHERE s.instead_of IS NOT NULL)
    SELECT l.entry, e.description, s.supersedes, s.saved_at,
           ARRAY(SELECT w.description FROM gave_way g
                   JOIN episode w ON w.workspace = :workspace AND w.id = g.episode
                  WHERE g.save = s.episode) AS instead_of
      FROM save s JOIN episode e ON e.workspace = s.workspace AND e.id = s.episode
      LEFT JOIN pending_episode p ON p.workspace = s.workspace AND p.episode = s.episode
      LEFT JOIN entry_source l ON l.workspace = s.workspace AND l.scope_key = s.scope_key
                              AND l.episode = s.episode
     WHERE s.workspace = :workspace AND s.scope_key = :scope_key
       AND (s.supersedes = :both OR s.instead_of IS NOT NULL OR p.episode IS NOT NULL)
       AND (s.supersedes IS NOT NULL OR s.instead_of IS NOT NULL)
       AND (p.episode IS NOT NULL OR l.entry IS NOT NULL)
     ORDER BY e.seq
    """
)

_LINE_OF = text(
    """
    SELECT entry FROM entry_source
     WHERE workspace = :workspace AND scope_key = :scope_key AND episode = :episode
       AND entry = ANY (:lines)
     ORDER BY entry LIMIT 1
    """
)

_ZONE = text("SELECT time_zone FROM workspace WHERE workspace = :workspace")

_RUN = text(
    """
    INSERT INTO run (workspace, id, kind, key, token, owner, outcome, model, prompt_version,
                     finished_at)
    SELECT :workspace, CAST(:run AS uuid), 'save', :scope_key,
           coalesce(max(r.token), 0) + 1, :asked_by, 'done', :model, 'save', memfold_now()
      FROM run r WHERE r.workspace = :workspace AND r.kind = 'save' AND r.key = :scope_key
    """
)

_RETIRE = text(
    """
    -- waits for its fold → replaced by a later save, and waits no more
    WITH waiting AS (
      DELETE FROM pending_episode WHERE workspace = :workspace AND episode = :episode)
    INSERT INTO episode_retirement (workspace, episode, reason, run)
    VALUES (:workspace, :episode, 'replaced by a later save', CAST(:run AS uuid))
    ON CONFLICT DO NOTHING
    """
)

_DUE = text(
    """
    -- whatever it was → due at once, for a fold of saves apart from the one before
    UPDATE scope_state SET
      save_due_at = coalesce(save_due_at,
                             greatest(memfold_now(), save_folded_at + interval '30 seconds')),
      due_at = least(due_at, memfold_now())
     WHERE workspace = :workspace AND scope_key = :scope_key
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatFacts:
    """What a chat tells of a save."""

    messages: tuple[Message, ...]  # the user's own, newest first
    last: tuple[str, int, str, str] | None  # speaker, position, hash and content of the newest
    tool_spoke_since: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class SavedRow:
    """A save, or another episode that waits for its fold."""

    episode: str
    text: str
    provenance: str
    pending: bool
    supersedes: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class NewSave:
    """A save to be written."""

    episode: Episode
    asked_by: str  # person, user, agent
    chat: str | None
    position: int | None  # of the user's last message: the turn
    supersedes: str | None  # a line, or KEEP_BOTH
    retires: str | None  # a save that no fold has placed


def lock_scope(connection: Connection, scope: ScopeRef) -> str:
    """Make a scope where it is new, and lock it; return the time zone of its workspace."""
    place = {"workspace": scope.workspace, "scope_key": scope.key}
    connection.execute(
        insert(t.workspace).values(workspace=scope.workspace).on_conflict_do_nothing()
    )
    ensure_scope(connection, scope)
    connection.execute(_LOCK, place).one()
    zone: str = connection.execute(_ZONE, place).scalar_one()
    return zone


def load_chat(connection: Connection, scope: ScopeRef, chat: str, *, most: int) -> ChatFacts | None:
    """Load what a chat tells of its user's wishes; None for a chat that the ledger does not know.

    Raises:
        InvalidInputError: the chat is another's, memory is off in it, or it is deleted.
    """
    place = {"workspace": scope.workspace, "chat": chat, "user": scope.user}
    found = connection.execute(_CHAT, place).one_or_none()
    if found is None:
        return None
    if found.deleted_at is not None or found.memory_mode != "on":
        raise InvalidInputError("chat", "memory is off in this chat; nothing of it is kept")
    if not found.takes_part or (scope.agent, scope.team) not in {
        (found.agent, found.team),
        (None, found.team),
    }:
        raise InvalidInputError("chat", "is not a chat of this user with this agent")
    most = most if found.origin == "interactive" else 0  # a machine speaks for no user
    rows = connection.execute(_OWN_MESSAGES, {**place, "most": most}).all()
    messages = tuple(_message(chat, scope.user, row) for row in reversed(rows))
    behind = messages[0].position if messages else -1
    last = connection.execute(_LAST_MESSAGE, {**place, "behind": behind}).one_or_none()
    return ChatFacts(
        messages=messages,
        last=(last.participant, last.position, last.content_hash, last.content) if last else None,
        tool_spoke_since=bool(last and last.tool_spoke),
    )


def _message(chat: str, user: str | None, row: Any) -> Message:
    return Message(
        chat=chat,
        position=row.position,
        role=Role.USER,
        speaker=Participant(
            id=row.participant,
            kind=ParticipantKind.HUMAN,
            user=user,
            name=row.name,
            time_zone=row.time_zone,
        ),
        content=row.content,
        at=local_time(row.at, row.utc_offset_minutes),
    )


def load_saves(connection: Connection, scope: ScopeRef, *, most: int = 200) -> list[SavedRow]:
    """Load the newest saves of a scope, and all other episodes that wait for its fold."""
    place = {"workspace": scope.workspace, "scope_key": scope.key}
    rows = connection.execute(_SAVES, {**place, "most": most}).all()
    saves = [
        SavedRow(
            episode=row.id,
            text=row.description,
            provenance=row.provenance,
            pending=row.pending,
            supersedes=row.supersedes,
        )
        for row in rows
    ]
    known = {save.episode for save in saves}
    others = [row for row in connection.execute(_PENDING, place) if row.id not in known]
    return saves + [
        SavedRow(episode=row.id, text=row.description, provenance=row.provenance, pending=True)
        for row in others
    ]


def count_saves(
    connection: Connection, scope: ScopeRef, chat: str | None, position: int | None
) -> tuple[int, int]:
    """Count the saves of a turn, and of a scope on this local day of its workspace."""
    row = connection.execute(
        _COUNTS,
        {
            "workspace": scope.workspace,
            "scope_key": scope.key,
            "chat": chat,
            "position": position,
        },
    ).one()
    return row.turn, row.day


def newest_evidence(connection: Connection, scope: ScopeRef, entry: str) -> datetime | None:
    """Return when the newest words behind a line were said."""
    place = {"workspace": scope.workspace, "scope_key": scope.key, "entry": entry}
    newest: datetime | None = connection.execute(_NEWEST, place).scalar()
    return newest


def new_run() -> str:
    """Return an id for the run of a save."""
    return str(uuid4())


def write_save(connection: Connection, scope: ScopeRef, save: NewSave) -> None:
    """Write a save: its run, its episode, what it replaces, and when its scope is due.

    The scope has to be locked.
    """
    place = {"workspace": scope.workspace, "scope_key": scope.key}
    episode = save.episode
    connection.execute(
        _RUN,
        {**place, "run": episode.run, "asked_by": save.asked_by, "model": episode.model},
    )
    if save.retires is not None:
        connection.execute(_RETIRE, {**place, "episode": save.retires, "run": episode.run})
    insert_episodes(connection, scope.workspace, [episode])
    connection.execute(
        insert(t.save).values(
            **place,
            episode=episode.id,
            chat=save.chat,
            position=save.position,
            asked_by=save.asked_by,
            supersedes=save.supersedes,
            instead_of=save.retires,
        )
    )
    if save.asked_by != "agent":
        connection.execute(_DUE, place)


def load_told(connection: Connection, workspace: str, scope_key: str) -> Told:
    """Load what a scope's saves were told of their rivals, placed by a fold or not."""
    place = {"workspace": workspace, "scope_key": scope_key}
    saves = [
        (
            row.entry,
            ToldSave(
                text=row.description,
                at=row.saved_at,
                replaces=row.supersedes,
                instead_of=tuple(row.instead_of),
            ),
        )
        for row in connection.execute(_TOLD, {**place, "both": KEEP_BOTH})
    ]
    return Told(
        waiting=tuple(save for entry, save in saves if entry is None),
        placed={entry: save for entry, save in saves if entry is not None},
    )


def check_told(
    connection: Connection, workspace: str, scope_key: str, *, told: Told, lines: Iterable[str]
) -> None:
    """Refuse to place lines of which a save has said otherwise since.

    Raises:
        VersionConflictError: one has.
    """
    now = load_told(connection, workspace, scope_key)
    if any(replaced_by(line, now) != replaced_by(line, told) for line in set(lines)):
        raise VersionConflictError("a save was faster than this fold")


def line_of(
    connection: Connection, scope: ScopeRef, episode: str, lines: Iterable[str]
) -> str | None:
    """Return which of these lines a fold made of an episode; None: none of them."""
    place = {"workspace": scope.workspace, "scope_key": scope.key}
    found: str | None = connection.execute(
        _LINE_OF, {**place, "episode": episode, "lines": list(lines)}
    ).scalar()
    return found
