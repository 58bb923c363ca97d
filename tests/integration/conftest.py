"""Fixtures for tests of the jobs: offices with minds of their own, threads that are joined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from memory_core.stores.database import Database
from memory_core.stores.ledger import Ledger
from tests.fakes.databases import HookedDatabase
from tests.fakes.messages import said
from tests.fakes.office import Office
from worker.embedded import StackUrls


@pytest.fixture
def make_office(database: Database) -> Iterator[Callable[..., Office]]:
    """Make offices on the test's database; each is closed at the end."""
    made: list[Office] = []

    def make(reader: Any = None, *, on: Database | None = None, **fields: Any) -> Office:
        owner = fields.pop("owner", f"office-{len(made)}")
        made.append(Office(on or database, reader=reader, owner=owner, **fields))
        return made[-1]

    yield make
    for office in made:
        office.close()


@pytest.fixture
def hooked(urls: StackUrls) -> Iterator[HookedDatabase]:
    """A second store on the test's database, whose transactions can fail or wait at their end."""
    database = HookedDatabase(urls.database_url)
    yield database
    database.close()


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Threads for races; all are joined at the end."""
    with ThreadPoolExecutor(max_workers=8) as pool:
        yield pool


@pytest.fixture
def pend(ledger: Ledger, make_office: Callable[..., Office]) -> Callable[..., None]:
    """Read one chat a statement, so that each leaves a pending episode; nothing is forced then."""

    def pend(*statements: str, minute: int = 0, prefix: str = "p") -> None:
        chats = [f"{prefix}{n}" for n in range(len(statements))]
        ledger.append(
            [
                said(statement, chat=chat, minute=minute + n)
                for n, (chat, statement) in enumerate(zip(chats, statements, strict=True))
            ]
        )
        reading = make_office()
        for chat in chats:
            ledger.report_idle("default", chat)
            assert reading.extractor.extract("default", chat).episodes == 1

    return pend
