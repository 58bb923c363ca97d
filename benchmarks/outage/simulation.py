"""A day of outage over chats that are due, with the database's clock moved from sweep to sweep."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import psycopg

from benchmarks.outage.model import FailingModel
from benchmarks.outage.workers import Workers
from jobs.minds.endpoint import Endpoint
from jobs.policies import Policy
from memory_core.incoming import IncomingMessage
from memory_core.stores.ledger import Ledger
from tests.fakes.messages import said
from tests.fakes.scripted_endpoint import ScriptedEndpoint

_BATCH = 1_000
_TELLING = 10  # one chat of so many says something that will matter


@dataclass(frozen=True, kw_only=True, slots=True)
class Outage:
    """What is simulated."""

    chats: int
    processes: int = 2
    threads: int = 8
    lasts: timedelta = timedelta(days=1)
    sweep_every: timedelta = timedelta(seconds=10)  # of the moved clock, while it is down
    then_every: timedelta = timedelta(seconds=10)  # and when it is back


@dataclass(frozen=True, kw_only=True, slots=True)
class Aftermath:
    """What it came to."""

    chats: int
    in_flight: int  # calls under way when the endpoint went down
    sweeps: int  # while it was down
    probes: int  # failed ones, by the breaker's own count
    requests_down: int  # that the endpoint saw while it was down
    attempts_used: int  # of all chats, when it came back
    quarantined: int
    untouched: int  # chats that the outage reached with no run at all
    requests_up: int
    undone: int  # chats unread or episodes unfolded, one backoff cap after it came back
    caught_up_after: timedelta  # since it came back
    cap: timedelta  # of any wait


def simulate(outage: Outage, urls: tuple[str, str], policy: Policy | None = None) -> Aftermath:
    """Live through it on an empty, migrated database.

    Args:
        outage: how long, over how much.
        urls: of the login, of the superuser.
        policy: the product's own unless one is given.
    """
    in_flight = outage.processes * outage.threads
    model = FailingModel(in_flight)
    with ScriptedEndpoint(model) as server, psycopg.connect(urls[1], autocommit=True) as admin:
        endpoint = Endpoint(base_url=server.base_url, model="scripted")
        policy = _with(policy or Policy(), endpoint)
        with Workers(
            urls[0], endpoint, policy, processes=outage.processes, threads=outage.threads
        ) as workers:
            clock = _Clock(admin)
            _append(outage.chats, Ledger(workers.database))
            clock.move(policy.idle_after)
            sweeps = _sweep_until(
                workers, clock, outage.sweep_every, over=clock.reaches(outage.lasts)
            )
            down = model.asked
            probes, attempts, quarantined, untouched = _row(admin, _DOWN)
            model.down = False
            back_at = clock.now()
            end = clock.reaches(policy.backoff_cap)
            _sweep_until(
                workers, clock, outage.then_every, over=lambda: end() or _undone(admin) == 0
            )
            return Aftermath(
                chats=outage.chats,
                in_flight=in_flight,
                sweeps=sweeps,
                probes=probes,
                requests_down=down,
                attempts_used=attempts,
                quarantined=quarantined,
                untouched=untouched,
                requests_up=model.asked - down,
                undone=_undone(admin),
                caught_up_after=clock.now() - back_at,
                cap=policy.backoff_cap,
            )


def _with(policy: Policy, endpoint: Endpoint) -> Policy:
    return replace(policy, extract_endpoint=endpoint.id, consolidate_endpoint=endpoint.id)


class _Clock:
    """`memfold_now()`, moved ahead of the real time."""

    def __init__(self, admin: psycopg.Connection) -> None:
        self._admin = admin
        self._ahead = timedelta()

    def move(self, by: timedelta) -> None:
        self._ahead += by
        self._admin.execute(
            "INSERT INTO test_clock (ahead) VALUES (%s) "
            "ON CONFLICT (only_row) DO UPDATE SET ahead = excluded.ahead",
            (self._ahead,),
        )

    def now(self) -> datetime:
        row = self._admin.execute("SELECT memfold_now()").fetchone()
        assert row is not None
        at: datetime = row[0]
        return at.astimezone(UTC)

    def reaches(self, after: timedelta) -> Callable[[], bool]:
        end = self.now() + after
        return lambda: self.now() >= end


def _sweep_until(
    workers: Workers, clock: _Clock, every: timedelta, *, over: Callable[[], bool]
) -> int:
    sweeps = 0
    while not over():
        workers.sweep()
        sweeps += 1
        clock.move(every)
    return sweeps


def _append(count: int, ledger: Ledger) -> None:
    messages = list(_messages(count))
    for start in range(0, count, _BATCH):
        ledger.append(messages[start : start + _BATCH])


def _messages(count: int) -> Iterator[IncomingMessage]:
    """One chat a user, so that none is spared by a call that is shared."""
    for number in range(count):
        telling = number % _TELLING == 0
        content = "I live in a small house near Bergen." if telling else "ok thanks"
        yield said(content, chat=f"c{number:05}", user=f"u-{number:05}")


_DOWN = """
    SELECT (SELECT sum(failures) - 1 FROM endpoint)::int, sum(attempts)::int,
           count(quarantined_at)::int,
           (count(*) FILTER (WHERE NOT EXISTS (
              SELECT FROM run WHERE run.workspace = cs.workspace AND run.key = cs.chat)))::int
      FROM chat_state cs
"""

_UNDONE = """
    SELECT (SELECT count(*) FROM chat_state WHERE watermark < last_position)
         + (SELECT count(*) FROM pending_episode)
"""


def _undone(admin: psycopg.Connection) -> int:
    return int(_row(admin, _UNDONE)[0])


def _row(admin: psycopg.Connection, statement: str) -> tuple[int, ...]:
    row = admin.execute(statement.encode()).fetchone()
    assert row is not None
    return row
