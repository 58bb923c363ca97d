from __future__ import annotations

from datetime import date

import pytest

from memory_core.index.aliases import (
    ambiguous_aliases,
    denies_alias,
    find_aliased,
    states_alias,
)
from memory_core.index.model import Entry, Index
from memory_core.provenance import Provenance
from memory_core.sections import Section
from tests.fakes.memories import KEY, NOW


# cases 40, 41
@pytest.mark.parametrize(
    ("words", "alias"),
    [
        ("My brother Robert, also known as Bob, lives in Oslo.", "Bob"),
        ("Robert, a.k.a. Bob, called.", "Bob"),
        ("Please call me Ned.", "Ned"),
        ("Everyone calls him “Bob”.", "Bob"),
        ("My sister goes by Liz.", "Liz"),
        ("Ned is short for Edward.", "Ned"),
        ("Nenn mich Ned.", "Ned"),
        ("Mein Bruder, auch Bob genannt, oder auch bekannt als Bobby.", "Bobby"),
        ("Me llaman Nando.", "Nando"),
        ("Llámame Nando.", "Nando"),
        ("Appelle-moi Léo.", "Léo"),
        ("ネッドと呼んでください。", "ネッド"),
        ("叫我小王。", "小王"),
    ],
)
def test_an_alias_comes_from_an_explicit_statement(words, alias):
    assert states_alias(words, alias)
    assert not denies_alias(words, alias)


# cases 40, 41
@pytest.mark.parametrize(
    ("words", "alias"),
    [
        ("Bob (not Rob) came along.", "Rob"),
        ("Robert said Bob would come.", "Bob"),
        ("Edward is my name.", "Ned"),
        ("I met Bob and Robert.", "Bob"),
        ("I called Bob yesterday.", "Bob"),
        ("Call me Nedward.", "Ned"),
        ("Don't call me Ned.", "Ned"),
        ("Nobody calls me Ned any more.", "Ned"),
        ("anything", ""),
    ],
)
def test_likeness_mention_and_denial_state_no_alias(words, alias):
    assert not states_alias(words, alias)


def test_an_alias_is_taken_away_by_an_explicit_denial_alone():
    assert denies_alias("Don't call me Ned.", "Ned")
    assert not denies_alias("I met Ned.", "Ned")
    assert not denies_alias("I don't like Ned.", "Ned")


def entry(entry_id, *aliases):
    return Entry(
        id=entry_id,
        section=Section.PEOPLE,
        day=date(2026, 2, 3),
        text=f"Knows {entry_id}.",
        provenance=Provenance.USER_SAID,
        aliases=aliases,
    )


def test_an_alias_of_two_entries_links_to_nothing():  # case 40
    index = Index(
        scope_key=KEY,
        version=1,
        written_at=NOW,
        entries=(entry("m1", "Bob", "Bobby"), entry("m2", "BOB")),
    )
    assert find_aliased(index, "bob") is None
    assert find_aliased(index, "bobby").id == "m1"
    assert ambiguous_aliases(index) == {"bob"}
