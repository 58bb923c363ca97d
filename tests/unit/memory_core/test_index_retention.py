"""Which expired lines come back, and which are past."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from memory_core.index.fold import fold
from memory_core.index.model import Ending, EndingKind
from memory_core.index.operations import Add
from memory_core.index.retention import Occasion, Use, Uses, find_revivable, revive
from tests.fakes.memories import NOW, Story, empty

OCCASION = Occasion(now=NOW + timedelta(days=1), today=date(2026, 12, 1))


def stood(*lines):
    """An index of these lines, said one after the other, each on a day of its own."""
    story = Story()
    said = [story.say("x", line, day=day) for day, line in enumerate(lines)]
    adds = [Add(episodes=(episode.id,)) for episode in said]
    return fold(empty(), adds, story.episodes, NOW).after


def expired(index, *lines):
    ending = Ending(kind=EndingKind.EXPIRED, on=date(2026, 11, 1))
    entries = [e.archived(ending) if e.text in lines else e for e in index.entries]
    return replace(index, entries=tuple(entries))


def used(index):
    again = {entry.id: Use(used_at=NOW, used_again=True) for entry in index.entries}
    return Uses(days_served=40, by_entry=again)


def returning(index, uses=Uses(), stated=()):  # noqa: B008 - a frozen value
    back = revive(index, find_revivable(index, uses, stated), {}, uses, OCCASION)
    return [e.text for e in back.after.active if not index.find_entry(e.id).active] if back else []


def test_a_line_that_is_used_comes_back():
    index = expired(stood("Lives in Oslo."), "Lives in Oslo.")
    assert returning(index, used(index)) == ["Lives in Oslo."]


# case 36
@pytest.mark.parametrize(
    ("old", "new"),
    [("Lives in Oslo.", "Lives in Bergen."), ("Likes tea.", "Dislikes tea.")],
)
def test_no_use_brings_back_what_is_no_longer_true(old, new):
    index = expired(stood(old, new), old)
    assert len(index.active) == 1
    assert returning(index, used(index)) == []


# case 34
def test_no_use_brings_back_what_stands_there_anew():
    index = expired(stood("Likes tea."), "Likes tea.")
    story = Story()
    again = story.say("x", "Likes tea.", day=5)
    anew = fold(index, [Add(episodes=(again.id,))], story.episodes, NOW).after
    assert len(anew.active) == len(anew.archived) == 1
    assert returning(anew, used(anew)) == []


def test_of_two_values_of_a_slot_the_newer_comes_back():
    index = expired(
        stood("Lives in Oslo.", "Lives in Bergen."), "Lives in Oslo.", "Lives in Bergen."
    )
    assert returning(index, used(index)) == ["Lives in Bergen."]


def test_a_line_that_is_taken_back_returns_so_that_the_fold_can_end_it():
    index = expired(stood("Likes tea."), "Likes tea.")
    assert returning(index, stated=["No longer likes tea."]) == ["Likes tea."]
    assert returning(index, stated=["No longer likes jazz."]) == []
