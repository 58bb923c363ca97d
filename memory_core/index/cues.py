"""Words with which a user corrects or takes back what he said.

They are read in the language that is given, else in the one that the line's words tell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.index.line_language import line_language
from memory_core.index.quotation import spoken_words
from memory_core.index.wording import free_stems
from memory_core.text.languages.known import table_of
from memory_core.text.languages.table import Cues
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import content_stems

_BRACKETED = re.compile(r"\[[^\]]*\]")


@dataclass(frozen=True, slots=True)
class Correction:
    """An old value and the one that is right, as they were written."""

    old: str
    new: str


def correction_of(line: str, language: str | None = None) -> Correction | None:
    """Read "not X but Y", "it's Y, not X" and their like; None where no old value is named."""
    words, cues = spoken_words(line), _cues(line, language)
    for pattern in cues.corrections:
        if match := pattern.search(words):
            old, new = match["old"].strip(), match["new"].strip()
            if fold_key(old) != fold_key(new) and not cues.no_value.search(new):
                return Correction(old, new)
    return None


def takes_back(line: str, language: str | None = None) -> bool:
    """Tell whether a line may take something back: "no longer", "any more", "forget that"."""
    return _cues(line, language).taken_back.search(spoken_words(line)) is not None


def cue_words(line: str, language: str | None = None) -> str:
    """Return the words of a line that take something back."""
    found = _cues(line, language).taken_back.finditer(spoken_words(line))
    return " ".join(match[0] for match in found)


def orders_to_forget(line: str, language: str | None = None) -> bool:
    """Tell whether a line only asks to forget, and states nothing of its own."""
    words = spoken_words(line)
    reminds = table_of(language or line_language(line)).guards.reminder.match(words)
    return reminds is None and _cues(line, language).order_to_forget.match(words) is not None


def takes_back_value(line: str, value: str, language: str) -> bool:
    """Tell whether what a line takes back is a value, not something else that it names it with.

    "I gave up smoking in Oslo" leaves Oslo be. A language without words for it takes any value.
    """
    words, cues = spoken_words(line), table_of(language).cues
    places = [found.span() for found in re.finditer(re.escape(value), words, re.IGNORECASE)]
    if not places or not cues.beside:
        return True
    found = list(cues.taken_back.finditer(words))
    return any(_reaches(cue, place, language) for cue in found for place in places)


def _reaches(cue: re.Match[str], place: tuple[int, int], language: str) -> bool:
    start, end = place
    if cue.start() <= start and end <= cue.end():
        return True
    if any(letter.isupper() for letter in cue[0][1:]):  # it names what it takes back
        return False
    gap = cue.string[cue.end() : start] if cue.end() <= start else cue.string[end : cue.start()]
    between = content_stems(_BRACKETED.sub(" ", gap), language) - free_stems(language)
    return not between - content_stems(" ".join(table_of(language).cues.beside), language)


def _cues(line: str, language: str | None) -> Cues:
    return table_of(language or line_language(line)).cues
