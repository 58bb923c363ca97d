"""State changes of a chat's claim: taken with its lease and run, or refused until a later time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, text

from jobs.due import CHAT_GATE, CHAT_NEXT_DUE
from jobs.errors import ClaimRefusedError
from jobs.lease import Caller, JobKind, Lease
from jobs.policies import Policy
from jobs.store.runs import new_run_id


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatClaim:
    """A chat held for reading: the window from `first` to `last`."""

    lease: Lease
    caller: Caller
    run: str
    first: int
    last: int
    claimed_at: datetime
    failures: int  # in a row, before this run
    attempts: int  # this one included
    again: bool = False  # read before: the chat's own state is left as it stands


_MAY_CLAIM = f"({CHAT_GATE} AND (cs.losses = 0 OR :alone))"

_CLAIM = text(
    f"""
    -- due, gate open, nobody's → held; the attempt counts from here, the run has its row.
    -- The gate stands twice: a claim that waited for another's commit holds an old snapshot in its
    -- first reading, and the row as it is now in the second
    WITH gate AS (
      SELECT cs.workspace, cs.chat FROM chat_state cs JOIN chat c USING (workspace, chat)
       WHERE cs.workspace = :workspace AND cs.chat = :chat
         AND {_MAY_CLAIM}
    ), held AS (
      INSERT INTO lease (workspace, kind, key, owner, token, expires_at)
      SELECT workspace, 'extract', chat, :owner, 1, memfold_now() + :ttl FROM gate
      ON CONFLICT (workspace, kind, key) DO UPDATE
        SET owner = excluded.owner, token = lease.token + 1, expires_at = excluded.expires_at
        WHERE lease.owner IS NULL
      RETURNING token
    ), state AS (
      UPDATE chat_state cs SET attempts = attempts + 1, due_at = NULL FROM held, chat c
       WHERE cs.workspace = :workspace AND cs.chat = :chat
         AND c.workspace = :workspace AND c.chat = :chat AND {_MAY_CLAIM}
      RETURNING cs.watermark + 1 AS first, cs.last_position AS last, cs.attempts, cs.failures
    ), begun AS (
      INSERT INTO run (workspace, id, kind, key, token, owner, alone, window_from, window_to,
                       message_id)
      SELECT :workspace, CAST(:run AS uuid), 'extract', :chat, held.token, :owner, :alone,
             first, last, :message_id
        FROM held, state
      RETURNING started_at
    )
    SELECT held.token, state.*, begun.started_at FROM held, state, begun
    """
)

_REFUSE = text(
    f"""
    -- rung, gate closed → waits for the time at which it may open; a holder sets its own
    UPDATE chat_state cs SET due_at = {CHAT_NEXT_DUE} FROM chat c
     WHERE cs.workspace = :workspace AND cs.chat = :chat
       AND c.workspace = cs.workspace AND c.chat = cs.chat AND NOT {CHAT_GATE}
       AND NOT EXISTS (SELECT FROM lease l WHERE l.workspace = cs.workspace AND l.kind = 'extract'
                          AND l.key = cs.chat AND l.owner IS NOT NULL)
    """
)


def claim_chat(
    connection: Connection, workspace: str, chat: str, caller: Caller, policy: Policy
) -> ChatClaim:
    """Take the chat's lease if its gate is open.

    Raises:
        ClaimRefusedError: it is not; a claim that lost a race may have touched the lease row, so
            the caller's transaction has to roll back.
    """
    run = new_run_id()
    row = connection.execute(
        _CLAIM,
        {
            **policy.parameters(),
            "workspace": workspace,
            "chat": chat,
            "owner": caller.owner,
            "alone": caller.alone,
            "message_id": caller.message_id,
            "ttl": policy.lease_ttl,
            "run": run,
        },
    ).one_or_none()
    if row is None:
        raise ClaimRefusedError
    lease = Lease(
        workspace=workspace, kind=JobKind.EXTRACT, key=chat, owner=caller.owner, token=row.token
    )
    return ChatClaim(
        lease=lease,
        caller=caller,
        run=run,
        first=row.first,
        last=row.last,
        claimed_at=row.started_at,
        failures=row.failures,
        attempts=row.attempts,
    )


def refuse_chat(connection: Connection, workspace: str, chat: str, policy: Policy) -> None:
    """Set the next due time of a chat whose claim was refused."""
    connection.execute(_REFUSE, {**policy.parameters(), "workspace": workspace, "chat": chat})
