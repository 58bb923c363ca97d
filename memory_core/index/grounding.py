"""Grounding: a line says no more than the messages it rests on.

    a quotation      stands in one message word for word, and drops no guard word around it
    any other line   hard tokens and half of the stems in the messages, guard words and subject as
                     there, at least one word in the assertion itself
    every date       stands in the evidence or is a time expression of it, resolved
    other languages  a contiguous span of one message

Six languages have tables. Evidence are messages by the claimed speaker; context, where it is
given, may hold what they refer to but asserts nothing, unless it is a question that they affirm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date

from memory_core.dates import PartialDate, Precision, parse_partial_date
from memory_core.errors import InvalidInputError
from memory_core.index.evidence import EvidenceText
from memory_core.index.hard_tokens import hard, occurs, quoted_strings
from memory_core.index.quotation import quotation_of
from memory_core.index.quoting import misquoted, unspanned
from memory_core.index.slots import slot_of, without_label
from memory_core.index.turning import turned
from memory_core.index.wording import unsaid_characters, unsaid_nouns, unsaid_words
from memory_core.messages import Message
from memory_core.text.languages.known import find_language
from memory_core.text.normalise import fold_key
from memory_core.text.time_expressions import TimeExpression, find_time_expressions

_ISO = re.compile(r"(?<![\d-])\d{4}-\d{2}(?:-\d{2})?(?![\d-])")
_YEAR = re.compile(r"(?<![\d.,-])(?:19|20)\d\d(?![\d-]|[.,]\d)")

_Span = tuple[int, int, bool]  # start and end of a date in a line, and whether it was said


def ungrounded(
    line: str,
    asserting: Sequence[Message],
    *,
    language: str = "en",
    context: Sequence[Message] = (),
    replaced: str = "",
) -> list[str]:
    """Return the reasons why a line does not follow from the messages; none means it does.

    Args:
        line: the text of an entry or an episode.
        asserting: messages by the claimed speaker, at least one.
        language: the language of the asserting messages, ISO 639-1.
        context: messages before them, oldest first; the last four count, a system's never.
        replaced: the line it supersedes, if any: a slot's label may come from there.
    """
    if not asserting:
        return ["no asserting message"]
    table = find_language(language)
    evidence = EvidenceText.of(asserting, context, table.code if table else language)
    quotation = quotation_of(line)
    if table is None:
        return list(unspanned(line, quotation, evidence))
    if quotation:
        return list(misquoted(quotation, evidence))
    return list(_stated(line, evidence, _shared_label(line, replaced)))


def supports_date(date: PartialDate, asserting: Sequence[Message], *, language: str = "en") -> bool:
    """Tell whether messages hold the date, or a time expression that resolves to it or finer."""
    return EvidenceText.of(asserting, (), language).has_date(date)


def _shared_label(line: str, replaced: str) -> str:
    """Return what a line takes over from the one it supersedes: the qualifier of its slot."""
    fact, old = slot_of(line), slot_of(replaced)
    same = fact and old and (fact.slot, fact.qualifier) == (old.slot, old.qualifier)
    return fact.qualifier if fact and same else ""


def _stated(line: str, evidence: EvidenceText, label: str) -> Iterator[str]:
    fact = slot_of(line)
    if fact and fact.language != evidence.language:
        yield "its label is in another language than was said"
    dates = list(_written_dates(line, evidence))
    for start, end, supported in dates:
        if not supported:
            yield f"date {line[start:end]!r} is not said"
    undated = _without(without_label(line), dates)
    yield from _missing_tokens(undated, evidence)
    yield from unsaid_words(undated, evidence, label, told=_without(line, dates))
    yield from unsaid_nouns(undated, evidence, label)
    yield from unsaid_characters(undated, evidence)
    yield from turned(line, evidence, label)


def _without(line: str, dates: Sequence[_Span]) -> str:
    """Blank the dates of a line, which are judged as dates."""
    letters = list(line)
    for start, end, _ in dates:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


# -- dates -------------------------------------------------------------------------------------


def _written_dates(line: str, evidence: EvidenceText) -> Iterator[_Span]:
    """Yield the places of a line's dates, and whether the evidence says or means them."""
    taken: list[tuple[int, int]] = []
    for match in _ISO.finditer(line):
        taken.append(match.span())
        yield *match.span(), _has_iso(match[0], evidence)
    for found in find_time_expressions(line, evidence.anchor, evidence.language):
        words = line[found.start : found.end]
        said = evidence.says(words)
        if _free(found.start, found.end, taken) and (said or any(c.isdigit() for c in words)):
            taken.append((found.start, found.end))
            yield found.start, found.end, said or _means(found, evidence)
    for year in _YEAR.finditer(line):
        if _free(*year.span(), taken):
            first = PartialDate(value=date(int(year[0]), 1, 1), precision=Precision.YEAR)
            yield *year.span(), evidence.has_date(first)


def _free(start: int, end: int, taken: Sequence[tuple[int, int]]) -> bool:
    return all(end <= first or last <= start for first, last in taken)


def _has_iso(written: str, evidence: EvidenceText) -> bool:
    try:
        return evidence.has_date(parse_partial_date(written))
    except InvalidInputError:
        return evidence.says(written)


def _means(expression: TimeExpression, evidence: EvidenceText) -> bool:
    return expression.resolved is not None and evidence.has_date(expression.resolved)


# -- hard tokens -------------------------------------------------------------------------------


def _missing_tokens(line: str, evidence: EvidenceText) -> Iterator[str]:
    words, table = evidence.keys(), evidence.table
    free = evidence.speaker_names() | table.free
    for token in hard(line, evidence.language):
        if table.nouns_are_capital and token.kind == "word" and not token.key.isdigit():
            continue  # every noun is capital: judged as nouns
        if token.key not in free and not occurs(token.key, words):
            yield f"{token.text!r} is not said"
    for quoted in quoted_strings(line):
        if not evidence.says(quoted):
            yield f"quoted {quoted!r} is not said"
    for name in evidence.other_names():
        if name in fold_key(line):
            yield f"{name!r} is someone else's name and is not said"
