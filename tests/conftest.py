"""Fixtures over real servers: one PostgreSQL and one Valkey a session, one database a test."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import count
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
import redis

from memory_core.stores.database import Database
from memory_core.stores.ledger import Ledger
from memory_core.stores.schema import upgrade
from tests.fakes.office import Office
from worker.embedded import EmbeddedStack, StackUrls
from worker.roles import bootstrap_sql

_numbers = count()


def pytest_configure() -> None:
    """Let children hear the signals that tests send, also under `nohup` or behind a shell's `&`."""
    for order, usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGHUP, signal.SIG_DFL),
    ):
        if signal.getsignal(order) is signal.SIG_IGN:
            signal.signal(order, usual)


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StackUrls]:
    """A PostgreSQL and a Valkey of this session's own."""
    with EmbeddedStack(tmp_path_factory.mktemp("stack"), durable=False) as urls:
        yield urls


def _at(url: str, database: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{database}"))


@pytest.fixture(scope="session")
def template(stack: StackUrls) -> str:
    """A migrated database that each test copies."""
    name = "template_memfold"
    with psycopg.connect(stack.admin_database_url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}")
    _bootstrap(_at(stack.admin_database_url, name))
    upgrade(_at(stack.migrate_database_url, name))
    return name


def _bootstrap(admin_url: str) -> None:
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute(bootstrap_sql())


@pytest.fixture
def urls(stack: StackUrls, template: str) -> Iterator[StackUrls]:
    """The addresses of a fresh, migrated database and an emptied broker."""
    redis.Redis.from_url(stack.redis_url).flushall()
    name = f"test_{next(_numbers)}"
    with psycopg.connect(stack.admin_database_url, autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name} TEMPLATE {template} OWNER memfold_owner")
        admin.execute(f"GRANT CONNECT ON DATABASE {name} TO memfold")
    yield StackUrls(
        database_url=_at(stack.database_url, name),
        migrate_database_url=_at(stack.migrate_database_url, name),
        admin_database_url=_at(stack.admin_database_url, name),
        redis_url=stack.redis_url,
    )
    with psycopg.connect(stack.admin_database_url, autocommit=True) as admin:
        admin.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def database(urls: StackUrls) -> Iterator[Database]:
    """An open store on a fresh database."""
    database = Database(urls.database_url)
    yield database
    database.close()


@pytest.fixture
def sql(urls: StackUrls) -> Iterator[Callable[..., list[tuple[Any, ...]]]]:
    """Run a statement as the superuser, past every wall."""
    with psycopg.connect(urls.admin_database_url, autocommit=True) as admin:

        def run(statement: str, *values: Any) -> list[tuple[Any, ...]]:
            cursor = admin.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

        yield run


@pytest.fixture
def move_clock(sql: Callable[..., Any]) -> Callable[[timedelta], None]:
    """Move `memfold_now()` ahead of the real time by so much in all."""

    def move(ahead: timedelta) -> None:
        sql(
            "INSERT INTO test_clock (ahead) VALUES (%s) "
            "ON CONFLICT (only_row) DO UPDATE SET ahead = excluded.ahead",
            ahead,
        )

    return move


@pytest.fixture
def ledger(database: Database) -> Ledger:
    """The ledger of a fresh database."""
    return Ledger(database)


@pytest.fixture
def office(database: Database) -> Iterator[Office]:
    """The jobs of one process over a fresh database."""
    office = Office(database)
    yield office
    office.close()
