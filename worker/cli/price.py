"""Prices as commands say them: what would be bought, at the most it may cost."""

from __future__ import annotations

from typing import Any

from jobs.usage import Usage
from worker.cli.output import amount


def describe_price(price: Usage) -> dict[str, Any]:
    """Return a price for --json; tokens and cost are the most that the calls may come to."""
    return {
        "calls": price.calls,
        "input_tokens": price.input_tokens,
        "output_tokens": price.output_tokens,
        "cost": price.cost,
    }


def say_price(price: Usage) -> str:
    """Return a price as a person reads it."""
    if not price.calls:
        return "nothing"
    return (
        f"{amount(price.calls, 'call')} of {price.input_tokens} tokens in all, "
        f"{price.output_tokens} tokens of answers at most, {price.cost:.6g} in money at most"
    )
