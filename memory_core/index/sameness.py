"""When two lines state the same."""

from __future__ import annotations

from functools import lru_cache

from memory_core.index.guards import guards_in
from memory_core.index.hard_tokens import hard_tokens
from memory_core.index.line_language import line_language
from memory_core.index.quotation import spoken_words
from memory_core.index.slots import SlotValue, slot_of
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import content_stems

_LEAST_SHARED = 0.8  # of the content stems of both; of ja and zh pairs of characters


def states_same(first: str, second: str) -> bool:
    """Tell whether two lines state the same, in any of the languages with tables.

    They do when they are the same slot's same value, in whatever languages, or have equal hard
    tokens (the dates of a quotation among them) and guard words, and content stems of Jaccard 0.8
    or more. Lines of two languages share no words: nothing is translated.
    """
    if _folded(first) == _folded(second):
        return True
    one, other = _slot(first), _slot(second)
    if one and other and one.slot is other.slot and fold_key(one.value) == fold_key(other.value):
        return one.ended == other.ended and fold_key(one.qualifier) == fold_key(other.qualifier)
    return _shares_content(first, second)


@lru_cache(maxsize=4096)
def _folded(line: str) -> str:
    return fold_key(line)


@lru_cache(maxsize=4096)
def _slot(line: str) -> SlotValue | None:
    return slot_of(line)


def _shares_content(first: str, second: str) -> bool:
    language = line_language(first)
    if line_language(second) != language:
        return False
    one, other = content_stems(first, language), content_stems(second, language)
    if not one or len(one & other) < _LEAST_SHARED * len(one | other):
        return False
    if hard_tokens(_within(first), language) != hard_tokens(_within(second), language):
        return False
    return _guards(first, language) == _guards(second, language)


def _guards(line: str, language: str) -> frozenset[str]:
    return frozenset(map(str, guards_in(spoken_words(line), language)))


def _within(line: str) -> str:
    """Take the label and the marks off a quotation, its bracketed dates not."""
    return line.removeprefix('Said: "').removesuffix('"') if line.startswith('Said: "') else line
