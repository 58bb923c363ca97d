from __future__ import annotations

import json
from datetime import timedelta

import pytest
from sqlalchemy import text

from jobs.chat_source import NamedSource
from jobs.lease import JobKind
from jobs.policies import Policy
from jobs.store.sweeping import _DUE_CHATS, _DUE_SCOPES, choose_due
from jobs.sweep import Sweeper
from memory_core.errors import BrokerUnavailableError
from memory_core.stores.database import DatabaseRole
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedReader
from tests.fakes.rows import chat_row

PERIOD = Policy().sweep_period


@pytest.fixture
def fill(sql):
    """Make chats that have been due for so long, each with its gate open unless it is told."""

    def fill(workspace, count, *, due_since="1 h", quiet=True, prefix="c"):
        sql("INSERT INTO workspace (workspace) VALUES (%s) ON CONFLICT DO NOTHING", workspace)
        sql(
            "INSERT INTO chat (workspace, chat) SELECT %s, %s || n FROM generate_series(1, %s) n",
            workspace,
            prefix,
            count,
        )
        sql(
            "INSERT INTO chat_state (workspace, chat, last_position, last_received_at, "
            "window_since, due_at) SELECT %s, %s || n, 0, at, at, "
            "memfold_now() - %s::interval + n * interval '1 ms' "
            "FROM generate_series(1, %s) n, "
            "LATERAL (SELECT CASE WHEN %s THEN memfold_now() - interval '2 h' "
            "ELSE memfold_now() END AS at) t",
            workspace,
            prefix,
            due_since,
            count,
            quiet,
        )

    return fill


def choose(database, batch, policy=None):
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        rings, _ = choose_due(connection, JobKind.EXTRACT, policy or Policy(), batch=batch)
    return rings


def by_workspace(rings):
    names = [ring.workspace for ring in rings]
    return {name: names.count(name) for name in sorted(set(names))}


def test_a_sweep_is_fair_over_workspaces_and_takes_the_oldest_first(database, fill):
    fill("big", 300, due_since="9 h")
    fill("small", 5, due_since="1 h")
    rings = choose(database, 20)
    assert by_workspace(rings) == {"big": 10, "small": 5}
    assert {r.key for r in rings if r.workspace == "big"} == {f"c{n}" for n in range(1, 11)}


def test_with_more_workspaces_than_places_the_one_that_waits_longest_goes_first(database, fill):
    for hours, name in enumerate(["d", "a", "c", "b"], start=1):
        fill(name, 2, due_since=f"{hours} h")
    turns = [by_workspace(choose(database, 2)) for _ in range(4)]
    assert turns == [{"b": 1, "c": 1}] * 2 + [{"a": 1, "d": 1}] * 2


def test_a_batch_is_bounded(database, fill):
    fill("default", 50)
    assert len(choose(database, 7)) == 7


def test_what_was_chosen_moves_two_periods_on_so_a_lost_ring_comes_again(
    database, fill, sql, move_clock
):
    fill("default", 3)
    assert len(choose(database, 10)) == 3
    assert choose(database, 10) == []
    ahead = sql("SELECT max(due_at - memfold_now()) <= %s FROM chat_state", 2 * PERIOD)
    assert ahead == [(True,)]
    move_clock(2 * PERIOD)
    assert len(choose(database, 10)) == 3


def test_two_sweeps_at_once_ring_each_row_once(database, fill, threads):
    fill("default", 200)
    chosen = list(threads.map(lambda _: choose(database, 60), range(4)))
    keys = [ring.key for rings in chosen for ring in rings]
    assert len(keys) == len(set(keys))
    assert len(keys) >= 60


def test_a_row_that_another_sweep_has_locked_is_passed_over(database, fill, hooked):
    fill("default", 10)
    with hooked.transaction(role=DatabaseRole.SWEEPER) as connection:
        first, _ = choose_due(connection, JobKind.EXTRACT, Policy(), batch=4)
        second = choose(database, 4)
    assert len(first) == len(second) == 4
    assert not {r.key for r in first} & {r.key for r in second}


def test_one_workspaces_page_of_rows_with_closed_gates_does_not_starve_the_others(database, fill):
    fill("poison", 100, due_since="9 h", quiet=False)
    fill("good", 3)
    first = choose(database, 10)
    assert by_workspace(first) == {"good": 3}


def test_a_page_of_closed_gates_does_not_starve_its_own_workspace(database, fill):
    fill("default", 20, due_since="9 h", quiet=False, prefix="busy")
    fill("default", 3, prefix="quiet")
    rung = [ring.key for _ in range(3) for ring in choose(database, 10)]
    assert sorted(rung) == ["quiet1", "quiet2", "quiet3"]


def test_ringing_stops_at_the_first_failed_publish_and_the_rest_is_due_again(
    database, fill, sql, move_clock
):
    fill("default", 5)
    taken = []

    def bell(ring):
        if len(taken) == 2:
            raise BrokerUnavailableError
        taken.append(ring)

    sweeper = Sweeper(database=database, policy=Policy(), bell=bell)
    report = sweeper.sweep(any_time=True)
    assert (report.extract, report.unrung) == (2, 3)
    move_clock(2 * PERIOD)
    taken.clear()
    assert sweeper.sweep(any_time=True).unrung == 3


def test_a_dead_broker_is_tried_once_a_sweep(ledger, office, database, sql, fill):
    ledger.append([said("I live in Bergen.", chat="read")])
    office.force()
    office.extractor.extract("default", "read")
    sql("UPDATE scope_state SET due_at = memfold_now()")
    fill("default", 2)
    asked = []

    def bell(ring):
        asked.append(ring)
        raise BrokerUnavailableError

    Sweeper(database=database, policy=Policy(), bell=bell).sweep(any_time=True)
    assert len(asked) == 1
    assert sql("SELECT due_at <= memfold_now() FROM scope_state") == [(True,)]


def test_of_many_beats_one_sweeps_the_slot(database, office, fill, threads):  # case 81
    fill("default", 3)
    reports = list(threads.map(lambda _: office.sweeper.sweep(), range(6)))
    assert sum(report.swept for report in reports) in {1, 2}  # two if a slot began meanwhile
    assert sum(report.extract for report in reports) == 3


def test_after_a_gap_there_is_one_sweep_and_no_storm(database, office, fill, sql, move_clock):
    fill("default", 3)
    assert office.sweeper.sweep().swept
    move_clock(timedelta(hours=5))
    office.rung.clear()
    assert office.sweeper.sweep().swept
    assert len(office.rung) == 3
    assert sql("SELECT count(*) FROM sweep_tick") == [(1,)]


def test_a_failing_chat_source_does_not_keep_the_rest_from_being_swept(
    database, office, fill, caplog
):
    class Broken:
        def changed_since(self, _mark):
            raise RuntimeError("the host's table is gone")

    fill("default", 2)
    source = NamedSource(name="host:chats", workspace="default", source=Broken())
    sweeper = Sweeper(database=database, policy=Policy(), bell=office.rung.append, sources=[source])
    assert sweeper.sweep(any_time=True).extract == 2
    assert "host:chats" in caplog.text


def test_a_job_that_ends_rings_the_next_due_row(office, fill):
    fill("default", 3)
    office.sweeper.ring_next(JobKind.EXTRACT)
    assert [ring.key for ring in office.rung] == ["c1"]


def test_a_chat_that_is_held_is_not_taken_from_its_holder_by_a_ring(ledger, make_office, sql):
    office = make_office()

    def ring_meanwhile(_):
        ledger.report_idle("default", "c1")
        office.sweeper.sweep(any_time=True)
        assert office.extractor.extract("default", "c1").outcome == "skipped"

    holder = make_office(ScriptedReader(ring_meanwhile))
    ledger.append([said("I live in Bergen.")])
    holder.force()
    assert holder.extractor.extract("default", "c1").outcome == "done"
    assert chat_row(sql).due_at is None


def nodes(plan):
    yield plan
    for child in plan.get("Plans", []):
        yield from nodes(child)


@pytest.mark.parametrize(
    ("statement", "table"), [(_DUE_CHATS, "chat_state"), (_DUE_SCOPES, "scope_state")]
)
def test_the_choice_reads_the_due_index_and_the_rows_by_their_place(
    database, sql, fill, statement, table
):
    fill("default", 10_000)
    sql(
        "INSERT INTO scope (workspace, scope_key, kind) "
        "SELECT 'default', 's' || n, 'user' FROM generate_series(1, 10000) n"
    )
    sql(
        "INSERT INTO scope_state (workspace, scope_key, due_at) "
        "SELECT 'default', 's' || n, memfold_now() - interval '1 h' "
        "FROM generate_series(1, 10000) n"
    )
    sql("UPDATE chat_state SET due_at = NULL WHERE chat > 'c5'")
    sql("UPDATE scope_state SET due_at = NULL WHERE scope_key > 's5'")
    sql("ANALYZE")
    parameters = {**Policy().parameters(), "batch": 100, "period": PERIOD}
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        explained = connection.execute(
            text(f"EXPLAIN (FORMAT JSON) {statement.text}"), parameters
        ).scalar_one()
    (plan,) = explained if isinstance(explained, list) else json.loads(explained)
    touched = [node for node in nodes(plan["Plan"]) if node.get("Relation Name") == table]
    kinds = {node["Node Type"] for node in touched if node["Node Type"] != "ModifyTable"}
    assert "Tid Scan" in kinds
    assert "Seq Scan" not in kinds
    names = {node.get("Index Name") for node in nodes(plan["Plan"])}
    assert f"{table}_due" in names
