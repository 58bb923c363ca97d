"""Cuts English text into clauses: the reach of a negation, a wish or a subject.

A cut is made only where a new subject, a contrast or a new predicate begins, never inside a plain
list: "I don't like cats and dogs" is one clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_SENTENCE = re.compile(
    r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\bi\.e\.)"
    r"(?<=[.!?…])[\"'”’)\]]*\s+|\s*\n+\s*"
)
_SUBJECT = (
    r"(?:(?i:I|we|he|she|they|you|it|this|that|there|who|what|my|our|his|her|their|your)\b"
    r"|[A-Z][\w’']+\s+(?:is|was|has|had|does|did|can|will|would|\w{2,}s|\w{2,}ed)\b)"
)
_NEGATED = r"(?i:no\s+longer|don['’]?t|do\s+not|didn['’]?t|never|not)\b"
_CUT = re.compile(
    rf"[;—–]\s*|:\s+|(?:\s|(?<=\w))-{{1,2}}\s+"
    rf"|,?\s*\b(?i:but|yet|though|although|whereas|because)\b\s*,?\s*"
    rf"|,?\s*\b(?i:and|so|while|or)\s+(?=(?:(?:now|then)\s+)?{_SUBJECT}|{_NEGATED})"
    rf"|,\s*(?=(?:(?i:maybe|perhaps)\s+)?{_SUBJECT}|{_NEGATED})"
    rf"|(?i:(?<=\bno)|(?<=\bnope)|(?<=\byes)|(?<=\bactually)|(?<=\bsorry)),\s*"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause and the sentence it stands in, with its place in the text in code points."""

    text: str
    sentence: str
    start: int
    end: int  # exclusive
    sentence_start: int = 0

    @property
    def sentence_so_far(self) -> str:
        """The sentence up to the end of the clause."""
        return self.sentence[: self.end - self.sentence_start]

    @property
    def asked(self) -> bool:
        """Whether the clause itself ends with a question mark."""
        return self.text.rstrip(" \"'”’)]!.").endswith("?")


def whole(text: str) -> Clause:
    """Return a text as one clause."""
    return Clause(text, text, 0, len(text))


@lru_cache(maxsize=1024)
def clauses(text: str) -> tuple[Clause, ...]:
    """Return the clauses of a text in order; white space alone is none."""
    return tuple(
        Clause(text[start:end], text[first:last], start, end, first)
        for first, last in _pieces(text, _SENTENCE, 0, len(text))
        for start, end in _pieces(text, _CUT, first, last)
    )


def _pieces(text: str, cut: re.Pattern[str], start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in cut.finditer(text, start, end):
        if text[at : match.start()].strip():
            yield at, match.start()
        at = match.end()
    if text[at:end].strip():
        yield at, end
