"""The bill as a table, beside its peers', and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.cost.drivers import (
    DRIVERS,
    answer_tokens,
    is_reading,
    prompt_tokens,
    weighted_tokens,
)
from benchmarks.cost.peers import MEASURED, PEERS, SOURCE
from benchmarks.cost.pipeline import Run

TARGET = 75_000  # weighted tokens of the whole conversation
UNITS = {"whole": "all due at once", "session": "session by session"}


def report(unit: str, first: Run, second: Run) -> dict[str, Any]:
    """Return all figures of a conversation remembered in one way, and then again."""
    spent = weighted_tokens(first.exchanges)
    return {
        "unit": unit,
        "calls": len(first.exchanges),
        "readings": sum(map(is_reading, first.exchanges)),
        "prompt": round(prompt_tokens(first.exchanges)),
        "completion": round(answer_tokens(first.exchanges)),
        "weighted": round(sum(spent.values())),
        "drivers": {driver: round(spent[driver]) for driver in DRIVERS},
        "second_calls": len(second.exchanges),
        "second_rows": sum(second.rows.values()) - sum(first.rows.values()),
        "lines": (first.lines, second.lines),
        "rows": dict(first.rows),
        "refusals": dict(first.refusals),
        "unknown": second.unknown,
    }


def failures(reports: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return what misses its goal, in a sentence each."""
    missed = []
    for each in reports:
        if each["unknown"]:
            missed.append(f"{each['unknown']} turns were not recognised: the figures are void")
        if each["unit"] == "whole" and each["weighted"] > TARGET:
            missed.append(f"{each['weighted']} weighted tokens are over {TARGET}")
        if each["second_calls"] or each["second_rows"]:
            missed.append(
                f"the second run made {each['second_calls']} calls, {each['second_rows']} rows"
            )
    return missed


def render(reports: Sequence[Mapping[str, Any]], facts: int) -> str:
    """Return the table for people."""
    return "\n".join(
        [
            "conv-26 of LoCoMo, both jobs; tokens: characters / 4; weighted: prompt + 4 × answer",
            "",
            *_aligned([_HEAD, *map(_own_row, reports), *_peer_rows()]),
            f"peers: {SOURCE}, {MEASURED}",
            "",
            *_aligned(
                [
                    ["weighted tokens by what they were spent on", *map(_named, reports)],
                    *([d, *(f"{r['drivers'][d]:,}" for r in reports)] for d in DRIVERS),
                ]
            ),
            "",
            *(_kept(each, facts) for each in reports),
        ]
    )


_HEAD = ["system", "unit", "calls", "weighted", "second run: calls, prompt", "memories 1st → 2nd"]


def _own_row(each: Mapping[str, Any]) -> list[str]:
    first, second = each["lines"]
    return [
        "memfold",
        UNITS[each["unit"]],
        str(each["calls"]),
        f"{each['weighted'] / 1000:.1f} k",
        f"{each['second_calls']}, 0" if not each["second_calls"] else str(each["second_calls"]),
        f"{first} → {second}",
    ]


def _peer_rows() -> list[list[str]]:
    return [
        [p.name, p.unit, str(p.calls), f"{p.weighted:,} k", p.second, p.memories] for p in PEERS
    ]


def _named(each: Mapping[str, Any]) -> str:
    return UNITS[each["unit"]]


def _kept(each: Mapping[str, Any], facts: int) -> str:
    refused = ", ".join(f"{count} by {name}" for name, count in each["refusals"].items())
    return (
        f"{UNITS[each['unit']]}: {facts} facts proposed, {each['rows']['episode']} kept "
        f"(refused: {refused or 'none'}); second run {each['second_calls']} calls, "
        f"{each['second_rows']} new rows"
    )


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def as_json(reports: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what `benchmarks/out/cost.json` holds."""
    return {
        "target": TARGET,
        "runs": list(reports),
        "peers": [asdict(peer) for peer in PEERS],
        "peers_measured": MEASURED,
    }
