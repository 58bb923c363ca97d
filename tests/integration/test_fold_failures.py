from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from jobs import consolidation
from jobs.editing import edit_index
from jobs.errors import ContentError, ContextTooLongError, OutageError
from jobs.minds.protocol import Proposal
from jobs.store import scopes, upkeep
from jobs.views.scope_gates import explain_scope
from memory_core.errors import StoreUnavailableError, VersionConflictError
from memory_core.index.grammar import parse_index
from memory_core.index.operations import Add, Merge, Retract, Skip, SkipReason, Supersede
from memory_core.index.planner import Settled
from memory_core.index.rewrite import Cause, Violation
from memory_core.stores.index_store import (
    NewVersion,
    RewriteRefusedError,
    load_index,
    replace_index,
)
from tests.fakes.folding import LIKED, SCOPE, active_lines, fold, force
from tests.fakes.messages import said
from tests.fakes.minds import Crash, ScriptedPlanner, propose
from tests.fakes.rows import runs, scope_row


def kept(sql):
    """Versions, pending episodes and their tries."""
    return sql(
        "SELECT (SELECT count(*) FROM index_version), count(*), coalesce(sum(tries), 0)::int "
        "FROM pending_episode"
    )[0]


def test_an_outage_leaves_index_and_tries_as_they_are_and_waits(pend, make_office, sql):
    office = make_office(planner=ScriptedPlanner(OutageError(retry_after=60)))
    pend("I love tea.")
    assert fold(office).outcome == "failed"
    assert kept(sql) == (0, 1, 0)
    row = scope_row(sql, SCOPE)
    assert (row.failures, row.error_class, row.due_at) == (1, "outage", row.not_before)
    assert fold(office).outcome == "skipped"
    assert sql("SELECT owner FROM lease WHERE kind = 'consolidate'") == [(None,)]


@pytest.mark.parametrize("steps", [[ContentError("the answer was empty")], [None]])
def test_an_unusable_answer_keeps_the_old_index_and_consumes_nothing(  # cases 9, 11
    pend, make_office, sql, steps
):
    empty = [lambda *_: propose(), lambda *_: propose()]
    office = make_office(planner=ScriptedPlanner(*(steps if steps[0] else empty)))
    pend("I love tea.")
    assert fold(office).outcome in {"failed", "refused"}
    assert kept(sql) == (0, 1, 1)
    assert scope_row(sql, SCOPE).error_class == "content"


def ungrounded(_index, episodes, _violations):
    return propose(*(Add(episodes=(e.id,), text="Owns a yacht in Monaco.") for e in episodes))


def test_a_refused_plan_gets_one_repair_round_that_is_told_why(pend, make_office, sql):
    planner = ScriptedPlanner(ungrounded)
    pend("I love tea.")
    report = fold(make_office(planner=planner))
    assert report.outcome == "done"
    assert planner.told[0] == ()
    assert any(told.startswith("V10") for told in planner.told[1])
    (run,) = runs(sql, "consolidate")
    assert run.calls == 2


def test_what_passes_alone_is_taken_after_the_repair_round(pend, make_office, sql):
    def half(index, episodes, violations):
        if len(episodes) == 1:
            return None
        good, bad = sorted(episodes, key=lambda e: e.content.description, reverse=True)
        return propose(
            Add(episodes=(good.id,)), Add(episodes=(bad.id,), text="Owns a yacht in Monaco.")
        )

    office = make_office(planner=ScriptedPlanner(half, half))
    pend("I love tea.", "I love chess.")
    report = fold(office)
    assert (report.rounds, report.placed) == (2, 2)
    first, second = runs(sql, "consolidate")
    assert "V10" in first.violations
    assert (first.outcome, second.outcome) == ("done", "done")


def test_after_three_refusals_code_folds_and_buys_no_more(pend, make_office, sql, move_clock):
    planner = ScriptedPlanner(*[ungrounded] * 20)
    office = make_office(planner=planner)
    pend("I love tea.")
    for tries in range(1, 4):
        assert fold(office).outcome == "refused"
        assert kept(sql) == (0, 1, tries)
        move_clock(timedelta(hours=2 * tries))
    assert len(planner.offers) == 6
    assert fold(office).outcome == "done"
    assert len(planner.offers) == 6
    assert active_lines(office) == ["Likes tea."]
    assert [run.outcome for run in runs(sql, "consolidate")] == ["refused"] * 3 + ["done"]
    assert runs(sql, "consolidate")[0].violations[0] == "V10"


def test_episodes_that_a_mind_had_its_tries_at_do_not_spoil_the_round_of_fresh_ones(
    pend, make_office, sql
):
    planner = ScriptedPlanner()
    pend("I love tea.")
    sql("UPDATE pending_episode SET tries = 3")
    pend("I love chess.", minute=5, prefix="q")
    report = fold(make_office(planner=planner))
    assert (report.rounds, report.placed) == (2, 2)
    assert [len(offer) for offer in planner.offers] == [1]


def test_an_unusable_mind_leads_to_a_fold_by_code_in_the_end(  # case 21
    pend, make_office, sql, move_clock
):
    office = make_office(planner=ScriptedPlanner(*(ContentError() for _ in range(9))))
    pend("I love tea.")
    for hour in range(1, 4):
        assert fold(office).outcome == "failed"
        move_clock(timedelta(hours=2 * hour))
    office.sweeper.sweep(any_time=True)
    assert [ring.key for ring in office.rung] == [SCOPE]
    assert fold(office).outcome == "done"


def test_one_episode_cannot_empty_the_index(pend, make_office, sql, move_clock):  # case 7
    def retract_all(index, episodes, _violations):
        gone = [Retract(entry=e.id, episodes=(episodes[0].id,)) for e in index.active[1:]]
        kept = Supersede(
            entry=index.active[0].id, episodes=(episodes[0].id,), text="Forgot everything."
        )
        return propose(kept, *gone)

    office = make_office()
    pend(*(f"I love {thing}." for thing in LIKED[:12]))
    fold(office)
    before = active_lines(office)
    pend("I love rugby.", minute=90, prefix="q")
    move_clock(timedelta(hours=1))
    planner = ScriptedPlanner(retract_all, retract_all)
    fold(make_office(planner=planner))
    assert planner.told[1][0].startswith("V04")
    index = parse_index(office.index_text(SCOPE))
    assert len(index.active) >= len(before) - 1  # what passes alone: one entry for one episode
    assert {entry.text for entry in index.entries} >= set(before)


def test_a_full_index_takes_what_fits_and_never_more_than_a_hundred_lines(  # cases 3, 4
    ledger, make_office, sql
):
    office = make_office(planner=ScriptedPlanner())
    ledger.append([said(f"I love item{n}word.", chat=f"c{n}", minute=n) for n in range(110)])
    office.force()
    for n in range(110):
        office.extractor.extract("default", f"c{n}")
    fold(office)
    text = office.index_text(SCOPE)
    assert len(text.splitlines()) <= 100
    assert parse_index(text).version >= 5
    assert "Likes item109word." in {entry.text for entry in parse_index(text).active}


def test_a_fold_too_long_for_the_mind_is_made_in_more_rounds(pend, make_office, sql):
    pend("I love tea.", "I love chess.", "I love rye bread.", "I love rowing.")
    report = fold(make_office(planner=ScriptedPlanner(ContextTooLongError())))
    assert (report.outcome, report.rounds, report.placed) == ("done", 2, 4)
    assert kept(sql) == (2, 0, 0)


def test_what_a_mind_skips_is_placed_without_a_line(pend, make_office, sql):
    def skip(index, episodes, violations):
        return propose(*(Skip(episodes=(e.id,), reason=SkipReason.TRANSIENT) for e in episodes))

    office = make_office(planner=ScriptedPlanner(skip))
    pend("I love tea.")
    report = fold(office)
    assert (report.outcome, report.placed, kept(sql)) == ("nothing", 1, (0, 0, 0))


def test_a_plan_is_billed_whatever_becomes_of_it(pend, make_office, sql):
    office = make_office(planner=ScriptedPlanner(*[ungrounded] * 2))
    pend("I love tea.")
    fold(office)
    (run,) = runs(sql, "consolidate")
    assert (run.outcome, run.calls, float(run.cost)) == ("refused", 2, 1.0)


def test_a_fold_whose_lease_was_stolen_keeps_nothing(pend, make_office, sql):
    def steal(*_):
        sql("UPDATE lease SET token = token + 1, owner = 'thief' WHERE kind = 'consolidate'")

    office = make_office(planner=ScriptedPlanner(steal))
    pend("I love tea.")
    assert fold(office).outcome == "stale"
    assert kept(sql) == (0, 1, 0)
    (run,) = runs(sql, "consolidate")
    assert (run.outcome, run.calls) == ("stale", 1)


@pytest.mark.parametrize("step", ["replace_index", "_settle_pending", "finish_run", "release"])
def test_a_crash_at_any_step_of_a_folds_commit_changes_nothing(  # case 86
    pend, make_office, sql, monkeypatch, step
):
    pend("I love tea.")
    with monkeypatch.context() as crashing:
        crashing.setattr(scopes, step, lambda *_, **__: (_ for _ in ()).throw(Crash))
        with pytest.raises(Crash):
            fold(make_office())
    assert kept(sql) == (0, 1, 0)
    assert scope_row(sql, SCOPE).version == 0
    sql("UPDATE lease SET expires_at = memfold_now() - interval '1 s'")
    office = make_office()
    office.sweeper.sweep(any_time=True)
    assert fold(office).version == 1


def test_an_index_replaced_by_another_meanwhile_costs_no_try_and_the_fold_comes_again(
    pend, make_office, sql, move_clock
):
    office = make_office()
    pend("I love tea.")
    fold(office)
    pend("I love chess.", minute=5, prefix="q")
    move_clock(timedelta(minutes=16))

    def edit(*_):
        with office.database.transaction("default") as connection:
            index = load_index(connection, "default", SCOPE)
            pinned = [replace(entry, pinned=True) for entry in index.entries]
            after = index.next_version(pinned, index.written_at)
            replace_index(connection, "default", NewVersion(after=after, cause=Cause.PINNED))

    folding = make_office(planner=ScriptedPlanner(edit))
    assert fold(folding).outcome == "failed"
    assert kept(sql) == (2, 1, 0)
    move_clock(timedelta(hours=2))
    assert fold(folding).version == 3
    assert active_lines(office) == ["Likes chess.", "Likes tea."]


def test_a_rewrite_refused_at_the_commit_ends_the_run_and_counts_a_try(
    pend, make_office, sql, monkeypatch
):
    """What a plan rests on may be gone by then."""

    def refuse(*_):
        raise RewriteRefusedError([Violation(code="V07", message="a source is gone")])

    pend("I love tea.")
    monkeypatch.setattr(scopes, "replace_index", refuse)
    assert fold(make_office(planner=ScriptedPlanner())).outcome == "refused"
    assert kept(sql) == (0, 1, 1)
    (run,) = runs(sql, "consolidate")
    assert (run.outcome, run.violations) == ("refused", ["V07"])


def test_what_code_cannot_place_waits_for_a_force_and_repeats_no_round(
    pend, make_office, sql, monkeypatch
):
    office = make_office()
    pend("I love tea.")
    monkeypatch.setattr(consolidation, "place", lambda *_: _Nothing())
    report = fold(office)
    assert (report.rounds, report.outcome) == (1, "nothing")
    assert sql("SELECT not_before, reason FROM pending_episode WHERE not_before < 'infinity'") == []
    assert scope_row(sql, SCOPE).due_at is None
    monkeypatch.undo()
    force(office)
    assert fold(office).placed == 1


@pytest.mark.parametrize("error", [StoreUnavailableError(), VersionConflictError()], ids=str)
def test_an_upkeep_that_the_store_fails_waits_as_a_fold_does(
    pend, make_office, sql, monkeypatch, error
):
    def fail(*_):
        raise error

    pend("I love tea.")
    with monkeypatch.context() as patch:
        patch.setattr(upkeep, "keep_scope", fail)
        report = fold(make_office())
    assert (report.outcome, report.reason) == ("failed", str(error))
    assert kept(sql) == (0, 1, 0)
    row = scope_row(sql, SCOPE)
    assert (row.failures, row.error_class, row.due_at) == (1, "outage", row.not_before)
    assert [run.outcome for run in runs(sql, "consolidate")] == ["failed"]
    assert sql("SELECT owner FROM lease WHERE kind = 'consolidate'") == [(None,)]


def test_why_code_cannot_place_an_episode_is_kept_as_codes_without_a_lines_words(
    pend, make_office, sql, monkeypatch
):
    def merge(index, episodes, *_):
        line, (episode,) = index.active[0], episodes
        lost = Merge(entries=(line.id,), episodes=(episode.id,), text="Likes nothing.")
        return Settled(
            operations=(lost,),
            rest=(),
            deferred=(),
        )

    office = make_office()
    pend("I love tea.")
    fold(office)
    pend("I love chess.", minute=5, prefix="q")
    monkeypatch.setattr(consolidation, "place", merge)
    force(office)
    assert fold(office).outcome == "nothing"
    ((reason,),) = sql("SELECT reason FROM pending_episode")
    assert re.fullmatch(r"V\d\d(; V\d\d)*", reason)


def test_where_no_line_may_go_the_new_one_stays_pending_and_why_says_so(  # cases 13, 17
    pend, make_office, sql, database
):
    office = make_office()
    pend("I love tea.")
    fold(office)
    kept = "".join(f"- Owns boat number {n}.\n" for n in range(90))
    assert edit_index(database, "default", SCOPE, f"{office.index_text(SCOPE)}{kept}").left
    before = office.index_text(SCOPE)
    pend("I love chess.", minute=5, prefix="q")
    force(office)
    assert fold(office).outcome == "nothing"
    assert office.index_text(SCOPE) == before
    assert scope_row(sql, SCOPE).due_at is None
    with database.transaction("default") as connection:
        (pending,) = explain_scope(connection, "default", SCOPE, office.policy).pending
    assert "no room" in pending["reason"]


class _Nothing:
    operations = ()
    rest = ()
    deferred = ()


def test_a_planner_that_names_what_it_was_not_offered_is_refused(pend, make_office, sql):
    def foreign(index, episodes, violations):
        return Proposal(operations=(Add(episodes=("e0000000000000000",)),))

    office = make_office(planner=ScriptedPlanner(foreign, foreign))
    pend("I love tea.")
    assert fold(office).outcome == "refused"
    assert {"plan", "V07"} <= set(runs(sql, "consolidate")[0].violations)
