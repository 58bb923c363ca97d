"""Measure search: `python -m benchmarks.search [--least N] [--most N] [--searches N]`.

`--crossover` measures instead where the index over vectors begins to pay.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.databases import fresh_databases
from benchmarks.search.crossover import render, time_ways
from benchmarks.search.measure import Measured, measure
from benchmarks.search.store import Size, fill, index_vectors
from memory_core.stores.vector_index import EXACT_MOST

OUT = Path(__file__).parents[1] / "out" / "search.json"
SIZES = (
    Size(episodes=1_000, scopes=1),
    Size(episodes=10_000, scopes=1),
    Size(episodes=10_000, scopes=50),
    Size(episodes=10_000, scopes=200),
    Size(episodes=100_000, scopes=1),
    Size(episodes=100_000, scopes=200),
    Size(episodes=100_000, scopes=5_000),
    Size(episodes=1_000_000, scopes=1),
    Size(episodes=1_000_000, scopes=200),
    Size(episodes=1_000_000, scopes=5_000),
)
CROSSINGS = (
    Size(episodes=5_000, scopes=1),
    Size(episodes=10_000, scopes=1),
    Size(episodes=20_000, scopes=1),
    Size(episodes=50_000, scopes=1),
    Size(episodes=100_000, scopes=1),
    Size(episodes=100_000, scopes=20),
    Size(episodes=100_000, scopes=10),
    Size(episodes=100_000, scopes=5),
    Size(episodes=100_000, scopes=2),
)
LIMITS = (5, 50)


def main(arguments: Sequence[str]) -> None:
    """Print a line a size and limit, and write the JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search")
    parser.add_argument("--least", type=int, default=0, help="episodes")
    parser.add_argument("--most", type=int, default=100_000, help="episodes")
    parser.add_argument("--searches", type=int, default=100)
    parser.add_argument("--crossover", action="store_true")
    asked = parser.parse_args(arguments)
    logging.disable(logging.INFO)
    if asked.crossover:
        _cross(asked.searches)
    else:
        sizes = [size for size in SIZES if asked.least <= size.episodes <= asked.most]
        _measure_all(sizes, asked.searches)


def _cross(searches: int) -> None:
    sys.stdout.write(f"{render()}\n")
    with fresh_databases() as make:
        for size in CROSSINGS:
            login, admin = make()
            fill(admin, size)
            index_vectors(admin)
            for limit in LIMITS:
                sys.stdout.write(f"{time_ways(login, size, limit, searches).row}\n")
                sys.stdout.flush()


def _measure_all(sizes: Sequence[Size], searches: int) -> None:
    found: list[Measured] = []
    sys.stdout.write("| episodes | scopes | vectors | limit | p50 ms | p95 ms | rows | recall |\n")
    sys.stdout.write("| --- | --- | --- | --- | --- | --- | --- | --- |\n")
    with fresh_databases() as make:
        for size in sizes:
            login, admin = make()
            fill(admin, size)
            for way in ("exact", "index"):
                if way == "index" and size.episodes // size.scopes <= EXACT_MOST:
                    continue
                if way == "index":
                    index_vectors(admin)
                for limit in LIMITS:
                    found.append(measure(login, size, limit, searches, way=way))
                    sys.stdout.write(f"{found[-1].row}\n")
                    sys.stdout.flush()
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
