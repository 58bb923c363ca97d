"""The table of a split for people, and the same as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from benchmarks.grounding.intervals import Rate
from benchmarks.redaction.scorer import Score, Verdict, score


def render_table(split: str, verdicts: Sequence[Verdict]) -> str:
    """Return recall and precision in all, by format and by kind, then every fault."""
    rows = [
        (f"{split}: {len(verdicts)} rows", "recall", "precision"),
        _row("all", score(verdicts)),
        *(_row(f"format {name}", one) for name, one in _by(verdicts, lambda v: v.row.format)),
        *(_row(f"secret {name}", one) for name, one in _by(verdicts, lambda v: v.row.kind)),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    return "\n".join([*table, *_faults(verdicts)])


def report_of(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return shares and bounds in 0..1, and the faults."""
    whole = score(verdicts)
    return {
        "rows": len(verdicts),
        "recall": _rate(whole.recall),
        "precision": _rate(whole.precision),
        "missed": [v.row.text for v in verdicts if v.missed],
        "taken_for_secrets": [v.row.text for v in verdicts if v.false_count],
    }


def _faults(verdicts: Sequence[Verdict]) -> list[str]:
    missed = [v for v in verdicts if v.missed]
    false = [v for v in verdicts if v.false_count]
    return [
        f"missed: {len(missed)}",
        *(f"  {v.row.id} {v.row.format}, {v.row.kind}: {v.redacted!r}" for v in missed),
        f"taken for secrets: {len(false)}",
        *(f"  {v.row.id} {v.row.format}: {v.row.text!r} → {v.redacted!r}" for v in false),
    ]


def _by(verdicts: Sequence[Verdict], key: Callable[[Verdict], str]) -> list[tuple[str, Score]]:
    names = sorted({key(verdict) for verdict in verdicts})
    return [(name, score([v for v in verdicts if key(v) == name])) for name in names]


def _row(name: str, one: Score) -> tuple[str, str, str]:
    return name, str(one.recall), str(one.precision)


def _rate(rate: Rate) -> dict[str, Any]:
    low, high = rate.interval
    return {"count": rate.count, "total": rate.total, "share": rate.share, "low": low, "high": high}
