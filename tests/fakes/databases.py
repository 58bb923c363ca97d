"""Stores that fail, or wait, at the end of a transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from memory_core.stores.database import Database, DatabaseRole


class HookedDatabase(Database):
    """Calls `before_commit` and `after_commit` at the end of each transaction, if they are set."""

    before_commit: Callable[[Connection], None] | None = None
    after_commit: Callable[[], None] | None = None

    @contextmanager
    def transaction(
        self, workspace: str = "", *, role: DatabaseRole = DatabaseRole.APP
    ) -> Iterator[Connection]:
        with super().transaction(workspace, role=role) as connection:
            yield connection
            if self.before_commit:
                self.before_commit(connection)
        if self.after_commit:
            self.after_commit()


def connection_lost() -> OperationalError:
    """Make the error that a broken connection raises."""
    return OperationalError("COMMIT", {}, Exception("server closed the connection unexpectedly"))
