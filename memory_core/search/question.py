"""A question as it is searched by: its words, its key, the days it speaks of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from memory_core.dates import PartialDate, Precision
from memory_core.search.terms import Term, read_terms
from memory_core.text.languages.detection import detect_language
from memory_core.text.normalise import fold_key
from memory_core.text.time_expressions import TimeExpression, find_time_expressions
from memory_core.text.time_expressions.spans import Span, month_span, year_span

_LANGUAGES = ("en", "de", "es", "fr")


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question, read."""

    text: str
    key: str  # what an alias is compared with
    terms: tuple[Term, ...]
    days: Span | None  # first and last day that it speaks of; None: any


def read_question(text: str, now: datetime) -> Question:
    """Read a question against the moment at which it is asked (aware)."""
    found = dates_in(text, now, open_tense=-1)  # memory is asked of what was
    spans = [expression.days for expression in found if expression.days]
    return Question(
        text=text,
        key=fold_key(text),
        terms=read_terms(_less(text, found)) or read_terms(text),
        days=(min(first for first, _ in spans), max(last for _, last in spans)) if spans else None,
    )


def without_names(terms: Iterable[Term], names: Iterable[str]) -> tuple[Term, ...]:
    """Leave the names of speakers out: a message names whom it speaks to, not who speaks."""
    words = {word for name in names for word in fold_key(name).split()}
    return tuple(term for term in terms if term.written not in words)


def dates_in(text: str, said_at: datetime, *, open_tense: int = 0) -> list[TimeExpression]:
    """Return the time expressions that mean certain days; "currently" is none."""
    language = detect_language(text)
    codes = _LANGUAGES if language is None else (language,)
    return [
        expression
        for code in codes
        for expression in find_time_expressions(text, said_at, code, open_tense=open_tense)
        if expression.days and not expression.present
    ]


def span_of(day: PartialDate) -> Span:
    """Return the first and last day of a date."""
    match day.precision:
        case Precision.DAY:
            return day.value, day.value
        case Precision.MONTH:
            return month_span(day.value.year, day.value.month)
        case _:
            return year_span(day.value.year)


def _less(text: str, expressions: Iterable[TimeExpression]) -> str:
    for expression in expressions:
        length = expression.end - expression.start
        text = text[: expression.start] + " " * length + text[expression.end :]
    return text
