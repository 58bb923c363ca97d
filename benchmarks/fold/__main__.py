"""`python -m benchmarks.fold`: run FoldBench, print its table, write `benchmarks/out/fold.json`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from benchmarks.databases import fresh_databases
from benchmarks.fold.fault import FAULTS
from benchmarks.fold.minds import SANITY
from benchmarks.fold.phrasings import SPLITS
from benchmarks.fold.table import render
from benchmarks.fold.trial import Trial, run_trials

SEEDS = (11, 12)  # those whose streams `benchmarks/fold/streams.sha256` holds
_OUT = Path(__file__).resolve().parents[1] / "out" / "fold.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for."""
    options = _options(arguments)
    with fresh_databases() as make:
        trials = [
            Trial(
                split=split,
                seed=seed,
                mind=mind,
                users=options.users,
                chats=options.chats,
                urls=make(),
                explain=options.explain,
            )
            for split, seed, mind in product(options.split, options.seed, options.mind)
        ]
        results = run_trials(trials, jobs=options.jobs)
    reports = [result.report for result in results]
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(json.dumps(reports, indent=2, ensure_ascii=False, default=int))
    explanations = [result.explanation for result in results if result.explanation]
    print("\n\n".join([render(reports), *explanations]))  # noqa: T201 - the table is the output
    return 1 if any(each["void"] for each in reports) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fold", description=__doc__)
    parser.add_argument("--split", nargs="+", choices=SPLITS, default=SPLITS)
    parser.add_argument("--seed", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--mind", nargs="+", default=["rules"], help="rules, one of "
                        f"{', '.join(SANITY)}, or package.module:factory")  # fmt: skip
    parser.add_argument("--users", type=int, default=60)
    parser.add_argument("--chats", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time, a process each")
    parser.add_argument("--explain", type=_kinds, default=(), metavar="KIND,KIND",
                        help=f"tell each fault, with --split dev: {', '.join(FAULTS)}")  # fmt: skip
    options = parser.parse_args(arguments)
    if options.explain and "test" in options.split:
        parser.error("--explain: `test` is held out, its lines are not looked at; use --split dev")
    return options


def _kinds(listed: str) -> tuple[str, ...]:
    kinds = tuple(kind.strip() for kind in listed.split(","))
    if unknown := set(kinds) - set(FAULTS):
        raise argparse.ArgumentTypeError(f"no kind of fault: {', '.join(sorted(unknown))}")
    return kinds


if __name__ == "__main__":
    sys.exit(main())
