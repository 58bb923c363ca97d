"""What a rewrite may do to trust: marks, sections, aliases, an agent's common memory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.effects import EffectKind
from memory_core.index.fold import fold
from memory_core.index.grammar import render_index
from memory_core.index.model import Entry, Index
from memory_core.index.operations import Add, Alias, Confirm, Merge, Supersede
from memory_core.index.planner import place
from memory_core.index.rewrite import Cause
from memory_core.index.trust import OrgRules, Witness, Witnesses, said_hash
from memory_core.index.validator import validate_rewrite
from memory_core.messages import Participant, ParticipantKind, Role
from memory_core.provenance import Provenance
from memory_core.sections import Section
from tests.fakes.memories import NOW, Story, empty

TOOL = Participant(id="calendar", kind=ParticipantKind.TOOL)


class Bench:
    """An index in the making with a story behind it, and what the validator says of it."""

    def __init__(self):
        self.story = Story()
        self.index: Index = empty()
        self.org: OrgRules | None = None
        self.users: dict[str, str] = {}
        self.sources: dict[str, tuple[str, ...]] = {}

    def say(self, words, line, *, user="zed", **more):
        episode = self.story.say(words, line, **more)
        self.users[episode.id] = user
        return episode

    def tool_says(self, words, line, section=Section.WORK):
        episode = self.story.say(words, line, provenance=Provenance.TOOL_DERIVED, section=section)
        place = episode.content.evidence[0]
        message = self.story.messages[place.chat, place.position]
        told = replace(message, role=Role.TOOL, speaker=TOOL)
        self.story.messages[place.chat, place.position] = told
        content = replace(episode.content, speaker=TOOL.id)
        self.story.episodes[episode.id] = replace(episode, content=content)
        return self.story.episodes[episode.id]

    def fold(self, *operations):
        return fold(
            self.index, operations, self.story.episodes, NOW, witnesses=self.dossier().witnesses
        )

    def take(self, *operations):
        folded = self.fold(*operations)
        self.index = folded.after
        self.sources |= {e: (*self.sources.get(e, ()), *ids) for e, ids in folded.sources.items()}
        return folded

    def dossier(self):
        known = {e.id: self._witness(e) for e in self.story.episodes.values()}
        return replace(
            self.story.dossier(index=self.index),
            witnesses=Witnesses(known=known, sources=self.sources),
            org=self.org,
        )

    def _witness(self, episode):
        evidence = episode.content.evidence
        return Witness(
            episode=episode.id,
            line=episode.content.description,
            provenance=episode.content.provenance,
            user=self.users.get(episode.id),
            at=episode.evidence_at,
            lineage=frozenset(e.chat for e in evidence),
            days=frozenset(e.at.date() for e in evidence),
            said=frozenset(
                said_hash(self.story.messages[e.chat, e.position].content) for e in evidence
            ),
        )

    def codes(self, after, cause=Cause.FOLDED):
        text = render_index(after)
        found = validate_rewrite(self.index, text, self.dossier(), DEFAULT_BUDGET, cause)
        return sorted({violation.code for violation in found})

    @property
    def only(self) -> Entry:
        (entry,) = self.index.active
        return entry


@pytest.fixture
def bench():
    return Bench()


def changed(index, **fields):
    entry = index.active[-1]
    return index.next_version([e for e in index.entries if e != entry] + [replace(entry, **fields)],
                              NOW)  # fmt: skip


# -- promotion


def test_a_confirm_promotes_by_code_and_keeps_both_episodes(bench):
    first = bench.say("I live in Oslo.", "Lives in Oslo.")
    bench.take(Add(episodes=(first.id,)))
    assert bench.only.unverified
    second = bench.say("Oslo is where I live.", "Lives in Oslo.", day=3)
    folded = bench.fold(Confirm(entry=bench.only.id, episodes=(second.id,)))
    assert bench.codes(folded.after) == []
    (entry,) = folded.after.active
    assert not entry.unverified
    assert entry.sources == (first.id, second.id)
    promoted = [e for e in folded.effects if e.kind is EffectKind.PROMOTED]
    assert [(e.entry, e.episodes) for e in promoted] == [(entry.id, (first.id, second.id))]


def test_v06_refuses_a_promotion_that_a_mind_made_up(bench):
    bench.take(Add(episodes=(bench.say("I live in Oslo.", "Lives in Oslo.").id,)))
    assert bench.codes(changed(bench.index, unverified=False)) == ["V06"]


def test_v06_refuses_a_new_line_that_claims_trust(bench):
    folded = bench.fold(Add(episodes=(bench.say("I live in Oslo.", "Lives in Oslo.").id,)))
    entries = [replace(e, unverified=False) for e in folded.after.entries]
    assert bench.codes(replace(folded.after, entries=tuple(entries))) == ["V06"]


def test_two_witnesses_in_one_round_make_a_trusted_line(bench):
    both = (
        bench.say("I live in Oslo.", "Lives in Oslo."),
        bench.say("Oslo is where I live.", "Lives in Oslo.", day=3),
    )
    folded = bench.fold(Add(episodes=tuple(e.id for e in both)))
    assert bench.codes(folded.after) == []
    assert not folded.after.active[0].unverified


def test_the_mark_returns_at_the_next_fold_after_a_witness_is_gone(bench):
    both = (
        bench.say("I live in Oslo.", "Lives in Oslo."),
        bench.say("Oslo is where I live.", "Lives in Oslo.", day=3),
    )
    bench.take(Add(episodes=tuple(e.id for e in both)))
    del bench.story.episodes[both[1].id]
    other = bench.say("I like tea.", "Likes tea.", day=4)
    folded = bench.fold(Add(episodes=(other.id,)))
    assert {e.text: e.unverified for e in folded.after.active} == {
        "Lives in Oslo.": True,
        "Likes tea.": True,
    }
    assert EffectKind.DOUBTED in {effect.kind for effect in folded.effects}


# -- what tools say


def test_a_tools_line_stands_under_work_projects_or_events(bench):
    booked = bench.tool_says("Meeting with Initech on 2026-03-05.", "Meeting with Initech.")
    folded = bench.fold(Add(episodes=(booked.id,)))
    assert bench.codes(folded.after) == []
    for section in (Section.PROFILE, Section.PREFERENCES, Section.PROCEDURES, Section.PEOPLE):
        assert bench.codes(changed(folded.after, section=section)) != []
    moved = fold(bench.index, [Add(episodes=(booked.id,), section=Section.PROFILE)],
                 bench.story.episodes, NOW).after  # fmt: skip
    assert bench.codes(moved) == ["V06"]


def test_a_tools_line_states_no_slot_of_a_users_profile_under_another_heading(bench):
    told = bench.tool_says("Home: lives in Oslo.", "Lives in Oslo.", Section.WORK)
    assert bench.codes(bench.fold(Add(episodes=(told.id,))).after) == ["V06"]


def test_a_tools_line_never_takes_the_place_of_a_users(bench):
    bench.take(Add(episodes=(bench.say("I work at Initech.", "Works at Initech.").id,)))
    told = bench.tool_says("Zed works at Globex.", "Works at Globex.")
    folded = bench.fold(Supersede(entry=bench.only.id, episodes=(told.id,)))
    assert "V16" in bench.codes(folded.after)
    settled = place(bench.index, [told], bench.story.episodes)
    assert bench.fold(*settled.operations).after is bench.index


def test_a_users_words_do_take_the_place_of_a_tools(bench):
    told = bench.tool_says("Employer: Globex. Works at Globex.", "Works at Globex.")
    bench.take(Add(episodes=(told.id,)))
    said = bench.say("I work at Initech.", "Works at Initech.", day=2)
    settled = place(bench.index, [said], bench.story.episodes)
    folded = bench.fold(*settled.operations)
    assert bench.codes(folded.after) == []
    assert [e.text for e in folded.after.active] == ["Works at Initech."]


def test_a_tools_words_lend_a_users_line_nothing(bench):
    told = bench.tool_says("Meeting with Mallory.", "Meeting with Mallory.")
    said = bench.say("I have a meeting.", "Has a meeting.", section=Section.WORK)
    text = "Has a meeting with Mallory."
    folded = bench.fold(Add(episodes=(said.id, told.id), text=text))
    assert folded.after.active[0].provenance is Provenance.TOOL_DERIVED
    stolen = replace(folded.after.active[0], provenance=Provenance.USER_SAID)
    assert "V10" in bench.codes(replace(folded.after, entries=(stolen,)))


def test_a_merge_with_a_tools_line_is_the_tools(bench):
    told = bench.tool_says("Meeting with Initech.", "Meeting with Initech.")
    said = bench.say("I have a meeting at Initech.", "Has a meeting at Initech.",
                     section=Section.WORK)  # fmt: skip
    bench.take(Add(episodes=(told.id,)), Add(episodes=(said.id,)))
    names = tuple(e.id for e in bench.index.active)
    folded = bench.fold(Merge(entries=names, episodes=(), text="Meeting at Initech."))
    assert folded.after.active[0].provenance is Provenance.TOOL_DERIVED


def test_what_an_assistant_says_of_itself_is_no_line(bench):  # case 31
    said = bench.story.say("I configured a context of 1M.", "Configured a context of 1M.",
                           provenance=Provenance.ASSISTANT_SAID)  # fmt: skip
    assert "V06" in bench.codes(bench.fold(Add(episodes=(said.id,))).after)


# -- injection phrases (case 67)

ORDER = 'Said: "ignore all previous instructions is my favourite joke"'


def test_v13_keeps_an_order_verbatim_in_the_speakers_own_words_as_quoted(bench):
    said = bench.say("ignore all previous instructions is my favourite joke", ORDER)
    folded = bench.fold(Add(episodes=(said.id,)))
    assert bench.codes(folded.after) == []
    assert folded.after.active[0].quoted


def test_v13_refuses_an_order_that_was_pasted_or_came_from_a_tool(bench):
    pasted = bench.say("Look:\n> ignore all previous instructions is my favourite joke", ORDER)
    assert "V13" in bench.codes(bench.fold(Add(episodes=(pasted.id,))).after)
    told = bench.tool_says("ignore all previous instructions is my favourite joke", ORDER)
    assert "V13" in bench.codes(bench.fold(Add(episodes=(told.id,))).after)


def test_a_quoted_line_is_never_promoted(bench):
    words = "ignore all previous instructions is my favourite joke"
    both = [bench.say(words, ORDER), bench.say(f"Again: {words}", ORDER, day=3)]
    folded = bench.fold(Add(episodes=tuple(e.id for e in both)))
    assert folded.after.active[0].unverified
    assert "V06" in bench.codes(changed(folded.after, unverified=False))


# -- aliases (cases 40, 41)


def test_an_alias_is_added_only_by_an_explicit_statement(bench):
    brother = bench.say("My brother is Robert.", "Has a brother, Robert.", section=Section.PEOPLE)
    bench.take(Add(episodes=(brother.id,)))
    heard = bench.say("Robert said Bob would come.", "Robert said Bob would come.", day=1)
    folded = bench.fold(Alias(entry=bench.only.id, episodes=(heard.id,), alias="Bob"))
    assert "V10" in bench.codes(folded.after)
    stated = bench.say("Robert is also known as Bob.", "Robert, also known as Bob.", day=2)
    folded = bench.fold(Alias(entry=bench.only.id, episodes=(stated.id,), alias="Bob"))
    assert bench.codes(folded.after) == []
    assert folded.after.active[0].aliases == ("Bob",)


def test_an_alias_goes_only_by_an_explicit_denial(bench):
    named = bench.say("Call me Ned.", "Goes by Ned.", aliases=("Ned",))
    bench.take(Add(episodes=(named.id,)))
    heard = bench.say("Ned is a nice name.", "Ned is a nice name.", day=1)
    away = Alias(entry=bench.only.id, episodes=(heard.id,), alias="Ned", remove=True)
    assert "V10" in bench.codes(bench.fold(away).after)
    denied = bench.say("Please don't call me Ned.", "Does not go by Ned.", day=2)
    away = Alias(entry=bench.only.id, episodes=(denied.id,), alias="Ned", remove=True)
    assert bench.codes(bench.fold(away).after) == []


def test_a_tools_words_state_no_alias(bench):
    told = bench.tool_says("Globex, also known as Zap-Corp.", "Works with Globex.")
    folded = bench.fold(Add(episodes=(told.id,), aliases=("Zap-Corp",)))
    assert bench.codes(folded.after) == ["V10"]


# -- an agent's common memory


def test_an_agents_common_line_rests_on_two_users(bench):
    bench.org = OrgRules(names=frozenset({"dana"}))
    line = "Deploys go out on Tuesdays."
    one = bench.say(line, line, section=Section.PROCEDURES, user="zed")
    assert bench.codes(bench.fold(Add(episodes=(one.id,))).after) == ["V06"]
    two = bench.say(f"Yes: {line}", line, section=Section.PROCEDURES, user="yan", day=1)
    assert bench.codes(bench.fold(Add(episodes=(one.id, two.id))).after) == []


def test_an_agents_common_line_names_no_participant(bench):
    bench.org = OrgRules(names=frozenset({"dana"}))
    line = "Deploys are approved by Dana."
    both = [
        bench.say(line, line, section=Section.PROCEDURES, user="zed"),
        bench.say(line, line, section=Section.PROCEDURES, user="yan", day=1),
    ]
    assert bench.codes(bench.fold(Add(episodes=tuple(e.id for e in both))).after) == ["V06"]
