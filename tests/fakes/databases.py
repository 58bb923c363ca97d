"""Stores that fail, or wait, at the end of a transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from memory_core.stores.database import Database, DatabaseRole


class HookedDatabase(Database):
    """Calls `before_commit` and `after_commit` at the end of each transaction, if they are set.

    A heartbeat's transactions are left alone: they come at any time.
    """

    before_commit: Callable[[Connection], None] | None = None
    after_commit: Callable[[], None] | None = None

    @contextmanager
    def transaction(
        self, workspace: str = "", *, role: DatabaseRole = DatabaseRole.APP
    ) -> Iterator[Connection]:
        with super().transaction(workspace, role=role) as connection:
            yield connection
            if self.before_commit and not _is_heartbeat():
                self.before_commit(connection)
        if self.after_commit and not _is_heartbeat():
            self.after_commit()


def _is_heartbeat() -> bool:
    return current_thread().name == "memfold-heartbeat"


def connection_lost() -> OperationalError:
    """Make the error that a broken connection raises."""
    return OperationalError("COMMIT", {}, Exception("server closed the connection unexpectedly"))
