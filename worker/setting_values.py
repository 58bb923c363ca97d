"""How the text of an environment variable becomes a value; a refusal names the variable."""

from __future__ import annotations

import math
from datetime import timedelta
from enum import StrEnum
from typing import TypeVar

from memory_core.errors import ConfigurationError

E = TypeVar("E", bound=StrEnum)

_MOST_SECONDS = 1_000_000_000  # thirty years; the database's times end somewhere
_LEAST_PERIOD = timedelta(seconds=0.1)


def parse_seconds(name: str, text: str) -> timedelta:
    """Read a length of time, which may be none."""
    try:
        seconds = float(text)
    except ValueError:
        raise ConfigurationError(f"{name}: {text!r} is not a number of seconds") from None
    if not 0 <= seconds <= _MOST_SECONDS:
        raise ConfigurationError(
            f"{name}: {text!r} is not a number of seconds from 0 to {_MOST_SECONDS}"
        )
    return timedelta(seconds=seconds)


def parse_period(name: str, text: str) -> timedelta:
    """Read seconds of which none would mean a loop without rest, or a lease that nobody can keep.

    Raises:
        ConfigurationError: it is no number, or less than a tenth of a second.
    """
    period = parse_seconds(name, text)
    if period < _LEAST_PERIOD:
        raise ConfigurationError(f"{name}: {text!r} is less than 0.1 seconds")
    return period


def parse_count(name: str, text: str) -> int:
    """Read a number of things, of which there is one at least."""
    if not text.isdecimal() or int(text) == 0:
        raise ConfigurationError(f"{name}: {text!r} is not a whole number from 1")
    return int(text)


def parse_whole(name: str, text: str) -> int:
    """Read a number of things, of which there may be none."""
    if not text.isdecimal():
        raise ConfigurationError(f"{name}: {text!r} is not a whole number from 0")
    return int(text)


def parse_amount(name: str, text: str) -> float:
    """Read an amount of money."""
    try:
        amount = float(text)
    except ValueError:
        amount = -1.0
    if not 0 <= amount < math.inf:
        raise ConfigurationError(f"{name}: {text!r} is not a number from 0")
    return amount


def parse_choice(name: str, text: str, choices: type[E]) -> E:
    """Read one of a closed list of words."""
    try:
        return choices(text)
    except ValueError:
        raise ConfigurationError(f"{name}: {text!r} is none of {', '.join(choices)}") from None
