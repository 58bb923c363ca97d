"""Time the block of a turn: `python -m benchmarks.block`, on a database of its own.

kept      the same text again, as every turn of a minute has it
renewed   after a minute: one read, and no line has changed
cold      none is kept, as after a fold: the whole index read, parsed and written
first     the same in a process that has not written one of its lines before
away      the store refuses connections, or takes them and says nothing
"""

from __future__ import annotations

import json
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import psycopg

from jobs.editing import edit_index
from memory_core.client import MemoryClient
from memory_core.index import grammar
from memory_core.provider import MemoryProvider
from memory_core.stores.database import Database
from memory_core.stores.schema import upgrade
from memory_core.text import sanitise
from worker.embedded import EmbeddedStack
from worker.roles import bootstrap_sql

OUT = Path(__file__).parents[1] / "out" / "block.json"
LINES = 79  # with a heading each of seven sections: a full index
GOALS = {"kept": 20.0, "cold": 3_000.0}  # microseconds, median
DEADLINE = 200_000.0
_SECTIONS = ("Profile", "Preferences", "People", "Work", "Projects", "Events", "Procedures")
_WHOSE: dict[str, Any] = {"user": "zed", "agent": "helper"}
_REMEMBERED = (grammar.parse_entry, grammar.render_entry, sanitise._phrase_hazards)  # noqa: SLF001
_TIMES = {
    "kept": 20_000,
    "renewed": 300,
    "cold": 300,
    "first": 300,
    "away, refused": 20,
    "away, silent": 5,
}


def main() -> None:
    """Print the table and write the JSON beside the other benchmarks' results."""
    with tempfile.TemporaryDirectory() as folder, EmbeddedStack(Path(folder)) as urls:
        with psycopg.connect(urls.admin_database_url, autocommit=True) as admin:
            admin.execute(bootstrap_sql())
        upgrade(urls.migrate_database_url)
        with MemoryClient(urls.database_url, secret="invented") as memory:  # noqa: S106
            _fill(urls.database_url, memory)
            turn = memory.provider(**_WHOSE)
            rows = {name: _time(_TIMES[name], call) for name, call in _present(memory, turn)}
    rows |= dict(_away())
    _report(rows)


def _fill(url: str, memory: MemoryClient) -> None:
    """Write an index by hand that has room for no further line."""
    memory.append("c-1", "user", "Hello.", **_WHOSE)
    scope = memory.scope(**_WHOSE)
    lines = ["# Memory", f"<!-- memfold 1 | {scope.key} | version 0 | 2026-01-01T00:00:00Z -->"]
    for place, section in enumerate(_SECTIONS):
        lines.append(f"## {section}")
        lines += [
            f"- Keeps box {place}{n:03} of the invented things in room {n} on floor {place}."
            for n in range(LINES // len(_SECTIONS))
        ]
    database = Database(url)
    edit_index(database, memory.workspace, scope.key, "\n".join(lines) + "\n")
    database.close()


def _present(memory: MemoryClient, turn: MemoryProvider) -> Iterator[tuple[str, Callable[[], str]]]:
    kept = memory._turns.blocks._kept  # noqa: SLF001 - what a minute's wait would do to it

    def renewed() -> str:
        for block in kept.values():
            block.until = 0.0
        return turn.context_block()

    def cold() -> str:
        kept.clear()
        return turn.context_block()

    def first() -> str:
        for remembered in _REMEMBERED:
            remembered.cache_clear()
        return cold()

    yield "first", first
    yield "cold", cold
    yield "renewed", renewed
    yield "kept", turn.context_block


def _time(times: int, call: Callable[[], str]) -> dict[str, Any]:
    call()
    took, sizes = [], set()
    for _ in range(times):
        start = perf_counter()
        block = call()
        took.append((perf_counter() - start) * 1e6)
        sizes.add(len(block))
    return {
        "turns": times,
        "median": round(median(took), 1),
        "p95": round(quantiles(took, n=20)[-1], 1) if times > 1 else None,
        "worst": round(max(took), 1),
        "characters": sorted(sizes),
    }


def _away() -> Iterator[tuple[str, dict[str, Any]]]:
    with _listener() as port, _client(port) as memory:
        yield "away, silent", _time(_TIMES["away, silent"], lambda: _first(memory))
    with _client(1) as memory:
        yield "away, refused", _time(_TIMES["away, refused"], lambda: _first(memory))


def _first(memory: MemoryClient) -> str:
    """Return a block as if no try had failed a moment ago: each turn has to find out itself."""
    memory._turns.blocks._patience._open_until = None  # noqa: SLF001
    return memory.context_block(**_WHOSE)


def _client(port: int) -> MemoryClient:
    return MemoryClient(f"postgresql://memfold:invented@127.0.0.1:{port}/memfold")


@contextmanager
def _listener() -> Iterator[int]:
    """Listen, and never say anything."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield listening.getsockname()[1]


def _report(rows: dict[str, dict[str, Any]]) -> None:
    out = [f"{'':15}{'turns':>7}{'median':>12}{'p95':>12}{'worst':>12}  goal"]
    for name, row in rows.items():
        goal = f"median <= {GOALS[name]:,.0f}" if name in GOALS else ""
        goal = f"worst <= {DEADLINE:,.0f} and empty" if name.startswith("away") else goal
        numbers = "".join(f"{row[key]:>12,.1f}" for key in ("median", "p95", "worst"))
        out.append(f"{name:15}{row['turns']:>7,}{numbers}  {goal}")
    sys.stdout.write("microseconds\n" + "\n".join(out) + "\n")
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
