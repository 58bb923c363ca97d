"""Connections: an engine, and transactions that have taken a role and a workspace.

Nothing is read or written outside `Database.transaction`: the login itself has no rights, each
transaction takes one role by a transaction-local setting, and row-level security holds it to the
workspace named. The setting ends with the transaction, so a pooled connection carries nothing over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import OperationalError

from memory_core.errors import ConfigurationError, StoreUnavailableError


class DatabaseRole(StrEnum):
    """What a transaction may do."""

    APP = "memfold_app"  # one workspace, content included
    SWEEPER = "memfold_sweeper"  # state rows of all workspaces, no content
    AUDITOR = "memfold_auditor"  # reads everything


_TAKE_ROLE = text(
    "SELECT set_config('role', :role, true), set_config('app.workspace', :workspace, true)"
)


def driver_url(url: str) -> str:
    """Name the driver in a `postgres://` or `postgresql://` URL.

    Raises:
        ConfigurationError: for any other scheme.
    """
    for scheme in ("postgresql+psycopg://", "postgresql://", "postgres://"):
        if url.startswith(scheme):
            return "postgresql+psycopg://" + url.removeprefix(scheme)
    raise ConfigurationError("DATABASE_URL: it must start with postgresql:// or postgres://")


class Database:
    """A pool of connections to the store. Opens nothing before the first transaction."""

    def __init__(self, url: str, *, pool_size: int = 5, connect_timeout: int = 5) -> None:
        self._engine: Engine = create_engine(
            driver_url(url),
            pool_size=pool_size,
            max_overflow=pool_size,
            pool_pre_ping=True,
            connect_args={"connect_timeout": connect_timeout, "application_name": "memfold"},
        )

    @contextmanager
    def transaction(
        self, workspace: str = "", *, role: DatabaseRole = DatabaseRole.APP
    ) -> Iterator[Connection]:
        """Begin, take the role, commit at the end, roll back on any exception.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        with self.connect() as connection, connection.begin():
            connection.execute(_TAKE_ROLE, {"role": str(role), "workspace": workspace})
            yield connection

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Open a bare connection: for start-up checks, which take no role."""
        try:
            connection = self._engine.connect()
        except OperationalError as error:
            raise StoreUnavailableError(
                f"the database at {self._where()} cannot be reached; is it running, "
                "and is DATABASE_URL right?",
                detail=str(error.orig),
            ) from error
        with connection:
            yield connection

    def _where(self) -> str:
        url = self._engine.url
        return f"{url.host}:{url.port or 5432}/{url.database}"

    def close(self) -> None:
        """Close the pool's connections."""
        self._engine.dispose()
