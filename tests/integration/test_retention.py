"""Lines that nobody uses expire, lines that are used again come back, old snapshots are thinned."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import psycopg
import pytest

from jobs.policies import Policy
from memory_core.index.grammar import parse_index
from memory_core.index.model import EndingKind
from memory_core.stores.index_store import load_history
from memory_core.stores.usage_store import (
    follow_entries,
    load_uses,
    local_date,
    record_uses,
    served_turn,
)
from tests.fakes.command_line import CommandLine
from tests.fakes.folding import LIKED, SCOPE, active_lines, fold
from tests.fakes.messages import said
from tests.fakes.rows import await_lock_waiter, runs, scope_row

DAY = timedelta(days=1)


@pytest.fixture
def serve(database, move_clock):
    """Let the scope serve a turn on so many days, one after the other; return the clock's lead."""
    ahead = [timedelta()]

    def days(count, *, used=()):
        for _ in range(count):
            ahead[0] += DAY
            move_clock(ahead[0])
            with database.transaction("default") as connection:
                served_turn(connection, "default", SCOPE, local_date(connection, "default"))
                record_uses(connection, "default", SCOPE, used, datetime.now(UTC) + ahead[0])
        return ahead[0]

    return days


def index_of(office):
    return parse_index(office.index_text(SCOPE))


def find(office, text):
    return next(entry for entry in index_of(office).entries if text in entry.text)


def causes(office):
    with office.database.transaction("default") as connection:
        return [str(version.cause) for version in load_history(connection, "default", SCOPE)]


def sweep_next_day(office, move_clock, ahead):
    """Do what the first sweep of the next day rings."""
    move_clock(ahead + DAY)
    office.rung.clear()
    report = office.sweeper.sweep(any_time=True)
    office.work_off()
    return report


EVENT = "I ran a marathon yesterday."


def test_a_short_lived_line_expires_after_thirty_days_with_turns_and_a_lasting_one_stays(
    pend, make_office, serve, move_clock
):
    office = make_office()
    pend(EVENT, "I live in Bergen.")
    fold(office)
    event = find(office, "marathon")
    ahead = serve(29)
    assert sweep_next_day(office, move_clock, ahead).upkeep == 1
    assert find(office, "marathon").active
    ahead = serve(1)
    sweep_next_day(office, move_clock, ahead)
    expired = index_of(office).find_entry(event.id)
    assert expired.ending.kind is EndingKind.EXPIRED
    assert active_lines(office) == ["Lives in Bergen."]
    assert causes(office) == ["folded", "expired"]


def test_days_without_a_turn_do_not_run_the_clock(pend, make_office, serve, move_clock):
    office = make_office()
    pend(EVENT)
    fold(office)
    ahead = serve(20)
    move_clock(ahead + 100 * DAY)
    office.sweeper.sweep(any_time=True)
    office.work_off()
    assert find(office, "marathon").active


def test_many_turns_of_a_day_are_one_day_and_a_day_that_goes_back_is_none(
    pend, make_office, database, sql
):
    pend(EVENT)
    with database.transaction("default") as connection:
        for on in (date(2026, 3, 2), date(2026, 3, 2), date(2026, 3, 1), date(2026, 3, 4)):
            served_turn(connection, "default", SCOPE, on)
    row = scope_row(sql, SCOPE)
    assert (row.days_served, row.last_turn_on) == (2, date(2026, 3, 4))


def test_a_used_line_stays_and_its_clock_starts_anew(pend, make_office, serve, move_clock):
    office = make_office()
    pend(EVENT, "I visited the harbour museum yesterday.")
    fold(office)
    used = find(office, "marathon")
    serve(25)
    serve(1, used=[used.id])
    ahead = serve(10)
    sweep_next_day(office, move_clock, ahead)
    assert [entry.id for entry in index_of(office).active] == [used.id]


def test_a_hit_on_an_episode_is_a_use_of_the_line_that_rests_on_it(
    pend, make_office, serve, database
):
    office = make_office()
    pend(EVENT)
    fold(office)
    entry = find(office, "marathon")
    serve(1, used=[entry.sources[0], entry.id])
    with database.transaction("default") as connection:
        uses = load_uses(connection, "default", SCOPE)
    assert uses.unused_days(entry.id) == 0
    assert uses.by_entry[entry.id].used_again


def test_ids_of_another_scope_count_nothing(pend, make_office, ledger, serve, sql, database):
    office = make_office()
    pend(EVENT)
    fold(office)
    entry = find(office, "marathon")
    other = SCOPE.replace("u-mira", "u-other")
    ledger.append([said("I love tea.", chat="o", user="u-other")])
    with database.transaction("default") as connection:
        assert record_uses(connection, "default", other, [entry.id], datetime.now(UTC)) == 0
        assert record_uses(connection, "default", SCOPE, ["m0000000"], datetime.now(UTC)) == 0


def test_a_fold_is_no_use_but_a_new_source_is(
    pend, make_office, serve, move_clock, database
):  # case 89
    office = make_office()
    pend("I love tea.", "I love chess.")
    fold(office)
    ahead = serve(5)
    pend("I love tea.", minute=300, prefix="q")
    move_clock(ahead + timedelta(hours=2))
    fold(office)
    with database.transaction("default") as connection:
        uses = load_uses(connection, "default", SCOPE)
    assert uses.unused_days(find(office, "tea").id) == 0
    assert uses.unused_days(find(office, "chess").id) == 5


def test_lasting_lines_expire_only_down_to_sixty_lines_and_the_longest_unused_first(
    pend, make_office, serve, move_clock, ledger
):
    office = make_office()
    ledger.append([said(f"I love item{n}word.", chat=f"c{n}", minute=n) for n in range(70)])
    office.force()
    for n in range(70):
        office.extractor.extract("default", f"c{n}")
    fold(office)
    used = [entry.id for entry in index_of(office).active[:5]]
    serve(5, used=used)
    ahead = serve(40)
    sweep_next_day(office, move_clock, ahead)
    index = index_of(office)
    assert len(index.active) == 59  # and one heading
    assert set(used) <= {entry.id for entry in index.active}


def test_what_is_pinned_or_asked_for_never_expires(pend, make_office, serve, move_clock, sql):
    office = make_office()
    pend(EVENT)
    fold(office)
    sql("SET app.forgetting = 'on'")
    sql(
        "UPDATE index_version SET text = replace(text, 'user-said, unverified', "
        "'user-said, unverified, pinned')"
    )
    sql("SET app.forgetting = ''")
    assert find(office, "marathon").pinned
    ahead = serve(60)
    sweep_next_day(office, move_clock, ahead)
    assert find(office, "marathon").active


def test_nothing_expires_where_it_is_turned_off(pend, make_office, serve, move_clock):
    office = make_office(policy=Policy(unused_days=0))
    pend(EVENT)
    fold(office)
    ahead = serve(60)
    sweep_next_day(office, move_clock, ahead)
    assert find(office, "marathon").active


def test_a_later_use_brings_an_expired_line_back_at_the_next_fold(
    pend, make_office, serve, move_clock
):
    office = make_office()
    pend(EVENT)
    fold(office)
    entry = find(office, "marathon")
    ahead = serve(31)
    sweep_next_day(office, move_clock, ahead)
    assert not find(office, "marathon").active
    ahead = serve(2, used=[entry.id])
    sweep_next_day(office, move_clock, ahead)
    back = find(office, "marathon")
    assert (back.id, back.section, back.ending) == (entry.id, entry.section, None)
    assert causes(office) == ["folded", "expired", "revived"]
    ahead = serve(29)
    sweep_next_day(office, move_clock, ahead)
    assert find(office, "marathon").active


def test_an_episode_that_states_the_same_brings_it_back_and_becomes_its_source(
    pend, make_office, serve, move_clock
):
    office = make_office()
    pend("I am working on a boat shed.")
    fold(office)
    entry = find(office, "boat shed")
    ahead = serve(31)
    sweep_next_day(office, move_clock, ahead)
    assert not find(office, "boat shed").active
    pend("I am working on a boat shed.", minute=900, prefix="q")
    move_clock(ahead + 3 * DAY)
    report = fold(office)
    back = find(office, "boat shed")
    assert (back.id, back.active, len(back.sources)) == (entry.id, True, 2)
    assert causes(office) == ["folded", "expired", "revived", "folded"]
    assert (report.placed, report.rounds) == (1, 2)
    kinds = [str(effect.kind) for effect in report.effects]
    assert kinds == ["revived", "confirmed"]


def test_an_expired_line_that_is_taken_back_ends_for_good(pend, make_office, serve, move_clock):
    office = make_office()
    pend("I am working on a boat shed.")
    fold(office)
    entry = find(office, "boat shed")
    ahead = serve(31)
    sweep_next_day(office, move_clock, ahead)
    pend("I am no longer working on a boat shed.", minute=900, prefix="q")
    move_clock(ahead + 3 * DAY)
    assert fold(office).placed == 1
    assert find(office, "boat shed").ending.kind is EndingKind.RETRACTED
    serve(35, used=[entry.id])
    sweep_next_day(office, move_clock, ahead + 40 * DAY)
    assert active_lines(office) == []


def test_a_line_that_a_pending_episode_states_does_not_expire_first(
    pend, make_office, serve, move_clock
):
    office = make_office()
    pend("I am working on a boat shed.")
    fold(office)
    ahead = serve(31)
    pend("I am working on a boat shed.", minute=900, prefix="q")
    move_clock(ahead + DAY)
    fold(office)
    assert causes(office) == ["folded", "folded"]


def test_every_round_of_a_fold_expires_first(pend, make_office, serve, move_clock, sql):
    office = make_office()
    pend(EVENT)
    fold(office)
    ahead = serve(31)
    pend("I love tea.", minute=900, prefix="q")
    move_clock(ahead + timedelta(minutes=5))
    report = fold(office)
    assert (report.rounds, report.version) == (2, 3)
    assert [(run.outcome, run.reason) for run in runs(sql, "consolidate")[1:]] == [
        ("done", "daily upkeep"),
        ("done", None),
    ]
    assert causes(office) == ["folded", "expired", "folded"]


def test_the_daily_pass_is_done_once_a_local_date_and_once_after_a_gap(
    pend, make_office, serve, move_clock, sql
):
    office = make_office()
    pend(EVENT)
    sql("UPDATE workspace SET time_zone = 'Asia/Tokyo'")
    fold(office)
    ahead = serve(3)
    for _ in range(3):
        assert sweep_next_day(office, move_clock, ahead).upkeep in {0, 1}
    done = [run for run in runs(sql, "consolidate") if run.reason == "daily upkeep"]
    assert len(done) == 1
    ahead = serve(5)
    sweep_next_day(office, move_clock, ahead)
    sweep_next_day(office, move_clock, ahead)
    done = [run for run in runs(sql, "consolidate") if run.reason == "daily upkeep"]
    assert len(done) == 2


def test_an_upkeep_begins_no_cooldown_and_leaves_what_is_due_as_it_was(
    pend, make_office, serve, move_clock, sql
):
    office = make_office()
    pend(EVENT)
    fold(office)
    cooldown = scope_row(sql, SCOPE).cooldown_until
    ahead = serve(1)
    sql("UPDATE scope_state SET failures = 2, not_before = '2100-01-01'")
    pend("I love tea.", minute=300, prefix="q")
    due = scope_row(sql, SCOPE).due_at
    move_clock(ahead + DAY)
    assert fold(office).outcome == "nothing"
    row = scope_row(sql, SCOPE)
    assert (row.cooldown_until, row.failures, row.due_at) == (cooldown, 2, due)
    assert fold(office).outcome == "skipped"


def test_an_upkeep_whose_lease_was_stolen_keeps_nothing(
    hooked, pend, make_office, serve, move_clock, sql
):
    """The loser is the upkeep that lost its lease before its commit."""
    pend(EVENT)
    fold(make_office())
    ahead = serve(31)
    move_clock(ahead + DAY)

    def steal():
        hooked.after_commit = None
        sql("UPDATE lease SET token = token + 1, owner = 'thief' WHERE kind = 'consolidate'")

    hooked.after_commit = steal
    assert fold(make_office(on=hooked)).outcome == "stale"
    assert scope_row(sql, SCOPE).version == 1


def test_a_use_that_comes_while_a_line_expires_is_not_lost(  # noqa: PLR0917 - fixtures
    hooked, pend, make_office, serve, move_clock, threads, database, sql
):
    """The loser is the expiry: the use waits for it and brings the line back."""
    office = make_office()
    pend(EVENT)
    fold(office)
    entry = find(office, "marathon")
    ahead = serve(31)
    move_clock(ahead + DAY)
    waiting = []

    def use():
        with database.transaction("default") as connection:
            return record_uses(connection, "default", SCOPE, [entry.id], datetime.now(UTC))

    def use_meanwhile(connection):
        if connection.exec_driver_sql("SELECT max(version) FROM index_version").scalar_one() == 2:
            hooked.before_commit = None
            waiting.append(threads.submit(use))
            await_lock_waiter(sql)

    hooked.before_commit = use_meanwhile
    fold(make_office(on=hooked))
    assert waiting[0].result() == 1
    assert not find(office, "marathon").active
    ahead = serve(1)
    sweep_next_day(office, move_clock, ahead + DAY)
    assert find(office, "marathon").active


def test_want_of_room_spares_what_was_used_and_says_why(
    pend, make_office, ledger, serve, move_clock, sql
):
    office = make_office()
    ledger.append([said(f"I love item{n}word.", chat=f"c{n}", minute=n) for n in range(85)])
    office.force()
    for n in range(85):
        office.extractor.extract("default", f"c{n}")
    fold(office)
    oldest, second = sorted(index_of(office).active, key=lambda e: (e.day, e.id))[:2]
    ahead = serve(1, used=[oldest.id])
    pend("I love rugby.", minute=900, prefix="q")
    move_clock(ahead + timedelta(hours=1))
    report = fold(office)
    (victim,) = [effect for effect in report.effects if effect.kind == "archived"]
    assert victim.entry == second.id
    assert victim.reason == f"room: unverified, never used, of {second.day.isoformat()}"
    stored = sql("SELECT report FROM index_version ORDER BY version DESC LIMIT 1")[0][0]
    assert victim.reason in [effect["reason"] for effect in stored]


def test_snapshots_are_all_kept_for_a_month_then_the_last_of_a_day_and_the_chain_holds(
    pend, make_office, move_clock, sql, urls, tmp_path
):
    office = make_office(policy=Policy(fold_batch=1))
    pend(*(f"I love {thing}." for thing in LIKED[:4]))
    fold(office)
    move_clock(2 * DAY)
    pend("I love rugby.", minute=300, prefix="q")
    fold(office)

    def kept():
        return [
            version
            for (version,) in sql(
                "SELECT version FROM index_version WHERE text IS NOT NULL ORDER BY version"
            )
        ]

    assert kept() == [1, 2, 3, 4, 5]
    before = sql("SELECT version, body_hash, previous_hash, report FROM index_version ORDER BY 1")
    for days in (29, 33, 40):
        sweep_next_day(office, move_clock, days * DAY)
    assert kept() == [4, 5]
    sweep_next_day(office, move_clock, 400 * DAY)
    assert kept() == [5]
    chain = sql("SELECT version, body_hash, previous_hash, report FROM index_version ORDER BY 1")
    assert chain == before
    assert [row[2] for row in chain[1:]] == [row[1] for row in chain[:-1]]
    with office.database.transaction("default") as connection:
        history = load_history(connection, "default", SCOPE)
    assert [bool(version.text) for version in history] == [False] * 4 + [True]
    memfold = CommandLine(tmp_path, DATABASE_URL=urls.database_url)
    listed = memfold.json("index", "history", SCOPE)
    assert [version["active"] for version in listed] == [None] * 4 + [5]
    gone = memfold("index", "show", SCOPE, "--version", "2")
    assert (gone.code, "not kept any more" in gone.stderr) == (2, True)
    assert memfold.json("index", "validate", SCOPE)["valid"]
    row = scope_row(sql, SCOPE)
    assert (row.upkeep_on, row.upkeep_at) == (None, None)


def test_thinning_takes_a_snapshots_text_and_can_change_nothing_else(pend, make_office, sql):
    pend("I love tea.")
    fold(make_office())
    for change in ("text = 'other'", "text = NULL, report = '[1]'"):
        sql("SET app.thinning = 'on'")
        with pytest.raises(psycopg.errors.RestrictViolation):
            sql(f"UPDATE index_version SET {change}")
    with pytest.raises(psycopg.errors.RestrictViolation):
        sql("DELETE FROM index_version")
    sql("SET app.thinning = ''")
    with pytest.raises(psycopg.errors.RestrictViolation):
        sql("UPDATE index_version SET text = NULL")


def test_the_clock_of_a_line_that_is_gone_is_dropped(pend, make_office, database, sql):
    office = make_office()
    pend("I love tea.", "I love chess.")
    fold(office)
    assert sql("SELECT count(*) FROM usage") == [(2,)]
    before = index_of(office)
    after = before.next_version(before.entries[:1], before.written_at)
    place = {"workspace": "default", "scope_key": SCOPE}
    with database.transaction("default") as connection:
        follow_entries(connection, place, before, after, {})
    assert sql("SELECT entry FROM usage") == [(before.entries[0].id,)]
