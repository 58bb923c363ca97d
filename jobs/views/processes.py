"""Processes that serve queues, and whether each was seen of late."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, text

from jobs.policies import Policy

_MISSED_BEATS = 3  # heartbeats not seen until a process counts as gone


@dataclass(frozen=True, kw_only=True, slots=True)
class ProcessView:
    """A process start."""

    owner: str
    queues: tuple[str, ...]
    version: str
    started_at: datetime
    seen_at: datetime
    alive: bool


_PROCESSES = text(
    """
    SELECT owner, queues, version, started_at, seen_at,
           seen_at > memfold_now() - CAST(:within AS interval) AS alive
      FROM process ORDER BY started_at, owner
    """
)


def load_processes(connection: Connection, policy: Policy) -> list[ProcessView]:
    """Load the processes that said they started and did not say that they ended."""
    within: timedelta = policy.heartbeat * _MISSED_BEATS
    rows = connection.execute(_PROCESSES, {"within": within}).mappings()
    return [ProcessView(**{**row, "queues": tuple(row["queues"])}) for row in rows]


def count_by_queue(processes: Iterable[ProcessView], queues: Iterable[str]) -> dict[str, int]:
    """Count the living processes that serve each of these queues."""
    alive = [process for process in processes if process.alive]
    return {queue: sum(queue in process.queues for process in alive) for queue in queues}
