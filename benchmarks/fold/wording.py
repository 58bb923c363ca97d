"""In which words a mind that knows the gold may put a row; the first that is grounded is taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from benchmarks.fold.gold import Gold
from benchmarks.fold.script import Cue
from memory_core.index.slots import Slot, SlotValue, render_slot
from memory_core.sections import Section

_SLOTS = {
    "name": Slot.NAME,
    "nickname": Slot.NICKNAME,
    "home": Slot.HOME,
    "employer": Slot.EMPLOYER,
    "role": Slot.ROLE,
    "birthday": Slot.BIRTHDAY,
    "language": Slot.LANGUAGE,
    "units": Slot.UNITS,
    "diet": Slot.DIET,
    "style": Slot.ANSWER_STYLE,
    "tool": Slot.TOOL,
    "likes": Slot.LIKES,
    "dislikes": Slot.DISLIKES,
    "allergy": Slot.ALLERGY,
    "project": Slot.PROJECT,
}
_SECTIONS = {
    "family": Section.PEOPLE,
    "pet": Section.PEOPLE,
    "event": Section.EVENTS,
    "remember": Section.OTHER,
}
_PARAPHRASES = {
    "name": "The user is called {v}.",
    "nickname": "The user likes to be called {v}.",
    "home": "The user lives in {v} now.",
    "employer": "Works for {v}, the user said.",
    "role": "The user is working as {v}.",
    "language": "The user speaks {v}.",
    "tool": "The user is using {v}.",
    "likes": "The user enjoys {v}.",
    "allergy": "The user is allergic to {v}.",
    "project": "The user works on {v}.",
}

Wording = Callable[[Cue], Iterator[str]]


def section_of(row: Gold) -> Section:
    """Return the heading of a row's line."""
    slot = _SLOTS.get(row.slot)
    if slot is None:
        return _SECTIONS[row.slot]
    return SlotValue(slot=slot, value=row.value).section


def plain(cue: Cue) -> Iterator[str]:
    """Word a cue as a slot's line, else as a quotation."""
    yield from _slot_line(cue)
    yield from _quotations(cue)


def quoted(cue: Cue) -> Iterator[str]:
    """Word a cue as a quotation, else as a slot's line."""
    yield from _quotations(cue)
    yield from _slot_line(cue)


def _slot_line(cue: Cue) -> Iterator[str]:
    if (slot := _SLOTS.get(cue.row.slot)) is not None:
        language = cue.row.language
        yield render_slot(
            SlotValue(slot=slot, value=cue.row.value, ended=cue.ends, language=language)
        )


def _quotations(cue: Cue) -> Iterator[str]:
    """Word a cue as a quotation, its time expression resolved where the date may stand."""
    if cue.row.date is not None:
        yield f'Said: "{cue.sentence.replace(cue.row.when, f"{cue.row.when} [{cue.row.date}]", 1)}"'
    yield f'Said: "{cue.sentence}"'
    yield from (f'Said: "{part}"' for part in _parts(cue))


def _parts(cue: Cue) -> Iterator[str]:
    """Yield what a sentence says before, between and after the values that it sets right."""
    if cue.row.contrast:
        for part in re.split("|".join(map(re.escape, cue.row.contrast)), cue.sentence):
            yield part.rsplit(",", 1)[0].strip(" .。，") if "," in part else part.strip(" .。，")


def paraphrased(cue: Cue) -> Iterator[str]:
    """Word a cue in other words than the oracle's, as far as grounding lets it."""
    if not cue.ends and (pattern := _PARAPHRASES.get(cue.row.slot)):
        yield pattern.format(v=cue.row.value)
    if not cue.ends and cue.row.language != "en" and cue.row.date is None:
        yield cue.sentence.rstrip(".。！!")
    yield from plain(cue)
