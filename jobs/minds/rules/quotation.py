"""The line of a quotation, with its time expressions resolved behind them."""

from __future__ import annotations

from dataclasses import dataclass

from memory_core.dates import PartialDate
from memory_core.index.deixis import with_dates
from memory_core.messages import Message
from memory_core.text.time_expressions import find_time_expressions


@dataclass(frozen=True, kw_only=True, slots=True)
class Quotation:
    """A quoted sentence as a line."""

    text: str
    occurred_on: PartialDate | None
    is_open: bool  # a time expression in it could not be resolved
    is_dated: bool  # a time expression in it was


def quote_dated(words: str, message: Message, language: str = "en") -> Quotation:
    """Quote words of a message; bracketed dates are set behind what they resolve."""
    words = " ".join(words.split())
    expressions = find_time_expressions(words, message.local_at, language)
    resolved = [e.resolved for e in expressions if e.resolved and not e.present]
    return Quotation(
        text=f'Said: "{with_dates(words, expressions, language)}"',
        occurred_on=resolved[0] if len(set(resolved)) == 1 else None,
        is_open=any(e.resolved is None for e in expressions),
        is_dated=bool(resolved),
    )
