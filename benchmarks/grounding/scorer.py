"""Shares of true and of false lines that a judge accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from benchmarks.grounding.intervals import Rate
from benchmarks.grounding.pairs import Pair
from memory_core.index.grounding import ungrounded

Judge = Callable[[Pair], list[str]]  # the reasons against a line; none: accepted


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What a judge said of a pair."""

    pair: Pair
    reasons: tuple[str, ...]

    @property
    def accepted(self) -> bool:
        """Whether the judge found nothing against the line."""
        return not self.reasons

    @property
    def missed(self) -> bool:
        """Whether the judge and the label differ."""
        return self.accepted is not self.pair.label


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """How much of what is true, and of what is false, was accepted."""

    accepted_true: Rate
    accepted_false: Rate


def memfold_judge(pair: Pair) -> list[str]:
    """Judge a pair by the rule that guards the index."""
    return ungrounded(pair.line, pair.asserting, language=pair.language, context=pair.context)


def judge_pairs(pairs: Iterable[Pair], judge: Judge = memfold_judge) -> list[Verdict]:
    """Ask a judge about every pair, in their order."""
    return [Verdict(pair=pair, reasons=tuple(judge(pair))) for pair in pairs]


def score(verdicts: Sequence[Verdict]) -> Score:
    """Score verdicts as a whole."""
    return Score(
        accepted_true=_accepted([v for v in verdicts if v.pair.label]),
        accepted_false=_accepted([v for v in verdicts if not v.pair.label]),
    )


def score_by(verdicts: Sequence[Verdict], key: Callable[[Pair], str]) -> dict[str, Score]:
    """Score verdicts apart by a key of their pairs, in the keys' order."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        groups.setdefault(key(verdict.pair), []).append(verdict)
    return {name: score(groups[name]) for name in sorted(groups)}


def find_misses(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the verdicts that differ from their labels."""
    return [verdict for verdict in verdicts if verdict.missed]


def _accepted(verdicts: Sequence[Verdict]) -> Rate:
    return Rate(count=sum(v.accepted for v in verdicts), total=len(verdicts))
