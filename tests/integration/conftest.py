"""Fixtures for tests of the jobs: offices with minds of their own, threads that are joined."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from memory_core.stores.database import Database
from tests.fakes.databases import HookedDatabase
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
