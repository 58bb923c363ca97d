from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.index.slot_templates import TEMPLATES
from memory_core.index.slots import Slot, SlotValue, render_slot, slot_of

VALUES = st.text(alphabet="abcXYZ é大", min_size=1, max_size=20).filter(
    lambda value: value == value.strip() and value
)


@given(st.sampled_from(Slot), VALUES, st.booleans(), st.sampled_from(sorted(TEMPLATES)))
def test_a_line_reads_back_into_its_slot(
    slot: Slot, value: str, ended: bool, language: str
) -> None:
    qualifier = "sister" if slot in {Slot.FAMILY, Slot.PET} else ""
    fact = SlotValue(slot=slot, value=value, qualifier=qualifier, ended=ended, language=language)
    assert slot_of(render_slot(fact)) == fact


def test_every_language_has_a_line_for_every_slot() -> None:
    assert {language: set(lines) for language, lines in TEMPLATES.items()} == {
        language: set(Slot) for language in ("en", "de", "es", "fr", "ja", "zh")
    }


@pytest.mark.parametrize("line", ['Said: "I joined a choir."', "Oslo.", "Prefers tea.", ""])
def test_another_line_is_no_slots(line: str) -> None:
    assert slot_of(line) is None


# case 53
def test_a_line_stays_in_the_language_in_which_it_was_said() -> None:
    assert render_slot(SlotValue(slot=Slot.HOME, value="Bergen", language="de")) == (
        "Wohnt in Bergen."
    )


def test_a_disliking_is_not_read_as_liking_something_denied() -> None:
    fact = slot_of("Mag Tee nicht.")
    assert fact is not None
    assert (fact.slot, fact.value) == (Slot.DISLIKES, "Tee")


def test_a_home_excludes_another_home_but_a_dog_no_other_dog() -> None:
    oslo, bergen = (SlotValue(slot=Slot.HOME, value=v) for v in ("Oslo", "Bergen"))
    rex, pip = (SlotValue(slot=Slot.PET, value=v, qualifier="dog") for v in ("Rex", "Pip"))
    assert oslo.place == bergen.place
    assert oslo.single_valued
    assert rex.place != pip.place
    assert not rex.single_valued


@pytest.mark.parametrize(
    "lines",
    [
        ("Lives in Oslo.", "Wohnt in Bergen.", "住在成都。"),
        ("Likes Jazz.", "No le gusta jazz.", "もうjazzが好きではない。"),
    ],
)
def test_a_place_is_the_same_in_every_language(lines: tuple[str, ...]) -> None:
    facts = [slot_of(line) for line in lines]
    assert len({fact.place for fact in facts if fact}) == 1
    assert all(facts)


def test_liking_is_one_place_for_each_thing_liked() -> None:
    likes = SlotValue(slot=Slot.LIKES, value="Jazz")
    dislikes = SlotValue(slot=Slot.DISLIKES, value="jazz")
    assert likes.place == dislikes.place
    assert likes.place != SlotValue(slot=Slot.LIKES, value="tea").place
