"""What a forget does to lines that rest on more, to what people did, and to what hangs on them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from jobs.editing import edit_index, pin_entry, restore_version
from jobs.forget import Forgetter, Target
from jobs.minds.protocol import Reading, Statement
from jobs.mirror import Mirror
from memory_core.clock import database_now
from memory_core.index.grammar import parse_index
from memory_core.index.operations import Add, Merge
from memory_core.sections import Section
from memory_core.stores.embedding_store import put_embeddings
from memory_core.stores.usage_store import record_uses
from tests.fakes.folding import SCOPE, active_lines, force
from tests.fakes.messages import said
from tests.fakes.minds import ONE_CALL, ScriptedPlanner, ScriptedReader, propose
from tests.fakes.office import FORGET_KEY
from tests.integration.test_forget import assert_the_chain_holds, places_of

CANARY = "Zanzibar"
FIRST = Target(kind="message", chat="c1", position=0)


def entry_of(office, text):
    return next(e for e in parse_index(office.index_text(SCOPE)).entries if e.text == text)


def states(*messages, text=f"Lives in {CANARY}.", section=Section.PROFILE):
    statement = Statement(text=text, section=section, messages=messages)
    return lambda _: Reading(statements=(statement,), usage=ONE_CALL)


@pytest.fixture
def twice(ledger, make_office):
    """One episode that rests on two messages."""
    ledger.append(
        [
            said(f"I live in {CANARY}."),
            said("Hm.", minute=1),
            said(f"As I said, I live in {CANARY}.", minute=2),
        ]
    )
    return make_office(ScriptedReader(states(0, 2)))


def test_an_episode_that_rested_partly_on_it_is_minted_anew_under_the_same_line(twice, sql):
    twice.fold_all()
    line = entry_of(twice, f"Lives in {CANARY}.")
    report = twice.forgetter.forget("default", FIRST)
    kept = entry_of(twice, f"Lives in {CANARY}.")
    assert kept.id == line.id
    assert list(kept.sources) == report.receipt["minted_anew"]
    assert set(kept.sources).isdisjoint(line.sources)
    assert sql("SELECT position FROM episode_evidence") == [(2,)]
    assert sql("SELECT count(*) FROM pending_episode") == [(0,)]
    assert sql("SELECT DISTINCT episode FROM entry_source") == [(kept.sources[0],)]
    assert_the_chain_holds(sql)
    twice.forgetter.forget("default", replace(FIRST, position=2))
    assert active_lines(twice) == []
    assert places_of(sql, CANARY) == []


def test_one_that_waited_for_its_fold_still_does(twice, sql):
    twice.force()
    twice.extractor.extract("default", "c1")
    report = twice.forgetter.forget("default", FIRST)
    (minted,) = report.receipt["minted_anew"]
    assert sql("SELECT episode FROM pending_episode") == [(minted,)]
    twice.fold_all()
    assert active_lines(twice) == [f"Lives in {CANARY}."]


def test_forgetting_a_line_forgets_every_message_behind_it(ledger, office, sql):
    for n in range(2):
        ledger.append([said("I love tea.", chat=f"s{n}", minute=n)])
    ledger.append([said("I love chess.", chat="s0", minute=3)])
    office.fold_all()
    line = entry_of(office, "Likes tea.")
    office.forgetter.forget("default", Target(kind="entry", scope_key=SCOPE, entry=line.id))
    office.fold_all()
    assert active_lines(office) == ["Likes chess."]
    assert sql("SELECT content FROM message WHERE content IS NOT NULL") == [("I love chess.",)]


def test_what_is_left_of_a_line_that_goes_is_folded_anew(ledger, office, make_office, sql):
    ledger.append([said("I love tea.", chat="plain")])
    ledger.append([said(f"I love tea from {CANARY}.", chat="c1", minute=1)])
    office.fold_all()
    plain, whole = entry_of(office, "Likes tea."), entry_of(office, f"Likes tea from {CANARY}.")
    merge = Merge(entries=(plain.id, whole.id), episodes=(), text=whole.text)
    ledger.append([said("I love chess.", chat="c3", minute=50)])
    merging = make_office(
        planner=ScriptedPlanner(
            lambda _, episodes, __: propose(Add(episodes=(episodes[0].id,)), merge)
        )
    )
    merging.fold_all()
    assert active_lines(office) == ["Likes chess.", f"Likes tea from {CANARY}."]
    office.forgetter.forget("default", FIRST)
    assert active_lines(office) == ["Likes chess."]
    office.fold_all()
    force(office)
    office.consolidator.consolidate("default", SCOPE)
    assert active_lines(office) == ["Likes chess.", "Likes tea."]
    assert places_of(sql, CANARY) == []


def test_forgetting_an_edited_line_forgets_what_the_person_wrote(ledger, office, sql):
    ledger.append([said("I love tea.")])
    office.fold_all()
    edit_index(
        office.database,
        "default",
        SCOPE,
        office.index_text(SCOPE).replace("Likes tea.", f"Likes tea from {CANARY}."),
    )
    line = entry_of(office, f"Likes tea from {CANARY}.")
    office.forgetter.forget("default", Target(kind="entry", scope_key=SCOPE, entry=line.id))
    assert places_of(sql, CANARY) == []
    assert sql("SELECT content FROM message") == [("I love tea.",)]
    (old,) = parse_index(office.index_text(SCOPE)).entries
    assert (old.text, old.ending.by) == ("Likes tea.", "gone")


def test_a_restore_does_not_bring_back_what_was_forgotten(ledger, office, sql):
    ledger.append([said(f"I live in {CANARY}."), said("I love tea.", minute=1)])
    office.fold_all()
    ledger.append([said("I love chess.", chat="c2", minute=50)])
    office.fold_all()
    office.forgetter.forget("default", FIRST)
    restore_version(office.database, "default", SCOPE, 1)
    assert active_lines(office) == ["Likes tea."]
    assert places_of(sql, CANARY) == []
    assert_the_chain_holds(sql)


def test_a_thinned_snapshot_cannot_confirm_a_guess(ledger, office, sql):
    ledger.append([said(f"I live in {CANARY}.")])
    office.fold_all()
    ledger.append([said("I love chess.", chat="c2", minute=50)])
    office.fold_all()
    sql("SET app.forgetting = 'on'")
    sql("UPDATE index_version SET text = NULL WHERE version = 1")
    sql("RESET app.forgetting")
    ((before,),) = sql("SELECT body_hash FROM index_version WHERE version = 1")
    office.forgetter.forget("default", FIRST)
    ((after,),) = sql("SELECT body_hash FROM index_version WHERE version = 1")
    assert after != before
    assert_the_chain_holds(sql)


def test_an_answer_goes_with_the_question_that_it_rested_on(ledger, make_office, sql):
    ledger.append(
        [
            said(f"Do you live in {CANARY}?", role="assistant", user=None, agent="helper"),
            said("Yes, I live there.", agent="helper", minute=1),
        ]
    )
    office = make_office(ScriptedReader(states(1)))
    office.fold_all()
    assert sql("SELECT position FROM episode_evidence") == [(1,)]
    office.forgetter.forget("default", FIRST)
    assert places_of(sql, CANARY) == []


def test_what_hangs_on_episodes_and_lines_goes_with_them(ledger, office, sql):
    ledger.append([said(f"I live in {CANARY}."), said("I love tea.", minute=1)])
    office.fold_all()
    line = entry_of(office, f"Lives in {CANARY}.")
    with office.database.transaction("default") as connection:
        vectors = {episode: [1.0, 0.0] for (episode,) in sql("SELECT id FROM episode")}
        put_embeddings(connection, "default", "m", vectors)
        record_uses(connection, "default", SCOPE, [line.id], database_now(connection))
    for table in ("episode_retirement", "episode_quarantine"):
        sql(
            f"INSERT INTO {table} (workspace, episode, reason) "
            "SELECT workspace, id, 'invented' FROM episode"
        )
    sql(
        "INSERT INTO episode_review (workspace, episode, verdict, reviewer) "
        "SELECT workspace, id, 'rejected', 'invented' FROM episode"
    )
    sql(
        "INSERT INTO delivered_span (workspace, chat, digest, before_position, kind, scope_key, "
        "entry, line) VALUES ('default', 'c9', 'd', 3, 'block', %s, %s, %s)",
        SCOPE,
        line.id,
        line.text,
    )
    report = office.forgetter.forget("default", FIRST)
    assert sql("SELECT count(*) FROM usage WHERE entry = %s", line.id) == [(0,)]
    assert sql("SELECT count(*) FROM delivered_span") == [(0,)]
    tables = ("episode", "episode_embedding", "episode_retirement", "episode_review")
    assert [sql(f"SELECT count(*) FROM {table}") for table in tables] == [[(1,)]] * 4
    assert {table: report.receipt["rows"][table] for table in tables} == dict.fromkeys(tables, 1)
    assert places_of(sql, CANARY) == []


def test_a_pinned_line_is_forgotten_like_any_other(ledger, office, sql):
    ledger.append([said(f"I live in {CANARY}.")])
    office.fold_all()
    pin_entry(office.database, "default", SCOPE, entry_of(office, f"Lives in {CANARY}.").id)
    office.forgetter.forget("default", FIRST)
    assert (active_lines(office), places_of(sql, CANARY)) == ([], [])


def test_the_mirror_forgets_as_well(ledger, office, tmp_path):
    ledger.append([said(f"I live in {CANARY}."), said("I love tea.", minute=1)])
    office.fold_all()
    mirror = Mirror(office.database, tmp_path)
    mirror.repair()
    ledger.append([said("I love chess.", chat="c2", minute=50)])
    office.fold_all()
    mirror.repair()

    def holding():
        return [p for p in tmp_path.rglob("*") if p.is_file() and CANARY in p.read_text()]

    assert len(holding()) >= 3
    forgetter = Forgetter(database=office.database, key=FORGET_KEY, written=mirror.try_write)
    forgetter.forget("default", FIRST)
    assert holding() == []


def test_upkeep_and_folds_go_on_from_there(ledger, office, sql, move_clock):
    ledger.append([said(f"I live in {CANARY}."), said("I love tea.", minute=1)])
    office.fold_all()
    office.forgetter.forget("default", FIRST)
    move_clock(timedelta(days=40))
    office.sweeper.sweep(any_time=True)
    office.work_off()
    ledger.append([said("I live in Bergen.", chat="c5", minute=5000)])
    office.fold_all()
    assert active_lines(office) == ["Likes tea.", "Lives in Bergen."]
    assert_the_chain_holds(sql)
