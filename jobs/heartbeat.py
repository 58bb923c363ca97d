"""One thread that keeps all leases of this process, and says that the process lives.

A lease is trusted until its deadline on the monotonic clock, counted from before the renewal was
sent; a renewal that finds a row locked by our own commit is no loss. A lease that the database
gives to another, or that a job has held for too long, is lost: the fence refuses its commit, and
a call that it waits for is cut off.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock, Thread

from jobs.errors import LeaseLostError
from jobs.interruption import Interruption, interruptible
from jobs.lease import Lease
from jobs.policies import Policy
from jobs.store.leases import renew
from jobs.store.processes import report_alive, report_gone
from memory_core.clock import monotonic
from memory_core.errors import MemfoldError
from memory_core.stores.database import Database, DatabaseRole

log = logging.getLogger(__name__)


@dataclass(slots=True)
class HeldLease:
    """A lease as its job sees it."""

    lease: Lease
    held_since: float  # monotonic seconds
    trusted_until: float
    interruption: Interruption = field(default_factory=Interruption)
    _taken: Event = field(default_factory=Event)

    @property
    def lost(self) -> bool:
        """Whether the job should stop: its commit would be refused."""
        return self._taken.is_set() or monotonic() > self.trusted_until

    def require(self) -> None:
        """Go on only while the lease is trusted: a job that lost it must buy nothing more.

        Raises:
            LeaseLostError: it is not.
        """
        if self.lost:
            raise LeaseLostError

    def mark_lost(self) -> None:
        """Say that someone else has it."""
        self._taken.set()
        self.interruption.interrupt("the lease was lost")


class Heartbeat:
    """Keeps the leases of one process start, whose owner id is like no other's."""

    def __init__(
        self,
        database: Database,
        owner: str,
        policy: Policy,
        *,
        queues: Sequence[str] = (),
        version: str = "",
    ) -> None:
        self.owner = owner
        self._database = database
        self._policy = policy
        self._queues = tuple(queues)
        self._version = version
        self._held: dict[tuple[str, str, str], HeldLease] = {}
        self._lock = Lock()
        self._stop = Event()
        self._drained: str | None = None  # why no job may wait for a model any more
        self._thread: Thread | None = None

    def start(self) -> None:
        """Start beating, unless it beats already."""
        with self._lock:
            if self._thread is None:
                self._stop.clear()
                self._thread = Thread(target=self._run, name="memfold-heartbeat", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Stop beating and take the process off the list; held leases run out by themselves."""
        with self._lock:
            thread, self._thread = self._thread, None
        if thread is None:
            return
        self._stop.set()
        thread.join()
        if self._queues:
            try:
                self._report_gone()
            except MemfoldError as error:  # an ending process has more to close
                log.warning("this process stays on the list until it counts as dead: %s", error)

    def _report_gone(self) -> None:
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            report_gone(connection, self.owner)

    @contextmanager
    def holding(self, lease: Lease) -> Iterator[HeldLease]:
        """Keep a lease for the duration of a job."""
        self.start()
        now = monotonic()
        held = HeldLease(
            lease=lease,
            held_since=now,
            trusted_until=now + self._policy.lease_ttl.total_seconds(),
        )
        with self._lock:
            self._held[lease.place] = held
            drained = self._drained
        if drained:
            held.interruption.interrupt(drained)
        try:
            with interruptible(held.interruption):
                yield held
        finally:
            with self._lock:
                if self._held.get(lease.place) is held:
                    del self._held[lease.place]

    def drain(self, reason: str) -> None:
        """Cut off the calls that jobs wait for, now and from here on; what they cost is billed."""
        with self._lock:
            self._drained = reason
            held = tuple(self._held.values())
        for each in held:
            each.interruption.interrupt(reason)

    def beat(self) -> None:
        """Renew once; public for tests."""
        sent_at = monotonic()
        with self._lock:
            watched = dict(self._held)
        places = [place for place, held in watched.items() if not self._held_too_long(held)]
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            renewal = renew(connection, self.owner, self._policy.lease_ttl, places)
            if self._queues:
                report_alive(connection, self.owner, queues=self._queues, version=self._version)
        trusted_until = sent_at + self._policy.lease_ttl.total_seconds()
        for place, held in watched.items():
            if place in renewal.renewed:
                held.trusted_until = trusted_until
            elif place not in renewal.held or self._held_too_long(held):
                held.mark_lost()

    def _held_too_long(self, held: HeldLease) -> bool:
        """Whether a job has used up its time: its lease is left to run out."""
        return monotonic() - held.held_since > self._policy.max_hold.total_seconds()

    def _cut_off_lost(self) -> None:
        """Tell jobs whose leases nobody could renew in time; they may wait and not ask."""
        with self._lock:
            lost = [held for held in self._held.values() if held.lost]
        for held in lost:
            held.mark_lost()

    def _run(self) -> None:
        while True:
            try:
                self.beat()
            except MemfoldError as error:
                log.warning("heartbeat failed, tried again: %s", error)
            except Exception:  # the thread is a boundary: if it died, every lease would run out
                log.exception("heartbeat failed, tried again")
            self._cut_off_lost()
            if self._stop.wait(self._policy.heartbeat.total_seconds()):
                return
