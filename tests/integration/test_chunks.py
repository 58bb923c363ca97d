from __future__ import annotations

import pytest

from jobs.errors import ContextTooLongError
from jobs.policies import Policy
from tests.fakes.messages import said
from tests.fakes.minds import Crash, ScriptedReader
from tests.fakes.rows import chat_row, runs

PAIRS = Policy(window_messages=2)
CITIES = ["Bergen", "Oslo", "Turku", "Malmo", "Gdansk"]


@pytest.fixture
def long_chat(ledger):
    ledger.append([said(f"I visited {city} in 2019.", minute=n) for n, city in enumerate(CITIES)])


def windows(sql):
    return sql("SELECT window_from, window_to FROM extraction_key ORDER BY window_from")


def test_each_chunk_is_a_window_with_a_key_a_run_and_a_token_of_its_own(
    long_chat, make_office, sql
):
    office = make_office(ScriptedReader(), policy=PAIRS)
    office.force()
    report = office.extractor.extract("default", "c1", message_id="ring-1")
    assert report.windows == 3
    assert windows(sql) == [(0, 1), (2, 3), (4, 4)]
    found = runs(sql)
    assert [(r.window_from, r.window_to, r.token) for r in found] == [
        (0, 1, 1),
        (2, 3, 2),
        (4, 4, 3),
    ]
    assert {r.message_id for r in found} == {"ring-1"}
    assert sql("SELECT owner, token FROM lease WHERE kind = 'extract'") == [(None, 3)]
    row = chat_row(sql)
    assert (row.watermark, row.attempts, row.due_at, row.forced_at) == (4, 0, None, None)


def test_a_crash_after_the_first_chunk_repeats_nothing(long_chat, make_office, sql):
    office = make_office(ScriptedReader(None, Crash()), policy=PAIRS)
    office.force()
    with pytest.raises(Crash):
        office.extractor.extract("default", "c1")
    assert chat_row(sql).watermark == 1
    before = sql("SELECT id FROM episode ORDER BY seq")
    sql("UPDATE lease SET expires_at = memfold_now() - interval '1 s'")
    reader = ScriptedReader()
    again = make_office(reader, policy=PAIRS)
    again.sweeper.sweep(any_time=True)
    again.extractor.extract("default", "c1", alone=True)
    assert [m.position for w in reader.windows for m in w.messages] == [2, 3, 4]
    assert sql("SELECT id FROM episode ORDER BY seq")[: len(before)] == before
    assert [r.outcome for r in runs(sql)][:2] == ["done", "lost"]


def test_a_lease_stolen_between_two_chunks_keeps_the_first_only(long_chat, make_office, sql):
    def steal(_):
        sql("UPDATE lease SET token = token + 1, owner = 'thief' WHERE kind = 'extract'")

    office = make_office(ScriptedReader(None, steal), policy=PAIRS)
    office.force()
    report = office.extractor.extract("default", "c1")
    assert (report.outcome, report.windows) == ("stale", 2)
    assert windows(sql) == [(0, 1)]


def test_a_message_of_two_megabytes_is_read_trimmed_and_passed(ledger, make_office, sql):  # case 1
    reader = ScriptedReader()
    office = make_office(reader)
    paste = '{"k": "日本語"}, ' * 150_000
    ledger.append([said("I live in Bergen."), said(paste, minute=1), said("I love tea.", minute=2)])
    office.force()
    report = office.extractor.extract("default", "c1")
    assert (report.outcome, report.partial, chat_row(sql).watermark) == ("done", True, 2)
    assert any("partial" in (r.reason or "") for r in runs(sql))
    assert max(len(m.content) for w in reader.windows for m in w.messages) < 25_000
    assert max(sum(len(m.content) for m in w.context) for w in reader.windows) < 25_000
    assert sql("SELECT count(*) FROM episode") == [(2,)]


def test_a_window_too_long_for_the_mind_is_halved_at_once(long_chat, make_office, sql):
    reader = ScriptedReader(ContextTooLongError())
    office = make_office(reader)
    office.force()
    report = office.extractor.extract("default", "c1")
    assert report.outcome == "done"
    first, second, *_ = reader.windows
    assert len(second.messages) < len(first.messages) == 5
    assert chat_row(sql).watermark == 4
    assert windows(sql)[0] == (0, len(second.messages) - 1)


def test_a_window_is_halved_until_it_fits_and_no_attempt_is_used(long_chat, make_office, sql):
    reader = ScriptedReader(ContextTooLongError(), ContextTooLongError())
    office = make_office(reader)
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "done"
    # what proved too large stays small for the rest of the chat
    assert [len(w.messages) for w in reader.windows] == [5, 2, 1, 1, 1, 1, 1]
    row = chat_row(sql)
    assert (row.attempts, row.error_class, row.watermark) == (0, None, 4)


def test_a_short_message_that_is_too_long_all_the_same_uses_the_attempt(ledger, make_office, sql):
    ledger.append([said("I live in Bergen.")])
    office = make_office(ScriptedReader(ContextTooLongError()))
    office.force()
    assert office.extractor.extract("default", "c1").outcome == "failed"
    row = chat_row(sql)
    assert (row.attempts, row.error_class, row.watermark) == (1, "context", -1)


def test_positions_that_may_not_be_read_are_passed_with_their_chunk(ledger, make_office, sql):
    ledger.append([said("I live in Bergen.")])
    ledger.append([said(f"secret {n}", minute=n, memory_mode="off") for n in range(1, 5)])
    ledger.append([said("I love tea.", minute=9, memory_mode="on")])
    ledger.append([said("Bye.", minute=10, memory_mode="off")])
    ledger.set_memory_mode("default", "c1", "on")
    office = make_office(ScriptedReader(), policy=Policy(window_messages=1))
    office.force()
    office.extractor.extract("default", "c1")
    assert windows(sql) == [(0, 0), (1, 6)]
    assert chat_row(sql).watermark == 6
