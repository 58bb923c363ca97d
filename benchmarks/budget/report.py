"""The races as a table, each excess beside the error of its estimate."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from benchmarks.budget.race import Result

_HEAD = (
    *("limit in", "bill / reserved", "workers", "calls", "waiting", "attempts", "limit"),
    *("most held", "spent", "passed by", "estimate's error", "holds"),
)


def render_table(results: Sequence[Result]) -> str:
    """Return a line a race."""
    rows = [_HEAD, *(_line(result) for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


def _line(result: Result) -> tuple[str, ...]:
    race = result.race
    amounts = (result.limit, result.most_held, result.spent, result.excess, result.error)
    return (
        "money" if race.in_money else "tokens",
        f"{race.bill:.2f}",
        *(str(n) for n in (race.workers, result.calls, result.waiting, result.attempts_used)),
        *(_amount(amount, in_money=race.in_money) for amount in amounts),
        "yes" if result.holds else "NO",
    )


def _amount(amount: Decimal, *, in_money: bool) -> str:
    return f"{amount:.4f}" if in_money else f"{amount:,.0f}"
