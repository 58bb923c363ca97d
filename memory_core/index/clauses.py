"""Cuts text into clauses: the reach of a negation, a wish or a subject.

A cut is made only where a new subject, a contrast or a new predicate begins, never inside a plain
list: "I don't like cats and dogs" is one clause. Where the cuts lie is the language's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memory_core.text.languages.known import table_of
from memory_core.text.languages.table import Language


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause and the sentence it stands in, with its place in the text in code points."""

    text: str
    sentence: str
    start: int
    end: int  # exclusive
    sentence_start: int = 0
    language: str = "en"

    @property
    def sentence_so_far(self) -> str:
        """The sentence up to the end of the clause."""
        return self.sentence[: self.end - self.sentence_start]

    @property
    def asked(self) -> bool:
        """Whether the clause itself ends with a question mark."""
        return self.text.rstrip(" \"'”’»」』)]!.").endswith(("?", "？"))


def whole(text: str, language: str = "en") -> Clause:
    """Return a text as one clause."""
    return Clause(text, text, 0, len(text), 0, language)


@lru_cache(maxsize=2048)
def clauses(text: str, language: str = "en") -> tuple[Clause, ...]:
    """Return the clauses of a text in order; white space alone is none."""
    table = table_of(language)
    return tuple(
        Clause(text[start:end], text[first:last], start, end, first, language)
        for first, last in _pieces(text, table.sentence, 0, len(text))
        for start, end in _joined(text, table, list(_pieces(text, table.cut, first, last)))
    )


def _joined(text: str, table: Language, cut: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put an adverb in front ("formerly, I …") back to the clause that it turns."""
    guards = (table.guards.past_habit, table.guards.wish)
    if len(cut) > 1 and any(g.fullmatch(text[cut[0][0] : cut[0][1]].strip()) for g in guards):
        return [(cut[0][0], cut[1][1]), *cut[2:]]
    return cut


def _pieces(text: str, cut: re.Pattern[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in cut.finditer(text, start, end):
        if match.end() > at and text[at : match.start()].strip():
            yield at, match.start()
            at = match.end()
    if text[at:end].strip():
        yield at, end
