"""Worker processes as threads: each process has its own pool, heartbeat and view of the breaker."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Self

from jobs.breaker import Breaker
from jobs.lease import JobKind
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIPlanner, OpenAIReader
from jobs.policies import Policy
from jobs.store.sweeping import Ring
from memory_core.stores.database import Database
from tests.fakes.office import Office

Bell = list[Ring]


class Workers:
    """So many processes of so many threads over one database and one endpoint."""

    def __init__(
        self, url: str, endpoint: Endpoint, policy: Policy, *, processes: int, threads: int
    ) -> None:
        self._databases = [Database(url, pool_size=threads) for _ in range(processes)]
        self._offices = [
            _open(database, endpoint, policy, f"process-{number}")
            for number, database in enumerate(self._databases)
        ]
        self._threads = ThreadPoolExecutor(processes * threads)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._threads.shutdown()
        for office in self._offices:
            office.close()
        for database in self._databases:
            database.close()

    @property
    def database(self) -> Database:
        """The store of the first process."""
        return self._databases[0]

    def sweep(self) -> None:
        """Sweep once, and do all that is rung, by it or by what it set off."""
        self._offices[0].sweeper.sweep(any_time=True)
        while rings := [ring for office in self._offices for ring in _heard(office.rung)]:
            list(self._threads.map(self._do, range(len(rings)), rings))

    def _do(self, number: int, ring: Ring) -> None:
        office = self._offices[number % len(self._offices)]
        if ring.kind is JobKind.EXTRACT:
            office.extractor.extract(ring.workspace, ring.key, alone=ring.alone)
        else:
            office.consolidator.consolidate(ring.workspace, ring.key)


def _heard(bell: Bell) -> list[Ring]:
    return [bell.pop(0) for _ in range(len(bell))]


def _open(database: Database, endpoint: Endpoint, policy: Policy, owner: str) -> Office:
    def ring_waiting() -> None:
        for kind in JobKind:
            office.sweeper.ring_waiting(kind)

    breaker = Breaker(database=database, endpoint=endpoint, policy=policy, closed=ring_waiting)
    office = Office(
        database,
        policy=policy,
        reader=OpenAIReader(endpoint, breaker),
        planner=OpenAIPlanner(endpoint, breaker),
        owner=owner,
    )
    return office
