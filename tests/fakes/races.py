"""Races on the real database: threads that start together, and sessions that wait for a lock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import monotonic
from typing import Any


def together(*calls: Callable[[], Any]) -> list[Any]:
    """Run the calls at once, each in a thread; return what each returned or raised."""
    start = Barrier(len(calls), timeout=30)

    def run(call: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return call()
        except Exception as error:  # noqa: BLE001  the loser's error is what a race is about
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def wait_for_waiters(sql: Callable[..., Sequence[Any]], count: int = 1) -> None:
    """Return once so many sessions of this database wait for another one's lock."""
    deadline = monotonic() + 30
    query = (
        "SELECT count(*) FROM pg_stat_activity "
        "WHERE datname = current_database() AND wait_event_type = 'Lock'"
    )
    while sql(query)[0][0] < count:
        assert monotonic() < deadline, "nobody waits for a lock"
