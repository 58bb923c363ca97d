"""Slots: the closed kinds of fact whose line is a label and a value.

`render_slot` and `slot_of` are inverses. The rules mind writes these lines, the planner reads
them back to see that two lines speak of the same thing. A slot's *place* is what can hold one
value at a time: the home, the name, the liking of one thing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from memory_core.sections import Section


class Slot(StrEnum):
    """A kind of fact."""

    NAME = "name"
    NICKNAME = "nickname"
    HOME = "home"
    ORIGIN = "origin"
    EMPLOYER = "employer"
    ROLE = "role"
    FAMILY = "family"
    PET = "pet"
    BIRTHDAY = "birthday"
    LANGUAGE = "language"
    UNITS = "units"
    DIET = "diet"
    TOOL = "tool"
    ANSWER_STYLE = "answer style"
    LIKES = "likes"
    DISLIKES = "dislikes"
    ALLERGY = "allergy"
    PROJECT = "project"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Shape:
    line: str  # "{q}" qualifier, "{v}" value
    ended: str  # the line of a value that was taken back
    section: Section
    single: bool  # one value at a time per place


_SHAPES: dict[Slot, _Shape] = {
    Slot.NAME: _Shape(
        line="Name is {v}.", ended="Name is no longer {v}.", section=Section.PROFILE, single=True
    ),
    Slot.NICKNAME: _Shape(
        line="Goes by {v}.", ended="No longer goes by {v}.", section=Section.PROFILE, single=True
    ),
    Slot.HOME: _Shape(
        line="Lives in {v}.", ended="No longer lives in {v}.", section=Section.PROFILE, single=True
    ),
    Slot.ORIGIN: _Shape(
        line="Is from {v}.", ended="Is not from {v}.", section=Section.PROFILE, single=True
    ),
    Slot.EMPLOYER: _Shape(
        line="Works at {v}.", ended="No longer works at {v}.", section=Section.WORK, single=True
    ),
    Slot.ROLE: _Shape(
        line="Works as {v}.", ended="No longer works as {v}.", section=Section.WORK, single=True
    ),
    Slot.PET: _Shape(
        line="Has a {q} named {v}.",
        ended="No longer has a {q} named {v}.",
        section=Section.PEOPLE,
        single=False,
    ),
    Slot.FAMILY: _Shape(
        line="Has a {q}: {v}.",
        ended="No longer has a {q}: {v}.",
        section=Section.PEOPLE,
        single=False,
    ),
    Slot.BIRTHDAY: _Shape(
        line="Birthday is {v}.",
        ended="Birthday is not {v}.",
        section=Section.PROFILE,
        single=True,
    ),
    Slot.LANGUAGE: _Shape(
        line="Speaks {v}.", ended="No longer speaks {v}.", section=Section.PROFILE, single=False
    ),
    Slot.UNITS: _Shape(
        line="Prefers {v} units.",
        ended="No longer prefers {v} units.",
        section=Section.PREFERENCES,
        single=True,
    ),
    Slot.DIET: _Shape(
        line="Diet is {v}.",
        ended="Diet is no longer {v}.",
        section=Section.PREFERENCES,
        single=True,
    ),
    Slot.ANSWER_STYLE: _Shape(
        line="Prefers {v} answers.",
        ended="No longer prefers {v} answers.",
        section=Section.PREFERENCES,
        single=True,
    ),
    Slot.TOOL: _Shape(
        line="Uses {v}.", ended="No longer uses {v}.", section=Section.PREFERENCES, single=False
    ),
    Slot.ALLERGY: _Shape(
        line="Is allergic to {v}.",
        ended="Is no longer allergic to {v}.",
        section=Section.PROFILE,
        single=False,
    ),
    Slot.PROJECT: _Shape(
        line="Is working on {v}.",
        ended="No longer works on {v}.",
        section=Section.PROJECTS,
        single=False,
    ),
    Slot.LIKES: _Shape(
        line="Likes {v}.", ended="No longer likes {v}.", section=Section.PREFERENCES, single=False
    ),
    Slot.DISLIKES: _Shape(
        line="Dislikes {v}.",
        ended="No longer dislikes {v}.",
        section=Section.PREFERENCES,
        single=False,
    ),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class SlotValue:
    """One slot's value as a line states it."""

    slot: Slot
    value: str
    qualifier: str = ""  # "sister", "dog"; "" where the slot has none
    ended: bool = False  # the user took it back

    @property
    def section(self) -> Section:
        """The heading its line stands under."""
        return _SHAPES[self.slot].section

    @property
    def place(self) -> tuple[str, str]:
        """What can hold one value at a time; equal places with other values exclude each other."""
        if self.slot in {Slot.LIKES, Slot.DISLIKES}:
            return ("liking", self.value.casefold())
        if _SHAPES[self.slot].single:
            return (str(self.slot), "")
        return (str(self.slot), f"{self.qualifier} {self.value}".strip().casefold())

    @property
    def single_valued(self) -> bool:
        """Whether a later value of the same place replaces an earlier one."""
        return _SHAPES[self.slot].single or self.slot in {Slot.LIKES, Slot.DISLIKES}


def render_slot(fact: SlotValue) -> str:
    """Write the line of a slot's value."""
    shape = _SHAPES[fact.slot]
    return (shape.ended if fact.ended else shape.line).format(q=fact.qualifier, v=fact.value)


def _pattern(line: str) -> re.Pattern[str]:
    escaped = re.escape(line).replace(r"\{q\}", r"(?P<q>[^\s:]+)").replace(r"\{v\}", r"(?P<v>.+)")
    return re.compile(escaped)


_PATTERNS = [
    (slot, ended, _pattern(shape.ended if ended else shape.line))
    for slot, shape in _SHAPES.items()
    for ended in (True, False)
]


def slot_of(text: str) -> SlotValue | None:
    """Read a line back into its slot and value; None when it is no slot's line."""
    for slot, ended, pattern in _PATTERNS:
        if match := pattern.fullmatch(text):
            groups = match.groupdict()
            return SlotValue(
                slot=slot, value=groups["v"], qualifier=groups.get("q") or "", ended=ended
            )
    return None
