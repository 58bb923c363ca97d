"""The credit unit and the shares, pure.

A message counts if its whole text, a photo's caption aside, stands within the first K hits and the
first 2,000 characters, each hit's label and its line break included. Text cut off earns nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchmarks.recall.questions import Place, Question

CHARACTERS = 2_000
DEPTHS = (5, 10, 20)
RESAMPLES = 2_000
_TAIL = 0.025


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """A hit as it is shown: a label, and the message's text with what follows it."""

    place: Place
    label: int  # characters of the label
    text: int  # characters that must stand for the credit
    whole: int  # characters of the content, the caption included


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """What one question's hits are worth."""

    conversation: str
    category: int
    all_at: Mapping[int, bool]  # all evidence within so many hits
    any_at: Mapping[int, bool]
    reciprocal: float  # of the rank of the first evidence that was credited
    characters: int  # shown in ten hits


def credited(shown: Sequence[Shown], depth: int) -> dict[Place, int]:
    """Return the credited messages among the first hits, each with its rank."""
    used, found = 0, dict[Place, int]()
    for rank, hit in enumerate(shown[:depth], start=1):
        used += hit.label
        if used + hit.text <= CHARACTERS:
            found.setdefault(hit.place, rank)
        used += hit.whole + 1
        if used > CHARACTERS:
            break
    return found


def score(question: Question, shown: Sequence[Shown], conversation: str) -> Score:
    """Score one question."""
    found = {depth: credited(shown, depth) for depth in DEPTHS}
    ranks = [found[20][place] for place in question.evidence if place in found[20]]
    return Score(
        conversation=conversation,
        category=question.category,
        all_at={depth: question.evidence <= found[depth].keys() for depth in DEPTHS},
        any_at={depth: bool(question.evidence & found[depth].keys()) for depth in DEPTHS},
        reciprocal=1 / min(ranks) if ranks else 0.0,
        characters=min(CHARACTERS, sum(hit.label + hit.whole + 1 for hit in shown[:10])),
    )


def share(scores: Iterable[Score], worth: Callable[[Score], float]) -> float:
    """Return the mean worth in percent."""
    values = [worth(score) for score in scores]
    return 100 * sum(values) / len(values) if values else 0.0


def interval(scores: Sequence[Score], worth: Callable[[Score], float]) -> tuple[float, float]:
    """Return a 95 % interval in percent by bootstrap over conversations."""
    groups: dict[str, list[float]] = {}
    for one in scores:
        groups.setdefault(one.conversation, []).append(worth(one))
    chance = random.Random(1)  # noqa: S311  a resampling, not a secret
    names = sorted(groups)
    means = sorted(
        _mean([v for n in chance.choices(names, k=len(names)) for v in groups[n]])
        for _ in range(RESAMPLES)
    )
    return 100 * means[int(_TAIL * RESAMPLES)], 100 * means[int((1 - _TAIL) * RESAMPLES) - 1]


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
