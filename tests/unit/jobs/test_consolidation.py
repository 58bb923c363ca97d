from __future__ import annotations

from dataclasses import replace

import pytest

from jobs.consolidation import Desk, fold_key, plan_by_code, plan_with_mind
from jobs.errors import ContentError, ContextTooLongError, PlanRefusedError
from memory_core.index.fold import fold
from memory_core.index.operations import Add, Merge, Retract, Skip, SkipReason
from tests.fakes.memories import NOW, Story, empty
from tests.fakes.minds import ScriptedPlanner, propose


@pytest.fixture
def story():
    return Story()


def desk(story, index=None, offered=()):
    index = index or empty()
    return Desk(
        index=index,
        episodes={e.id: e for e in offered} or dict(story.episodes),
        tried=0,
        known={},
        dossier=story.dossier(index=index),
        now=NOW,
    )


def plan(story, *steps, index=None, offered=()):
    bills = []
    planner = ScriptedPlanner(*steps)
    made = plan_with_mind(desk(story, index, offered), planner, bills.append)
    return made, planner, bills


def texts(made):
    return sorted(entry.text for entry in made.folded.after.active)


def test_code_places_what_a_mind_is_not_needed_for_and_no_call_is_bought(story):
    story.say("I live in Bergen.", "Lives in Bergen.")
    first = plan_by_code(desk(story))
    again = Story()
    again.messages, again.episodes = dict(story.messages), {}
    said = again.say("I still live in Bergen.", "Lives in Bergen.", day=3)
    again.episodes = {said.id: said}
    made, planner, bills = plan(again, index=first.folded.after)
    assert planner.offers == []
    assert bills == []
    assert made.folded.placed == (said.id,)


def test_a_mind_is_offered_only_what_code_cannot_settle(story):
    tea = story.say("I love tea.", "Likes tea.")
    made, planner, bills = plan(story)
    assert planner.offers == [(tea.id,)]
    assert len(bills) == 1
    assert texts(made) == ["Likes tea."]
    assert (made.violations, made.refused) == ((), ())


def test_each_call_is_billed_as_soon_as_it_is_known(story):
    story.say("I love tea.", "Likes tea.")
    bills = []

    def nothing(*_):
        return propose()

    planner = ScriptedPlanner(nothing, ContentError())
    with pytest.raises(ContentError):
        plan_with_mind(desk(story), planner, bills.append)
    assert len(bills) == 1


def test_a_plan_that_leaves_an_episode_out_is_told_so_and_repaired(story):
    story.say("I love tea.", "Likes tea.")
    made, planner, _ = plan(story, lambda *_: propose())
    assert "stands in no operation" in planner.told[1][0]
    assert made.violations == ()
    assert texts(made) == ["Likes tea."]


def test_nothing_that_holds_is_a_refusal_that_names_rules_and_episodes(story):
    tea = story.say("I love tea.", "Likes tea.")

    def wild(_index, episodes, _violations):
        return propose(Add(episodes=(episodes[0].id,), text="Owns a yacht in Monaco."))

    with pytest.raises(PlanRefusedError) as caught:
        plan(story, wild, wild)
    assert caught.value.episodes == (tea.id,)
    assert any(violation.startswith("V10") for violation in caught.value.violations)


def test_one_bad_operation_does_not_spoil_the_others(story):
    tea = story.say("I love tea.", "Likes tea.")
    jazz = story.say("I love jazz.", "Likes jazz.")

    def half(*_):
        return propose(
            Add(episodes=(tea.id,)), Add(episodes=(jazz.id,), text="Owns a yacht in Monaco.")
        )

    made, _, _ = plan(story, half, half)
    assert texts(made) == ["Likes tea."]
    assert made.refused == (jazz.id,)


def test_episodes_too_many_for_the_mind_are_offered_by_halves_and_the_rest_waits(story):
    said = [story.say(f"I love {what}.", f"Likes {what}.") for what in ("tea", "rye", "jazz")]
    made, planner, _ = plan(story, ContextTooLongError())
    assert [len(offer) for offer in planner.offers] == [3, 1]
    assert made.folded.placed == planner.offers[1]
    assert (made.refused, made.violations) == ((), ())
    assert len(said) == 3


def test_one_episode_that_is_too_long_alone_is_the_minds_failure(story):
    story.say("I love tea.", "Likes tea.")
    with pytest.raises(ContextTooLongError):
        plan(story, ContextTooLongError())


def test_an_episode_in_two_operations_is_taken_once(story):
    tea = story.say("I love tea.", "Likes tea.")

    def twice(*_):
        return propose(
            Add(episodes=(tea.id,)), Skip(episodes=(tea.id,), reason=SkipReason.TRANSIENT)
        )

    made, _, _ = plan(story, twice, twice)
    assert texts(made) == ["Likes tea."]
    assert made.folded.placed == (tea.id,)


def test_a_fold_key_changes_with_version_episodes_and_prompt_and_not_with_their_order(story):
    story.say("I love tea.", "Likes tea.")
    story.say("I love jazz.", "Likes jazz.")
    one = desk(story)
    turned = replace(one, episodes=dict(reversed(one.episodes.items())))
    later = replace(one, index=replace(one.index, version=1))
    fewer = replace(one, episodes=dict(list(one.episodes.items())[:1]))
    assert fold_key(one, "v1") == fold_key(turned, "v1")
    assert len({fold_key(d, "v1") for d in (one, later, fewer)} | {fold_key(one, "v2")}) == 4


# -- what passes of a plan that is refused -----------------------------------------------------


def active(made):
    return {entry.text: entry for entry in made.folded.after.active}


# case 11
def test_of_a_bad_plan_what_passes_is_taken(story):
    good, bad = story.say("I like tea", "Likes tea."), story.say("I like jazz", "Likes jazz.")

    def half(*_):
        return propose(
            Add(episodes=(bad.id,), text="Lives in Rome."),
            Add(episodes=(good.id,)),
            Add(episodes=(good.id,)),
            Retract(entry="m0000000", episodes=(bad.id,)),
        )

    made, _, _ = plan(story, half, half)
    assert texts(made) == ["Likes tea."]
    assert made.refused == (bad.id,)


# cases 7, 8
def test_operations_that_pass_one_by_one_are_taken_as_far_as_they_pass_together(story):
    things = ("tea", "chess", "jazz", "rugby", "opera", "rowing")
    for thing in things:
        story.say(f"I like {thing}", f"Likes {thing}.")
        story.say(f"I love {thing}", f"Loves {thing}.")
    adds = [Add(episodes=(e,)) for e in story.episodes]
    index = fold(empty(), adds, story.episodes, NOW).after
    lines = {entry.text: entry.id for entry in index.active}
    yoga = story.say("I like yoga", "Likes yoga.")

    def merging(*_):
        pairs = [(lines[f"Likes {t}."], lines[f"Loves {t}."], f"Likes {t}.") for t in things]
        merges = [Merge(entries=(a, b), episodes=(), text=text) for a, b, text in pairs]
        return propose(*merges, Add(episodes=(yoga.id,)))

    made, _, _ = plan(story, merging, merging, index=index, offered=[yoga])
    assert any(violation.startswith("V12") for violation in made.violations)
    assert "Likes yoga." in texts(made)
    assert len(active(made)) == 12 - 3 + 1  # the larger of two lines and a quarter of them
    assert made.refused == ()


# case 19
def test_a_mind_is_told_of_what_no_line_can_hold_and_the_episode_is_not_set_aside(story):
    said = story.say("I love tea.", "Likes tea.")

    def long_winded(*_):
        return propose(Add(episodes=(said.id,), text="Likes tea" + " very much" * 50 + "."))

    made, planner, _ = plan(story, long_winded)
    assert planner.told[1][0].startswith("V02")
    assert texts(made) == ["Likes tea."]
    with pytest.raises(PlanRefusedError) as refused:
        plan(story, long_winded, long_winded)
    assert refused.value.episodes == (said.id,)


# case 24
@pytest.mark.parametrize("gone", [False, True])
def test_the_words_of_another_line_do_not_swallow_an_episode(story, gone):
    """Nor do they bring an archived line back under a new id."""
    story.say("I live in Oslo", "Lives in Oslo.")
    index = plan_by_code(desk(story)).folded.after
    if gone:
        story.say("I live in Bergen", "Lives in Bergen.", day=1)
        index = plan_by_code(desk(story, index)).folded.after
    known = texts_of(index)
    rugby = story.say("I love rugby.", "Likes rugby.", day=2)

    def borrowing(*_):
        return propose(Add(episodes=(rugby.id,), text="Lives in Oslo."))

    with pytest.raises(PlanRefusedError) as refused:
        plan(story, borrowing, borrowing, index=index, offered=[rugby])
    codes = {violation.split()[0] for violation in refused.value.violations}
    assert codes <= {"V10", "V16"}
    assert texts_of(index) == known


def texts_of(index):
    return sorted(entry.text for entry in index.active)
