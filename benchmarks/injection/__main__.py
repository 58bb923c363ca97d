"""`python -m benchmarks.injection`: attack, print the tables, write `out/injection.json`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path

from benchmarks.databases import Urls, fresh_databases
from benchmarks.injection.attacks import ASKINGS, HELD_OUT, SPLITS, Pair, load_pairs
from benchmarks.injection.bipia import load_bipia
from benchmarks.injection.gullible import MINDS
from benchmarks.injection.pipeline import Findings, open_stage, run_attacks, run_harmless
from benchmarks.injection.report import render_table, report_of

_OUT = Path(__file__).resolve().parents[1] / "out" / "injection.json"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; 1 if anything persisted."""
    options = _options(arguments)
    reports = {}
    with fresh_databases() as make:
        for (corpus, pairs), mind in product(_corpora(options), options.mind):
            name = f"{corpus}, {mind}"
            findings = _run(name, make(), pairs, mind)
            reports[name] = report_of(findings)
            if not options.json:
                _print(render_table(name, findings, explain=options.explain) + "\n")
    told = json.dumps(reports, indent=1, ensure_ascii=False)
    _OUT.parent.mkdir(exist_ok=True)
    _OUT.write_text(told + "\n", encoding="utf-8")
    if options.json:
        _print(told)
    return 1 if any(report["persisted"]["count"] for report in reports.values()) else 0


def _corpora(options: argparse.Namespace) -> Iterator[tuple[str, list[Pair]]]:
    """Yield what is run: of each corpus the families asked for, where any of them is in it."""
    named = [
        (f"{split}, asked {asking}", load_pairs(split, asking))
        for split, asking in product(options.split, options.asking)
    ]
    if options.bipia:
        named = [("BIPIA", load_bipia(options.bipia))]
    for name, pairs in named:
        chosen = [p for p in pairs if not options.family or p.family in options.family]
        if chosen:
            yield name, chosen


def _run(name: str, urls: Urls, pairs: Sequence[Pair], mind: str) -> Findings:
    with open_stage(urls, MINDS[mind](pairs), partial(_tell, name)) as stage:
        return Findings(
            outcomes=tuple(run_attacks(stage, pairs)),
            harms=tuple(run_harmless(stage, [pair for pair in pairs if pair.harmless])),
        )


def _tell(name: str, step: str) -> None:
    print(f"{name}: {step}", file=sys.stderr)  # noqa: T201 - progress


def _print(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - the output


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.injection", description=__doc__)
    parser.add_argument("--split", nargs="+", choices=SPLITS, default=list(SPLITS))
    # gullible states what `rules` does as well
    parser.add_argument("--mind", nargs="+", choices=MINDS, default=["gullible"])
    parser.add_argument("--asking", nargs="+", choices=ASKINGS, default=list(ASKINGS))
    parser.add_argument("--family", nargs="+", default=(), help="these alone")
    parser.add_argument("--bipia", type=Path, help="BIPIA's text_attack_test.json, instead")
    parser.add_argument("--json", action="store_true", help="print the rates as JSON instead")
    parser.add_argument("--explain", action="store_true", help="tell each miss, with --split dev")
    options = parser.parse_args(arguments)
    if options.explain and not set(HELD_OUT).isdisjoint(options.split):
        parser.error("--explain would show what is held out; give --split dev")
    return options


if __name__ == "__main__":
    raise SystemExit(main())
