"""The deterministic planner, round by round."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.fold import EffectKind, fold
from memory_core.index.model import EndingKind
from memory_core.index.operations import Add, Skip, SkipReason
from memory_core.index.plan import account
from memory_core.index.planner import place, settle
from memory_core.index.rewrite import Cause
from memory_core.index.validator import validate_rewrite
from tests.fakes.memories import NOW, Story, empty


def _run(story, index=None, offered=None):
    """Fold rounds until nothing is pending; each round must be accounted for and valid."""
    index = index or empty()
    pending = list(story.episodes.values() if offered is None else offered)
    effects = []
    for _ in range(10):
        if not pending:
            return index, effects
        settled = place(index, pending, story.episodes)
        placed = [e for e in pending if e.id not in settled.deferred]
        assert account(settled.operations, {e.id for e in placed}, index) == []
        folded = fold(index, settled.operations, {e.id: e for e in pending}, NOW)
        assert set(folded.deferred) == set(settled.deferred)
        if folded.changed:
            dossier = replace(story.dossier(pending), grounds=folded.grounds)
            assert validate_rewrite(index, folded.text, dossier, DEFAULT_BUDGET, Cause.FOLDED) == []
        index, effects = folded.after, effects + list(folded.effects)
        pending = [e for e in pending if e.id in folded.deferred]
    raise AssertionError("never comes to an end")


def _active(index):
    return [entry.text for entry in index.active]


def _ended(index):
    return [(entry.text, entry.ending.kind) for entry in index.archived]


# case 34
def test_the_same_said_in_two_chats_is_one_line_with_two_sources():
    story = Story()
    story.say("I like cats", "Likes cats.")
    story.say("I really like cats!", "Likes cats.", day=3)
    index, _ = _run(story)
    assert _active(index) == ["Likes cats."]
    assert len(index.active[0].sources) == 2
    assert index.active[0].unverified


# case 35
def test_a_line_restated_in_later_rounds_shows_three_sources_and_counts_the_rest():
    story, index = Story(), None
    for day in range(5):
        index, _ = _run(story, index, [story.say("I like cats", "Likes cats.", day=day)])
    (entry,) = index.active
    assert (len(entry.sources), entry.more) == (3, 2)
    assert entry.sources[0] == next(iter(story.episodes))
    assert entry.sources[-1] == list(story.episodes)[-1]
    assert entry.day.isoformat() == "2026-02-03"


# case 36
def test_hate_after_love_supersedes_and_keeps_the_old_line():
    story = Story()
    story.say("I love jazz", "Likes jazz.")
    story.say("I hate jazz", "Dislikes jazz.", day=30)
    index, effects = _run(story)
    assert _active(index) == ["Dislikes jazz."]
    assert _ended(index) == [("Likes jazz.", EndingKind.SUPERSEDED)]
    assert index.archived[0].ending.by == index.active[0].id
    assert EffectKind.SUPERSEDED in {effect.kind for effect in effects}


HOMES = [("Oslo", 0), ("Bergen", 20), ("Narvik", 40)]


# case 37
@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_what_was_said_last_holds_whatever_arrives_first(order):
    story, index = Story(), None
    said = [story.say(f"I live in {home}", f"Lives in {home}.", day=day) for home, day in HOMES]
    for number in order:
        index, _ = _run(story, index, [said[number]])
    assert _active(index) == ["Lives in Narvik."]
    assert {text for text, _ in _ended(index)} == {"Lives in Oslo.", "Lives in Bergen."}


# case 37
def test_three_values_in_three_minutes_leave_the_last_and_say_that_the_day_is_the_same():
    story = Story()
    for minute, home in enumerate(["Oslo", "Bergen", "Oslo"]):
        story.say(f"I live in {home}", f"Lives in {home}.", hour=minute / 60)
    index, effects = _run(story)
    assert _active(index) == ["Lives in Oslo."]
    assert [text for text, _ in _ended(index)] == ["Lives in Oslo.", "Lives in Bergen."]
    assert len({entry.id for entry in index.entries}) == 3
    ties = [e for e in effects if e.kind is EffectKind.SUPERSEDED]
    assert {effect.reason for effect in ties} == {"both said on the same day"}


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize(
    "words",
    ["No, it's Bergen, not Oslo.", "Not Oslo but Bergen.", "Sorry, I meant Bergen instead of Oslo"],
)
def test_a_correction_that_names_the_old_value_supersedes_its_slot(words, together):
    story = Story()
    story.say("I live in Oslo", "Lives in Oslo.")
    index = None if together else _run(story)[0]
    correction = story.say(words, f'Said: "{words}"', day=1)
    index, _ = _run(story, index, None if together else [correction])
    assert _active(index) == ["Lives in Bergen."]
    assert _ended(index) == [("Lives in Oslo.", EndingKind.SUPERSEDED)]


def test_a_correction_of_nothing_known_stays_a_quotation():
    story = Story()
    story.say("Not Oslo but Bergen.", 'Said: "Not Oslo but Bergen."')
    assert _active(_run(story)[0]) == ['Said: "Not Oslo but Bergen."']


def test_a_correction_changes_no_line_that_names_another_value():
    story = Story()
    story.say("My sister is called Danuta", "Has a sister: Danuta.")
    story.say("I live in Oslo", "Lives in Oslo.")
    story.say("Not Danuta, it's Dilyara.", 'Said: "Not Danuta, it\'s Dilyara."', day=2)
    assert _active(_run(story)[0]) == ["Lives in Oslo.", "Has a sister: Dilyara."]


@pytest.mark.parametrize("together", [True, False])
def test_a_retraction_archives_what_it_takes_back(together):
    story = Story()
    story.say("I work at Acme", "Works at Acme.")
    index = None if together else _run(story)[0]
    taken = story.say("I no longer work at Acme", "No longer works at Acme.", day=9)
    index, _ = _run(story, index, None if together else [taken])
    assert _active(index) == []
    assert _ended(index) == [("Works at Acme.", EndingKind.RETRACTED)]
    assert index.archived[0].ending.on.isoformat() == "2026-02-12"


def test_a_retraction_of_what_is_replaced_in_the_same_round_is_not_lost():
    story = Story()
    story.say("I live in Oslo", "Lives in Oslo.")
    story.say("I live in Bergen", "Lives in Bergen.", day=5)
    story.say("I no longer live in Bergen", "No longer lives in Bergen.", day=9)
    index, _ = _run(story)
    assert _active(index) == []
    assert ("Lives in Bergen.", EndingKind.RETRACTED) in _ended(index)


def test_an_order_to_forget_names_a_value_by_a_part_that_no_other_has():
    story = Story()
    story.say("I'm working on a quilt for my niece", "Is working on a quilt for my niece.")
    story.say("I'm working on a boat", "Is working on a boat.")
    words = "Forget that I'm working on a quilt."
    story.say(words, f'Said: "{words}"', day=1)
    index, _ = _run(story)
    assert _active(index) == ["Is working on a boat."]


def test_an_order_to_forget_takes_back_the_one_line_it_names():
    story = Story()
    story.say("I like jazz", "Likes jazz.")
    story.say("I like tea", "Likes tea.")
    story.say("Please forget that I like jazz.", 'Said: "Please forget that I like jazz."', day=1)
    index, _ = _run(story)
    assert _active(index) == ["Likes tea."]


def test_a_retraction_with_nothing_to_retract_is_no_line():
    story = Story()
    gone = story.say("I no longer work at Acme", "No longer works at Acme.")
    settled = settle(empty(), [gone])
    assert settled.operations == (Skip(episodes=(gone.id,), reason=SkipReason.NOT_DURABLE),)


def test_what_was_taken_back_later_does_not_return_when_it_arrives_late():
    story = Story()
    story.say("I work at Acme", "Works at Acme.", day=4)
    story.say("I no longer work at Acme", "No longer works at Acme.", day=9)
    index, _ = _run(story)
    index, _ = _run(story, index, [story.say("I work at Acme", "Works at Acme.", day=1)])
    assert _active(index) == []
    index, _ = _run(story, index, [story.say("I work at Acme again", "Works at Acme.", day=20)])
    assert _active(index) == ["Works at Acme."]


def test_a_denial_said_twice_confirms_itself_and_retracts_nothing():
    story = Story()
    words = "I don't eat meat any more."
    story.say(words, f'Said: "{words}"')
    index, _ = _run(story)
    index, _ = _run(story, index, [story.say(words, f'Said: "{words}"', day=8)])
    assert len(index.active) == 1
    assert len(index.active[0].sources) == 2


# case 8
def test_two_facts_of_one_theme_stay_two_lines():
    story = Story()
    story.say("I like black tea", "Likes black tea.")
    story.say("I like green tea", "Likes green tea.")
    story.say("I use C", "Uses C.")
    story.say("I use C++", "Uses C++.")
    assert len(_run(story)[0].active) == 4


def test_settle_leaves_what_is_new_to_a_mind_and_decides_the_rest():
    story = Story()
    story.say("I live in Oslo", "Lives in Oslo.")
    index, _ = _run(story)
    moved = story.say("I live in Bergen", "Lives in Bergen.", day=2)
    new = story.say("I like tea", "Likes tea.", day=3)
    twice = [story.say("I like jazz", "Likes jazz.", day=d) for d in (4, 5)]
    settled = settle(index, [moved, new, *twice], story.episodes)
    assert settled.rest == (new.id,)
    assert Add(episodes=tuple(e.id for e in twice)) in settled.operations
    assert {type(op).__name__ for op in settled.operations} == {"Add", "Supersede"}
    assert settled.deferred == ()


def test_the_plan_does_not_hang_on_the_order_of_arrival():
    story = Story()
    for home, day in HOMES:
        story.say(f"I live in {home}", f"Lives in {home}.", day=day)
    story.say("I like tea", "Likes tea.")
    story.say("I like tea a lot", "Likes tea.", day=1)
    plans = {place(empty(), order) for order in itertools.permutations(story.episodes.values())}
    assert len(plans) == 1


# case 19
def test_a_line_that_is_too_long_is_skipped_with_a_reason():
    story = Story()
    episode = story.say("x", "A" + " very" * 90 + " long line.")
    settled = place(empty(), [episode])
    assert settled.operations == (Skip(episodes=(episode.id,), reason=SkipReason.UNSUPPORTED),)


_HOME = st.sampled_from(["Oslo", "Bergen", "Narvik"])
_THING = st.sampled_from(["tea", "jazz", "chess"])
sayings = st.one_of(
    _HOME.map(lambda v: (f"I live in {v}.", f"Lives in {v}.")),
    _HOME.map(lambda v: (f"I no longer live in {v}.", f"No longer lives in {v}.")),
    _THING.map(lambda v: (f"I like {v}.", f"Likes {v}.")),
    _THING.map(lambda v: (f"I hate {v}.", f"Dislikes {v}.")),
    _THING.map(lambda v: (f"I no longer like {v}.", f"No longer likes {v}.")),
    _THING.map(lambda v: (f"Forget that I like {v}.", f'Said: "Forget that I like {v}."')),
    st.tuples(_HOME, _HOME).map(
        lambda v: (f"No, it's {v[0]}, not {v[1]}.", f'Said: "No, it\'s {v[0]}, not {v[1]}."')
    ),
    _THING.map(lambda v: (f"I joined a {v} club.", f'Said: "I joined a {v} club."')),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(sayings, min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_whatever_is_placed_is_valid_accounted_for_and_comes_to_an_end(said, random):
    story = Story()
    offered = [story.say(words, line, day=day) for day, (words, line) in enumerate(said)]
    random.shuffle(offered)
    cut = random.randint(0, len(offered))
    index = None
    for part in (offered[:cut], offered[cut:]):
        index, _ = _run(story, index, part)
    homes = [line for _, line in said if line.startswith("Lives in")]
    assert sum(text.startswith("Lives in") for text in _active(index)) <= 1
    if homes and said[-1][1] == homes[-1]:
        assert homes[-1] in _active(index)
