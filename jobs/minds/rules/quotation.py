"""The line of a quotation, with its time expressions resolved behind them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory_core.dates import PartialDate, parse_partial_date
from memory_core.messages import Message
from memory_core.text.time_expressions import TimeExpression, find_time_expressions

_ABSOLUTE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_UNSPACED = frozenset(("ja", "zh"))


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
    expressions = find_time_expressions(words, anchor_of(message), language)
    resolved = [e.resolved for e in expressions if e.resolved and not e.present]
    return Quotation(
        text=f'Said: "{_with_dates(words, expressions, language)}"',
        occurred_on=resolved[0] if len(set(resolved)) == 1 else None,
        is_open=any(e.resolved is None for e in expressions),
        is_dated=bool(resolved),
    )


def anchor_of(message: Message) -> datetime:
    """Return the message's time in its speaker's own zone."""
    zone = message.speaker.time_zone
    return message.at.astimezone(ZoneInfo(zone)) if zone else message.at


def _with_dates(words: str, expressions: list[TimeExpression], language: str) -> str:
    parts, at = [], 0
    space = "" if language in _UNSPACED else " "
    for expression in expressions:
        parts.append(words[at : expression.end])
        told = words[expression.start : expression.end]
        if expression.resolved and not _says(told, expression.resolved):
            parts.append(f"{space}[{expression.resolved}]")
        at = expression.end
    return "".join([*parts, words[at:]])


def _says(told: str, resolved: PartialDate) -> bool:
    """Whether the words are absolute already, so that brackets would only repeat them."""
    if told == str(resolved):
        return str(parse_partial_date(told)) == told
    return bool(_ABSOLUTE.search(told))
