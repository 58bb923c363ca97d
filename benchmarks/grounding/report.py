"""Verdicts of a split as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.grounding.intervals import Rate
from benchmarks.grounding.scorer import Score, Verdict, find_misses, score, score_by


def render_table(split: str, verdicts: Sequence[Verdict]) -> str:
    """Return the shares in all, by language and by family, and every miss."""
    rows = [
        (f"{split}: {len(verdicts)} pairs", "true accepted", "false accepted"),
        _row("all", score(verdicts)),
        *(_row(name, one) for name, one in _by_language(verdicts).items()),
        *(_row(name, one) for name, one in _by_family(verdicts).items()),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    misses = find_misses(verdicts)
    return "\n".join([*table, f"misses: {len(misses)}", *map(_miss_line, misses)])


def report_of(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return the same as plain data; shares and bounds in 0..1."""
    return {
        "pairs": len(verdicts),
        **_score(score(verdicts)),
        "by_language": {name: _score(one) for name, one in _by_language(verdicts).items()},
        "by_family": {name: _score(one) for name, one in _by_family(verdicts).items()},
        "misses": [_miss(verdict) for verdict in find_misses(verdicts)],
    }


def _by_language(verdicts: Sequence[Verdict]) -> dict[str, Score]:
    return score_by(verdicts, lambda pair: pair.language)


def _by_family(verdicts: Sequence[Verdict]) -> dict[str, Score]:
    return score_by(verdicts, lambda pair: pair.family)


def _row(name: str, one: Score) -> tuple[str, str, str]:
    return name, str(one.accepted_true), str(one.accepted_false)


def _score(one: Score) -> dict[str, Any]:
    return {"accepted_true": _rate(one.accepted_true), "accepted_false": _rate(one.accepted_false)}


def _rate(rate: Rate) -> dict[str, Any]:
    low, high = rate.interval
    return {
        "count": rate.count,
        "total": rate.total,
        "share": rate.share,
        "low": low,
        "high": high,
    }


def _miss(verdict: Verdict) -> dict[str, Any]:
    pair = verdict.pair
    return {
        "id": pair.id,
        "family": pair.family,
        "label": pair.label,
        "context": [message.content for message in pair.context],
        "said": [message.content for message in pair.asserting],
        "line": pair.line,
        "reasons": list(verdict.reasons),
    }


def _miss_line(verdict: Verdict) -> str:
    pair = verdict.pair
    said = " / ".join(message.content for message in pair.asserting)
    why = f"refused: {'; '.join(verdict.reasons)}" if verdict.reasons else "accepted"
    return f"  {pair.id} {pair.family}: {said!r} → {pair.line!r} {why}"
