"""Sentences and clauses of a line, as spans of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ABBREVIATIONS = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|e\.g|i\.e|etc|approx|no|[a-z])\.$", re.IGNORECASE
)
_END = re.compile(r"[.!?\u2026]+[\"')\u201d]*(?=\s|$)")
_CLAUSE = re.compile(
    r"\s+[-\u2013\u2014]+\s*|\s*\u2014\s*|--+\s*|[;:]\s+|,\s+|\s+(?=(?:but|because|so|while|although|though"
    r"|whereas)\s)|\s+(?=and\s+(?:I|i|my|we)\b)|\.\s+"
)
_JOINER = re.compile(r"^(?:and|but|so|also|because|then|plus|well|yes|no|actually)\b[,]?\s+", re.I)


@dataclass(frozen=True, kw_only=True, slots=True)
class Clause:
    """A clause of a sentence, its leading conjunction taken off."""

    text: str
    before: str  # what the sentence said up to here


def split_sentences(line: str) -> Iterator[str]:
    """Yield the sentences of a line, trimmed."""
    start = 0
    for end in _END.finditer(line):
        if end[0] == "." and _ABBREVIATIONS.search(line[start : end.end()]):
            continue
        if text := line[start : end.end()].strip():
            yield text
        start = end.end()
    if rest := line[start:].strip():
        yield rest


def split_clauses(sentence: str) -> Iterator[Clause]:
    """Yield the clauses of a sentence, in order."""
    start = 0
    borders = [(m.start(), m.end()) for m in _CLAUSE.finditer(sentence)]
    for left, right in [*borders, (len(sentence), len(sentence))]:
        text = sentence[start:left].strip()
        while (joiner := _JOINER.match(text)) is not None:
            text = text[joiner.end() :]
        if text:
            yield Clause(text=text.rstrip(".!\u2026 "), before=sentence[:start])
        start = right
