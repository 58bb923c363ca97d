"""`python -m benchmarks.fold`: run FoldBench, print its table, write `benchmarks/out/fold.json`."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.databases import fresh_databases
from benchmarks.fold.generator import generate
from benchmarks.fold.gold import Stream
from benchmarks.fold.minds import SANITY, Mind, build_mind
from benchmarks.fold.phrasings import SPLITS
from benchmarks.fold.pipeline import run_stream
from benchmarks.fold.table import render, report
from jobs.minds.rules.reader import RulesReader

SEEDS = (11, 12)  # those whose streams `benchmarks/splits.sha256` holds
_OUT = Path(__file__).resolve().parents[1] / "out" / "fold.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for."""
    options = _options(arguments)
    # a fold that is refused is counted in the table; its log line would only interrupt it
    logging.getLogger("jobs").propagate = False
    reports: list[dict[str, Any]] = []
    with fresh_databases() as make:
        for split in options.split:
            for seed in options.seed:
                stream = generate(split, seed, users=options.users, chats=options.chats)
                for name in options.mind:
                    login, superuser = make()
                    outcome = run_stream(
                        stream,
                        choose_mind(name, stream),
                        name=name,
                        database_url=login,
                        admin_url=superuser,
                    )
                    reports.append(report(outcome))
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(json.dumps(reports, indent=2, ensure_ascii=False, default=int))
    print(render(reports))  # noqa: T201 - the table is the output
    return 1 if any(each["void"] for each in reports) else 0


def choose_mind(name: str, stream: Stream) -> Mind:
    """Return `rules`, a sanity mind, or what `package.module:factory` makes of the stream."""
    if name == "rules":
        return Mind(reader=RulesReader(), planner=None)
    if name in SANITY:
        return build_mind(name, stream)
    module, _, factory = name.partition(":")
    made: Mind = getattr(import_module(module), factory)(stream)
    return made


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fold", description=__doc__)
    parser.add_argument("--split", nargs="+", choices=SPLITS, default=SPLITS)
    parser.add_argument("--seed", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--mind", nargs="+", default=["rules"], help="rules, one of "
                        f"{', '.join(SANITY)}, or package.module:factory")  # fmt: skip
    parser.add_argument("--users", type=int, default=60)
    parser.add_argument("--chats", type=int, default=40)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
