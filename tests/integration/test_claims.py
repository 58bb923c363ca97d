from __future__ import annotations

from datetime import timedelta
from threading import Barrier

import pytest

from jobs.errors import ClaimRefusedError, ContentError
from jobs.lease import Caller
from jobs.policies import Policy
from jobs.store.chat_claims import claim_chat
from jobs.store.chats import ChatCommit, ChatFailure, commit_chat, fail_chat
from tests.fakes.messages import said
from tests.fakes.minds import Crash, ScriptedReader
from tests.fakes.rows import await_lock_waiter, chat_row, runs

POLICY = Policy()


def claim(database, owner="first", *, chat="c1", alone=False):
    with database.transaction("default") as connection:
        return claim_chat(connection, "default", chat, Caller(owner=owner, alone=alone), POLICY)


def try_claim(database, owner, chat="c1"):
    try:
        return claim(database, owner, chat=chat)
    except ClaimRefusedError:
        return None


def test_a_claim_takes_lease_attempt_and_run_in_one_statement(ledger, office, database, sql):
    ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    office.force()
    held = claim(database)
    assert (held.first, held.last, held.attempts) == (0, 1, 1)
    assert sql("SELECT owner, token, expires_at IS NOT NULL FROM lease") == [("first", 1, True)]
    (run,) = runs(sql)
    assert (run.outcome, run.token, run.window_from, run.window_to) == ("started", 1, 0, 1)
    row = chat_row(sql)
    assert (row.attempts, row.due_at, row.watermark) == (1, None, -1)


def test_of_two_claims_at_once_one_wins_and_the_loser_leaves_no_trace(
    ledger, office, database, sql, threads
):
    chats = [f"c{n}" for n in range(10)]
    ledger.append([said("I live in Bergen.", chat=chat) for chat in chats])
    office.force()
    start = Barrier(2)

    def claim_all(owner):
        won = []
        for chat in chats:
            start.wait()
            won += [chat] if try_claim(database, owner, chat) else []
        return won

    first, second = threads.map(claim_all, ["first", "second"])
    assert sorted(first + second) == sorted(chats)
    assert sql("SELECT count(*), max(token) FROM lease WHERE owner IS NOT NULL") == [(10, 1)]
    assert sql("SELECT count(*), max(attempts) FROM chat_state") == [(10, 1)]
    assert len(runs(sql)) == 10


@pytest.fixture
def race_claim_with(ledger, office, database, hooked, sql, threads):
    """Let a claim start while the holder's ending is not yet committed; return the claim."""

    def race(ending):
        ledger.append([said("I live in Bergen.")])
        office.force()
        held = claim(database)
        waiting = []

        def wait_for_the_claim(_):
            waiting.append(threads.submit(try_claim, database, "second"))
            await_lock_waiter(sql)

        hooked.before_commit = wait_for_the_claim
        with hooked.transaction("default") as connection:
            ending(connection, held)
        hooked.before_commit = None
        return waiting[0].result()

    return race


def read_all(connection, held):
    commit = ChatCommit(first=held.first, last=held.last, key="k1", known=False)
    commit_chat(connection, held, commit, POLICY)


def test_a_claim_that_waited_for_a_commit_never_reads_the_window_again(
    ledger, race_claim_with, sql
):
    assert race_claim_with(read_all) is None
    assert sql("SELECT owner, token FROM lease") == [(None, 1)]
    assert chat_row(sql).attempts == 0
    assert [run.outcome for run in runs(sql)] == ["nothing"]


def test_a_claim_that_waited_for_a_commit_finds_the_fresh_message_not_yet_quiet(
    ledger, race_claim_with, sql
):
    def read_then_append(connection, held):
        ledger.append([said("I love tea.", minute=1)])
        read_all(connection, held)

    assert race_claim_with(read_then_append) is None
    assert chat_row(sql).due_at is not None


def test_a_claim_that_waited_for_a_failure_keeps_the_backoff(ledger, race_claim_with, sql):
    def fail(connection, held):
        failure = ChatFailure(
            error_class="content",
            message="unusable",
            wait=timedelta(minutes=5),
            gives_back_attempt=False,
        )
        fail_chat(connection, held, failure, POLICY)

    assert race_claim_with(fail) is None
    assert chat_row(sql).attempts == 1


def test_a_suspect_is_claimed_only_by_a_job_alone_in_its_process(ledger, office, database, sql):
    ledger.append([said("I live in Bergen.")])
    office.force()
    sql("UPDATE chat_state SET losses = 1")
    with pytest.raises(ClaimRefusedError):
        claim(database)
    assert claim(database, alone=True).attempts == 1
    assert runs(sql)[0].alone


def test_a_refused_claim_of_a_held_chat_leaves_the_next_time_to_the_holder(
    ledger, office, database, sql
):
    ledger.append([said("I live in Bergen.")])
    office.force()
    claim(database)
    assert office.extractor.extract("default", "c1").outcome == "skipped"
    assert chat_row(sql).due_at is None
    assert chat_row(sql).attempts == 1


def test_an_attempt_counts_from_the_claim_so_a_killed_worker_has_used_one(  # case 77
    ledger, make_office, sql
):
    office = make_office(ScriptedReader(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    with pytest.raises(Crash):
        office.extractor.extract("default", "c1")
    assert chat_row(sql).attempts == 1
    assert runs(sql)[0].outcome == "started"


def test_content_failures_use_up_the_attempts_and_then_the_chat_is_set_aside(  # case 20
    ledger, make_office, sql, move_clock
):
    office = make_office(ScriptedReader(*(ContentError() for _ in range(5))))
    ledger.append([said("I live in Bergen.")])
    for hour in range(5):
        office.force()
        report = office.extractor.extract("default", "c1")
        assert (report.outcome, report.quarantined) == ("failed", hour == 4)
    row = chat_row(sql)
    assert (row.attempts, row.error_class, row.due_at) == (5, "content", None)
    ledger.append([said("I love tea.", minute=1)])
    office.force()
    move_clock(timedelta(days=2))
    assert office.sweeper.sweep(any_time=True).extract == 0
