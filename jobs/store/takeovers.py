"""State changes of a person's act on a scope: its lease taken over, its end.

An act neither waits for a fold nor asks a gate: it raises the lease's token, so that a fold which
runs just then finds its commit refused, and the cooldown is neither tested nor started.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, Row, insert, text

from jobs import tables as t
from jobs.due import SCOPE_NEXT_DUE
from jobs.store.runs import new_run_id
from memory_core.clock import database_now
from memory_core.errors import NotFoundError

_REVIEWER = "person"


class Act(StrEnum):
    """What a person does to an index; the kind of its run."""

    EDIT = "edit"
    RESTORE = "restore"
    PIN = "pin"
    REVIEW = "review"
    FORGET = "forget"


@dataclass(frozen=True, kw_only=True, slots=True)
class Takeover:
    """A scope in a person's hands until the transaction ends."""

    workspace: str
    scope_key: str
    token: int
    run: str
    user: str | None  # whose scope it is
    now: datetime  # in the workspace's zone


_WHERE = "workspace = :workspace AND scope_key = :scope_key"

_RAISE = text(
    """
    -- held by anyone or free → free under a higher token: the commit of a holder is refused
    INSERT INTO lease (workspace, kind, key, token)
    VALUES (:workspace, 'consolidate', :scope_key, 1)
    ON CONFLICT (workspace, kind, key) DO UPDATE
      SET owner = NULL, expires_at = NULL, token = lease.token + 1
    RETURNING token
    """
)

_OUTRUN = text(
    """
    -- started under an earlier token → stale
    UPDATE run SET outcome = 'stale', finished_at = memfold_now(), reason = :reason
     WHERE workspace = :workspace AND kind = 'consolidate' AND key = :scope_key
       AND token < :token AND outcome = 'started'
    """
)

_LOCK = text(f"SELECT FROM scope_state WHERE {_WHERE} FOR UPDATE")

_FACTS = text(
    """
    SELECT s.user_id, w.time_zone FROM scope s JOIN workspace w USING (workspace)
     WHERE s.workspace = :workspace AND s.scope_key = :scope_key
    """
)

_PLACEABLE_AGAIN = text(
    f"""
    -- could not be placed in the index as it was → may be tried on the new one
    UPDATE pending_episode SET not_before = memfold_now(), reason = NULL
     WHERE {_WHERE} AND not_before = 'infinity'
    """
)

_NOT_PENDING = text(
    f"""
    -- pending → placed by hand
    DELETE FROM pending_episode WHERE {_WHERE} AND episode = ANY (:episodes)
    """
)

_FORGOTTEN = text(
    """
    SELECT jsonb_array_elements_text(receipt -> 'entries' -> CAST(:scope_key AS text))
      FROM forget_request
     WHERE workspace = :workspace AND jsonb_typeof(receipt -> 'entries' -> :scope_key) = 'array'
    """
)

_JUDGED = text(
    """
    -- looked at or not → looked at; a later verdict stands beside the earlier ones
    INSERT INTO episode_review (workspace, episode, verdict, reviewer, line)
    SELECT :workspace, e.id, :verdict, :reviewer, :line FROM episode e
     WHERE e.workspace = :workspace AND e.id = ANY (:episodes)
    """
)

_NEXT_DUE = text(
    f"""
    -- whatever it was → the time at which what is pending may be folded
    UPDATE scope_state ss SET due_at = {SCOPE_NEXT_DUE}
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
    """
)


def need_scope(connection: Connection, workspace: str, scope_key: str) -> Row[Any]:
    """Return whose scope it is and in which time zone its workspace lives.

    Raises:
        NotFoundError: no such scope in this workspace.
    """
    place = {"workspace": workspace, "scope_key": scope_key}
    facts = connection.execute(_FACTS, place).one_or_none()
    if facts is None:
        raise NotFoundError(
            f"scope: {scope_key!r} does not exist in workspace {workspace!r}; see memfold scopes"
        )
    return facts


def take_over(connection: Connection, workspace: str, scope_key: str, act: Act) -> Takeover:
    """Take a scope out of the hands of whoever folds it, until this transaction ends.

    Raises:
        NotFoundError: no such scope in this workspace.
    """
    place = {"workspace": workspace, "scope_key": scope_key}
    facts = need_scope(connection, workspace, scope_key)
    token: int = connection.execute(_RAISE, place).scalar_one()
    reason = f"a person's {act} took the lease"
    connection.execute(_OUTRUN, {**place, "token": token, "reason": reason})
    connection.execute(_LOCK, place).one()
    now = database_now(connection)
    run = new_run_id()
    connection.execute(
        insert(t.run).values(
            workspace=workspace,
            id=run,
            kind=str(act),
            key=scope_key,
            token=token,
            owner="person",
            outcome="done",
            model="person",
            prompt_version=str(act),
            finished_at=now,
        )
    )
    return Takeover(
        workspace=workspace,
        scope_key=scope_key,
        token=token,
        run=run,
        user=facts.user_id,
        now=now.astimezone(ZoneInfo(facts.time_zone)),
    )


def hand_back(connection: Connection, held: Takeover, placed: Sequence[str] = ()) -> None:
    """Let folding go on from the index as it is now; the episodes `placed` are pending no more."""
    place = {"workspace": held.workspace, "scope_key": held.scope_key}
    if placed:
        connection.execute(_NOT_PENDING, {**place, "episodes": list(placed)})
    connection.execute(_PLACEABLE_AGAIN, place)
    connection.execute(_NEXT_DUE, place)


def load_forgotten(connection: Connection, workspace: str, scope_key: str) -> frozenset[str]:
    """Load the ids of lines that were forgotten, which no old file may bring back."""
    place = {"workspace": workspace, "scope_key": scope_key}
    return frozenset(connection.execute(_FORGOTTEN, place).scalars())


def record_verdict(
    connection: Connection,
    workspace: str,
    episodes: Sequence[str],
    verdict: str,
    line: str | None = None,
) -> None:
    """Record what a person judged of episodes, or of the line that rests on them.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        episodes: those judged.
        verdict: approved, rejected or edited.
        line: the words judged; None: those of each episode.
    """
    if episodes:
        connection.execute(
            _JUDGED,
            {
                "workspace": workspace,
                "episodes": list(episodes),
                "verdict": verdict,
                "reviewer": _REVIEWER,
                "line": line,
            },
        )
