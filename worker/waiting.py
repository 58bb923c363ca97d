"""The wait of `memfold sweep --wait`: sweep, look at the rows, sweep again, until all is settled.

It asks the rows and nothing else: whichever worker does the work, and whether or not a ring was
lost, is none of its business. A row is settled when it is done, waits with a stated reason or is
quarantined.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta
from threading import Event

from jobs.policies import Policy
from jobs.sweep import Sweeper, SweepReport
from jobs.views.processes import count_by_queue, load_processes
from jobs.views.progress import Progress, Totals, load_progress
from memory_core.clock import monotonic
from memory_core.errors import BrokerUnavailableError
from memory_core.stores.database import Database
from worker.app import EXTRACT

NO_WORKER_AFTER = timedelta(seconds=30)
POLL = timedelta(milliseconds=500)


@dataclass(frozen=True, kw_only=True, slots=True)
class WaitReport:
    """How a wait ended."""

    progress: Progress
    happened: Totals  # since the wait began
    swept: SweepReport  # all its sweeps together
    in_time: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Patience:
    """How long to wait, and for what."""

    timeout: timedelta
    poll: timedelta = POLL
    no_worker_after: timedelta = NO_WORKER_AFTER


class Wait:
    """Waits for one workspace.

    `show` gets each look at the rows, `remark` one line when nobody serves the queues.
    """

    def __init__(
        self,
        *,
        database: Database,
        sweeper: Sweeper,
        workspace: str,
        policy: Policy,
        show: Callable[[Progress], None],
        remark: Callable[[str], None],
    ) -> None:
        self._database = database
        self._sweeper = sweeper
        self._workspace = workspace
        self._policy = policy
        self._show = show
        self._remark = remark
        self._pause = Event()  # never set: its wait is the pause between two looks
        self._worker_seen_at = monotonic()
        self._no_worker_said = False

    def run(self, before: Totals, patience: Patience) -> WaitReport:
        """Sweep and wait until everything is settled or the time is over.

        Raises:
            BrokerUnavailableError: the first sweep could not ring; later ones may fail.
        """
        deadline = monotonic() + patience.timeout.total_seconds()
        swept = self._sweep_first()
        next_sweep = self._next_sweep()
        while True:
            progress = self._look()
            in_time = monotonic() < deadline
            if progress.settled or not in_time:
                happened = _difference(progress.totals, before)
                return WaitReport(
                    progress=progress, happened=happened, swept=swept, in_time=progress.settled
                )
            self._watch_workers(patience.no_worker_after)
            if monotonic() >= next_sweep:
                swept = add_sweeps(swept, self._sweeper.sweep(any_time=True))
                next_sweep = self._next_sweep()
            self._pause.wait(patience.poll.total_seconds())

    def _sweep_first(self) -> SweepReport:
        swept = self._sweeper.sweep(any_time=True)
        refuse_silence(swept)
        return swept

    def _next_sweep(self) -> float:
        return monotonic() + self._policy.sweep_period.total_seconds()

    def _look(self) -> Progress:
        with self._database.transaction(self._workspace) as connection:
            progress = load_progress(connection, self._workspace, self._policy)
        self._show(progress)
        return progress

    def _watch_workers(self, no_worker_after: timedelta) -> None:
        """Say once that nobody serves the queue; a worker seen meanwhile starts the time anew."""
        now = monotonic()
        with self._database.transaction(self._workspace) as connection:
            processes = load_processes(connection, self._policy)
        if count_by_queue(processes, [EXTRACT])[EXTRACT]:
            self._worker_seen_at, self._no_worker_said = now, False
        elif now - self._worker_seen_at > no_worker_after.total_seconds():
            if not self._no_worker_said:
                self._remark("no worker is running: memfold up | memfold worker")
            self._no_worker_said = True


def refuse_silence(swept: SweepReport) -> None:
    """Take a sweep for failed whose rings nobody took.

    Raises:
        BrokerUnavailableError: the broker took none.
    """
    if swept.unrung:
        raise BrokerUnavailableError(
            f"the broker took none of {swept.unrung} rings; is Redis running, and is REDIS_URL "
            "right? Nothing is lost: a later sweep rings again"
        )


def add_sweeps(first: SweepReport, second: SweepReport) -> SweepReport:
    """Add two sweeps up."""
    return replace(
        first,
        rescued=first.rescued + second.rescued,
        pulled=first.pulled + second.pulled,
        extract=first.extract + second.extract,
        consolidate=first.consolidate + second.consolidate,
        upkeep=first.upkeep + second.upkeep,
        put_off=first.put_off + second.put_off,
        unrung=first.unrung + second.unrung,
    )


def _difference(after: Totals, before: Totals) -> Totals:
    return Totals(
        episodes=after.episodes - before.episodes,
        versions=after.versions - before.versions,
        runs=after.runs - before.runs,
    )
