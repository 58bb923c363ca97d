"""Whether what a line says ends a slot's value, or only names it on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memory_core.index.cues import correction_of, orders_to_forget, takes_back_value
from memory_core.index.quotation import spoken_words
from memory_core.index.slots import Slot, SlotValue
from memory_core.text.languages.known import table_of
from memory_core.text.normalise import fold_key

_LIVING = frozenset((Slot.PET, Slot.FAMILY))  # who is named in much that ends nothing of him
_OWNING = ("の", "的", "'s", "\u2019s")
_WORKED_ON = frozenset((Slot.PROJECT, Slot.PET))
_WHERE_ONE_IS = frozenset((Slot.EMPLOYER, Slot.HOME))


def is_what_ended(fact: SlotValue, line: str, language: str) -> bool:
    """Tell whether a line that takes back and names a value takes back that value.

    "I no longer walk Rufo at night" leaves Rufo be, and "X's meeting is cancelled" leaves X.
    """
    correction = correction_of(line, language)
    if correction is not None and fold_key(correction.new) == fold_key(fact.value):
        return False
    if orders_to_forget(line, language):
        return True
    words, cues = spoken_words(line), table_of(language).cues
    if correction is None and (
        (fact.slot in _LIVING and not _is_parted_from(fact, words, language))
        or _is_only_named(fact.value, words, cues.part_of)
    ):
        return False
    return takes_back_value(line, fact.value, language)


def _is_parted_from(fact: SlotValue, words: str, language: str) -> bool:
    parted = table_of(language).cues.parted.search(words)
    return parted is not None and not _is_anothers(fact, words, language)


def _is_anothers(fact: SlotValue, words: str, language: str) -> bool:
    """Tell whether a name is said of what somebody else has: "my friend's dog Rufo died"."""
    before = words.partition(fact.value)[0]
    owners = table_of(language).persons.someone.finditer(before)
    return any(
        fold_key(owner[0]) != fold_key(fact.qualifier) and before.startswith(_OWNING, owner.end())
        for owner in owners
    )


def _is_only_named(value: str, words: str, part_of: re.Pattern[str]) -> bool:
    """Tell whether a value stands only before something that is of it."""
    places = [found.end() for found in re.finditer(re.escape(value), words, re.IGNORECASE)]
    return bool(places) and all(part_of.match(words, end) for end in places)


def is_known_otherwise(fact: SlotValue, others: Iterable[SlotValue | None]) -> bool:
    """Tell whether a place to work or live bears the name of what the user works on or keeps."""
    return fact.slot in _WHERE_ONE_IS and any(
        other is not None
        and other.slot in _WORKED_ON
        and not other.ended
        and fold_key(other.value) == fold_key(fact.value)
        for other in others
    )
