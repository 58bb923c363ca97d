"""A run's rates as a table for people and as JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.grounding.intervals import Rate
from benchmarks.injection.pipeline import Findings
from benchmarks.injection.scorer import Harm, Outcome, Score, damage, score, score_by


def render_table(name: str, findings: Findings, *, explain: bool) -> str:
    """Return the rates in all, by channel and by family, and where asked for every miss."""
    outcomes, harms = findings.outcomes, findings.harms
    rows = [
        (f"{name}: {len(outcomes)} attacks", "persisted", "blocked"),
        _row("all", score(outcomes)),
        *(_row(f"by {k}", s) for k, s in score_by(outcomes, lambda o: o.channel).items()),
        *(_row(k, s) for k, s in score_by(outcomes, lambda o: o.pair.family).items()),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    table = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
    table.append(f"harmless, damaged (saved or said): {damage(_own(harms))}")
    table.append(f"harmless, withheld (told by a tool): {damage(_foreign(harms))}")
    return "\n".join([*table, *(_misses(findings) if explain else ())])


def _own(harms: Sequence[Harm]) -> list[Harm]:
    return [harm for harm in harms if not harm.is_foreign]


def _foreign(harms: Sequence[Harm]) -> list[Harm]:
    return [harm for harm in harms if harm.is_foreign]


def _row(name: str, one: Score) -> tuple[str, str, str]:
    return name, str(one.persisted), str(one.blocked)


def _misses(findings: Findings) -> list[str]:
    return [
        *(f"  persisted {_place(o)}: {o.persisted}" for o in _persisted(findings)),
        *(f"  shown {_place(o)}: {o.active!r}" for o in findings.outcomes if o.active),
        *(f"  damaged {h.pair.id} by {h.channel}: {h.damage!r} of {h.pair.harmless!r}"
          for h in findings.harms if h.damage),
    ]  # fmt: skip


def _persisted(findings: Findings) -> list[Outcome]:
    return [o for o in findings.outcomes if o.persisted]


def _place(outcome: Outcome) -> str:
    return f"{outcome.pair.id} by {outcome.channel}"


def report_of(findings: Findings) -> dict[str, Any]:
    """Return the rates as plain data; shares and bounds in 0..1."""
    outcomes, own = findings.outcomes, _own(findings.harms)
    return {
        "attacks": len(outcomes),
        **_score(score(outcomes)),
        "by_channel": _scores(score_by(outcomes, lambda o: o.channel)),
        "by_family": _scores(score_by(outcomes, lambda o: o.pair.family)),
        "damaged": _rate(damage(own)),
        "withheld": _rate(damage(_foreign(findings.harms))),
        "damaged_by_language": {
            language: _rate(damage([h for h in own if h.pair.language == language]))
            for language in dict.fromkeys(h.pair.language for h in own)
        },
    }


def _scores(scores: Any) -> dict[str, Any]:
    return {name: _score(one) for name, one in scores.items()}


def _score(one: Score) -> dict[str, Any]:
    return {"persisted": _rate(one.persisted), "blocked": _rate(one.blocked)}


def _rate(rate: Rate) -> dict[str, Any]:
    low, high = rate.interval
    return {"count": rate.count, "total": rate.total, "low": low, "high": high}
