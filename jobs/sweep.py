"""The sweep: rescue what expired, choose what is due, ring, pull hosts' chats in.

    tick claimed ── rescue ── finish forgets ── choose chats ── ring ── choose scopes ── ring
                           ── choose the day's upkeep ── ring ── pull sources

Any number of beats may call it: a slot of time is swept once. A failed ring ends the ringing, not
the sweep; what was chosen is due again in two periods. A host's own code comes last: a slow one
makes nobody else wait in this sweep.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jobs.bell import Bell, ring_all
from jobs.chat_source import NamedSource, pull
from jobs.forget import Forgetter
from jobs.lease import JobKind
from jobs.policies import Policy
from jobs.store.budget_limits import resume_raised
from jobs.store.budgets import presume_lost
from jobs.store.companions import choose_leaders
from jobs.store.leases import rescue
from jobs.store.sweeping import Ring, choose_due, choose_upkeep, claim_tick, forget_ticks
from memory_core.stores.database import Database, DatabaseRole

log = logging.getLogger(__name__)

_FIRST_PART = 100  # rows: it is rung by a job that has its own work to end


@dataclass(frozen=True, kw_only=True, slots=True)
class SweepReport:
    """What a sweep did."""

    swept: bool  # False: another sweep had the slot
    rescued: int = 0  # leases that had expired
    forgotten: int = 0  # forgets finished that a crash had left
    pulled: int = 0  # messages that came from hosts' chat sources
    extract: int = 0  # chats rung
    consolidate: int = 0  # scopes rung
    upkeep: int = 0  # scopes rung for their daily upkeep
    put_off: int = 0  # due, but their gates were closed
    unrung: int = 0  # chosen, but the broker did not take the ring


@dataclass(frozen=True, kw_only=True, slots=True)
class _Ringing:
    """What became of the due rows of one kind."""

    rung: int = 0
    put_off: int = 0
    unrung: int = 0


class Sweeper:
    """Sweeps all workspaces."""

    def __init__(  # noqa: PLR0913 - its parts
        self,
        *,
        database: Database,
        policy: Policy,
        bell: Bell,
        sources: Sequence[NamedSource] = (),
        forgetter: Forgetter | None = None,
        afterwards: Sequence[Callable[[], None]] = (),  # what else each sweep does, at its end
        shares: bool = False,  # one job may read several chats of the same people
    ) -> None:
        self._database = database
        self._policy = policy
        self._bell = bell
        self._sources = sources
        self._forgetter = forgetter
        self._afterwards = afterwards
        self._shares = shares

    def sweep(self, *, any_time: bool = False) -> SweepReport:
        """Sweep once, unless this slot of time was swept; `any_time` asks for no slot."""
        if not any_time and not self._claim_tick():
            return SweepReport(swept=False)
        rescued = self._rescue()
        forgotten = len(self._forgetter.resume()) if self._forgetter else 0
        chats = self._ring_due(JobKind.EXTRACT)
        # scopes stay due while the broker does not answer: one time-out a sweep is enough
        scopes = _Ringing() if chats.unrung else self._ring_due(JobKind.CONSOLIDATE)
        upkeep = _Ringing() if chats.unrung or scopes.unrung else self._ring_upkeep()
        for step in self._afterwards:
            _finish(step)
        pulled = sum(self._pull(source) for source in self._sources)
        return SweepReport(
            swept=True,
            rescued=rescued,
            forgotten=forgotten,
            pulled=pulled,
            extract=chats.rung,
            consolidate=scopes.rung,
            upkeep=upkeep.rung,
            put_off=chats.put_off + scopes.put_off,
            unrung=chats.unrung + scopes.unrung + upkeep.unrung,
        )

    def ring_next(self, kind: JobKind) -> None:
        """Ring the next due row of a kind: a task that ends passes the bell on."""
        self._ring_due(kind, batch=1)

    def ring_waiting(self, kind: JobKind) -> None:
        """Ring a first part of what waited for an endpoint; the next sweeps ring the rest."""
        self._ring_due(kind, batch=_FIRST_PART)

    def _claim_tick(self) -> bool:
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            forget_ticks(connection)
            return claim_tick(connection, "sweep", self._policy)

    def _rescue(self) -> int:
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            rescued = rescue(connection, self._policy)
        # by itself: a late bill may wait for a run that the rescue holds, and hold what it needs
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            presume_lost(connection)
            resume_raised(connection, self._policy)
        return rescued

    def _pull(self, source: NamedSource) -> int:
        try:
            return pull(self._database, source)
        except Exception:  # a host's own code: its failure must not keep the rest from being swept
            log.exception("the chat source %s failed, asked again by the next sweep", source.name)
            return 0

    def _ring_due(self, kind: JobKind, batch: int | None = None) -> _Ringing:
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            rings, put_off = choose_due(
                connection, kind, self._policy, batch=batch or self._policy.sweep_batch
            )
            if self._shares and kind is JobKind.EXTRACT:
                rings = choose_leaders(connection, rings, self._policy)
        return self._ring(rings, put_off)

    def _ring_upkeep(self) -> _Ringing:
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            rings, put_off = choose_upkeep(connection, self._policy, batch=self._policy.sweep_batch)
        return self._ring(rings, put_off)

    def _ring(self, rings: Sequence[Ring], put_off: int) -> _Ringing:
        rung = ring_all(self._bell, rings)
        return _Ringing(rung=rung, put_off=put_off, unrung=len(rings) - rung)


def _finish(step: Callable[[], None]) -> None:
    """Do what comes after the rings; its failure is no failure of the sweep."""
    try:
        step()
    except Exception:
        log.exception("a step after the sweep failed, the next sweep tries again")
