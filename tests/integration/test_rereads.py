from __future__ import annotations

import pytest

from jobs.minds.protocol import Reading
from jobs.policies import Policy
from jobs.store.rereads import ChatWindow, find_read_windows
from memory_core.clock import database_now
from tests.fakes.messages import START, said
from tests.fakes.minds import ONE_CALL, Crash, ScriptedReader
from tests.fakes.paying import PayingMind
from tests.fakes.rows import chat_row, runs
from tests.fakes.statements import states

WHOLE = ChatWindow(workspace="default", chat="c1", first=0, last=1)
WORDS = ("I live in Bergen.", "My dog is called Rex.")


class Raised(ScriptedReader):
    """The same reader with a later prompt."""

    prompt_version = "scripted-2"


@pytest.fixture
def read_once(ledger, make_office, sql):
    """Read a chat of two messages under the first prompt, and fold it."""
    ledger.append([said(words, minute=n) for n, words in enumerate(WORDS)])
    office = make_office(ScriptedReader())
    office.fold_all()
    assert sql("SELECT count(*) FROM episode") == [(2,)]
    return office


def test_reading_again_in_the_same_words_makes_no_episode_and_moves_no_watermark(
    read_once, make_office, sql
):
    before = (chat_row(sql), sql("SELECT id, run FROM episode ORDER BY id"))
    report = make_office(Raised()).extractor.reextract(WHOLE)
    assert (report.outcome, report.windows) == ("done", 1)
    assert (chat_row(sql), sql("SELECT id, run FROM episode ORDER BY id")) == before
    assert sql("SELECT count(*) FROM pending_episode") == [(0,)]
    assert sql("SELECT owner FROM lease WHERE kind = 'extract'") == [(None,)]
    assert [run.calls for run in runs(sql)] == [1, 1]


def test_what_differs_is_a_new_episode_and_waits_for_its_fold(read_once, make_office, sql):
    def differently(_window):
        return Reading(statements=(states("Lives in Bergen.", 0),), usage=ONE_CALL)

    office = make_office(Raised(differently))
    office.extractor.reextract(WHOLE)
    assert sql("SELECT count(*), count(DISTINCT prompt_version) FROM episode")[0][0] >= 2
    assert chat_row(sql).watermark == 1


def test_a_window_is_bought_once_a_prompt_version(read_once, make_office, sql):
    office = make_office(Raised())
    office.extractor.reextract(WHOLE)
    assert office.extractor.quote(WHOLE).windows == 0
    assert office.extractor.reextract(WHOLE).outcome == "known"
    assert [run.calls for run in runs(sql)] == [1, 1, 0]


def test_a_chat_in_work_is_left_to_its_holder(read_once, make_office, sql):
    sql("UPDATE lease SET owner = 'other', expires_at = 'infinity' WHERE kind = 'extract'")
    report = make_office(Raised()).extractor.reextract(WHOLE)
    assert (report.outcome, report.run) == ("skipped", None)


def test_messages_that_came_since_are_neither_read_again_nor_lost(
    read_once, ledger, make_office, sql
):
    def meanwhile(_window):
        ledger.append([said("I work at Acme.", minute=9)])

    office = make_office(Raised(meanwhile))
    office.extractor.reextract(WHOLE)
    row = chat_row(sql)
    assert (row.watermark, row.last_position) == (1, 2)
    assert row.due_at is not None


def test_a_failure_leaves_the_chat_as_it_stands_and_may_be_taken_up(read_once, make_office, sql):
    before = chat_row(sql)
    poor = make_office(PayingMind(), policy=Policy(day_tokens=1))
    report = poor.extractor.reextract(WHOLE)
    assert (report.outcome, report.run is None) == ("skipped", False)
    assert chat_row(sql) == before
    assert make_office(PayingMind()).extractor.reextract(WHOLE).outcome == "done"


def test_a_worker_lost_while_it_reads_again_harms_no_memory(read_once, make_office, sql):
    office = make_office(Raised(Crash()))
    with pytest.raises(Crash):
        office.extractor.reextract(WHOLE)
    sql("UPDATE lease SET expires_at = memfold_now() - interval '1 s' WHERE owner IS NOT NULL")
    assert office.sweeper.sweep(any_time=True).rescued == 1
    row = chat_row(sql)
    assert (row.watermark, row.quarantined_at) == (1, None)
    assert office.extractor.reextract(WHOLE).outcome == "done"


def test_a_window_read_whole_and_then_in_pieces_is_one_window(read_once, make_office, database):
    small = make_office(Raised(), policy=Policy(window_messages=1))
    assert small.extractor.reextract(WHOLE).windows == 2
    with database.transaction("default") as connection:
        now = database_now(connection)
        assert find_read_windows(connection, "default", START) == [WHOLE]
        assert find_read_windows(connection, "default", START, "other") == []
        assert find_read_windows(connection, "default", now) == []


def test_a_quote_asks_for_nothing_and_changes_nothing(read_once, make_office, sql):
    tables = ("run", "chat_state", "lease", "budget_spend", "budget_reservation")
    before = [sql(f"SELECT * FROM {table}") for table in tables]
    mind = PayingMind()
    quote = make_office(mind).extractor.quote(WHOLE)
    assert (quote.windows, quote.usage) == (1, mind.largest)
    assert mind.asked == []
    assert [sql(f"SELECT * FROM {table}") for table in tables] == before


def test_a_fold_is_quoted_only_where_a_mind_would_be_asked(pend, make_office):
    pend("I live in Bergen.")
    scope = "default:__private_root/_memory/_user/u-u-mira/"
    mind = PayingMind()
    assert make_office(planner=mind).consolidator.quote("default", scope).usage == mind.largest
    assert make_office().consolidator.quote("default", scope).usage.calls == 0
    assert mind.asked == []
