from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from threading import Event

import pytest

from jobs import heartbeat as heartbeat_module
from jobs.heartbeat import Heartbeat
from jobs.lease import JobKind, Lease
from jobs.policies import Policy
from memory_core.stores.database import Database
from tests.fakes.deployment import wait_until
from worker.bootstrap import new_owner

POLICY = Policy(lease_ttl=timedelta(seconds=60), heartbeat=timedelta(hours=1))


class Clock:
    """The monotonic clock of a test."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(heartbeat_module, "monotonic", clock)
    return clock


@pytest.fixture
def beating(database, clock, monkeypatch):
    """A heartbeat whose thread is never started: the test beats."""
    monkeypatch.setattr(Heartbeat, "start", lambda _: None)
    return Heartbeat(database, "me", POLICY)


@pytest.fixture
def take(sql):
    """Take a lease by SQL."""
    sql("INSERT INTO workspace (workspace) VALUES ('default')")

    def take(key="c1", *, owner="me", expires="60 s"):
        sql(
            "INSERT INTO lease (workspace, kind, key, owner, token, expires_at) VALUES "
            "('default', 'extract', %s, %s, 1, memfold_now() + %s::interval)",
            key,
            owner,
            expires,
        )
        return Lease(workspace="default", kind=JobKind.EXTRACT, key=key, owner=owner, token=1)

    return take


def left(sql, key="c1"):
    """Seconds until a lease expires."""
    return sql(
        "SELECT extract(epoch FROM expires_at - memfold_now())::float FROM lease WHERE key = %s",
        key,
    )[0][0]


# a job longer than its lease keeps it while the beat goes on (case 80)
def test_a_beat_renews_the_leases_of_running_jobs_and_nobody_elses(beating, take, sql):
    mine, idle = take(expires="9 s"), take("c2", expires="9 s")
    take("c3", owner="other", expires="9 s")
    with beating.holding(mine):
        beating.beat()
    assert left(sql) > 50
    assert left(sql, idle.key) < 10  # its job is over: it runs out
    assert left(sql, "c3") < 10


def test_a_beat_moves_the_trust_deadline_counted_from_before_it_was_sent(beating, take, clock):
    with beating.holding(take()) as held:
        clock.now += 50
        beating.beat()
        clock.now += 50
        assert not held.lost
        clock.now += 11
        assert held.lost


def test_a_lease_is_not_trusted_past_its_ttl_when_the_beats_fail(beating, take, clock):
    with beating.holding(take()) as held:
        clock.now += 61
        assert held.lost


def test_a_row_that_its_own_commit_has_locked_is_unknown_and_not_lost(beating, take, clock, hooked):
    with beating.holding(take()) as held:
        clock.now += 30
        with hooked.transaction("default") as connection:
            connection.exec_driver_sql("SELECT FROM lease FOR UPDATE")
            beating.beat()
        assert not held.lost
        clock.now += 31
        assert held.lost  # and not renewed either


def test_an_expired_lease_is_left_to_the_rescue(beating, take, sql):
    with beating.holding(take(expires="-1 s")) as held:
        beating.beat()
        assert not held.lost  # by its own clock it may go on; the fence decides
    assert left(sql) < 0


def test_a_lease_that_another_took_is_lost_at_the_next_beat(beating, take, sql):
    with beating.holding(take()) as held:
        sql("UPDATE lease SET owner = 'other', token = 2")
        beating.beat()
        assert held.lost


def test_a_released_lease_is_lost_at_the_next_beat(beating, take, sql):
    with beating.holding(take()) as held:
        sql("UPDATE lease SET owner = NULL, expires_at = NULL")
        beating.beat()
        assert held.lost


def test_a_job_that_holds_for_too_long_is_renewed_no_more(database, take, clock, sql, monkeypatch):
    monkeypatch.setattr(Heartbeat, "start", lambda _: None)
    beating = Heartbeat(database, "me", replace(POLICY, max_hold=timedelta(seconds=100)))
    with beating.holding(take(expires="9 s")) as held:
        clock.now += 55
        beating.beat()
        assert left(sql) > 50
        sql("UPDATE lease SET expires_at = memfold_now() + interval '9 s'")
        clock.now += 46
        beating.beat()
        assert held.lost
    assert left(sql) < 10


def test_the_thread_outlives_a_failing_beat(database, take, monkeypatch):
    beats, twice = [], Event()

    def beat(_):
        beats.append(1)
        if len(beats) > 1:
            twice.set()
        raise RuntimeError("no answer")

    monkeypatch.setattr(Heartbeat, "beat", beat)
    beating = Heartbeat(database, "me", replace(POLICY, heartbeat=timedelta(milliseconds=1)))
    beating.start()
    assert twice.wait(10)
    beating.stop()


def test_a_process_with_queues_is_listed_while_it_lives(database, sql):
    beating = Heartbeat(database, "me", POLICY, queues=["extract"], version="1")
    beating.start()
    while not sql("SELECT queues FROM process WHERE owner = 'me'"):
        pass
    beating.stop()
    assert sql("SELECT count(*) FROM process") == [(0,)]


def test_a_restarted_process_is_a_new_owner():
    assert new_owner() != new_owner()


_AUDIT = """
import importlib, pkgutil, sys
seen = []
def hook(event, args):
    if event in {"socket.connect", "socket.bind", "socket.getaddrinfo", "_thread.start_new_thread"}:
        seen.append((event, repr(args)[:80]))
sys.addaudithook(hook)
for room in ("memory_core", "jobs", "worker"):
    package = importlib.import_module(room)
    for module in pkgutil.walk_packages(package.__path__, room + "."):
        # a framework's own imports are its affair
        if not module.name.endswith("__main__") and ".hosts." not in module.name:
            importlib.import_module(module.name)
print(seen)
"""


def test_importing_any_module_opens_no_socket_and_starts_no_thread():
    done = subprocess.run(
        [sys.executable, "-c", _AUDIT], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_an_ending_process_closes_though_the_database_is_away(urls, sql):
    name = urls.database_url.rpartition("/")[2]
    database = Database(urls.database_url)
    heartbeat = Heartbeat(database, "me", POLICY, queues=["sweep"])
    heartbeat.start()
    wait_until(lambda: sql("SELECT owner FROM process"))
    sql(f"ALTER DATABASE {name} CONNECTION LIMIT 0")
    database.close()
    heartbeat.stop()
    assert sql("SELECT owner FROM process") == [("me",)]
