"""State changes of a scope's consolidation: claim, refuse, commit, fail, force."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, delete, func, select, text, update

from jobs import tables as t
from jobs.due import FOLD_GATE, SCOPE_GATE, SCOPE_NEXT_DUE, UPKEEP_GATE
from jobs.errors import ClaimRefusedError
from jobs.lease import Caller, JobKind, Lease
from jobs.policies import Policy
from jobs.store.leases import fence, pass_on, release
from jobs.store.runs import RunEnd, begin_run, end_of_failure, finish_run, new_run_id
from memory_core.errors import VersionConflictError
from memory_core.saving import Told
from memory_core.stores import tables as core
from memory_core.stores.index_store import NewVersion, replace_index
from memory_core.stores.save_store import check_told


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeClaim:
    """A scope held for folding."""

    lease: Lease
    caller: Caller
    run: str
    claimed_at: datetime
    failures: int  # in a row, before this run
    folding: bool = True  # False: only the day's upkeep is due
    saves_only: bool = False  # True: ahead of the cooldown, what was saved and nothing else


@dataclass(frozen=True, kw_only=True, slots=True)
class FoldCommit:
    """What a round of folding comes to."""

    version: NewVersion | None  # None: no line changes
    fold_key: str
    placed: Mapping[str, str]  # episodes that are pending no more → their lines
    told: Told = field(default_factory=Told)  # of saves, when it was planned
    made_room: bool = False  # for what waits until lines that are kept for good may go
    refused: Sequence[str] = ()  # episodes whose plan was refused: one more try each
    unplaceable: Mapping[str, str] = field(default_factory=dict)  # episode → why: they wait until
    # the index or the policy changes
    violations: Sequence[str] = ()
    reason: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FoldFailure:
    """How a fold failed and what follows from it."""

    error_class: str
    message: str
    wait: timedelta
    fold_key: str | None = None
    refused: Sequence[str] = ()  # episodes whose plan was refused: one more try each
    violations: Sequence[str] = ()

    @property
    def end(self) -> RunEnd:
        """How the run ends."""
        return end_of_failure(self.error_class, self.message, self.violations)


_CLAIM = text(
    f"""
    -- due, gate open, nobody's → held; the run has its row. The gate stands twice: a claim that
    -- waited for another's commit finds the cooldown that this commit began only in the second
    WITH gate AS (
      SELECT ss.workspace, ss.scope_key FROM scope_state ss
       WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
         AND ({SCOPE_GATE} OR {UPKEEP_GATE})
    ), held AS (
      INSERT INTO lease (workspace, kind, key, owner, token, expires_at)
      SELECT workspace, 'consolidate', scope_key, :owner, 1, memfold_now() + :ttl FROM gate
      ON CONFLICT (workspace, kind, key) DO UPDATE
        SET owner = excluded.owner, token = lease.token + 1, expires_at = excluded.expires_at
        WHERE lease.owner IS NULL
      RETURNING token
    ), state AS (
      UPDATE scope_state ss SET due_at = CASE WHEN {SCOPE_GATE} THEN NULL ELSE due_at END FROM held
       WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
         AND ({SCOPE_GATE} OR {UPKEEP_GATE})
      RETURNING ss.failures, {SCOPE_GATE} AS folding, NOT {FOLD_GATE} AS saves_only
    ), begun AS (
      INSERT INTO run (workspace, id, kind, key, token, owner, message_id)
      SELECT :workspace, CAST(:run AS uuid), 'consolidate', :scope_key, held.token, :owner,
             :message_id
        FROM held
      RETURNING started_at
    )
    SELECT held.token, state.failures, state.folding, state.saves_only, begun.started_at
      FROM held, state, begun
    """
)

_REFUSE = text(
    f"""
    -- rung, gate closed → waits for the time at which it may open; a holder sets its own
    UPDATE scope_state ss SET due_at = greatest({SCOPE_NEXT_DUE}, memfold_now() + :period)
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key AND NOT {SCOPE_GATE}
       AND EXISTS (SELECT FROM pending_episode p WHERE p.workspace = ss.workspace
                      AND p.scope_key = ss.scope_key AND p.not_before < 'infinity')
       AND NOT EXISTS (SELECT FROM lease l WHERE l.workspace = ss.workspace
                          AND l.kind = 'consolidate' AND l.key = ss.scope_key
                          AND l.owner IS NOT NULL)
    """
)

_LOCK = text(
    """
    SELECT ss.forced_at FROM scope_state ss
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key FOR UPDATE
    """
)

_FOLDED = text(
    """
    -- held → folded; failures forgotten
    UPDATE scope_state SET failures = 0, outcome = :outcome, error_class = NULL,
      last_error = NULL, not_before = NULL
     WHERE workspace = :workspace AND scope_key = :scope_key
    """
)

_PLACEABLE = text(
    """
    SELECT EXISTS (SELECT FROM pending_episode WHERE workspace = :workspace
                      AND scope_key = :scope_key AND not_before <= memfold_now())
    """
)

_COOL = text(
    """
    -- folded → cooling: the cooldown starts after the last round; a force that came since stays
    UPDATE scope_state SET cooldown_until = memfold_now() + :cooldown,
      save_due_at = NULL, save_folded_at = memfold_now(),
      forced_at = CASE WHEN forced_at > :claimed_at THEN forced_at END
     WHERE workspace = :workspace AND scope_key = :scope_key
    """
)

_SAVES_FOLDED = text(
    """
    -- saves placed → no cooldown begins; what had to wait for them is taken up by the next such
    -- fold, what code could not place waits like any other
    UPDATE scope_state ss SET save_folded_at = memfold_now(),
      save_due_at = CASE WHEN :placed AND EXISTS (
        SELECT FROM pending_episode p JOIN save s USING (workspace, episode)
         WHERE p.workspace = ss.workspace AND p.scope_key = ss.scope_key
           AND p.not_before <= memfold_now()) THEN memfold_now() + interval '30 seconds' END
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
    """
)

_NEXT_DUE = text(
    f"""
    UPDATE scope_state ss SET due_at = {SCOPE_NEXT_DUE}
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
    """
)

_FAIL = text(
    """
    -- held → waiting with a reason
    UPDATE scope_state SET failures = failures + :failed, outcome = 'waiting',
      error_class = :error_class, last_error = :message, not_before = memfold_now() + :wait,
      save_due_at = NULL
     WHERE workspace = :workspace AND scope_key = :scope_key
    """
)

_LOCK_ASKED = text(
    """
    SELECT FROM scope_state ss
     WHERE ss.workspace = :workspace
       AND (CAST(:scope_key AS text) IS NULL OR ss.scope_key = :scope_key)
     ORDER BY ss.scope_key COLLATE "C" FOR UPDATE
    """
)

_FORCE = text(
    """
    -- something pending → due now, past cooldown and backoff
    UPDATE scope_state ss SET forced_at = memfold_now(), due_at = memfold_now(), not_before = NULL
     WHERE ss.workspace = :workspace
       AND (CAST(:scope_key AS text) IS NULL OR ss.scope_key = :scope_key)
       AND EXISTS (SELECT FROM pending_episode p WHERE p.workspace = ss.workspace
                      AND p.scope_key = ss.scope_key)
    """
)

_FREE_PENDING = text(
    """
    -- set aside or put off → may be placed now
    UPDATE pending_episode SET not_before = memfold_now(), reason = NULL
     WHERE workspace = :workspace AND (CAST(:scope_key AS text) IS NULL OR scope_key = :scope_key)
       AND not_before > memfold_now()
    """
)


def claim_scope(
    connection: Connection, workspace: str, scope_key: str, caller: Caller, policy: Policy
) -> ScopeClaim:
    """Take the scope's lease if its gate is open.

    Raises:
        ClaimRefusedError: it is not; the caller's transaction has to roll back.
    """
    run = new_run_id()
    row = connection.execute(
        _CLAIM,
        {
            **policy.parameters(),
            "workspace": workspace,
            "scope_key": scope_key,
            "owner": caller.owner,
            "message_id": caller.message_id,
            "ttl": policy.lease_ttl,
            "run": run,
        },
    ).one_or_none()
    if row is None:
        raise ClaimRefusedError
    lease = Lease(
        workspace=workspace,
        kind=JobKind.CONSOLIDATE,
        key=scope_key,
        owner=caller.owner,
        token=row.token,
    )
    return ScopeClaim(
        lease=lease,
        caller=caller,
        run=run,
        claimed_at=row.started_at,
        failures=row.failures,
        folding=row.folding,
        saves_only=row.folding and row.saves_only,
    )


def refuse_scope(connection: Connection, workspace: str, scope_key: str, policy: Policy) -> None:
    """Set the next due time of a scope whose claim was refused."""
    connection.execute(
        _REFUSE,
        {
            **policy.parameters(),
            "workspace": workspace,
            "scope_key": scope_key,
            "period": policy.sweep_period,
        },
    )


def _place(claim: ScopeClaim) -> dict[str, Any]:
    return {"workspace": claim.lease.workspace, "scope_key": claim.lease.key}


def lock_scope(connection: Connection, claim: ScopeClaim) -> None:
    """Lock the scope's row, as every commit does after the lease's."""
    connection.execute(_LOCK, _place(claim)).one()


def commit_fold(
    connection: Connection, claim: ScopeClaim, commit: FoldCommit, policy: Policy
) -> ScopeClaim | None:
    """Write a round; return the claim of the next one, if anything more can be placed.

    Raises:
        LeaseLostError: the lease is no longer held; the caller's transaction rolls back.
        RewriteRefusedError: the validator refuses; the same.
        VersionConflictError: a person's edit or a save was faster; the same.
    """
    fence(connection, claim.lease)
    lock_scope(connection, claim)
    check_told(connection, **_place(claim), told=commit.told, lines=commit.placed.values())
    written = None
    if commit.version is not None:
        written = replace_index(connection, claim.lease.workspace, commit.version)
    _settle_pending(connection, claim, commit)
    outcome = "nothing" if written is None else "done"
    connection.execute(_FOLDED, {**_place(claim), "outcome": outcome})
    finish_run(
        connection,
        claim.lease.workspace,
        claim.run,
        RunEnd(outcome=outcome, reason=commit.reason, violations=commit.violations),
        fold_key=commit.fold_key,
    )
    if claim.saves_only:
        connection.execute(_SAVES_FOLDED, {**_place(claim), "placed": bool(commit.placed)})
    elif connection.execute(_PLACEABLE, _place(claim)).scalar_one():
        return go_on(connection, claim, policy)
    else:
        cooled = {"cooldown": policy.cooldown, "claimed_at": claim.claimed_at}
        connection.execute(_COOL, {**_place(claim), **cooled})
    connection.execute(_NEXT_DUE, _place(claim))
    release(connection, claim.lease)
    return None


def _settle_pending(connection: Connection, claim: ScopeClaim, commit: FoldCommit) -> None:
    p = core.pending_episode.c
    mine = (p.workspace == claim.lease.workspace) & (p.scope_key == claim.lease.key)
    if commit.placed:
        waited = connection.execute(
            delete(core.pending_episode).where(mine, p.episode.in_(list(commit.placed)))
        )
        if waited.rowcount != len(commit.placed):
            raise VersionConflictError("a save took back what this fold places")
    if commit.made_room:
        connection.execute(_FREE_PENDING, _place(claim))
    _count_refusal(connection, claim, commit.refused, "its plan was refused")
    for episode, reason in commit.unplaceable.items():
        connection.execute(
            update(core.pending_episode)
            .where(mine, p.episode == episode)
            .values(not_before=text("'infinity'"), reason=reason)
        )


def _count_refusal(
    connection: Connection, claim: ScopeClaim, episodes: Sequence[str], reason: str
) -> None:
    if not episodes:
        return
    p = core.pending_episode.c
    connection.execute(
        update(core.pending_episode)
        .where(
            p.workspace == claim.lease.workspace,
            p.scope_key == claim.lease.key,
            p.episode.in_(list(episodes)),
        )
        .values(tries=p.tries + 1, reason=reason)
    )


def go_on(connection: Connection, claim: ScopeClaim, policy: Policy) -> ScopeClaim:
    """Keep the lease for the next round: a token and a run of its own."""
    lease = pass_on(connection, claim.lease, policy.lease_ttl)
    run = begin_run(connection, lease, claim.caller)
    return replace(claim, lease=lease, run=run, failures=0, folding=True)


def fail_fold(connection: Connection, claim: ScopeClaim, failure: FoldFailure) -> None:
    """Record a failure: the index is untouched, the episodes stay pending.

    Raises:
        LeaseLostError: the lease is no longer held; the caller's transaction rolls back.
    """
    fence(connection, claim.lease)
    lock_scope(connection, claim)
    _count_refusal(connection, claim, failure.refused, failure.message)
    connection.execute(
        _FAIL,
        {
            **_place(claim),
            "error_class": failure.error_class,
            "message": failure.message,
            "wait": failure.wait,
            "failed": int(failure.end.outcome != "skipped"),
        },
    )
    finish_run(connection, claim.lease.workspace, claim.run, failure.end, fold_key=failure.fold_key)
    connection.execute(_NEXT_DUE, _place(claim))
    release(connection, claim.lease)


def count_refusals(connection: Connection, workspace: str, fold_key: str) -> int:
    """Count how often this very fold was bought and refused."""
    r = t.run.c
    return connection.execute(
        select(func.count()).where(
            r.workspace == workspace, r.fold_key == fold_key, r.outcome == "refused"
        )
    ).scalar_one()


def force_scopes(connection: Connection, workspace: str, scope_key: str | None = None) -> int:
    """Let one scope, or all of the workspace, be folded now; return how many have pending ones."""
    place = {"workspace": workspace, "scope_key": scope_key}
    connection.execute(_LOCK_ASKED, place)
    connection.execute(_FREE_PENDING, place)
    return connection.execute(_FORCE, place).rowcount
