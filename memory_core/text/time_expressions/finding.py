"""Finds the time expressions of a text by its language's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from memory_core.dates import PartialDate, Precision
from memory_core.text.time_expressions.chinese import CHINESE
from memory_core.text.time_expressions.english import ENGLISH
from memory_core.text.time_expressions.french import FRENCH
from memory_core.text.time_expressions.german import GERMAN
from memory_core.text.time_expressions.japanese import JAPANESE
from memory_core.text.time_expressions.spanish import SPANISH
from memory_core.text.time_expressions.spans import ISO, Moment, Rule, Span, TimeTables

_NEVER = re.compile(r"(?!)")
_SENTENCE_END = re.compile(r"[.!?\n\u3002\uff01\uff1f](?!\d)")
_NO_TABLES = TimeTables(rules=(ISO,), past=_NEVER, future=_NEVER)
_TABLES = {
    "en": ENGLISH,
    "de": GERMAN,
    "es": SPANISH,
    "fr": FRENCH,
    "ja": JAPANESE,
    "zh": CHINESE,
}


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeExpression:
    """An expression in a text, in code points, end exclusive; `resolved` is None when open."""

    start: int
    end: int
    resolved: PartialDate | None
    present: bool = False  # it means the moment of speaking, as "currently" does
    days: Span | None = field(default=None, compare=False)  # all days it covers, where that is told


def find_time_expressions(
    text: str, anchor: datetime, language: str = "en", *, open_tense: int = 0
) -> list[TimeExpression]:
    """Find the time expressions of a text, in order and without overlap.

    Args:
        text: what was said.
        anchor: when it was said, in the speaker's own zone.
        language: which tables to read by; without tables only ISO dates are found.
        open_tense: what a sentence tells that does not say: -1 the past, +1 the future.
    """
    tables = _TABLES.get(language, _NO_TABLES)
    candidates = _candidates(text, anchor.date(), tables, open_tense)
    found = sorted(candidates, key=lambda e: (e.start, -e.end))
    kept: list[TimeExpression] = []
    for expression in found:
        if not kept or expression.start >= kept[-1].end:
            kept.append(expression)
    return kept


def _candidates(
    text: str, day: date, tables: TimeTables, open_tense: int
) -> Iterator[TimeExpression]:
    plain = text.replace("\u2019", "'")
    for rule in tables.rules:
        for match in rule.pattern.finditer(plain):
            moment = Moment(day=day, tense=_tense(plain, match, tables) or open_tense)
            span = _try(rule, match, moment)
            yield TimeExpression(
                start=match.start(),
                end=match.end(),
                resolved=_finest(span),
                present=rule.present,
                days=span,
            )


def _try(rule: Rule, match: re.Match[str], moment: Moment) -> Span | None:
    try:
        return rule.resolve(match, moment)
    except (ValueError, OverflowError):  # 31 February, the year 0
        return None


def _finest(span: Span | None) -> PartialDate | None:
    if span is None:
        return None
    first, last = span
    if first == last:
        return PartialDate(value=first)
    if (first.year, first.month) == (last.year, last.month):
        return PartialDate(value=first.replace(day=1), precision=Precision.MONTH)
    if first.year == last.year:
        return PartialDate(value=first.replace(month=1, day=1), precision=Precision.YEAR)
    return None


def _tense(text: str, match: re.Match[str], tables: TimeTables) -> int:
    before = [m.end() for m in _SENTENCE_END.finditer(text, 0, match.start())]
    after = _SENTENCE_END.search(text, match.end())
    sentence = text[before[-1] if before else 0 : after.start() if after else len(text)]
    if tables.future.search(sentence):
        return 1
    return -1 if tables.past.search(sentence) else 0
