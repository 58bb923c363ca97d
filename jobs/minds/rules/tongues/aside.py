"""What a sentence says beside its speaker's settled life, though it is worded like a slot's value.

One has one employer, home and name, so a wrong one would take the right one's place. A place one
stays at for a week, a choir, a part in a play and a weekend's post are none of them.

    Since May I work at X            the slot
    I work at X on Sundays           beside it
    I'm at X now, a jazz choir       something else of that name
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory_core.index.slots import Slot, SlotValue

# The slots whose new value takes the old one's place, but likes: liking one thing ends no other.
REPLACING = frozenset(
    (Slot.NAME, Slot.NICKNAME, Slot.HOME, Slot.ORIGIN, Slot.EMPLOYER, Slot.ROLE, Slot.BIRTHDAY,
     Slot.UNITS, Slot.DIET, Slot.ANSWER_STYLE)
)  # fmt: skip
_FEW_WORDS = 4
_END_MARKS = " .,;:!\u2026\u3002\uff01\u3001\uff0c"
_LIVED = frozenset((Slot.NAME, Slot.NICKNAME, Slot.HOME, Slot.EMPLOYER, Slot.ROLE, Slot.DIET))
_BRIEF = frozenset((Slot.HOME, Slot.EMPLOYER, Slot.ROLE, Slot.DIET, Slot.UNITS, Slot.ANSWER_STYLE))


@dataclass(frozen=True, kw_only=True, slots=True)
class Aside:
    """The words by which a language tells what is beside a settled life."""

    beside: re.Pattern[str]  # at weekends, unpaid, in a game, for somebody else
    briefly: re.Pattern[str]  # for a time only
    turned: re.Pattern[str]  # a change, which may well come about within such a time
    left: re.Pattern[str]  # a pastime or a contract is changed: "I left the choir, now I'm at X"
    kinds: Mapping[Slot, re.Pattern[str]]  # what makes it something else than the slot
    named: re.Pattern[str]  # how a clause begins that says what was named: ", a jazz choir"
    border: re.Pattern[str]  # between clauses, lists apart
    surely: re.Pattern[str]  # what says that a value is new: "now", "moved", "no longer"
    fronted: re.Pattern[str]  # how a clause begins that narrows what it says: "At Christmas …"
    plain: re.Pattern[str]  # all that may follow a value without narrowing it

    def holds(self, fact: SlotValue, sentence: str) -> bool:
        """Tell whether what a sentence says of a slot is said beside it."""
        if fact.slot not in REPLACING:
            return False
        told = self._told(fact, sentence.replace("\u2019", "'"))
        if fact.slot in _LIVED and self.beside.search(told):
            return True
        if fact.slot in _BRIEF and self.briefly.search(told) and not self.turned.search(told):
            return True
        if fact.slot is Slot.EMPLOYER and self.left.search(sentence):
            return True
        kind = self.kinds.get(fact.slot)
        return kind is not None and kind.search(told) is not None

    def doubts(self, fact: SlotValue, sentence: str) -> bool:
        """Tell whether more is said about a value than its being the slot's, and no change.

        "I live in X while my bath is redone" fills an empty slot, and takes no home's place.
        """
        said = sentence.replace("\u2019", "'").strip(_END_MARKS)
        if fact.slot not in _LIVED or fact.slot is Slot.NICKNAME or self.surely.search(said):
            return False
        told = self._told(fact, said)
        before, found, after = told.partition(fact.value)
        narrowed = self.fronted.match(before.strip()) is not None
        return bool(found) and (narrowed or self.plain.fullmatch(after.strip(_END_MARKS)) is None)

    def _told(self, fact: SlotValue, sentence: str) -> str:
        """Return the clause that states a value, with what is said of its name behind it."""
        at = sentence.find(fact.value)
        if at < 0:
            return sentence
        ends = [found.span() for found in self.border.finditer(sentence)]
        start = max((end for _, end in ends if end <= at), default=0)
        before = max((end for _, end in ends if end < start), default=0)
        if len(sentence[before:start].split()) <= _FEW_WORDS:  # "On Sundays, …"
            start = before
        after = [span for span in ends if span[0] >= at + len(fact.value)]
        for begin, end in after:
            if not self.named.match(sentence, end):
                return sentence[start:begin]
        return sentence[start:]
