"""State changes of reading again: windows of before, claimed without moving a watermark."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, text

from jobs.errors import ClaimRefusedError
from jobs.lease import Caller, JobKind, Lease
from jobs.policies import Policy
from jobs.store.chat_claims import ChatClaim
from jobs.store.runs import begin_run
from memory_core.clock import database_now


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatWindow:
    """A piece of a chat, read or to be read."""

    workspace: str
    chat: str
    first: int
    last: int


_READ_SINCE = text(
    """
    SELECT DISTINCT k.workspace, k.chat, k.window_from AS first, k.window_to AS last
      FROM extraction_key k JOIN chat c USING (workspace, chat)
     WHERE k.workspace = :workspace AND k.recorded_at >= :since
       AND (CAST(:chat AS text) IS NULL OR k.chat = :chat)
       AND c.origin = 'interactive' AND c.deleted_at IS NULL AND c.memory_mode = 'on'
       -- what a later reading cut into pieces is one window still
       AND NOT EXISTS (
         SELECT FROM extraction_key o
          WHERE o.workspace = k.workspace AND o.chat = k.chat
            AND o.window_from <= k.window_from AND o.window_to >= k.window_to
            AND o.window_to - o.window_from > k.window_to - k.window_from)
     ORDER BY k.chat, first
    """
)

_HOLD = text(
    """
    -- nobody's → held; neither gate nor watermark has a part in it
    INSERT INTO lease (workspace, kind, key, owner, token, expires_at)
    VALUES (:workspace, 'extract', :chat, :owner, 1, memfold_now() + :ttl)
    ON CONFLICT (workspace, kind, key) DO UPDATE
      SET owner = excluded.owner, token = lease.token + 1, expires_at = excluded.expires_at
      WHERE lease.owner IS NULL
    RETURNING token
    """
)


def find_read_windows(
    connection: Connection, workspace: str, since: datetime, chat: str | None = None
) -> list[ChatWindow]:
    """Find the windows that were read since then, by chat and position."""
    binds = {"workspace": workspace, "since": since, "chat": chat}
    return [ChatWindow(**row) for row in connection.execute(_READ_SINCE, binds).mappings()]


def claim_window(
    connection: Connection, window: ChatWindow, caller: Caller, policy: Policy
) -> ChatClaim:
    """Take a chat's lease to read a window of before once more.

    Raises:
        ClaimRefusedError: someone works on the chat just now.
    """
    workspace, chat = window.workspace, window.chat
    token = connection.execute(
        _HOLD,
        {"workspace": workspace, "chat": chat, "owner": caller.owner, "ttl": policy.lease_ttl},
    ).scalar_one_or_none()
    if token is None:
        raise ClaimRefusedError
    lease = Lease(
        workspace=workspace, kind=JobKind.EXTRACT, key=chat, owner=caller.owner, token=token
    )
    run = begin_run(connection, lease, caller, window_from=window.first, window_to=window.last)
    return ChatClaim(
        lease=lease,
        caller=caller,
        run=run,
        first=window.first,
        last=window.last,
        claimed_at=database_now(connection),
        failures=0,
        attempts=0,
        again=True,
    )


def imagine_claim(window: ChatWindow) -> ChatClaim:
    """Return a claim that holds nothing, to look at a window with."""
    lease = Lease(
        workspace=window.workspace, kind=JobKind.EXTRACT, key=window.chat, owner="", token=0
    )
    return ChatClaim(
        lease=lease,
        caller=Caller(owner=""),
        run="",
        first=window.first,
        last=window.last,
        claimed_at=datetime.min.replace(tzinfo=UTC),
        failures=0,
        attempts=0,
        again=True,
    )
