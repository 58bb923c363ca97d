"""What a save was told of its rivals, in the deterministic planner."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.index.fold import fold
from memory_core.index.model import EndingKind
from memory_core.index.operations import Add
from memory_core.index.planner import place, settle
from memory_core.provenance import Provenance
from memory_core.saving import KEEP_BOTH, Told, ToldSave
from tests.fakes.memories import NOW, Story, empty

OWN = Provenance.USER_REQUESTED


class Scope:
    """An index, the saves that it holds, and what they were told."""

    def __init__(self):
        self.story = Story()
        self.index = empty()
        self.replaces = {}
        self.instead_of = {}
        self.pending = []

    def say(self, words, line, *, replaces=None, **more):
        episode = self.story.say(words, line, provenance=OWN if replaces else "user-said", **more)
        if replaces:
            self.replaces[episode.id] = replaces
        self.pending.append(episode)
        return episode

    @property
    def told(self):
        saves = {
            save: ToldSave(
                text=self.story.episodes[save].content.description,
                at=self.story.episodes[save].evidence_at,
                replaces=replaces,
                instead_of=self.instead_of.get(save, ()),
            )
            for save, replaces in self.replaces.items()
        }
        return Told(
            waiting=tuple(saves[e.id] for e in self.pending if e.id in saves),
            placed={
                entry.id: saves[source]
                for entry in self.index.entries
                for source in saves.keys() & set(entry.sources)
            },
        )

    def fold(self, *offered):
        """Fold some episodes, or all that wait, until none of them waits any more."""
        left = list(offered or self.pending)
        words = {e.id: self.story.dossier().asserting(e)[0].content for e in left}
        for _ in range(9):
            settled = place(self.index, left, self.story.episodes, self.told, words)
            self.index = fold(self.index, settled.operations, {e.id: e for e in left}, NOW).after
            placed = {e.id for e in left} - set(settled.deferred)
            self.pending = [e for e in self.pending if e.id not in placed]
            left = [e for e in left if e.id in settled.deferred]
            if not left:
                return
        raise AssertionError("never comes to an end")

    @property
    def active(self):
        return sorted(entry.text for entry in self.index.active)

    @property
    def archived(self):
        return sorted(entry.text for entry in self.index.archived)


BOTH = ["Lives in Bergen.", "Lives in Oslo."]


def kept_both():
    scope = Scope()
    scope.say("I live in Oslo.", "Lives in Oslo.")
    scope.fold()
    scope.say("And in Bergen.", "Lives in Bergen.", replaces=KEEP_BOTH)
    scope.fold()
    assert (scope.active, scope.archived) == (BOTH, [])
    return scope


@given(
    order=st.permutations(range(3)),
    cuts=st.sets(st.integers(1, 2)),
    oslo_first=st.booleans(),
)
def test_a_save_stands_beside_what_was_said_before_it_in_whatever_order_folds_take_it(
    order, cuts, oslo_first
):
    scope = Scope()
    lines = ["Lives in Oslo.", "Lives in Bergen."]
    told = [scope.say("So I live.", line) for line in (lines if oslo_first else lines[::-1])]
    said = [*told, scope.say("Keep both.", "Lives in Bergen.", replaces=KEEP_BOTH)]
    ends = [0, *sorted(cuts), 3]
    for start, end in pairwise(ends):
        scope.fold(*(said[at] for at in order[start:end]))
    assert (scope.active, scope.archived) == (BOTH, [])


def test_what_the_chat_says_of_a_save_takes_the_place_that_the_save_names():
    scope = Scope()
    scope.say("The red bike stands in the cellar.", "The red bike stands in the cellar.")
    scope.fold()
    sold = "The red bike was sold to Ada."
    scope.say(sold, sold)
    scope.say(sold, sold, replaces=scope.index.active[0].id)
    scope.fold()
    assert scope.active == [sold]
    assert [e.ending.kind for e in scope.index.archived] == [EndingKind.SUPERSEDED]


@pytest.mark.parametrize("together", [True, False])
def test_what_a_save_took_the_place_of_does_not_come_back_by_what_the_chat_says(together):
    scope = Scope()
    bike = "The red bike stands in the cellar."
    chat = scope.say(bike, bike)
    save = scope.say("Sold.", "The red bike was sold to Ada.", replaces=KEEP_BOTH)
    scope.instead_of[save.id] = (bike,)  # of a save that waited
    for offered in [(chat, save)] if together else [(save,), (chat,)]:
        scope.fold(*offered)
    assert scope.active == ["The red bike was sold to Ada."]
    scope.say(bike, bike)  # said again later
    scope.fold()
    assert bike in scope.active


def test_no_mind_is_asked_about_a_save_that_is_to_keep_both():
    scope = Scope()
    save = scope.say("Keep both.", "Lives in Bergen.", replaces=KEEP_BOTH)
    other = scope.say("Ada visits at times.", "Ada visits at times.")
    settled = settle(scope.index, scope.pending, scope.story.episodes, scope.told)
    assert settled.operations == (Add(episodes=(save.id,)),)
    assert settled.rest == (other.id,)


def test_a_later_value_replaces_the_one_of_two_that_was_said_last():
    scope = kept_both()
    scope.say("I live in Voss.", "Lives in Voss.")
    scope.fold()
    assert scope.active == ["Lives in Oslo.", "Lives in Voss."]


def test_what_was_confirmed_since_is_the_one_said_last():
    scope = kept_both()
    scope.say("I live in Oslo.", "Lives in Oslo.", day=2)
    scope.fold()
    scope.say("I live in Voss.", "Lives in Voss.", day=3)
    scope.fold()
    assert scope.active == ["Lives in Bergen.", "Lives in Voss."]


@pytest.mark.parametrize(
    "words",
    ["I live in Voss, not in Oslo.", "I left Oslo, I live in Voss.", "From Oslo to Voss."],
)
def test_a_later_value_replaces_the_one_of_two_that_the_user_names(words):
    scope = kept_both()
    scope.say(words, "Lives in Voss.")
    scope.fold()
    assert (scope.active, scope.archived) == (
        ["Lives in Bergen.", "Lives in Voss."],
        ["Lives in Oslo."],
    )


def test_what_is_taken_back_of_two_leaves_the_other():
    scope = kept_both()
    scope.say("I no longer live in Bergen.", "No longer lives in Bergen.")
    scope.fold()
    assert scope.active == ["Lives in Oslo."]
