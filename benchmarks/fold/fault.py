"""What a fold got wrong: a line that should not stand as it does, or a row without a line."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.fold.gold import Gold
from benchmarks.fold.matching import Shown

FAULTS = (
    *("wrong owner", "unsupported", "stale", "unscored"),  # classes of lines
    *("wrong date", "duplicate", "lost", "missed"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fault:
    """One fault of one fold."""

    kind: str  # of FAULTS
    at: int  # round
    line: Shown | None = None  # the faulty one; of what was lost, the one that stated it
    row: Gold | None = None
    now: tuple[Shown, ...] = ()  # of what was lost: the lines that hold its value now
