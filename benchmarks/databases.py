"""Databases for benchmarks: a PostgreSQL of their own, and fresh databases in it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg

from memory_core.stores.schema import upgrade
from worker.embedded import EmbeddedStack
from worker.roles import bootstrap_sql

_TEMPLATE = "template_benchmark"

Urls = tuple[str, str]  # of the login, of the superuser


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
            name = f"benchmark_{len(made)}"
            made.append(name)
            with psycopg.connect(urls.admin_database_url, autocommit=True) as admin:
                admin.execute(f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE} OWNER memfold_owner")
                admin.execute(f"GRANT CONNECT ON DATABASE {name} TO memfold")
            return _at(urls.database_url, name), _at(urls.admin_database_url, name)

        yield make


def _at(url: str, database: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))
