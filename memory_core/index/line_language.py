"""The language of a line: of its slot's template, else as its words tell."""

from __future__ import annotations

from functools import lru_cache

from memory_core.index.quotation import spoken_words
from memory_core.index.slots import slot_of
from memory_core.text.languages.detection import detect_language

_DEFAULT = "en"


@lru_cache(maxsize=8192)
def line_language(line: str) -> str:
    """Return the language a line is read by; English where its words do not say."""
    fact = slot_of(line)
    if fact is not None:
        return fact.language
    return detect_language(spoken_words(line)) or _DEFAULT
