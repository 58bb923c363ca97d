"""State changes of forget requests: asked, taken up by whoever carries them out, finished.

asked     the words are gone from the ledger and holders are stale; what rests on the words
          stands in `forget_message` and `forget_episode`
finished  nothing rests on them any more; the receipt says what was removed
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, select, text
from sqlalchemy.dialects.postgresql import JSONB, insert

from jobs import tables as t


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """What is to be forgotten: a message, a chat, a user, or a line of an index."""

    kind: str  # message, chat, user or entry
    chat: str | None = None
    position: int | None = None
    user_id: str | None = None
    scope_key: str | None = None
    entry: str | None = None

    def parameters(self) -> dict[str, Any]:
        """Return the columns that name it."""
        return {
            "kind": self.kind,
            "chat": self.chat,
            "position": self.position,
            "user_id": self.user_id,
            "scope_key": self.scope_key,
            "entry": self.entry,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A forget that was asked for, and what is left of it."""

    workspace: str
    id: str
    target: Target
    places: frozenset[tuple[str, int]] = frozenset()  # chat and position of each message
    episodes: frozenset[str] = frozenset()  # that go whatever is left of their evidence
    receipt: Mapping[str, Any]  # what was removed up to now


def ask(connection: Connection, request: Request) -> None:
    """Write down what was asked for and what is left to remove."""
    key = {"workspace": request.workspace, "request": request.id}
    connection.execute(
        insert(t.forget_request).values(
            workspace=request.workspace,
            id=request.id,
            **request.target.parameters(),
            receipt=dict(request.receipt),
        )
    )
    places = [{**key, "chat": chat, "position": at} for chat, at in sorted(request.places)]
    episodes = [{**key, "episode": episode} for episode in sorted(request.episodes)]
    for table, rows in ((t.forget_message, places), (t.forget_episode, episodes)):
        if rows:
            connection.execute(insert(table), rows)


_RECEIPT = text(
    """
    SELECT kind, chat, position, user_id, scope_key, entry, receipt FROM forget_request
     WHERE workspace = :workspace AND id = :id
    """
)
_TAKE_UP = text(f"{_RECEIPT.text} AND finished_at IS NULL FOR UPDATE")


def take_up(connection: Connection, workspace: str, request: str) -> Request | None:
    """Lock an unfinished request and load what is left of it; None when it is finished."""
    row = connection.execute(_TAKE_UP, {"workspace": workspace, "id": request}).one_or_none()
    if row is None:
        return None
    m, e = t.forget_message.c, t.forget_episode.c
    places = connection.execute(
        select(m.chat, m.position).where(m.workspace == workspace, m.request == request)
    )
    episodes = connection.execute(
        select(e.episode).where(e.workspace == workspace, e.request == request)
    )
    return Request(
        workspace=workspace,
        id=request,
        target=_target(row),
        places=frozenset((place.chat, place.position) for place in places),
        episodes=frozenset(episodes.scalars()),
        receipt=row.receipt,
    )


_FINISH = text(
    """
    -- asked → finished, with its receipt
    UPDATE forget_request SET finished_at = memfold_now(), receipt = :receipt
     WHERE workspace = :workspace AND id = :id AND finished_at IS NULL
    """
).bindparams(bindparam("receipt", type_=JSONB))


def finish(connection: Connection, request: Request, receipt: Mapping[str, Any]) -> None:
    """Write the receipt; nothing is left to remove."""
    for table in (t.forget_message, t.forget_episode):
        connection.execute(
            delete(table).where(
                table.c.workspace == request.workspace, table.c.request == request.id
            )
        )
    named = {"workspace": request.workspace, "id": request.id}
    connection.execute(_FINISH, {**named, "receipt": dict(receipt)})


_UNFINISHED = text(
    """
    SELECT workspace, id FROM forget_request
     WHERE finished_at IS NULL AND asked_at < memfold_now() - CAST(:age AS interval)
     ORDER BY asked_at
    """
)


def find_unfinished(connection: Connection, age: timedelta) -> list[tuple[str, str]]:
    """Return workspace and id of the requests that a crash left (role: sweeper)."""
    return [(row.workspace, str(row.id)) for row in connection.execute(_UNFINISHED, {"age": age})]


def load_receipt(
    connection: Connection, workspace: str, request: str
) -> tuple[Target, Mapping[str, Any]]:
    """Load what a request was about, and what it has removed."""
    named = {"workspace": workspace, "id": request}
    row = connection.execute(_RECEIPT, named).one()
    return _target(row), row.receipt


def _target(row: Row[Any]) -> Target:
    return Target(
        kind=row.kind,
        chat=row.chat,
        position=row.position,
        user_id=row.user_id,
        scope_key=row.scope_key,
        entry=row.entry,
    )
