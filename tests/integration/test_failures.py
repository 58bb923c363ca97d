from __future__ import annotations

from datetime import timedelta

import pytest

from jobs.errors import (
    BudgetError,
    ContentError,
    MindConfigurationError,
    OutageError,
)
from jobs.minds.protocol import Usage
from jobs.policies import Policy
from jobs.store.chats import retry_chats
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedReader
from tests.fakes.rows import chat_row, runs

SPENT = Usage(calls=2, input_tokens=300, cost=0.25)


@pytest.fixture
def read_with(ledger, make_office):
    """Read a forced chat of one message with these steps; return office and report."""

    def read(*steps, **fields):
        ledger.append([said("I live in Bergen.")])
        office = make_office(ScriptedReader(*steps), **fields)
        office.force()
        return office, office.extractor.extract("default", "c1")

    return read


@pytest.mark.parametrize(
    ("error", "outcome", "attempts"),
    [
        (OutageError("the endpoint did not answer"), "failed", 0),
        (BudgetError("the budget is spent"), "skipped", 0),
        (MindConfigurationError("401: check the key"), "failed", 0),
        (ContentError("the answer could not be used"), "failed", 1),
    ],
    ids=lambda value: getattr(value, "error_class", ""),
)
def test_a_failure_waits_with_its_reason_and_uses_an_attempt_only_for_content(
    read_with, sql, error, outcome, attempts
):
    _, report = read_with(error)
    assert (report.outcome, report.reason) == (outcome, str(error))
    row = chat_row(sql)
    assert (row.attempts, row.failures) == (attempts, int(outcome == "failed"))
    assert (row.outcome, row.error_class) == ("waiting", error.error_class)
    assert row.last_error == str(error)
    assert (row.watermark, row.due_at == row.not_before) == (-1, True)
    (run,) = runs(sql)
    assert (run.outcome, run.error_class) == (outcome, error.error_class)
    assert sql("SELECT owner FROM lease") == [(None,)]
    assert sql("SELECT count(*) FROM extraction_key") == [(0,)]


def test_the_calls_of_a_failure_are_billed(read_with, sql):
    read_with(OutageError(usage=SPENT))
    (run,) = runs(sql)
    assert (run.calls, run.input_tokens, float(run.cost)) == (2, 300, 0.25)


def test_an_outage_of_hours_quarantines_nothing_and_is_asked_ever_less_often(  # case 76
    ledger, make_office, sql, move_clock
):
    policy = Policy()
    office = make_office(ScriptedReader(*(OutageError() for _ in range(40))))
    ledger.append([said("I live in Bergen.")])
    office.force()
    ahead, asked = timedelta(), 0
    while ahead < timedelta(hours=12):
        asked += office.extractor.extract("default", "c1").outcome == "failed"
        row = chat_row(sql)
        assert row.quarantined_at is None
        assert row.attempts == 0
        wait = sql("SELECT not_before - memfold_now() FROM chat_state")[0][0]
        assert wait <= policy.backoff_cap
        ahead += max(wait, timedelta(seconds=1)) + timedelta(seconds=1)
        move_clock(ahead)
    assert asked <= 40


def test_an_endpoint_that_asks_for_a_wait_gets_it_up_to_the_cap(  # case 74
    read_with, sql
):
    read_with(OutageError(retry_after=1_800))
    waits = sql("SELECT not_before - memfold_now() > interval '29 min' FROM chat_state")
    assert waits == [(True,)]


def test_a_huge_wait_is_cut_to_the_cap(read_with, sql):
    read_with(OutageError(retry_after=10.0**9))
    waits = sql("SELECT not_before - memfold_now() <= interval '1 h' FROM chat_state")
    assert waits == [(True,)]


def test_a_quarantined_chat_holds_up_no_neighbour_and_retry_lifts_it(  # case 20
    ledger, make_office, database, sql
):
    office = make_office(ScriptedReader(ContentError()), policy=Policy(max_attempts=1))
    ledger.append([said("I live in Bergen."), said("I love tea.", chat="c2")])
    office.force()
    assert office.extractor.extract("default", "c1").quarantined
    office.sweeper.sweep(any_time=True)
    assert [ring.key for ring in office.rung if ring.kind == "extract"] == ["c2"]
    assert office.extractor.extract("default", "c2").outcome == "done"
    with database.transaction("default") as connection:
        assert retry_chats(connection, "default") == ["c1"]
    assert office.extractor.extract("default", "c1").outcome == "done"
    row = chat_row(sql)
    assert (row.quarantined_at, row.attempts, row.error_class) == (None, 0, None)


def test_fresh_messages_do_not_lift_a_quarantine(ledger, read_with, sql, move_clock):
    office, report = read_with(ContentError(), policy=Policy(max_attempts=1))
    assert report.quarantined
    ledger.append([said("I love tea.", minute=1)])
    ledger.report_idle("default", "c1")
    move_clock(timedelta(days=3))
    office.sweeper.sweep(any_time=True)
    assert office.rung == []
    assert office.extractor.extract("default", "c1").outcome == "skipped"


def test_a_retry_while_the_chat_is_held_leaves_no_attempt_below_zero(
    ledger, read_with, database, sql
):
    def retry_and_fail(_):
        sql("UPDATE chat_state SET error_class = 'content'")
        with database.transaction("default") as connection:
            assert retry_chats(connection, "default", "c1") == ["c1"]
        raise OutageError

    read_with(retry_and_fail)
    assert chat_row(sql).attempts == 0


def test_success_after_failures_starts_afresh(read_with, sql):
    office, _ = read_with(ContentError(), OutageError())
    office.force()
    office.extractor.extract("default", "c1")
    assert (chat_row(sql).attempts, chat_row(sql).failures) == (1, 2)
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    assert (chat_row(sql).attempts, chat_row(sql).failures) == (0, 0)
    assert [run.outcome for run in runs(sql)] == ["failed", "failed", "done"]
