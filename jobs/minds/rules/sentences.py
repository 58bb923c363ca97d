"""Sentences and clauses of a line, as spans of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ABBREVIATIONS = re.compile(
    r"\b(?:mr|mrs|ms|dr|prof|st|sr|jr|vs|e\.g|i\.e|etc|approx|no|[a-z])\.$", re.IGNORECASE
)
_END = re.compile(
    r"[.!?\u2026]+[\"')\u201d]*(?=\s|$)|[\u2600-\u27bf\U0001f300-\U0001faff\ufe0f\u200d]+(?=\s|$)"
)
_CLAUSE = re.compile(
    r"\s+[-\u2013\u2014]+\s*|\s*\u2014\s*|--+\s*|[;:]\s+|,\s+"
    r"|\s+(?=(?:but|because|so|while|although|though|whereas)\s)"
    r"|\s+(?=and\s+(?:I|i|my|we|it|that|he|she|they|you|this)\b)|\.\s+"
)
_JOINER = re.compile(
    r"^(?:and|but|so|also|because|then|plus|well|yes|no|actually)\b,?\s+", re.IGNORECASE
)
_OPEN_NOUN = re.compile(r"\ban? [\w-]+$")  # "a safe" before ", inviting place"
_CLAUSE_OPENERS = frozenset(
    ("i", "i'm", "and", "but", "so", "which", "who", "it", "it's", "we", "they", "he", "she", "my",
     "you", "the", "a", "an", "not", "because", "as", "when", "then", "too", "for", "with")
)  # fmt: skip


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
    borders = [(m.start(), m.end()) for m in _CLAUSE.finditer(sentence) if _is_border(m)]
    for left, right in [*borders, (len(sentence), len(sentence))]:
        text = sentence[start:left].strip()
        while (joiner := _JOINER.match(text)) is not None:
            text = text[joiner.end() :]
        if text:
            yield Clause(text=text.rstrip(".!\u2026 "), before=sentence[:start])
        start = right


def _is_border(cut: re.Match[str]) -> bool:
    """Whether a cut parts clauses; a comma between two adjectives of a noun does not."""
    if not cut[0].startswith(",") or not _OPEN_NOUN.search(cut.string, 0, cut.start()):
        return True
    following = cut.string[cut.end() :].split(" ", 2)
    return len(following) < 2 or following[0].lower() in _CLAUSE_OPENERS  # noqa: PLR2004
