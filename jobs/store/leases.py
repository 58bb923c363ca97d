"""State changes of leases: fence, renew, pass on, release, rescue."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, text

from jobs.errors import LeaseLostError
from jobs.lease import JobKind, Lease
from jobs.policies import Policy


def lease_parameters(lease: Lease) -> dict[str, Any]:
    """Return the binds that name a lease and prove that it is held."""
    return {
        "workspace": lease.workspace,
        "kind": str(lease.kind),
        "key": lease.key,
        "owner": lease.owner,
        "token": lease.token,
    }


_MINE = """workspace = :workspace AND kind = :kind AND key = :key
           AND owner = :owner AND token = :token"""

_FENCE = text(f"SELECT token FROM lease WHERE {_MINE} FOR UPDATE")

_RELEASE = text(
    f"""
    -- held by this token → free
    UPDATE lease SET owner = NULL, expires_at = NULL WHERE {_MINE}
    """
)

_PASS_ON = text(
    f"""
    -- held by this token → held by the next: one job goes on with its next piece
    UPDATE lease SET token = token + 1, expires_at = memfold_now() + :ttl WHERE {_MINE}
    RETURNING token
    """
)

_RENEW = text(
    """
    -- held by this process → held for longer; a row that a commit has locked is left for later,
    -- one that has run out is left to the rescue
    UPDATE lease SET expires_at = memfold_now() + :ttl
     WHERE ctid = ANY (ARRAY(
       SELECT l.ctid FROM lease l
         JOIN unnest(CAST(:workspaces AS text[]), CAST(:kinds AS text[]), CAST(:keys AS text[]))
           AS h (workspace, kind, key) USING (workspace, kind, key)
        WHERE l.owner = :owner AND l.expires_at > memfold_now()
          FOR UPDATE OF l SKIP LOCKED))
    RETURNING workspace, kind, key
    """
)

_HELD = text("SELECT workspace, kind, key FROM lease WHERE owner = :owner")

_RESCUE = text(
    """
    -- held, expired → free; its run started → lost
    WITH dead AS (
      SELECT ctid, workspace, kind, key, token FROM lease
       WHERE owner IS NOT NULL AND expires_at < memfold_now()
       FOR UPDATE SKIP LOCKED
    ), freed AS (
      UPDATE lease l SET owner = NULL, expires_at = NULL FROM dead
       WHERE l.ctid = dead.ctid
       RETURNING dead.workspace, dead.kind, dead.key, dead.token
    )
    UPDATE run r SET outcome = 'lost', finished_at = memfold_now(), reason = 'the lease expired'
      FROM freed f
     WHERE r.workspace = f.workspace AND r.kind = f.kind AND r.key = f.key AND r.token = f.token
    RETURNING r.workspace, r.kind, r.key, r.alone
    """
)

_LOSE_CHAT = text(
    """
    -- held → due again at once and suspect, or quarantined after enough losses in a job alone
    UPDATE chat_state SET
      attempts = greatest(attempts - 1, 0),
      losses = losses + 1,
      losses_alone = losses_alone + CAST(:alone AS integer),
      outcome = 'lost', error_class = 'lost',
      last_error = 'the worker was lost while it read this chat',
      due_at = memfold_now(),
      quarantined_at = CASE WHEN losses_alone + CAST(:alone AS integer) >= :max_losses
                            THEN memfold_now() ELSE quarantined_at END
     WHERE workspace = :workspace AND chat = :key
    """
)

_LOSE_SCOPE = text(
    """
    -- held → due again at once; one that is lost again and again waits ever longer, so that a scope
    -- that kills its workers does not take all of them
    UPDATE scope_state SET outcome = 'lost', error_class = 'lost',
      last_error = 'the worker was lost while it folded this scope', due_at = memfold_now(),
      failures = failures + 1,
      not_before = CASE WHEN failures >= :patience
        THEN memfold_now() + least(CAST(:cap AS interval), CAST(:backoff AS interval)
                                   * 2 ^ least(failures - :patience, 16)) END
     WHERE workspace = :workspace AND scope_key = :key
    """
)


def fence(connection: Connection, lease: Lease) -> None:
    """Lock the lease row by its token; the first statement of every commit.

    Raises:
        LeaseLostError: it is no longer held with this token.
    """
    if connection.execute(_FENCE, lease_parameters(lease)).one_or_none() is None:
        raise LeaseLostError


def release(connection: Connection, lease: Lease) -> None:
    """Give the lease back."""
    connection.execute(_RELEASE, lease_parameters(lease))


def pass_on(connection: Connection, lease: Lease, ttl: timedelta) -> Lease:
    """Keep the lease for the job's next piece of work, under the next token."""
    token = connection.execute(_PASS_ON, {**lease_parameters(lease), "ttl": ttl}).scalar_one()
    return Lease(
        workspace=lease.workspace, kind=lease.kind, key=lease.key, owner=lease.owner, token=token
    )


Place = tuple[str, str, str]  # workspace, kind, key


@dataclass(frozen=True, kw_only=True, slots=True)
class Renewal:
    """What a heartbeat found."""

    renewed: frozenset[Place]
    held: frozenset[Place]  # renewed ones, and those that a commit has locked just now


def renew(connection: Connection, owner: str, ttl: timedelta, places: Collection[Place]) -> Renewal:
    """Renew these leases of a process in one statement (role: sweeper)."""
    workspaces, kinds, keys = zip(*places, strict=True) if places else ((), (), ())
    renewed = connection.execute(
        _RENEW,
        {
            "owner": owner,
            "ttl": ttl,
            "workspaces": list(workspaces),
            "kinds": list(kinds),
            "keys": list(keys),
        },
    ).all()
    held = connection.execute(_HELD, {"owner": owner}).all()
    return Renewal(
        renewed=frozenset((r.workspace, r.kind, r.key) for r in renewed),
        held=frozenset((r.workspace, r.kind, r.key) for r in held),
    )


def rescue(connection: Connection, policy: Policy) -> int:
    """Free expired leases and count the losses; return how many (role: sweeper)."""
    lost = connection.execute(_RESCUE).all()
    waiting = {
        "patience": policy.max_losses_alone,
        "cap": policy.backoff_cap,
        "backoff": policy.backoff,
    }
    # chats before scopes, each in key order: as commits lock them
    for row in sorted(lost, key=lambda r: (r.kind != JobKind.EXTRACT, r.workspace, r.key)):
        place = {"workspace": row.workspace, "key": row.key}
        if row.kind == JobKind.EXTRACT:
            alone = {"alone": row.alone, "max_losses": policy.max_losses_alone}
            connection.execute(_LOSE_CHAT, {**place, **alone})
        else:
            connection.execute(_LOSE_SCOPE, {**place, **waiting})
    return len(lost)
