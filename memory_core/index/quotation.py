"""Lines that quote their speaker: `Said: "I joined a choir yesterday [2023-05-07]."`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.dates import PartialDate, parse_partial_date
from memory_core.errors import InvalidInputError
from memory_core.text.normalise import one_line

_LINE = re.compile(r'Said: "(?P<inner>.+)"')
_DATE = re.compile(r"\s?\[(\d{4}(?:-\d{2}(?:-\d{2})?)?)\]")


@dataclass(frozen=True, slots=True)
class Quotation:
    """What was said, and the dates that were put behind its time expressions."""

    words: str  # without the bracketed dates
    dates: tuple[PartialDate | None, ...]  # None: no such day


def quotation_of(line: str) -> Quotation | None:
    """Read a quoting line; None for any other."""
    match = _LINE.fullmatch(line)
    if match is None:
        return None
    dates = tuple(_date(written) for written in _DATE.findall(match["inner"]))
    return Quotation(words=one_line(_DATE.sub("", match["inner"])), dates=dates)


def spoken_words(line: str) -> str:
    """Return what a line says in its speaker's words: the quotation, else the line itself."""
    quotation = quotation_of(line)
    return quotation.words if quotation else line


def _date(written: str) -> PartialDate | None:
    try:
        return parse_partial_date(written)
    except InvalidInputError:
        return None
