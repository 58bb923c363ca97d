"""A share of a sample with its 95 % interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

_Z = 1.959964  # two-sided 95 % of the normal distribution


@dataclass(frozen=True, kw_only=True, slots=True)
class Rate:
    """So many of so many."""

    count: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.total:
            raise ValueError(f"count must lie between 0 and total, got {self.count}/{self.total}")

    @property
    def share(self) -> float | None:
        """The share in 0..1; None for an empty sample."""
        return self.count / self.total if self.total else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval; for zero of n the rule of three, at most 3/n.

        Source: E. B. Wilson, JASA 22 (1927), 209-212.
        """
        if not self.total:
            return 0.0, 1.0
        if not self.count:
            return 0.0, min(1.0, 3 / self.total)
        share, squared = self.count / self.total, _Z * _Z / self.total
        middle = share + squared / 2
        half = _Z * sqrt(share * (1 - share) / self.total + squared / (4 * self.total))
        return max(0.0, (middle - half) / (1 + squared)), min(1.0, (middle + half) / (1 + squared))

    def __str__(self) -> str:
        """Return per cent and interval; zero of n has an upper bound only."""
        if not self.total:
            return "-"
        low, high = (100 * bound for bound in self.interval)
        if not self.count:
            return f"0/{self.total} (≤ {high:.1f} % at 95 %)"
        return f"{100 * self.count / self.total:.1f} % [{low:.1f}, {high:.1f}]"
