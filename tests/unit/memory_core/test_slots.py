from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.index.slots import Slot, SlotValue, render_slot, slot_of

VALUES = st.text(alphabet="abcXYZ é大", min_size=1, max_size=20).filter(
    lambda value: value == value.strip() and value
)


@given(st.sampled_from(Slot), VALUES, st.booleans())
def test_a_line_reads_back_into_its_slot(slot: Slot, value: str, ended: bool) -> None:
    qualifier = "sister" if slot in {Slot.FAMILY, Slot.PET} else ""
    fact = SlotValue(slot=slot, value=value, qualifier=qualifier, ended=ended)
    assert slot_of(render_slot(fact)) == fact


@pytest.mark.parametrize("line", ['Said: "I joined a choir."', "Oslo.", "Prefers tea.", ""])
def test_another_line_is_no_slots(line: str) -> None:
    assert slot_of(line) is None


def test_a_home_excludes_another_home_but_a_dog_no_other_dog() -> None:
    oslo, bergen = (SlotValue(slot=Slot.HOME, value=v) for v in ("Oslo", "Bergen"))
    rex, pip = (SlotValue(slot=Slot.PET, value=v, qualifier="dog") for v in ("Rex", "Pip"))
    assert oslo.place == bergen.place
    assert oslo.single_valued
    assert rex.place != pip.place
    assert not rex.single_valued


def test_liking_is_one_place_for_each_thing_liked() -> None:
    likes = SlotValue(slot=Slot.LIKES, value="Jazz")
    dislikes = SlotValue(slot=Slot.DISLIKES, value="jazz")
    assert likes.place == dislikes.place
    assert likes.place != SlotValue(slot=Slot.LIKES, value="tea").place
