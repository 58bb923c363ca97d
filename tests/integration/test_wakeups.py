"""Lost wake-ups: whatever arrives while a job holds a row is found by the job or wakes the next."""

from __future__ import annotations

from datetime import timedelta
from threading import Event

import pytest

from memory_core.stores.ledger import Ledger
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedPlanner, ScriptedReader
from tests.fakes.rows import await_lock_waiter, chat_row, scope_row

SCOPE = "default:__private_root/_memory/_user/u-u-mira/"


def append(ledger):
    ledger.append([said("I love tea.", minute=1)])


def report_idle(ledger):
    ledger.append([said("I love tea.", minute=1)])
    ledger.report_idle("default", "c1")


@pytest.mark.parametrize(("event", "opens"), [(append, False), (report_idle, True)])
def test_what_arrives_while_a_chat_is_read_wakes_it_again(
    ledger, make_office, sql, move_clock, event, opens
):
    ledger.append([said("I live in Bergen.")])
    office = make_office(ScriptedReader(lambda _: event(ledger)))
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    row = chat_row(sql)
    assert (row.watermark, row.last_position) == (0, 1)
    office.sweeper.sweep(any_time=True)
    assert bool([ring for ring in office.rung if ring.kind == "extract"]) == opens
    move_clock(timedelta(minutes=11))
    office.rung.clear()
    office.sweeper.sweep(any_time=True)
    assert "c1" in {ring.key for ring in office.rung}


@pytest.mark.parametrize("event", [append, report_idle])
def test_what_is_not_yet_committed_when_the_reader_commits_wakes_the_chat(
    ledger, make_office, hooked, sql, threads, event
):
    """The loser is the reader: its commit waits for the row and must see what it waited for."""
    ledger.append([said("I live in Bergen.")])
    events = []

    def start(_):
        reached = Event()

        def hold(_):
            hooked.before_commit = None
            reached.set()
            await_lock_waiter(sql)

        hooked.before_commit = hold
        events.append(threads.submit(event, Ledger(hooked)))
        assert reached.wait(10)

    office = make_office(ScriptedReader(start))
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    events[0].result()
    row = chat_row(sql)
    assert (row.watermark, row.last_position) == (0, 1)
    assert row.due_at is not None


def test_a_signal_that_waited_for_the_commit_wakes_the_chat(
    ledger, make_office, database, hooked, sql, threads
):
    """The loser is the host: its signal waits for the row and must set what the commit cleared."""
    ledger.append([said("I live in Bergen.")])
    signals = []

    def append_while_reading(_):
        append(ledger)

        def signal(connection):
            if connection.exec_driver_sql("SELECT count(*) FROM extraction_key").scalar_one():
                hooked.before_commit = None
                signals.append(threads.submit(ledger.report_idle, "default", "c1"))
                await_lock_waiter(sql)

        hooked.before_commit = signal

    office = make_office(ScriptedReader(append_while_reading), on=hooked)
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    assert signals[0].result() == 1
    office.sweeper.sweep(any_time=True)
    assert "c1" in {ring.key for ring in office.rung}


def test_an_episode_that_becomes_pending_during_a_fold_is_folded_by_its_next_round(
    ledger, make_office, sql
):
    ledger.append([said("I live in Bergen."), said("I love tea.", chat="c2", minute=1)])

    def read_another(*_):
        assert office.extractor.extract("default", "c2").outcome == "done"

    office = make_office(planner=ScriptedPlanner(read_another))
    office.force()
    office.extractor.extract("default", "c1")
    sql("UPDATE chat_state SET forced_at = NULL, due_at = NULL WHERE chat = 'c2'")
    ledger.report_idle("default", "c2")
    sql("UPDATE pending_episode SET pending_since = memfold_now() - interval '2 h'")
    sql("UPDATE scope_state SET forced_at = NULL")
    report = office.consolidator.consolidate("default", SCOPE)
    assert (report.rounds, report.placed) == (2, 2)
    row = scope_row(sql, SCOPE)
    assert (row.version, row.due_at) == (2, None)


def test_an_episode_that_is_not_yet_committed_when_a_fold_ends_is_not_forgotten(
    ledger, make_office, hooked, sql, threads
):
    """The loser is the fold: its commit waits for the scope's row and goes on with what came."""
    ledger.append([said("I live in Bergen."), said("I love tea.", chat="c2", minute=1)])
    reading = make_office(on=hooked)
    extracts = []

    def read_another(*_):
        reached = Event()

        def hold(connection):
            if connection.exec_driver_sql("SELECT count(*) FROM extraction_key").scalar_one() == 2:
                hooked.before_commit = None
                reached.set()
                await_lock_waiter(sql)

        hooked.before_commit = hold
        extracts.append(threads.submit(reading.extractor.extract, "default", "c2"))
        assert reached.wait(10)

    office = make_office(planner=ScriptedPlanner(read_another))
    office.force()
    office.extractor.extract("default", "c1")
    sql("UPDATE pending_episode SET pending_since = memfold_now() - interval '2 h'")
    sql("UPDATE scope_state SET forced_at = NULL")
    report = office.consolidator.consolidate("default", SCOPE)
    assert extracts[0].result().outcome == "done"
    assert (report.rounds, report.placed) == (2, 2)
    assert scope_row(sql, SCOPE).due_at is None


def test_an_episode_that_waited_for_the_folds_commit_makes_the_scope_due(
    ledger, make_office, hooked, sql, threads
):
    """The loser is the reader: its commit waits for the scope's row, then makes it due."""
    ledger.append([said("I live in Bergen."), said("I love tea.", chat="c2", minute=1)])
    reading = make_office()
    extracts = []

    def read_while_committing(connection):
        if connection.exec_driver_sql("SELECT count(*) FROM index_version").scalar_one():
            hooked.before_commit = None
            extracts.append(threads.submit(reading.extractor.extract, "default", "c2"))
            await_lock_waiter(sql)

    office = make_office(on=hooked)
    office.force()
    office.extractor.extract("default", "c1")
    sql("UPDATE pending_episode SET pending_since = memfold_now() - interval '2 h'")
    sql("UPDATE scope_state SET forced_at = NULL")
    hooked.before_commit = read_while_committing
    report = office.consolidator.consolidate("default", SCOPE)
    assert (report.rounds, report.placed) == (1, 1)
    assert extracts[0].result().outcome == "done"
    assert scope_row(sql, SCOPE).due_at is not None
