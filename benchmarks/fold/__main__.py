"""`python -m benchmarks.fold`: run FoldBench, print its table, write `benchmarks/out/fold.json`."""

from __future__ import annotations

import argparse
import json
import logging
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

from benchmarks.fold.generator import generate
from benchmarks.fold.gold import Stream
from benchmarks.fold.minds import SANITY, Mind, build_mind
from benchmarks.fold.phrasings import SPLITS
from benchmarks.fold.pipeline import run_stream
from benchmarks.fold.table import render, report
from jobs.minds.rules.reader import RulesReader
from memory_core.stores.schema import upgrade
from worker.embedded import EmbeddedStack
from worker.roles import bootstrap_sql

SEEDS = (11, 12)  # those whose streams `benchmarks/splits.sha256` holds
_OUT = Path(__file__).resolve().parents[1] / "out" / "fold.json"
_TEMPLATE = "template_fold"

Urls = tuple[str, str]  # of the login, of the superuser


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


@contextmanager
def fresh_databases() -> Iterator[Callable[[], Urls]]:
    """Start a PostgreSQL of its own; yield what makes migrated, empty databases in it."""
    with (
        tempfile.TemporaryDirectory() as folder,
        EmbeddedStack(Path(folder), durable=False) as urls,
    ):
        with psycopg.connect(urls.admin_database_url, autocommit=True) as admin:
            admin.execute(f"CREATE DATABASE {_TEMPLATE}")
        template = _at(urls.admin_database_url, _TEMPLATE)
        with psycopg.connect(template, autocommit=True) as admin:
            admin.execute(bootstrap_sql())
        upgrade(_at(urls.migrate_database_url, _TEMPLATE))
        made: list[str] = []

        def make() -> Urls:
            name = f"fold_{len(made)}"
            made.append(name)
            with psycopg.connect(urls.admin_database_url, autocommit=True) as admin:
                admin.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE} OWNER memfold_owner")
                admin.execute(f"GRANT CONNECT ON DATABASE {name} TO memfold")
            return _at(urls.database_url, name), _at(urls.admin_database_url, name)

        yield make


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fold", description=__doc__)
    parser.add_argument("--split", nargs="+", choices=SPLITS, default=SPLITS)
    parser.add_argument("--seed", nargs="+", type=int, default=SEEDS)
    parser.add_argument("--mind", nargs="+", default=["rules"], help="rules, one of "
                        f"{', '.join(SANITY)}, or package.module:factory")  # fmt: skip
    parser.add_argument("--users", type=int, default=60)
    parser.add_argument("--chats", type=int, default=40)
    return parser.parse_args(arguments)


def _at(url: str, database: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


if __name__ == "__main__":
    sys.exit(main())
