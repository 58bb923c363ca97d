from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.index import trust
from memory_core.index.model import Entry
from memory_core.index.trust import (
    OrgRules,
    Witness,
    Witnesses,
    corroboration,
    is_assent,
    is_earned,
    org_flaw,
    org_line_flaw,
    remarked,
    said_hash,
)
from memory_core.provenance import Provenance
from memory_core.sections import Section
from tests.fakes.memories import START

LINE = "Lives in Oslo."


def witness(number, **fields):
    at = START + timedelta(days=number)
    values = {
        "episode": f"e{number}",
        "line": LINE,
        "provenance": Provenance.USER_SAID,
        "user": "zed",
        "at": at,
        "lineage": frozenset({f"c{number}"}),
        "days": frozenset({at.date()}),
        "said": frozenset({said_hash(f"Saying {number}: I live in Oslo")}),
    }
    return Witness(**values | fields)


FIRST, SECOND = witness(1), witness(2)


def entry(**fields):
    values = {
        "id": "m1",
        "section": Section.PROFILE,
        "day": date(2026, 2, 3),
        "text": LINE,
        "provenance": Provenance.USER_SAID,
        "unverified": True,
        "sources": ("e1", "e2"),
    }
    return Entry(**values | fields)


def court(*witnesses, sources=("e1", "e2")):
    return Witnesses(known={w.episode: w for w in witnesses}, sources={"m1": sources})


def test_a_user_who_repeats_himself_unprompted_on_another_day_corroborates():
    assert corroboration(entry(), [SECOND, FIRST]) == ("e1", "e2")
    assert not remarked(entry(), court(FIRST, SECOND)).unverified


@pytest.mark.parametrize(
    "later",
    [
        {"lineage": FIRST.lineage},
        {"days": FIRST.days},
        {"said": FIRST.said},
        {"assent": True},
        {"shown": frozenset({"Likes tea.", "Lives in Oslo."})},
        {"shown_entries": frozenset({"m1"})},
        {"provenance": Provenance.TOOL_DERIVED},
        {"provenance": Provenance.ASSISTANT_SAID},
        {"user": "yan"},
        {"user": None},
        {"line": "Lives in Bergen."},
    ],
)
def test_each_of_the_conditions_of_a_promotion_is_needed(later):
    assert corroboration(entry(), [FIRST, replace(SECOND, **later)]) is None
    assert remarked(entry(), court(FIRST, replace(SECOND, **later))).unverified


def test_one_endless_chat_is_not_held_against_itself(monkeypatch):
    def never(*_):
        raise AssertionError

    monkeypatch.setattr(trust, "_is_another", never)
    endless = [witness(n, lineage=FIRST.lineage) for n in range(50)]
    assert corroboration(entry(), endless) is None


def test_a_tools_line_is_promoted_by_the_users_own_words_alone():
    derived = entry(provenance=Provenance.TOOL_DERIVED)
    tool = replace(FIRST, provenance=Provenance.TOOL_DERIVED, user=None)
    assert is_earned(derived, [tool, SECOND])
    again = replace(SECOND, provenance=Provenance.TOOL_DERIVED, user=None)
    assert not is_earned(derived, [tool, again])


def test_a_tools_words_of_an_earlier_day_lend_a_users_line_nothing():
    tool = replace(FIRST, provenance=Provenance.TOOL_DERIVED, user=None)
    assert corroboration(entry(), [tool, SECOND]) is None
    assert remarked(entry(), court(tool, SECOND)).unverified


def test_two_witnesses_that_agree_on_something_else_do_not_vouch_for_a_line():
    both = [replace(w, line="Likes tea.") for w in (FIRST, SECOND)]
    assert corroboration(entry(), both) is None


def test_the_mark_returns_when_one_of_the_two_is_gone():
    trusted = entry(unverified=False)
    assert not remarked(trusted, court(FIRST, SECOND)).unverified
    assert remarked(trusted, court(FIRST)).unverified
    assert remarked(trusted, court()).unverified


def test_a_line_of_which_nothing_is_known_keeps_its_mark():
    trusted = entry(unverified=False)
    assert remarked(trusted, Witnesses()) == trusted


def test_a_persons_approval_counts_until_its_episode_is_gone():
    approved = replace(FIRST, approved=frozenset({FIRST.line}))
    assert not remarked(entry(), court(approved)).unverified
    assert remarked(entry(unverified=False), court()).unverified


def test_a_line_that_reads_like_an_order_is_never_promoted():
    assert remarked(entry(quoted=True), court(FIRST, SECOND)).unverified


def test_an_archived_line_and_a_requested_one_keep_their_marks():
    asked = entry(provenance=Provenance.USER_REQUESTED, unverified=False)
    assert remarked(asked, court()) == asked


def test_both_promoting_sources_are_shown_beside_the_first():
    others = [witness(n, line="Works in Oslo.") for n in (3, 4)]
    many = entry(sources=("e3", "e4", "e9"), more=2)
    found = remarked(many, court(*others, FIRST, SECOND, sources=("e3", "e4", "e1", "e2", "e9")))
    assert found.sources == ("e3", "e1", "e2")
    assert found.more == 2


@pytest.mark.parametrize(
    ("words", "expected"), [("Yes.", True), ("Yes, Oslo.", False), ("I live there.", False)]
)
def test_assent_is_an_assertion_without_content_of_its_own(words, expected):
    assert is_assent("Lives in Oslo.", [words]) is expected


def test_the_same_words_in_another_spelling_are_the_same_message():
    assert said_hash("I live in OSLO!") == said_hash("i live in Oslo")
    assert said_hash("I live in Oslo") != said_hash("Oslo is where I live")


DAYS = st.integers(1, 3)


@st.composite
def courts(draw):
    """Witnesses of one line whose chats, days, words and speakers fall together at random."""
    return [
        witness(
            number,
            lineage=frozenset({f"c{draw(DAYS)}"}),
            days=frozenset({date(2026, 2, draw(DAYS))}),
            said=frozenset({str(draw(DAYS))}),
            user=draw(st.sampled_from(["zed", "yan", None])),
            provenance=draw(st.sampled_from(Provenance)),
            assent=draw(st.booleans()),
        )
        for number in range(draw(st.integers(0, 4)))
    ]


@given(courts(), st.randoms(use_true_random=False))
def test_a_mark_depends_on_the_witnesses_alone_and_a_lone_one_never_earns_trust(found, random):
    shuffled = list(found)
    random.shuffle(shuffled)
    ids = tuple(w.episode for w in found)
    once = remarked(entry(sources=ids), court(*found, sources=ids))
    assert once == remarked(entry(sources=ids), court(*shuffled, sources=ids))
    assert once == remarked(once, court(*found, sources=ids))
    pair = corroboration(entry(), found)
    assert once.unverified == (pair is None)
    for gone in pair or ():
        left = [w for w in found if w.episode != gone]
        assert remarked(once, court(*left, sources=ids)).unverified == (
            corroboration(entry(), left) is None
        )


# -- an agent's common memory


def org(**fields):
    values = {"section": Section.PROCEDURES, "text": "Deploys go out on Tuesdays."}
    return entry(**values | fields)


def test_a_common_line_takes_two_users_or_a_persons_approval():
    rules = OrgRules()
    assert "takes two" in org_flaw(org(), [FIRST, SECOND], rules)
    assert org_flaw(org(), [FIRST, replace(SECOND, user="yan")], rules) is None
    approved = replace(FIRST, approved=frozenset({org().text}))
    assert org_flaw(org(), [approved], rules) is None


@pytest.mark.parametrize(
    "line",
    [
        "Deploys are done by Dana.",
        "Mail dana@example.com for deploys.",
        "Call +47 22 33 44 55 for deploys.",
        "Ask @dana99 for deploys.",
    ],
)
def test_a_common_line_holds_no_participants_name_or_contact_data(line):
    rules = OrgRules(names=frozenset({"dana"}))
    assert org_line_flaw(Section.PROCEDURES, line, rules)


def test_a_common_line_may_hold_a_date_and_stands_in_its_own_sections():
    assert org_line_flaw(Section.PROJECTS, "Ships on 2026-12-01.", OrgRules()) is None
    assert "Profile" in org_line_flaw(Section.PROFILE, "Ships.", OrgRules())


def test_an_approval_vouches_for_no_more_than_its_own_words():
    approved = witness(1, line="Likes tea and chess.", approved=frozenset({"Likes tea."}))
    assert is_earned(entry(text="Likes tea."), [approved])
    assert not is_earned(entry(text="Likes tea and chess."), [approved])
    assert not is_earned(entry(text="Likes tea and works at Zz-Yard."), [approved])
