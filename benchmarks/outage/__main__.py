"""Live through a day without a model: `python -m benchmarks.outage [CHATS]`, 5,000 by default."""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import asdict
from pathlib import Path

from benchmarks.databases import fresh_databases
from benchmarks.outage.report import holds, render_table
from benchmarks.outage.simulation import Outage, simulate

OUT = Path(__file__).parents[1] / "out" / "outage.json"


def main(arguments: list[str]) -> int:
    """Print the table and write the JSON; 1 when something does not hold."""
    logging.disable(logging.WARNING)  # what fails or waits here is meant to, and counted
    with fresh_databases() as make:
        found = simulate(Outage(chats=int(arguments[0]) if arguments else 5_000), make())
    sys.stdout.write(render_table(found) + "\n")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(asdict(found), default=str, indent=1) + "\n", encoding="utf-8")
    return 0 if holds(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
