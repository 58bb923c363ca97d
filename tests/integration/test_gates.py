from __future__ import annotations

from datetime import timedelta

import pytest

from jobs.errors import OutageError
from jobs.policies import Policy
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedReader
from tests.fakes.rows import chat_row, runs

MINUTE = timedelta(minutes=1)


def rings(office):
    office.sweeper.sweep(any_time=True)
    rung, office.rung[:] = [(ring.kind, ring.key) for ring in office.rung], []
    return rung


def is_open(office, chat="c1"):
    """Whether the sweep rings the chat; the claim has to agree."""
    rung = ("extract", chat) in rings(office)
    read = office.extractor.extract("default", chat).outcome != "skipped"
    assert rung == read
    return read


def test_a_chat_waits_for_quiet_by_time_of_receipt_not_by_what_its_messages_say(
    ledger, office, move_clock
):
    ledger.append([said("I live in Bergen.")])  # said months before it was received
    assert not is_open(office)
    move_clock(9 * MINUTE)
    assert not is_open(office)
    move_clock(10 * MINUTE)
    assert is_open(office)


def test_a_chat_that_is_not_yet_quiet_is_put_off_without_a_ring(ledger, office, sql, move_clock):
    ledger.append([said("I live in Bergen.")])
    report = office.sweeper.sweep(any_time=True)
    assert (report.put_off, office.rung) == (1, [])
    row = chat_row(sql)
    assert row.due_at == row.last_received_at + 10 * MINUTE
    move_clock(6 * MINUTE)
    ledger.append([said("I love tea.", minute=1)])
    assert chat_row(sql).due_at == row.due_at  # a busy chat costs no index update
    move_clock(10 * MINUTE)
    assert office.sweeper.sweep(any_time=True).put_off == 1
    row = chat_row(sql)
    assert row.due_at == row.last_received_at + 10 * MINUTE
    move_clock(16 * MINUTE)
    assert is_open(office)


def test_an_idle_signal_that_covers_the_last_position_opens_the_gate(ledger, office):
    ledger.append([said("I live in Bergen.")])
    ledger.report_idle("default", "c1")
    assert is_open(office)


def test_a_later_message_takes_an_idle_signal_back(ledger, office):
    ledger.append([said("I live in Bergen.")])
    ledger.report_idle("default", "c1")
    ledger.append([said("I love tea.", minute=1)])
    assert not is_open(office)


def test_a_window_of_more_than_200_messages_does_not_wait(ledger, office):
    ledger.append([said(f"number {n}", minute=n) for n in range(200)])
    assert not is_open(office)
    ledger.append([said("one more", minute=200)])
    assert is_open(office)


def test_a_window_older_than_a_day_does_not_wait(ledger, office, move_clock):
    ledger.append([said("I live in Bergen.")])
    move_clock(timedelta(hours=23, minutes=55))
    ledger.append([said("I love tea.", minute=1)])
    assert not is_open(office)
    move_clock(timedelta(hours=24))
    assert is_open(office)


def test_the_day_of_a_window_starts_with_its_first_unread_message(
    ledger, make_office, sql, move_clock
):
    ledger.append([said("I live in Bergen.")])
    move_clock(timedelta(hours=24))
    reader = ScriptedReader(lambda _: ledger.append([said("I love tea.", minute=1)]) and None)
    office = make_office(reader)
    assert office.extractor.extract("default", "c1").outcome == "done"
    row = chat_row(sql)
    assert row.last_received_at - row.window_since < MINUTE
    assert not is_open(office)


def test_a_forced_chat_does_not_wait(ledger, office):
    ledger.append([said("I live in Bergen.")])
    office.force()
    assert is_open(office)


@pytest.mark.parametrize("fields", [{"origin": "machine"}, {"memory_mode": "off"}])
def test_a_chat_that_may_not_be_read_is_never_rung_and_waits_for_an_event(  # cases 25, 91
    ledger, office, sql, move_clock, fields
):
    ledger.append([said("I live in Bergen.", **fields)])
    office.force()
    move_clock(timedelta(days=2))
    assert not is_open(office)
    assert chat_row(sql).due_at is None


def test_a_deleted_chat_is_never_rung(ledger, office, sql, move_clock):
    ledger.append([said("I live in Bergen.")])
    ledger.delete_chat("default", "c1")
    move_clock(timedelta(days=2))
    assert not is_open(office)
    assert chat_row(sql).due_at is None


def test_turning_memory_on_ends_the_wait_and_off_time_messages_are_passed_unread(
    ledger, make_office, sql, move_clock
):
    reader = ScriptedReader()
    office = make_office(reader)
    ledger.append([said("I live in Oslo.", memory_mode="off")])
    move_clock(10 * MINUTE)
    assert not is_open(office)
    ledger.set_memory_mode("default", "c1", "on")
    ledger.append([said("I love tea.", minute=1)])
    move_clock(20 * MINUTE)
    assert is_open(office)
    assert [m.position for window in reader.windows for m in window.messages] == [1]
    assert chat_row(sql).watermark == 1
    assert sql("SELECT description FROM episode") == [("Likes tea.",)]


def test_a_window_that_holds_only_off_time_messages_is_passed_without_a_call(
    ledger, make_office, sql
):
    reader = ScriptedReader()
    office = make_office(reader)
    ledger.append([said("I live in Oslo.", memory_mode="off")])
    ledger.set_memory_mode("default", "c1", "on")
    ledger.report_idle("default", "c1")
    assert is_open(office)
    assert reader.windows == []
    assert chat_row(sql).watermark == 0
    assert sql("SELECT window_from, window_to, outcome FROM extraction_key") == [(0, 0, "nothing")]
    assert runs(sql)[0].reason == "memory was off for all of it"


def test_a_chat_in_which_no_user_takes_part_is_passed_without_a_call(ledger, make_office, sql):
    reader = ScriptedReader()
    office = make_office(reader)
    ledger.append([said("Nightly report.", role="assistant", user=None, speaker="bot")])
    ledger.report_idle("default", "c1")
    assert is_open(office)
    assert (reader.windows, chat_row(sql).watermark) == ([], 0)
    assert runs(sql)[0].reason == "no user takes part, so it feeds no scope"


def test_a_failure_holds_even_an_urgent_chat_until_its_time_has_come(
    ledger, make_office, sql, move_clock
):
    office = make_office(ScriptedReader(OutageError(retry_after=120)))
    ledger.append([said("I live in Bergen.")])
    ledger.report_idle("default", "c1")
    assert office.extractor.extract("default", "c1").outcome == "failed"
    row = chat_row(sql)
    assert row.due_at >= row.not_before
    assert not is_open(office)
    move_clock(timedelta(hours=1))
    assert is_open(office)


def test_a_refused_claim_sets_the_next_time_at_which_its_gate_may_open(ledger, office, sql):
    ledger.append([said("I live in Bergen.")])
    assert office.extractor.extract("default", "c1").outcome == "skipped"
    row = chat_row(sql)
    assert row.due_at == row.last_received_at + Policy().idle_after
    assert runs(sql) == []


def test_a_chat_that_is_not_there_is_skipped(office, sql):
    assert office.extractor.extract("default", "no-such-chat").outcome == "skipped"
    assert sql("SELECT count(*) FROM lease") == [(0,)]
