from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import event

from jobs.policies import Policy
from jobs.store.leases import rescue
from memory_core.stores.database import DatabaseRole
from tests.fakes.messages import said
from tests.fakes.minds import Crash, ScriptedPlanner, ScriptedReader
from tests.fakes.rows import chat_row, runs, scope_row

SCOPE = "default:__private_root/_memory/_user/u-u-mira/"


def expire(sql):
    sql("UPDATE lease SET expires_at = memfold_now() - interval '1 s' WHERE owner IS NOT NULL")


def crash_reading(office, chat="c1", *, alone=False):
    with pytest.raises(Crash):
        office.extractor.extract("default", chat, alone=alone)


def test_a_lost_chat_gets_its_attempt_back_and_is_due_at_once_as_a_suspect(
    ledger, make_office, sql
):
    office = make_office(ScriptedReader(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    crash_reading(office)
    expire(sql)
    report = office.sweeper.sweep(any_time=True)
    assert (report.rescued, report.extract) == (1, 1)
    assert [(ring.key, ring.alone) for ring in office.rung] == [("c1", True)]
    row = chat_row(sql)
    assert (row.attempts, row.losses, row.losses_alone) == (0, 1, 0)
    assert (row.outcome, row.error_class, row.quarantined_at) == ("lost", "lost", None)
    (run,) = runs(sql)
    assert (run.outcome, run.reason) == ("lost", "the lease expired")
    assert sql("SELECT owner, expires_at FROM lease") == [(None, None)]


def test_losses_in_company_never_quarantine(ledger, make_office, sql):
    office = make_office(ScriptedReader(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    crash_reading(office)
    sql("UPDATE chat_state SET losses = 20")
    expire(sql)
    office.sweeper.sweep(any_time=True)
    assert chat_row(sql).quarantined_at is None


def test_a_poison_chat_is_quarantined_alone_and_spares_its_neighbours(ledger, make_office, sql):
    """32 chats die together with one; each goes on alone, and only the poison dies again."""
    chats = [f"c{n}" for n in range(8)]
    ledger.append([said("I live in Bergen.", chat=chat) for chat in chats])
    office = make_office(ScriptedReader(*(Crash() for _ in chats)))
    office.force()
    for chat in chats:
        crash_reading(office, chat)
    expire(sql)
    assert office.sweeper.sweep(any_time=True).rescued == 8
    for chat in chats[1:]:
        good = make_office(ScriptedReader())
        assert good.extractor.extract("default", chat, alone=True).outcome == "done"
    poisoned = make_office(ScriptedReader(*(Crash() for _ in range(9))))
    for _ in range(3):
        assert chat_row(sql, "c0").quarantined_at is None
        crash_reading(poisoned, "c0", alone=True)
        expire(sql)
        poisoned.sweeper.sweep(any_time=True)
    assert sql("SELECT chat FROM chat_state WHERE quarantined_at IS NOT NULL") == [("c0",)]
    assert chat_row(sql, "c0").losses == 4
    poisoned.rung.clear()
    poisoned.sweeper.sweep(any_time=True)
    assert [ring for ring in poisoned.rung if ring.kind == "extract"] == []


def test_a_poison_in_a_later_chunk_of_a_job_alone_counts_as_a_loss_alone(ledger, make_office, sql):
    policy = Policy(window_messages=1)
    office = make_office(ScriptedReader(None, Crash()), policy=policy)
    ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    office.force()
    crash_reading(office, alone=True)
    expire(sql)
    office.sweeper.sweep(any_time=True)
    assert (chat_row(sql).losses, chat_row(sql).losses_alone) == (1, 1)


def test_a_lost_fold_is_due_again_and_its_episodes_have_no_try_less(ledger, make_office, sql):
    office = make_office(planner=ScriptedPlanner(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    office.extractor.extract("default", "c1")
    with pytest.raises(Crash):
        office.consolidator.consolidate("default", SCOPE)
    expire(sql)
    assert office.sweeper.sweep(any_time=True).rescued == 1
    assert sql("SELECT tries FROM pending_episode") == [(0,)]
    assert scope_row(sql, SCOPE).error_class == "lost"
    assert office.consolidator.consolidate("default", SCOPE).placed == 1
    assert [run.outcome for run in runs(sql, "consolidate")] == ["lost", "done"]


def test_a_scope_that_kills_its_workers_again_and_again_waits_ever_longer(
    ledger, make_office, sql, move_clock
):
    office = make_office(planner=ScriptedPlanner(*(Crash() for _ in range(5))))
    ledger.append([said("I live in Bergen.")])
    office.force()
    office.extractor.extract("default", "c1")
    waits = []
    for lives in range(1, 6):
        with pytest.raises(Crash):
            office.consolidator.consolidate("default", SCOPE)
        expire(sql)
        office.sweeper.sweep(any_time=True)
        wait = sql("SELECT extract(epoch FROM not_before - memfold_now())::float FROM scope_state")
        waits.append(round(wait[0][0] or 0))
        move_clock(lives * timedelta(hours=1))
    assert waits == [0, 0, 0, 30, 60]


def test_a_rescue_locks_what_commits_lock_in_their_order(database, ledger, office, sql):
    """Chats before scopes, each in key order: otherwise it could deadlock with a commit."""
    people = ["u-c", "u-B", "u-a", "u-_"]
    ledger.append(
        [said("I live in Bergen.", chat=f"c-{user}", user=user, speaker=user) for user in people]
    )
    sql(
        "INSERT INTO lease SELECT *, 'x', 1, now() - interval '1 h' FROM ("
        "SELECT workspace, 'consolidate', scope_key FROM scope_state UNION ALL "
        "SELECT workspace, 'extract', chat FROM chat_state) held"
    )
    sql(
        "INSERT INTO run (workspace, id, kind, key, token, owner) "
        "SELECT workspace, gen_random_uuid(), kind, key, 1, 'x' FROM lease ORDER BY random()"
    )
    touched = []

    def note(_connection, _cursor, statement, parameters, *_):
        if "_state SET" in statement:
            touched.append(("scope_state" in statement, parameters.get("key")))

    event.listen(database._engine, "before_cursor_execute", note)
    assert office.sweeper.sweep(any_time=True).rescued == 8
    lost = touched[:8]
    assert lost == sorted(lost)


def test_a_rescue_that_meets_a_heartbeat_at_work_leaves_its_lease_alone(
    ledger, make_office, hooked, sql, threads
):
    office = make_office(ScriptedReader(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    crash_reading(office)
    expire(sql)
    found = []

    def rescue_meanwhile(_):
        hooked.before_commit = None
        found.append(threads.submit(office.sweeper.sweep, any_time=True).result().rescued)

    hooked.before_commit = rescue_meanwhile
    with hooked.transaction("default") as connection:
        connection.exec_driver_sql("UPDATE lease SET expires_at = memfold_now() + interval '60 s'")
    assert found == [0]
    assert office.sweeper.sweep(any_time=True).rescued == 0
    assert chat_row(sql).losses == 0


def test_a_live_lease_is_not_rescued(ledger, make_office, sql):
    office = make_office(ScriptedReader(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    crash_reading(office)
    assert office.sweeper.sweep(any_time=True).rescued == 0


def test_a_rescue_that_dies_holds_up_no_other(ledger, make_office, hooked, database, sql):
    office = make_office(ScriptedReader(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    crash_reading(office)
    expire(sql)

    def die(_):
        hooked.before_commit = None
        raise Crash

    hooked.before_commit = die
    with (
        pytest.raises(Crash),
        hooked.transaction(role=DatabaseRole.SWEEPER) as connection,
    ):
        rescue(connection, Policy())
    assert chat_row(sql).losses == 0
    assert office.sweeper.sweep(any_time=True).rescued == 1


def test_two_rescues_at_once_count_each_loss_once(ledger, make_office, database, sql, threads):
    chats = [f"c{n}" for n in range(10)]
    ledger.append([said("I live in Bergen.", chat=chat) for chat in chats])
    office = make_office(ScriptedReader(*(Crash() for _ in chats)))
    office.force()
    for chat in chats:
        crash_reading(office, chat)
    expire(sql)
    sweeps = [threads.submit(office.sweeper.sweep, any_time=True) for _ in range(4)]
    assert sum(sweep.result().rescued for sweep in sweeps) == 10
    assert sql("SELECT min(losses), max(losses) FROM chat_state") == [(1, 1)]


def test_a_lost_chat_that_was_deleted_meanwhile_is_not_rung(ledger, make_office, sql, move_clock):
    office = make_office(ScriptedReader(Crash()))
    ledger.append([said("I live in Bergen.")])
    office.force()
    crash_reading(office)
    ledger.delete_chat("default", "c1")
    move_clock(timedelta(minutes=5))
    report = office.sweeper.sweep(any_time=True)
    assert (report.rescued, report.extract) == (1, 0)
    assert chat_row(sql).due_at is None
