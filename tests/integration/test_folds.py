from __future__ import annotations

import random
from datetime import timedelta

from jobs.policies import Policy
from memory_core.index.grammar import parse_index
from tests.fakes.folding import LIKED, SCOPE, fold
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedPlanner
from tests.fakes.rows import await_lock_waiter, runs, scope_row


def test_rounds_follow_one_another_under_one_lease_and_the_cooldown_starts_after_the_last(
    pend, make_office, sql
):
    office = make_office(policy=Policy(fold_batch=10))
    pend(*(f"I love {thing}." for thing in LIKED))
    report = fold(office)
    assert (report.rounds, report.placed, report.version) == (3, 25, 3)
    found = runs(sql, "consolidate")
    assert [run.token for run in found] == [1, 2, 3]
    assert [run.outcome for run in found] == ["done"] * 3
    assert sql("SELECT token FROM index_version ORDER BY version") == [(1,), (2,), (3,)]
    row = scope_row(sql, SCOPE)
    assert row.cooldown_until > found[-1].finished_at + timedelta(minutes=14)
    assert (row.due_at, row.version) == (None, 3)
    assert sql("SELECT owner FROM lease WHERE kind = 'consolidate'") == [(None,)]


def test_two_folds_of_a_scope_at_once_are_one(pend, make_office, sql, threads):  # cases 84, 85
    pend(*(f"I love {thing}." for thing in LIKED[:6]))
    offices = [make_office() for _ in range(4)]
    reports = list(threads.map(fold, offices))
    assert sorted(report.outcome for report in reports) == ["done"] + ["skipped"] * 3
    assert scope_row(sql, SCOPE).version == 1


def test_a_claim_that_waited_for_a_folds_commit_keeps_the_cooldown(
    pend, make_office, hooked, sql, threads
):
    """The loser is the second fold: what it read before it waited is no more true."""
    pend("I love tea.")
    second, waiting = make_office(), []

    def claim_meanwhile(connection):
        if connection.exec_driver_sql("SELECT count(*) FROM index_version").scalar_one():
            hooked.before_commit = None
            waiting.append(threads.submit(fold, second))
            await_lock_waiter(sql)

    hooked.before_commit = claim_meanwhile
    assert fold(make_office(on=hooked)).outcome == "done"
    assert waiting[0].result().outcome == "skipped"
    assert len(runs(sql, "consolidate")) == 1


STATEMENTS = [
    "I live in Bergen.",
    "I love tea.",
    "I love chess.",
    "I live in Oslo.",
    "I love jazz.",
    "I love tea.",
    "I work at Initech.",
]


def test_the_index_does_not_depend_on_the_order_in_which_chats_were_read(ledger, make_office):
    """The same chats in three workspaces, each read in an order of its own."""
    office, found = make_office(), []
    for seed, workspace in enumerate(["a", "b", "c"]):
        chats = [f"c{n}" for n in range(len(STATEMENTS))]
        ledger.append(
            [
                said(text, chat=chat, minute=n, workspace=workspace)
                for n, (chat, text) in enumerate(zip(chats, STATEMENTS, strict=True))
            ]
        )
        office.force(workspace)
        random.Random(seed).shuffle(chats)
        for chat in chats:
            office.extractor.extract(workspace, chat)
        scope = SCOPE.replace("default", workspace)
        office.consolidator.consolidate(workspace, scope)
        index = parse_index(office.index_text(scope, workspace))
        found.append([(e.text, e.day, e.section, len(e.sources)) for e in index.entries])
    assert sorted(found[0]) == sorted(found[1]) == sorted(found[2])
    assert "Lives in Oslo." in {text for text, *_ in found[0]}


def test_the_same_statement_in_two_chats_is_one_line_with_two_sources(  # case 34
    pend, make_office
):
    office = make_office()
    pend("I love cats.", "I love cats.")
    fold(office)
    (entry,) = parse_index(office.index_text(SCOPE)).active
    assert len(entry.sources) == 2


def test_what_was_said_last_holds_and_the_old_line_is_in_the_archive(pend, make_office):  # case 36
    office = make_office()
    pend("I live in Bergen.", "I live in Oslo.")
    fold(office)
    index = parse_index(office.index_text(SCOPE))
    assert [entry.text for entry in index.active] == ["Lives in Oslo."]
    assert [entry.text for entry in index.archived] == ["Lives in Bergen."]


def test_a_fold_has_no_way_to_change_an_episode(pend, make_office, sql):  # case 12
    pend("I live in Bergen.", "I live in Oslo.", "I love tea.")
    digest = "SELECT md5(string_agg(e::text, '|' ORDER BY id)) FROM episode e"
    before = sql(digest)
    fold(make_office())
    assert sql(digest) == before


def test_an_old_scope_is_folded_by_bounded_reads(pend, make_office, sql):  # case 14
    pend("I love tea.")
    sql(
        "INSERT INTO episode OVERRIDING SYSTEM VALUE SELECT workspace, "
        "'eold' || n, n + 1000000, scope_key, recorded_at, "
        "occurred_on, occurred_precision, provenance, speaker, section, description, body, aliases,"
        " language, prompt_version, model, run FROM episode, generate_series(1, 5000) n"
    )
    planner = ScriptedPlanner()
    assert fold(make_office(planner=planner)).placed == 1
    assert [len(offer) for offer in planner.offers] == [1]
