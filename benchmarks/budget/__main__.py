"""Let twenty workers race for the last of a day's budget: `python -m benchmarks.budget`."""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.budget.race import Race, run_race
from benchmarks.budget.report import render_table
from benchmarks.databases import fresh_databases

OUT = Path(__file__).parents[1] / "out" / "budget.json"
BILLS = (0.4, 1.0, 1.25)  # the estimate was far too high, right, too low


def main() -> int:
    """Print the table and write the JSON; 1 when a limit was passed by more than it may be."""
    races = [Race(bill=bill, in_money=money) for money in (False, True) for bill in BILLS]
    logging.disable(logging.WARNING)  # what fails or waits here is meant to, and counted
    with fresh_databases() as make:
        results = [run_race(race, make()) for race in races]
    sys.stdout.write(render_table(results) + "\n")
    OUT.parent.mkdir(exist_ok=True)
    found = [asdict(result) | {"excess": result.excess} for result in results]
    OUT.write_text(json.dumps(found, default=float, indent=1) + "\n", encoding="utf-8")
    return 0 if all(result.holds for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
