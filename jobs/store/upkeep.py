"""State changes of a scope's upkeep: expire, revive, thin its snapshots, set the next day.

Everything is decided and written in one transaction under the scope's lease and its uses' locks:
a use that comes meanwhile is counted afterwards and can bring a line back, none is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection, text

from jobs.lease import Lease
from jobs.policies import Policy
from jobs.store.leases import fence, release
from jobs.store.runs import RunEnd, finish_run
from jobs.store.scopes import ScopeClaim, go_on, lock_scope
from memory_core.clock import database_now
from memory_core.index.effects import Effect
from memory_core.index.model import Entry
from memory_core.index.retention import (
    Occasion,
    Retention,
    Upkeep,
    expire,
    find_revivable,
    revive,
)
from memory_core.sections import Section
from memory_core.stores.episode_store import load_episodes, load_pending
from memory_core.stores.index_store import NewVersion, load_index, replace_index
from memory_core.stores.usage_store import load_uses, local_date

_REASON = "daily upkeep"


@dataclass(frozen=True, kw_only=True, slots=True)
class Kept:
    """What the upkeep of a scope came to."""

    ended: bool  # the claim is spent: the run has its outcome
    following: ScopeClaim | None = None  # the claim that goes on, under the next token
    version: int | None = None  # the last one written
    effects: tuple[Effect, ...] = ()


_BEGIN_THINNING = text("SELECT set_config('app.thinning', 'on', true)")
_END_THINNING = text("SELECT set_config('app.thinning', '', true)")

_THIN = text(
    """
    -- kept whole → hash only: past the first time all but the last of a local day, past the second
    -- all; never the newest
    UPDATE index_version v SET text = NULL FROM workspace w
     WHERE w.workspace = v.workspace AND v.workspace = :workspace AND v.scope_key = :scope_key
       AND v.text IS NOT NULL AND v.written_at <= memfold_now() - :all_kept
       AND v.version < (SELECT ss.version FROM scope_state ss
                         WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key)
       AND (v.written_at <= memfold_now() - :daily_kept
            OR EXISTS (SELECT FROM index_version later
                        WHERE later.workspace = v.workspace AND later.scope_key = v.scope_key
                          AND later.version > v.version
                          AND (later.written_at AT TIME ZONE w.time_zone)::date
                              = (v.written_at AT TIME ZONE w.time_zone)::date))
    """
)

_NEXT_DAY = text(
    """
    -- done for today → due on the day on which a line may expire or a snapshot is to be thinned
    WITH day AS (
      SELECT w.time_zone AS zone, (memfold_now() AT TIME ZONE w.time_zone)::date AS today
        FROM workspace w WHERE w.workspace = :workspace
    ), next AS (
      SELECT zone, least(
        CASE WHEN ss.last_turn_on >= today THEN ss.last_turn_on + 1 END,
        (SELECT greatest((min(
             v.written_at + CASE WHEN v.written_at > memfold_now() - :all_kept
                                 THEN CAST(:all_kept AS interval)
                                 ELSE CAST(:daily_kept AS interval) END
           ) AT TIME ZONE zone)::date, today) + 1
           FROM index_version v
          WHERE v.workspace = ss.workspace AND v.scope_key = ss.scope_key
            AND v.text IS NOT NULL AND v.version < ss.version
         HAVING count(*) > 0)) AS due_on
        FROM day, scope_state ss
       WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
    )
    UPDATE scope_state SET upkeep_on = next.due_on,
      upkeep_at = next.due_on::timestamp AT TIME ZONE next.zone
      FROM next WHERE workspace = :workspace AND scope_key = :scope_key
    """
)


def keep_scope(connection: Connection, claim: ScopeClaim, policy: Policy) -> Kept:
    """Expire and revive what is due; a claim for upkeep alone is spent by it.

    A claim that is to fold goes on: under the next token when a version was written.

    Raises:
        LeaseLostError: the lease is no longer held; the caller's transaction rolls back.
        RewriteRefusedError: the validator refuses; the same.
    """
    fence(connection, claim.lease)
    lock_scope(connection, claim)
    rewrites = _rewrites(connection, claim.lease, policy)
    for rewrite in rewrites:
        replace_index(connection, claim.lease.workspace, _version(rewrite, claim))
    kept = Kept(
        ended=bool(rewrites) or not claim.folding,
        version=rewrites[-1].after.version if rewrites else None,
        effects=tuple(effect for rewrite in rewrites for effect in rewrite.effects),
    )
    if not kept.ended:
        return kept
    outcome = RunEnd(outcome="done" if rewrites else "nothing", reason=_REASON)
    finish_run(connection, claim.lease.workspace, claim.run, outcome)
    if claim.folding:
        return replace(kept, following=_following(connection, claim, policy))
    _end_day(connection, claim.lease, policy)
    return kept


def put_off(
    connection: Connection, claim: ScopeClaim, violations: Sequence[str], policy: Policy
) -> None:
    """End a claim for upkeep alone whose rewrite was refused; it is due again another day.

    Raises:
        LeaseLostError: the lease is no longer held; the caller's transaction rolls back.
    """
    fence(connection, claim.lease)
    lock_scope(connection, claim)
    end = RunEnd(outcome="refused", reason=_REASON, violations=violations)
    finish_run(connection, claim.lease.workspace, claim.run, end)
    _end_day(connection, claim.lease, policy)


def _following(connection: Connection, claim: ScopeClaim, policy: Policy) -> ScopeClaim:
    return replace(go_on(connection, claim, policy), failures=claim.failures)


def _end_day(connection: Connection, lease: Lease, policy: Policy) -> None:
    place = {
        "workspace": lease.workspace,
        "scope_key": lease.key,
        "all_kept": policy.snapshots_kept,
        "daily_kept": policy.daily_snapshots_kept,
    }
    connection.execute(_BEGIN_THINNING)
    connection.execute(_THIN, place)
    connection.execute(_END_THINNING)
    connection.execute(_NEXT_DAY, place)
    release(connection, lease)


def _rewrites(connection: Connection, lease: Lease, policy: Policy) -> list[Upkeep]:
    """Decide what comes back and what expires, in this order."""
    workspace, scope_key = lease.workspace, lease.key
    index = load_index(connection, workspace, scope_key)
    uses = load_uses(connection, workspace, scope_key, lock=True)
    pending = load_pending(connection, workspace, scope_key, limit=policy.fold_batch)
    stated = [waiting.episode.content.description for waiting in pending]
    occasion = Occasion(
        now=database_now(connection),
        today=local_date(connection, workspace),
        rules=Retention(unused_days=policy.unused_days),
    )
    found = find_revivable(index, uses, stated)
    sections = _sections(connection, workspace, found)
    back = revive(index, found, sections, uses, occasion) if found else None
    after = back.after if back else index
    returned = {entry.id for entry in after.active} - {entry.id for entry in index.active}
    gone = expire(after, uses.restarted(returned), occasion, stated=stated)
    return [upkeep for upkeep in (back, gone) if upkeep is not None]


def _sections(
    connection: Connection, workspace: str, entries: Sequence[Entry]
) -> dict[str, Section]:
    """Find where archived lines stood: their own line names no section, their episodes do."""
    sources = {source for entry in entries for source in entry.sources}
    sections = {
        episode.id: episode.content.section
        for episode in load_episodes(connection, workspace, sorted(sources))
    }
    return {
        entry.id: sections[source]
        for entry in entries
        for source in reversed(entry.sources)
        if source in sections
    }


def _version(rewrite: Upkeep, claim: ScopeClaim) -> NewVersion:
    return NewVersion(
        after=rewrite.after,
        cause=rewrite.cause,
        report=[asdict(effect) for effect in rewrite.effects],
        run=claim.run,
        token=claim.lease.token,
    )
