from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.fold import fold
from memory_core.index.forgetting import (
    Forgotten,
    depends_on,
    judge_lines,
    merged_sources,
    mint_anew,
    next_without,
    snapshot_without,
)
from memory_core.index.grammar import parse_index, render_index
from memory_core.index.model import GONE
from memory_core.index.operations import Add, Confirm, Merge, Supersede
from memory_core.index.rewrite import Cause, Dossier
from memory_core.index.room import measure
from memory_core.index.trust import Witness, Witnesses
from memory_core.index.validator import validate_rewrite
from memory_core.provenance import Provenance
from tests.fakes.memories import KEY, NOW, START, Story, empty, make_episode, make_message

LATER = NOW + timedelta(hours=1)


@pytest.fixture
def story():
    return Story()


def folded(story, *operations, index=None):
    done = fold(index or empty(), operations, story.episodes, NOW)
    assert done.changed
    return done


def add(*episodes, **more):
    return Add(episodes=tuple(e.id for e in episodes), **more)


def forget(story, index, sources, *episodes, anew=(), entries=(), **dossier):
    gone = {e.id for e in episodes}
    left = {e: v for e, v in story.episodes.items() if e not in gone}
    places = {(e.chat, e.position) for ep in episodes for e in ep.content.evidence}
    messages = {p: m for p, m in story.messages.items() if p not in places}
    forgotten = Forgotten(
        episodes=frozenset(gone),
        anew=dict(anew),
        entries=frozenset(entries),
        sources=sources,
        left=Dossier(episodes=left, messages=messages, **dossier),
    )
    verdict = judge_lines(index.entries, forgotten)
    return verdict, next_without(index, verdict, LATER, forgotten.left)


def lines(index):
    return [entry.text for entry in index.entries]


def violations(before, after, verdict, known):
    evidence = Dossier(known_episodes=frozenset(known), receipt=verdict.gone)
    return validate_rewrite(before, render_index(after), evidence, DEFAULT_BUDGET, Cause.FORGOTTEN)


def test_a_line_whose_only_source_is_forgotten_goes(story):
    oslo, tea = (
        story.say("I live in Oslo.", "Lives in Oslo."),
        story.say("I love tea.", "Likes tea."),
    )
    done = folded(story, add(oslo), add(tea))
    verdict, after = forget(story, done.after, done.sources, oslo)
    assert lines(after) == ["Likes tea."]
    assert violations(done.after, after, verdict, story.episodes) == []
    assert verdict.loose == ()


def test_a_line_that_another_source_says_in_full_stays_without_the_forgotten_one(story):
    first = story.say("I love tea.", "Likes tea.")
    second = story.say("I do love tea.", "Likes tea.", day=1)
    done = folded(story, add(first, second))
    verdict, after = forget(story, done.after, done.sources, first)
    (entry,) = after.entries
    assert (entry.id, entry.sources) == (done.after.entries[0].id, (second.id,))
    assert violations(done.after, after, verdict, story.episodes) == []


def test_a_line_that_the_rest_does_not_say_in_full_goes_and_the_rest_is_folded_anew(story):
    whole = story.say("I love green tea from Uji.", "Likes green tea from Uji.")
    part = story.say("I love tea.", "Likes tea.", day=1)
    done = folded(story, add(whole))
    confirmed = folded(
        story, Confirm(entry=done.after.entries[0].id, episodes=(part.id,)), index=done.after
    )
    sources = {done.after.entries[0].id: (whole.id, part.id)}
    verdict, after = forget(story, confirmed.after, sources, whole)
    assert lines(after) == []
    assert verdict.loose == (part.id,)


def test_what_was_archived_is_not_folded_anew_when_it_goes(story):
    old = story.say("I live in Oslo.", "Lives in Oslo.")
    again = story.say("I live in the east.", "Lives in the east.", day=1)
    new = story.say("I live in Rome.", "Lives in Rome.", day=2)
    done = folded(story, add(old))
    old_id = done.after.entries[0].id
    moved = folded(story, Supersede(entry=old_id, episodes=(new.id,)), index=done.after)
    sources = {**moved.sources, old_id: (old.id, again.id)}
    verdict, after = forget(story, moved.after, sources, old)
    assert lines(after) == ["Lives in Rome."]
    assert verdict.loose == ()


def test_what_a_forgotten_line_replaced_reads_gone_in_every_version(story):
    old = story.say("I live in Oslo.", "Lives in Oslo.")
    new = story.say("I live in Rome.", "Lives in Rome.", day=2)
    first = folded(story, add(old))
    second = folded(
        story, Supersede(entry=first.after.entries[0].id, episodes=(new.id,)), index=first.after
    )
    verdict, after = forget(story, second.after, second.sources, new)
    for index in (after, snapshot_without(second.after, verdict)):
        assert [(e.text, e.ending.by) for e in index.entries] == [("Lives in Oslo.", GONE)]
        assert parse_index(render_index(index)) == index
    assert snapshot_without(first.after, verdict) == first.after
    assert violations(second.after, after, verdict, story.episodes) == []


def test_a_merged_line_rests_on_all_that_its_members_rested_on(story):
    one = story.say("I love tea.", "Likes tea.")
    two = story.say("Tea, I love it.", "Loves tea.", day=1)
    three = story.say("I love tea so much.", "Likes tea.", day=2)
    done = folded(story, add(one), add(two))
    a, b = (entry.id for entry in done.after.entries)
    merged = folded(story, Merge(entries=(a, b), episodes=(), text="Likes tea."), index=done.after)
    (into,) = merged.after.active
    sources = {a: (one.id, three.id), b: (two.id,), into.id: (one.id, two.id)}
    full = merged_sources(merged.after.entries, sources)
    assert set(full[into.id]) == {one.id, two.id, three.id}
    verdict, after = forget(story, merged.after, full, one, two)
    assert [(e.text, e.sources) for e in after.active] == [("Likes tea.", (three.id,))]
    assert b in verdict.gone


def test_a_line_named_by_a_person_goes_whatever_is_left(story):
    tea = story.say("I love tea.", "Likes tea.")
    done = folded(story, add(tea))
    verdict, after = forget(story, done.after, done.sources, entries=[done.after.entries[0].id])
    assert lines(after) == []
    assert verdict.loose == (tea.id,)


def test_a_line_that_was_asked_for_does_not_outlive_the_asking(story):
    asked = story.say("x", "Likes tea.", provenance=Provenance.USER_REQUESTED)
    heard = story.say("I love tea.", "Likes tea.", day=1)
    done = folded(story, add(asked, heard))
    verdict, after = forget(story, done.after, done.sources, asked)
    assert lines(after) == []
    assert verdict.loose == (heard.id,)


def test_an_alias_goes_with_the_words_that_stated_it(story):
    named = story.say("Call me Ned.", "Name is Edward.", aliases=["Ned"])
    full = story.say("My name is Edward.", "Name is Edward.", day=1)
    done = folded(story, add(named, full, aliases=("Ned",)))
    assert done.after.entries[0].aliases == ("Ned",)
    verdict, after = forget(story, done.after, done.sources, named)
    assert [(e.text, e.aliases) for e in after.entries] == [("Name is Edward.", ())]
    assert violations(done.after, after, verdict, story.episodes) == []


def witness(episode, *, chat):
    return Witness(
        episode=episode.id,
        line=episode.content.description,
        provenance=episode.content.provenance,
        user="zed",
        at=episode.evidence_at,
        lineage=frozenset({chat}),
        days=frozenset({episode.first_day}),
        said=frozenset({chat}),
    )


def test_the_mark_returns_when_one_of_two_witnesses_is_forgotten_and_not_of_three(story):
    told = [story.say(f"I love tea, {n}.", "Likes tea.", day=n) for n in range(3)]
    done = folded(story, add(*told))
    trusted = replace(
        done.after, entries=[replace(e, unverified=False) for e in done.after.entries]
    )
    known = {e.id: witness(e, chat=f"w{n}") for n, e in enumerate(told)}
    _, after = forget(story, trusted, done.sources, told[0], witnesses=Witnesses(known=known))
    assert [e.unverified for e in after.entries] == [False]
    _, after = forget(story, trusted, done.sources, *told[:2], witnesses=Witnesses(known=known))
    assert [e.unverified for e in after.entries] == [True]


def test_a_mark_that_returns_finds_room_in_a_full_file(story):
    told = [story.say(f"I love tea, {n}.", "Likes tea.", day=n) for n in range(5)]
    jazz = story.say("I love jazz.", "Likes jazz.")
    done = folded(story, add(*told), add(jazz))
    trusted = replace(
        done.after,
        entries=[replace(e, unverified=e.text == "Likes jazz.") for e in done.after.entries],
    )
    full = replace(DEFAULT_BUDGET, active_bytes=measure(trusted).active_bytes)
    left = Dossier(episodes=story.episodes, messages=story.messages)
    forgotten = Forgotten(episodes=frozenset({told[0].id}), sources=done.sources, left=left)
    verdict = judge_lines(trusted.entries, forgotten)
    after = next_without(trusted, verdict, LATER, left, full)
    assert [e.text for e in after.active if e.unverified] == ["Likes tea."]
    assert measure(after).fits(full)
    kinds = {effect.entry: str(effect.kind) for effect in verdict.effects(trusted, after)}
    assert sorted(kinds.values()) == ["archived", "forgotten"]


def test_an_untouched_index_is_the_same_object(story):
    tea = story.say("I love tea.", "Likes tea.")
    done = folded(story, add(tea))
    other = make_episode("Likes jazz.", make_message("I love jazz.", chat="z"))
    verdict, after = forget(story, done.after, done.sources, other)
    assert after is done.after
    assert verdict.touches_nothing


# -- episodes ----------------------------------------------------------------------------------


def two_messages(line, first, second, **more):
    said = (
        make_message(first, position=0),
        make_message(second, position=5, at=START + timedelta(hours=1)),
    )
    return make_episode(line, *said, **more), {(m.chat, m.position): m for m in said}


def test_an_episode_that_the_rest_carries_is_minted_anew(story):
    episode, messages = two_messages(
        "Lives in Oslo.", "I live in Oslo.", "As I said, I live in Oslo."
    )
    left = Dossier(messages={("c1", 5): messages["c1", 5]})
    anew = mint_anew(episode, {("c1", 0)}, left)
    assert anew is not None
    assert anew.id != episode.id
    assert [e.position for e in anew.content.evidence] == [5]
    assert anew.content.description == "Lives in Oslo."


@pytest.mark.parametrize(
    "rest", ["I love tea.", "I live in the east.", "He lives in Oslo."], ids=str
)
def test_an_episode_that_the_rest_does_not_carry_is_not(story, rest):
    episode, messages = two_messages("Lives in Oslo.", "I live in Oslo.", rest)
    left = Dossier(messages={("c1", 5): messages["c1", 5]})
    assert mint_anew(episode, {("c1", 0)}, left) is None


def test_a_body_and_aliases_from_forgotten_words_are_not_taken_over():
    episode, messages = two_messages(
        "Lives in Oslo.", "I live in Oslo, call me Ned.", "I live in Oslo.", aliases=["Ned"]
    )
    content = replace(episode.content, body="Lives in Oslo and is called Ned.")
    episode = replace(episode, content=content)
    anew = mint_anew(episode, {("c1", 0)}, Dossier(messages={("c1", 5): messages["c1", 5]}))
    assert anew is not None
    assert (anew.content.body, anew.content.aliases) == ("Lives in Oslo.", ())


def test_an_answer_leans_on_the_question_that_it_answers():
    question = make_message("Do you live in Oslo?", position=0)
    answer = make_message("Yes, I live there.", position=1, at=START + timedelta(minutes=1))
    episode = make_episode("Lives in Oslo.", answer)
    messages = {("c1", 0): question, ("c1", 1): answer}
    assert depends_on(episode, {("c1", 0)}, messages)
    whole = make_message("Yes, I live in Oslo.", position=1, at=START + timedelta(minutes=1))
    alone = make_episode("Lives in Oslo.", whole)
    assert not depends_on(alone, {("c1", 0)}, {("c1", 0): question, ("c1", 1): whole})


# -- properties --------------------------------------------------------------------------------

THINGS = ("tea", "chess", "jazz", "opera", "rugby", "yoga")


@st.composite
def memories(draw):
    """An index of lines with one to four sources each, some superseded, and what is forgotten."""
    story, index, sources = Story(), empty(), {}
    for number, thing in enumerate(
        draw(st.lists(st.sampled_from(THINGS), min_size=1, unique=True))
    ):
        told = [
            story.say(f"I love {thing}, for the {n}th time.", f"Likes {thing}.", day=n)
            for n in range(draw(st.integers(1, 4)))
        ]
        step = folded(story, add(*told), index=index)
        index, sources = step.after, {**sources, **step.sources}
        if draw(st.booleans()):
            new = story.say(f"I love old {thing}.", f"Likes old {thing}.", day=9 + number)
            last = next(e.id for e in index.active if e.text == f"Likes {thing}.")
            step = folded(story, Supersede(entry=last, episodes=(new.id,)), index=index)
            index, sources = step.after, {**sources, **step.sources}
    gone = draw(st.sets(st.sampled_from(sorted(story.episodes))))
    return story, index, sources, gone


@settings(deadline=None, max_examples=60)
@given(memories())
def test_no_forget_breaks_a_rule_or_leaves_a_trace(memory):
    story, index, sources, gone = memory
    episodes = [story.episodes[e] for e in gone]
    verdict, after = forget(story, index, sources, *episodes)
    assert violations(index, after, verdict, story.episodes) == [] or after is index
    assert parse_index(render_index(after)) == after
    past = snapshot_without(index, verdict)
    assert parse_index(render_index(past)) == past
    for reading in (after, past):
        text = render_index(reading)
        assert not any(entry in text for entry in verdict.gone)
        assert not any(episode in text for episode in gone)
    stays = {entry.id for entry in index.entries if set(sources[entry.id]) - gone}
    assert {entry.id for entry in after.entries} == stays
    assert KEY in render_index(after)
