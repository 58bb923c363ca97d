"""From messages to MEMORY.md through the real database, in one process."""

from __future__ import annotations

from memory_core.index.grammar import parse_index
from tests.fakes.messages import said

SCOPE = "default:__private_root/_memory/_user/u-u-mira/"


def test_a_quiet_chat_becomes_lines_that_cite_its_messages(ledger, office, sql):
    ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    office.fold_all()
    index = parse_index(office.index_text(SCOPE))
    assert [entry.text for entry in index.active] == ["Lives in Bergen.", "Likes tea."]
    cited = sql("SELECT chat, position FROM episode_evidence ORDER BY position")
    assert cited == [("c1", 0), ("c1", 1)]


def test_an_unchanged_chat_is_never_read_twice(ledger, office, sql):
    ledger.append([said("I live in Bergen.")])
    office.fold_all()
    before = sql("SELECT count(*) FROM run")
    ledger.append([said("I live in Bergen.", position=0)])
    office.fold_all()
    assert sql("SELECT count(*) FROM run") == before


def test_what_was_said_last_holds_and_the_old_line_is_archived(ledger, office):
    ledger.append([said("I live in Oslo.")])
    office.fold_all()
    ledger.append([said("I live in Bergen now.", minute=60, chat="c2")])
    office.fold_all()
    index = parse_index(office.index_text(SCOPE))
    assert [entry.text for entry in index.active] == ["Lives in Bergen."]
    assert [(entry.text, entry.ending.kind) for entry in index.archived] == [
        ("Lives in Oslo.", "superseded")
    ]


def test_the_same_fact_in_two_chats_is_one_line_with_two_sources(ledger, office):  # case 34
    ledger.append([said("I like cats."), said("I like cats.", minute=90, chat="c2")])
    office.fold_all()
    (entry,) = parse_index(office.index_text(SCOPE)).active
    assert len(entry.sources) == 2
