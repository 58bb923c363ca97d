"""Dates that may be known only to the month or the year."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from memory_core.errors import InvalidInputError

_SHAPE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


class Precision(StrEnum):
    """How much of a date is known."""

    DAY = "day"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, kw_only=True, slots=True)
class PartialDate:
    """A calendar date and how much of it is known; `value` has 1 for what is not."""

    value: date
    precision: Precision = Precision.DAY

    def __str__(self) -> str:
        return self.value.isoformat()[: {"day": 10, "month": 7, "year": 4}[self.precision]]


def parse_partial_date(text: str) -> PartialDate:
    """Read `2026-02-03`, `2026-02` or `2026`; the inverse of `str`.

    Raises:
        InvalidInputError: for anything else, impossible dates included.
    """
    match = _SHAPE.fullmatch(text)
    year, month, day = match.groups() if match else (0, None, None)
    try:
        value = date(int(year), int(month or 1), int(day or 1))
    except ValueError:
        raise InvalidInputError("date", f"{text!r} is not YYYY-MM-DD, YYYY-MM or YYYY") from None
    precision = Precision.DAY if day else Precision.MONTH if month else Precision.YEAR
    return PartialDate(value=value, precision=precision)
