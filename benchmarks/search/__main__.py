"""Measure search: `python -m benchmarks.search [--most EPISODES] [--searches N]`."""

from __future__ import annotations

import argparse
import json
import logging
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.databases import fresh_databases
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
    Size(episodes=1_000_000, scopes=200),
    Size(episodes=1_000_000, scopes=5_000),
)
LIMITS = (5, 50)


def main(arguments: Sequence[str]) -> None:
    """Print a line a size and limit, and write the JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search")
    parser.add_argument("--most", type=int, default=100_000, help="episodes")
    parser.add_argument("--searches", type=int, default=100)
    asked = parser.parse_args(arguments)
    logging.disable(logging.INFO)
    found: list[Measured] = []
    sys.stdout.write("| episodes | scopes | vectors | limit | p50 ms | p95 ms | rows | recall |\n")
    sys.stdout.write("| --- | --- | --- | --- | --- | --- | --- | --- |\n")
    with fresh_databases() as make:
        for size in (size for size in SIZES if size.episodes <= asked.most):
            login, admin = make()
            fill(admin, size)
            for way in ("exact", "index"):
                if way == "index" and size.episodes // size.scopes <= EXACT_MOST:
                    continue
                if way == "index":
                    index_vectors(admin)
                for limit in LIMITS:
                    found.append(measure(login, size, limit, asked.searches, way=way))
                    sys.stdout.write(f"{found[-1].row}\n")
                    sys.stdout.flush()
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
