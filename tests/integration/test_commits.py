from __future__ import annotations

from contextlib import contextmanager
from threading import Barrier, Event

import pytest
from sqlalchemy.exc import OperationalError

from jobs.store import chats
from memory_core.stores.ledger import Ledger
from tests.fakes.databases import connection_lost
from tests.fakes.messages import said
from tests.fakes.minds import Crash, ScriptedReader
from tests.fakes.rows import await_lock_waiter, chat_row, runs

NOTHING_KEPT = [(0, 0, 0, -1)]
KEPT = """SELECT (SELECT count(*) FROM episode), (SELECT count(*) FROM extraction_key),
                 (SELECT count(*) FROM pending_episode), (SELECT watermark FROM chat_state)"""


@pytest.fixture
def read_with(ledger, make_office):
    """Read a chat of one message with these steps of its mind."""

    def read(*steps, **fields):
        ledger.append([said("I live in Bergen.")])
        office = make_office(ScriptedReader(*steps), **fields)
        office.force()
        return office, office.extractor.extract("default", "c1")

    return read


def steal(sql):
    return lambda _: sql("UPDATE lease SET token = token + 1, owner = 'thief'") and None


# the loser of a lease writes nothing (case 80)
def test_a_holder_whose_lease_was_stolen_keeps_nothing_but_its_bill(read_with, sql):
    _, report = read_with(steal(sql))
    assert report.outcome == "stale"
    assert sql(KEPT) == NOTHING_KEPT
    (run,) = runs(sql)
    assert (run.outcome, run.calls, float(run.cost)) == ("stale", 1, 0.5)
    assert sql("SELECT owner FROM lease") == [("thief",)]


def test_a_holder_that_was_rescued_keeps_nothing_but_its_bill(read_with, make_office, sql):
    sweeping = make_office()

    def expire(_):
        sql("UPDATE lease SET expires_at = memfold_now() - interval '1 s'")
        assert sweeping.sweeper.sweep(any_time=True).rescued == 1

    _, report = read_with(expire)
    assert report.outcome == "stale"
    assert sql(KEPT) == NOTHING_KEPT
    assert (runs(sql)[0].outcome, runs(sql)[0].calls) == ("stale", 1)
    assert chat_row(sql).losses == 1


def test_a_failure_reported_too_late_changes_nothing(read_with, sql):
    def steal_and_fail(_):
        steal(sql)(_)
        raise chats.LeaseLostError

    _, report = read_with(steal_and_fail)
    assert report.outcome == "stale"
    assert chat_row(sql).error_class is None


def test_a_holder_that_lost_its_trust_buys_no_call(ledger, make_office, sql):
    reader = ScriptedReader()
    office = make_office(reader)
    ledger.append([said("I live in Bergen.")])
    office.force()
    holding = office.heartbeat.holding

    @contextmanager
    def holding_what_is_lost(lease):
        with holding(lease) as held:
            held.mark_lost()
            yield held

    office.heartbeat.holding = holding_what_is_lost
    assert office.extractor.extract("default", "c1").outcome == "stale"
    assert reader.windows == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda ledger: ledger.delete_chat("default", "c1"), "the chat was deleted meanwhile"),
        (
            lambda ledger: ledger.set_memory_mode("default", "c1", "off"),
            "memory was turned off meanwhile",
        ),
        (
            lambda ledger: ledger.append([said("Enough.", minute=9, memory_mode="off")]),
            "memory was turned off meanwhile",
        ),
    ],
    ids=["deleted", "turned off", "turned off by a message"],
)
def test_a_chat_that_may_no_longer_be_read_is_discarded_at_the_commit(  # cases 64, 65
    ledger, read_with, sql, change, reason
):
    _, report = read_with(lambda _: change(ledger) and None)
    assert (report.outcome, report.episodes) == ("refused", 0)
    assert sql(KEPT) == NOTHING_KEPT
    (run,) = runs(sql)
    assert (run.outcome, run.reason, run.calls) == ("refused", reason, 1)
    row = chat_row(sql)
    assert (row.attempts, row.due_at) == (0, None)
    assert sql("SELECT owner FROM lease") == [(None,)]


def test_a_chat_turned_off_while_the_commit_waits_for_its_row_is_discarded(  # case 64
    ledger, make_office, hooked, database, sql, threads
):
    ledger.append([said("I live in Bergen.")])
    turning = []

    def turn_off(_):
        reached = Event()

        def wait_for_the_commit(_):
            reached.set()
            await_lock_waiter(sql)

        hooked.before_commit = wait_for_the_commit
        turning.append(threads.submit(Ledger(hooked).set_memory_mode, "default", "c1", "off"))
        assert reached.wait(10)

    office = make_office(ScriptedReader(turn_off))
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "refused"
    turning[0].result()
    assert sql(KEPT) == NOTHING_KEPT


STEPS = ["insert_episodes", "_record_key", "_advance", "finish_run", "_end", "release"]


@pytest.mark.parametrize("step", STEPS)
def test_a_crash_at_any_step_of_the_commit_leaves_no_key_and_the_same_ids_come_again(  # case 82
    read_with, make_office, sql, monkeypatch, step
):
    minted = []
    commit_chat = chats.commit_chat

    def commit(connection, claim, commit, policy):
        minted.append({episode.id for episode in commit.episodes})
        return commit_chat(connection, claim, commit, policy)

    monkeypatch.setattr(chats, "commit_chat", commit)
    with monkeypatch.context() as crashing:
        crashing.setattr(chats, step, lambda *_, **__: (_ for _ in ()).throw(Crash))
        with pytest.raises(Crash):
            read_with()
    assert sql(KEPT) == NOTHING_KEPT
    assert runs(sql)[0].calls == 1
    sql("UPDATE lease SET expires_at = memfold_now() - interval '1 s'")
    office = make_office(ScriptedReader())
    office.sweeper.sweep(any_time=True)
    assert office.rung[0].alone
    assert office.extractor.extract("default", "c1", alone=True).outcome == "done"
    assert minted[0] == minted[1]
    assert {row[0] for row in sql("SELECT id FROM episode")} == minted[0]
    assert [run.outcome for run in runs(sql)] == ["lost", "done"]
    assert chat_row(sql).losses == 0


def test_a_window_that_was_bought_is_never_bought_again(read_with, make_office, sql):  # case 73
    _, first = read_with()
    sql("UPDATE chat_state SET watermark = -1, due_at = memfold_now()")
    reader = ScriptedReader()
    again = make_office(reader)
    again.force()
    assert again.extractor.extract("default", "c1").outcome == "known"
    assert reader.windows == []
    assert first.episodes == 1
    assert sql(KEPT) == [(1, 1, 1, 0)]
    assert runs(sql)[1].calls == 0


def test_a_connection_lost_after_the_commit_is_settled_by_reading_again(read_with, hooked, sql):
    def lose(_):
        def lost():
            hooked.after_commit = hooked.before_commit = None
            raise connection_lost()

        def arm(connection):
            done = connection.exec_driver_sql("SELECT count(*) FROM extraction_key").scalar_one()
            hooked.after_commit = lost if done else None

        hooked.before_commit = arm

    _, report = read_with(lose, on=hooked)
    assert (report.outcome, report.episodes) == ("done", 1)
    assert sql(KEPT) == [(1, 1, 1, 0)]
    assert sql("SELECT owner FROM lease") == [(None,)]


@pytest.mark.parametrize("meanwhile", ["nothing", "rescued"])
def test_a_connection_lost_before_the_commit_is_no_success(read_with, hooked, sql, meanwhile):
    def lose(_):
        def lost(connection):
            if connection.exec_driver_sql("SELECT count(*) FROM extraction_key").scalar_one():
                hooked.before_commit = None
                connection.rollback()
                if meanwhile == "rescued":
                    sql("UPDATE run SET outcome = 'lost'")
                raise connection_lost()

        hooked.before_commit = lost

    with pytest.raises(OperationalError):
        read_with(lose, on=hooked)
    assert sql(KEPT) == NOTHING_KEPT


def test_a_window_whose_place_has_moved_is_not_committed(read_with, sql):
    def move(_):
        sql("UPDATE chat_state SET watermark = 0")

    _, report = read_with(move)
    assert report.outcome == "stale"
    assert sql("SELECT count(*) FROM episode") == [(0,)]


def test_success_forgets_failures_and_losses(read_with, sql):
    def blemish(_):
        sql("UPDATE chat_state SET attempts = 3, failures = 2, losses = 1, error_class = 'content'")

    read_with(blemish)
    row = chat_row(sql)
    assert (row.attempts, row.failures, row.losses, row.error_class) == (0, 0, 0, None)
    assert (row.outcome, row.due_at, row.forced_at) == ("done", None, None)


def test_two_chats_that_feed_the_same_two_scopes_do_not_deadlock(ledger, make_office, sql, threads):
    for chat, users in (("a", ("u-mira", "u-jon")), ("b", ("u-jon", "u-mira"))):
        ledger.append(
            [
                said(f"I live in {city}.", chat=chat, user=user, speaker=user, minute=n)
                for n, (user, city) in enumerate(zip(users, ("Bergen", "Oslo"), strict=True))
            ]
        )
    together = Barrier(2)
    offices = [make_office(ScriptedReader(lambda _: together.wait() and None)) for _ in "ab"]
    offices[0].force()
    jobs = [
        threads.submit(office.extractor.extract, "default", chat)
        for office, chat in zip(offices, "ab", strict=True)
    ]
    assert [job.result().outcome for job in jobs] == ["done", "done"]
    assert sql("SELECT count(*) FROM pending_episode GROUP BY scope_key") == [(2,), (2,)]
