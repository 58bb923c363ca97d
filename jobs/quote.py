"""What work would cost, without buying it.

A mind is handed a purse that pays for nothing: it takes note of the first call that the mind is
about to make, at the most it may cost, and stops it there. No request goes out.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from jobs.errors import MindError
from jobs.minds.protocol import Metered
from jobs.usage import Usage

M = TypeVar("M")


@dataclass(frozen=True, kw_only=True, slots=True)
class Quote:
    """The most that something costs, were each of its answers of use."""

    windows: int = 0  # to be read, or rounds to be folded; known ones are none
    usage: Usage = field(default_factory=Usage)

    def __add__(self, other: Quote) -> Quote:
        return Quote(windows=self.windows + other.windows, usage=self.usage + other.usage)


class _QuotedError(MindError):
    """The mind was about to make a call, and that was all that was asked."""


class _EmptyPurse:
    """Remembers what a call would cost at most, and lets none be made."""

    def __init__(self) -> None:
        self.largest = Usage()

    def reserve(self, largest: Usage) -> None:
        self.largest += largest
        raise _QuotedError

    def settle(self, usage: Usage | None) -> None:
        """Nothing was reserved."""


def quote(mind: M, ask: Callable[[M], object]) -> Usage:
    """Return the most that the first call costs which the mind makes when it is asked so."""
    if not isinstance(mind, Metered):
        return Usage()
    purse = _EmptyPurse()
    with suppress(_QuotedError):
        ask(mind.metered(purse))
    return purse.largest
