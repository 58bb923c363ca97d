"""Settling an uncertain COMMIT: when the connection broke after it was sent, the rows tell."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from jobs.lease import Lease
from jobs.store.runs import find_run
from memory_core.errors import StoreUnavailableError
from memory_core.stores.database import Database

COMMITTED = frozenset({"done", "nothing", "known", "refused"})  # how a commit ends a run


@contextmanager
def committed_anyway(database: Database, lease: Lease) -> Iterator[None]:
    """Swallow a lost connection when the run of this token turns out to be committed.

    Raises:
        StoreUnavailableError: the commit did not happen, or nobody can tell.
        DBAPIError: it was refused.
    """
    try:
        yield
    except (DBAPIError, StoreUnavailableError):
        with database.transaction(lease.workspace) as connection:
            outcome = find_run(connection, lease)
        if outcome not in COMMITTED:
            raise
