from __future__ import annotations

from datetime import timedelta

import pytest

from jobs.errors import ContentError, OutageError
from jobs.policies import Policy
from tests.fakes.folding import LIKED, SCOPE, active_lines, fold, force
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedPlanner, ScriptedReader
from tests.fakes.rows import scope_row


def test_a_scope_waits_for_the_chats_that_are_due_and_feed_it(ledger, pend, make_office, sql):
    office = make_office()
    pend("I love tea.")
    ledger.append([said("I love chess.", chat="unread", minute=9)])
    ledger.report_idle("default", "unread")
    assert fold(office).outcome == "skipped"
    assert office.extractor.extract("default", "unread").outcome == "done"
    assert (fold(office).placed, active_lines(office)) == (2, ["Likes chess.", "Likes tea."])


def test_a_chat_that_is_still_talking_does_not_hold_up_its_scope(ledger, pend, make_office):
    pend("I love tea.")
    ledger.append([said("I love chess.", chat="talking", minute=9)])
    assert fold(make_office()).placed == 1


def test_twenty_pending_episodes_do_not_wait_for_unread_chats(ledger, pend, make_office):
    pend(*(f"I love {thing}." for thing in LIKED[:19]))
    ledger.append([said("I love mangoes.", chat="unread", minute=99)])
    ledger.report_idle("default", "unread")
    assert fold(make_office()).outcome == "skipped"
    pend("I love rugby.", minute=50, prefix="q")
    assert fold(make_office()).placed == 20


def test_an_episode_that_has_waited_an_hour_does_not_wait_for_unread_chats(
    ledger, pend, make_office, move_clock
):
    pend("I love tea.")
    ledger.append([said("I love mangoes.", chat="unread", minute=99)])
    ledger.report_idle("default", "unread")
    assert fold(make_office()).outcome == "skipped"
    move_clock(timedelta(hours=1))
    assert fold(make_office()).placed == 1


def test_episodes_that_cannot_be_placed_open_no_gate(ledger, pend, make_office, sql, move_clock):
    pend(*(f"I love {thing}." for thing in LIKED[:20]))
    sql("UPDATE pending_episode SET not_before = 'infinity' WHERE chat <> 'p0'")
    ledger.append([said("I love mangoes.", chat="unread", minute=99)])
    ledger.report_idle("default", "unread")
    assert fold(make_office()).outcome == "skipped"
    sql("UPDATE pending_episode SET pending_since = '2020-01-01' WHERE chat <> 'p0'")
    assert fold(make_office()).outcome == "skipped"


def test_folds_are_a_cooldown_apart_and_a_row_past_it_is_rung(  # case 78
    pend, make_office, sql, move_clock
):
    office = make_office()
    pend("I love tea.")
    assert fold(office).version == 1
    pend("I love chess.", minute=5, prefix="q")
    assert fold(office).outcome == "skipped"
    row = scope_row(sql, SCOPE)
    assert row.due_at >= row.cooldown_until
    office.sweeper.sweep(any_time=True)
    assert office.rung == []
    move_clock(timedelta(minutes=15))
    office.sweeper.sweep(any_time=True)
    assert [ring.key for ring in office.rung] == [SCOPE]
    assert fold(office).version == 2


def test_a_force_passes_the_cooldown_but_waits_for_the_chats_it_forced(
    ledger, pend, make_office, sql
):
    office = make_office()
    pend("I love tea.")
    fold(office)
    pend("I love chess.", minute=5, prefix="q")
    ledger.append([said("I love jazz.", chat="unread", minute=9)])
    force(office)
    assert fold(office).outcome == "skipped"
    office.extractor.extract("default", "unread")
    assert (fold(office).placed, scope_row(sql, SCOPE).forced_at) == (2, None)


@pytest.mark.parametrize("ending", ["waits", "quarantined"])
def test_a_forced_scope_does_not_wait_for_a_forced_chat_that_cannot_be_read_now(
    ledger, pend, make_office, sql, ending
):
    policy = Policy(max_attempts=1)
    error = OutageError() if ending == "waits" else ContentError()
    office = make_office(ScriptedReader(error), policy=policy)
    pend("I love tea.")
    ledger.append([said("I love jazz.", chat="unread", minute=9)])
    force(office)
    assert fold(office).outcome == "skipped"
    report = office.extractor.extract("default", "unread")
    assert (report.outcome, report.quarantined) == ("failed", ending == "quarantined")
    assert fold(office).placed == 1


def test_a_forced_chat_forces_the_scopes_it_feeds(ledger, make_office, sql):
    office = make_office()
    ledger.append([said("I love tea.")])
    office.force()
    office.extractor.extract("default", "c1")
    assert scope_row(sql, SCOPE).forced_at is not None


def test_a_failed_fold_stays_forced(pend, make_office, sql):
    office = make_office(planner=ScriptedPlanner(OutageError()))
    pend("I love tea.")
    force(office)
    assert fold(office).outcome == "failed"
    assert scope_row(sql, SCOPE).forced_at is not None
