"""`python -m benchmarks.cost [LOCOMO]`: print the bill, write `benchmarks/out/cost.json`."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.cost.conversation import load_conversation
from benchmarks.cost.pipeline import run_twice
from benchmarks.cost.table import as_json, failures, render, report
from benchmarks.databases import fresh_databases

_ROOT = Path(__file__).resolve().parents[2]
_BESIDE = _ROOT.parent / "shared" / "data" / "locomo10.json"
_OUT = _ROOT / "benchmarks" / "out" / "cost.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; exit 1 when a goal is missed, 0 too when the data is not there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cost", description=__doc__)
    parser.add_argument("locomo", nargs="?", help="LoCoMo's file; else the one beside the checkout")
    path = Path(parser.parse_args(arguments).locomo or _BESIDE)
    if not path.is_file():
        _say(f"skipped: LoCoMo is not at {path}; give LOCOMO=FILE (CC BY-NC, not part of memfold)")
        return 0
    logging.getLogger("jobs").propagate = False  # a refusal is counted in the table
    conversation = load_conversation(path)
    steps: dict[str, list[Mapping[str, Any]]] = {
        "whole": [conversation.sample],
        "session": [conversation.only(session) for session in conversation.sessions],
    }
    with fresh_databases() as make:
        reports = [report(u, *run_twice(conversation, make(), s)) for u, s in steps.items()]
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(json.dumps(as_json(reports), indent=2, ensure_ascii=False))
    _say(render(reports, len(conversation.facts)))
    missed = failures(reports)
    for each in missed:
        _say(f"MISSED: {each}")
    return 1 if missed else 0


def _say(text: str) -> None:
    print(text)  # noqa: T201 - the table is the output


if __name__ == "__main__":
    sys.exit(main())
