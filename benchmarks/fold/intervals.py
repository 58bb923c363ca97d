"""Intervals by bootstrap over users, and the bound for what was never seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from benchmarks.fold.scoring import Tally

_DRAWS = 1000
_TAIL = 0.025


def interval(
    tallies: Sequence[Tally], measure: Callable[[Tally], float], *, seed: int = 0
) -> tuple[float, float]:
    """Return the 95 % interval of a measure of the users' tallies together."""
    random = Random(seed)  # noqa: S311 - a resampling
    found = sorted(measure(_sum(random.choices(tallies, k=len(tallies)))) for _ in range(_DRAWS))
    cut = int(_TAIL * _DRAWS)
    return found[cut], found[-cut - 1]


def bound_of_none(seen: int) -> float:
    """Return the 95 % upper bound of the rate of an event that occurred in none of `seen` cases."""
    return min(1.0, 3 / seen) if seen else 1.0


def _sum(tallies: Sequence[Tally]) -> Tally:
    total: Tally = Counter()
    for tally in tallies:
        for name, count in tally.items():
            total[name] += count
    return total
