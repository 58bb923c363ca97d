"""Lines that are grounded word for word: quotations, and any line of a language without tables."""

from __future__ import annotations

from collections.abc import Iterator

from memory_core.index.clauses import clauses
from memory_core.index.evidence import EvidenceText
from memory_core.index.guards import Guard, guards_in, guards_of
from memory_core.index.quotation import Quotation
from memory_core.text.normalise import fold_key, one_line


def misquoted(quotation: Quotation, evidence: EvidenceText) -> Iterator[str]:
    """Yield why a quotation does not stand in an asserting message as it was said."""
    yield from _bracketed(quotation, evidence)
    reasons: list[str] = []
    for message in evidence.asserting:
        place = _place(quotation.words, message.content)
        if place is None:
            continue
        inside = guards_in(quotation.words, evidence.language)
        lost = sorted(_around(message.content, place, evidence.language) - inside)
        if not lost:
            return
        reasons = [f"quotes without its {guard}" for guard in lost]
    yield from reasons or ["the quotation stands in no asserting message word for word"]


def unspanned(line: str, quotation: Quotation | None, evidence: EvidenceText) -> Iterator[str]:
    """Yield why a line is no contiguous span of a message."""
    if quotation:
        yield from _bracketed(quotation, evidence)
    words = fold_key(quotation.words if quotation else line).rstrip(" .。！!")
    if not words or not any(words in fold_key(m.content) for m in evidence.asserting):
        yield f"no contiguous span of a message, as language {evidence.language!r} asks for"


def _bracketed(quotation: Quotation, evidence: EvidenceText) -> Iterator[str]:
    for date in quotation.dates:
        if date is None or not evidence.has_date(date):
            yield f"date {date or 'in brackets'} is not said"


def _place(words: str, content: str) -> tuple[int, int] | None:
    """Find the words in a text, line breaks aside, not inside other words."""
    spoken, text = words.rstrip(" .!…。！"), _nfc(content).replace("\n", " ")
    start = text.find(spoken) if spoken else -1
    while start >= 0:
        end = start + len(spoken)
        if not (_runs_on(text, start) or _runs_on(text, end)):
            return start, end
        start = text.find(spoken, start + 1)
    return None


def _runs_on(text: str, at: int) -> bool:
    """Tell whether a word goes on across a place in a text; CJK has no such borders."""
    before, after = text[at - 1 : at], text[at : at + 1]
    return before.isalnum() and after.isalnum() and not (_is_cjk(before) or _is_cjk(after))


def _is_cjk(character: str) -> bool:
    return "\u3040" <= character <= "\u9fff"


def _nfc(text: str) -> str:
    return "\n".join(one_line(line) for line in text.split("\n"))


def _around(content: str, place: tuple[int, int], language: str) -> frozenset[Guard]:
    start, end = place
    touched = [c for c in clauses(_nfc(content), language) if c.start < end and start < c.end]
    return frozenset[Guard]().union(*(guards_of(clause) for clause in touched))
