"""What a save was told of its rivals, in the deterministic planner."""

from hypothesis import given
from hypothesis import strategies as st

from memory_core.index.fold import fold
from memory_core.index.model import EndingKind
from memory_core.index.operations import Add, Supersede
from memory_core.index.planner import place, settle
from memory_core.provenance import Provenance
from memory_core.saving import KEEP_BOTH
from tests.fakes.memories import NOW, Story, empty

OWN = Provenance.USER_REQUESTED


def rounds(story, told, index=None, offered=None):
    """Fold until nothing waits any more."""
    index = index or empty()
    pending = list(story.episodes.values() if offered is None else offered)
    for _ in range(9):
        settled = place(index, pending, story.episodes, told)
        index = fold(index, settled.operations, {e.id: e for e in pending}, NOW).after
        pending = [e for e in pending if e.id in settled.deferred]
        if not pending:
            return index
    raise AssertionError("never comes to an end")


def active(index):
    return sorted(entry.text for entry in index.active)


def test_a_save_told_to_keep_both_stands_beside_the_line_of_its_slot():
    story = Story()
    oslo = story.say("I live in Oslo.", "Lives in Oslo.")
    index = rounds(story, {}, offered=[oslo])
    bergen = story.say("And in Bergen.", "Lives in Bergen.", provenance=OWN)
    index = rounds(story, {bergen.id: KEEP_BOTH}, index, [bergen])
    assert active(index) == ["Lives in Bergen.", "Lives in Oslo."]
    assert index.archived == ()


@given(order=st.permutations(range(3)))
def test_both_wait_for_one_fold_in_whatever_order_they_are_offered(order):
    story = Story()
    said = [
        story.say("I live in Oslo.", "Lives in Oslo.", provenance=OWN),
        story.say("I live in Bergen, too.", "Lives in Bergen."),
        story.say("Keep both.", "Lives in Bergen.", provenance=OWN),
    ]
    index = rounds(story, {said[2].id: KEEP_BOTH}, offered=[said[at] for at in order])
    assert active(index) == ["Lives in Bergen.", "Lives in Oslo."]
    assert index.archived == ()


def test_what_the_user_says_of_it_in_the_chat_makes_no_rival_give_way():
    story = Story()
    oslo = story.say("I live in Oslo.", "Lives in Oslo.")
    index = rounds(story, {}, offered=[oslo])
    chat = story.say("I live in Bergen.", "Lives in Bergen.")
    save = story.say("Keep both.", "Lives in Bergen.", provenance=OWN)
    index = rounds(story, {save.id: KEEP_BOTH}, index, [chat, save])
    assert active(index) == ["Lives in Bergen.", "Lives in Oslo."]
    (bergen,) = (e for e in index.active if "Bergen" in e.text)
    assert set(bergen.sources) == {chat.id, save.id}


def test_what_the_chat_says_of_a_save_takes_the_place_that_the_save_names():
    story = Story()
    bike = story.say("The red bike stands in the cellar.", "The red bike stands in the cellar.")
    index = rounds(story, {}, offered=[bike])
    (line,) = index.active
    sold = "The red bike was sold to Ada."
    chat, save = story.say(sold, sold), story.say(sold, sold, provenance=OWN)
    index = rounds(story, {save.id: line.id}, index, [chat, save])
    assert active(index) == [sold]
    assert [e.ending.kind for e in index.archived] == [EndingKind.SUPERSEDED]


def test_no_mind_is_asked_about_a_save_that_is_to_keep_both():
    story = Story()
    save = story.say("Keep both.", "Lives in Bergen.", provenance=OWN)
    other = story.say("Ada visits at times.", "Ada visits at times.")
    settled = settle(empty(), story.episodes.values(), story.episodes, {save.id: KEEP_BOTH})
    assert settled.operations == (Add(episodes=(save.id,)),)
    assert settled.rest == (other.id,)


def test_of_two_kept_lines_a_later_value_replaces_the_one_said_last():
    story = Story()
    oslo = story.say("I live in Oslo.", "Lives in Oslo.")
    bergen = story.say("Keep both.", "Lives in Bergen.", provenance=OWN)
    index = rounds(story, {bergen.id: KEEP_BOTH}, offered=[oslo, bergen])
    voss = story.say("I live in Voss.", "Lives in Voss.")
    settled = place(index, [voss], story.episodes)
    (operation,) = settled.operations
    assert isinstance(operation, Supersede)
    assert next(e.text for e in index.active if e.id == operation.entry) == "Lives in Bergen."
