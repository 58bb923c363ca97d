"""Slots: the closed kinds of fact whose line is a label and a value.

`render_slot` and `slot_of` are inverses over all languages. The rules mind writes these lines,
the planner reads them back to see that two lines speak of the same thing. A slot's *place* is what
can hold one value at a time: the home, the name, the liking of one thing; it is the same in
whatever language the line was said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from memory_core.index.slot_templates import TEMPLATES
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


_SECTIONS: dict[Slot, Section] = {
    Slot.NAME: Section.PROFILE,
    Slot.NICKNAME: Section.PROFILE,
    Slot.HOME: Section.PROFILE,
    Slot.ORIGIN: Section.PROFILE,
    Slot.EMPLOYER: Section.WORK,
    Slot.ROLE: Section.WORK,
    Slot.FAMILY: Section.PEOPLE,
    Slot.PET: Section.PEOPLE,
    Slot.BIRTHDAY: Section.PROFILE,
    Slot.LANGUAGE: Section.PROFILE,
    Slot.UNITS: Section.PREFERENCES,
    Slot.DIET: Section.PREFERENCES,
    Slot.TOOL: Section.PREFERENCES,
    Slot.ANSWER_STYLE: Section.PREFERENCES,
    Slot.LIKES: Section.PREFERENCES,
    Slot.DISLIKES: Section.PREFERENCES,
    Slot.ALLERGY: Section.PROFILE,
    Slot.PROJECT: Section.PROJECTS,
}
_SINGLE = frozenset(
    (Slot.NAME, Slot.NICKNAME, Slot.HOME, Slot.ORIGIN, Slot.EMPLOYER, Slot.ROLE, Slot.BIRTHDAY,
     Slot.UNITS, Slot.DIET, Slot.ANSWER_STYLE)
)  # fmt: skip
_BLANK = "\u00b7"
_LIKING = frozenset((Slot.LIKES, Slot.DISLIKES))
GIVEN_UP = frozenset((Slot.TOOL, Slot.PROJECT, Slot.EMPLOYER))  # "I quit X" may mean any of them


@dataclass(frozen=True, kw_only=True, slots=True)
class SlotValue:
    """One slot's value as a line states it."""

    slot: Slot
    value: str
    qualifier: str = ""  # "sister", "dog"; "" where the slot has none
    ended: bool = False  # the user took it back
    language: str = "en"  # in which its line reads

    @property
    def section(self) -> Section:
        """The heading its line stands under."""
        return _SECTIONS[self.slot]

    @property
    def place(self) -> tuple[str, str]:
        """What can hold one value at a time; equal places with other values exclude each other."""
        if self.slot in _LIKING:
            return ("liking", self.value.casefold())
        if self.slot in _SINGLE:
            return (str(self.slot), "")
        return (str(self.slot), f"{self.qualifier} {self.value}".strip().casefold())

    @property
    def denies(self) -> bool:
        """Whether its line says that something is not so."""
        return self.ended or self.slot is Slot.DISLIKES

    @property
    def requested(self) -> bool:
        """Whether it is said by asking for it: short answers, metric units, to be called so."""
        return self.slot in {Slot.UNITS, Slot.ANSWER_STYLE, Slot.NICKNAME}

    @property
    def single_valued(self) -> bool:
        """Whether a later value of the same place replaces an earlier one."""
        return self.slot in _SINGLE or self.slot in _LIKING

    @property
    def taken_back(self) -> str:
        """The line that this one takes back; empty where it takes none."""
        return render_slot(replace(self, ended=False)) if self.ended else ""


def are_rivals(one: SlotValue | None, other: SlotValue | None) -> bool:
    """Tell whether two slot values exclude each other, or the same place is spoken of twice."""
    if one is None or other is None or not (one.single_valued and other.single_valued):
        return False
    return one.place == other.place and not (one.ended or other.ended)


def render_slot(fact: SlotValue) -> str:
    """Write the line of a slot's value.

    Raises:
        KeyError: its language has no templates.
    """
    template = TEMPLATES[fact.language][fact.slot]
    line = template.ended if fact.ended else template.line
    return line.format(q=fact.qualifier, v=fact.value)


def _pattern(line: str) -> re.Pattern[str]:
    escaped = re.escape(line)
    escaped = escaped.replace(r"\{q\}", r"(?P<q>[^\s:（）()]+)").replace(r"\{v\}", r"(?P<v>.+)")
    return re.compile(escaped)


_Reading = tuple[Slot, bool, str, re.Pattern[str]]  # slot, ended, language, its line


def _readings() -> list[_Reading]:
    """Return what a line can be, the longer template first: "Mag Tee nicht." is no liking."""
    lines = [
        (line, slot, ended, language)
        for language, templates in TEMPLATES.items()
        for slot in Slot
        for ended, line in (
            (False, templates[slot].line),
            (True, templates[slot].ended),
        )
    ]
    longest_first = sorted(lines, key=lambda each: -len(each[0]))
    return [
        (slot, ended, language, _pattern(line)) for line, slot, ended, language in longest_first
    ]


_READINGS = _readings()


@lru_cache(maxsize=4096)
def slot_of(text: str) -> SlotValue | None:
    """Read a line back into its slot and value; None when it is no slot's line."""
    for slot, ended, language, pattern in _READINGS:
        if match := pattern.fullmatch(text):
            groups = match.groupdict()
            return SlotValue(
                slot=slot,
                value=groups["v"],
                qualifier=groups.get("q") or "",
                ended=ended,
                language=language,
            )
    return None


def without_label(line: str) -> str:
    """Blank the label of a slot's line, in place: what is left is what its speaker has to say."""
    fact = slot_of(line)
    if fact is None:
        return line
    template = TEMPLATES[fact.language][fact.slot]
    shape = template.ended if fact.ended else template.line
    blank = {"q": fact.qualifier, "v": fact.value}
    parts = re.split(r"\{([qv])\}", shape)
    return "".join(
        blank[part] if at % 2 else re.sub(r"\w", _BLANK, part) for at, part in enumerate(parts)
    )
