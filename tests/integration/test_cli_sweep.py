from datetime import timedelta

import pytest

from jobs.policies import Policy
from jobs.sweep import Sweeper
from jobs.views.progress import load_progress
from tests.fakes.command_line import CommandLine
from tests.fakes.messages import said
from worker.waiting import Patience, Wait


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(
        tmp_path,
        DATABASE_URL=urls.database_url,
        REDIS_URL=urls.redis_url,
        MEMFOLD_CONCURRENCY="4",
        MEMFOLD_PROCESSES="1",
        MEMFOLD_SWEEP_PERIOD="1",
        MEMFOLD_HEARTBEAT="1",
    )


def wait_for(memfold, *, seconds="60", **fields):
    return memfold.json("sweep", "--now", "--wait", "--timeout", seconds, **fields)


def test_a_dry_run_counts_and_changes_nothing(memfold, ledger, sql, move_clock):
    ledger.append([said("I live in Bergen.")])
    before = sql("SELECT * FROM chat_state")
    nothing = {"calls": 0, "input_tokens": 0, "output_tokens": 0, "cost": 0.0}
    counts = {"dry_run": True, "extract": 0, "consolidate": 0}
    assert memfold.json("sweep", "--dry-run") == counts | nothing
    assert memfold.json("sweep", "--dry-run", "--now")["extract"] == 1
    move_clock(timedelta(minutes=11))
    assert memfold.json("sweep", "--dry-run")["extract"] == 1
    assert sql("SELECT * FROM chat_state") == before


def test_a_wait_covers_reading_and_folding_and_a_second_one_finds_nothing(memfold, ledger, sql):
    ledger.append([said(f"I live in {city}.", chat=city) for city in ("Bergen", "Oslo", "Turin")])
    with memfold.running("worker"):
        report = wait_for(memfold)
        again = wait_for(memfold)
    assert report["chats"] == {
        "done": 3,
        "waiting": 0,
        "quarantined": 0,
        "left": 0,
        "reasons": {},
    }
    assert report["scopes"]["done"] == 1
    assert (report["episodes"], report["in_time"]) == (3, True)
    assert report["versions"] >= 1
    assert report["runs"] >= 4
    assert (again["episodes"], again["versions"], again["runs"]) == (0, 0, 0)
    assert sql("SELECT count(*) FROM process") == [(0,)]  # a drained worker takes its leave


def test_what_is_not_done_in_time_is_said_and_stays_due(memfold, ledger):
    ledger.append([said("I live in Bergen.")])
    done = memfold("sweep", "--now", "--wait", "--timeout", "0.1")
    assert done.code == 3
    assert "not done in time: 1 chat, still due" in done.stderr
    assert memfold.json("why", "--chat", "c1")["open"]


def test_a_wait_ends_where_each_chat_has_a_reason_to_wait(memfold, ledger):
    ledger.append(
        [said("I live in Bergen.", chat="off"), said("Hi.", chat="robot", origin="machine")]
    )
    ledger.set_memory_mode("default", "off", "off")
    ledger.append([said("Bye.", chat="gone")])
    ledger.delete_chat("default", "gone")
    report = wait_for(memfold)
    assert report["chats"]["reasons"] == {"deleted": 1, "machine": 1, "memory-off": 1}
    assert (report["chats"]["left"], report["runs"]) == (0, 0)


def test_without_now_a_chat_that_is_not_quiet_is_a_stated_reason(memfold, ledger):
    ledger.append([said("I live in Bergen.")])
    report = memfold.json("sweep", "--wait")
    assert report["chats"]["reasons"] == {"quiet": 1}


@pytest.mark.parametrize(
    "state",
    [
        "quarantined_at = now()",
        "error_class = 'outage', not_before = memfold_now() + interval '1 hour'",
    ],
)
def test_a_failed_or_quarantined_chat_ends_a_wait_with_code_1(memfold, ledger, sql, state):
    ledger.append([said("I live in Bergen.")])
    sql(f"UPDATE chat_state SET {state}")
    report = memfold.json("sweep", "--wait", "--timeout", "60", code=1)
    assert report["chats"]["left"] == 0


def test_a_worker_that_is_not_there_is_said_once(database, ledger, memfold):
    ledger.append([said("I live in Bergen.")])
    with database.transaction("default") as connection:
        before = load_progress(connection, "default", Policy()).totals
    memfold("sweep", "--now")
    remarks, looks = [], []
    wait = Wait(
        database=database,
        sweeper=Sweeper(database=database, policy=Policy(), bell=lambda _ring: None),
        workspace="default",
        policy=Policy(),
        show=looks.append,
        remark=remarks.append,
    )
    patience = Patience(
        timeout=timedelta(seconds=0.5),
        poll=timedelta(seconds=0.05),
        no_worker_after=timedelta(seconds=0.1),
    )
    report = wait.run(before, patience)
    assert not report.in_time
    assert remarks == ["no worker is running: memfold up | memfold worker"]
    assert len(looks) > 2
