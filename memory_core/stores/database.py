"""Connections: an engine, and transactions that have taken a role and a workspace.

Nothing is read or written outside `Database.transaction`: the login itself has no rights, each
transaction takes one role by a transaction-local setting, and row-level security holds it to the
workspace named. The setting ends with the transaction, so a pooled connection carries nothing over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from time import sleep

from psycopg.errors import LockNotAvailable, QueryCanceled
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFreeError

from memory_core.clock import monotonic
from memory_core.errors import ConfigurationError, StoreUnavailableError

STATEMENT_TIMEOUT = 120_000  # milliseconds
LOCK_TIMEOUT = 30_000
IDLE_TIMEOUT = 60_000  # of a transaction whose holder does nothing: it may hold locks
RETRY_AFTER = 0.25  # seconds between two attempts to connect
_TCP = {  # a peer that vanished without a word is noticed within half a minute
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}


class DatabaseRole(StrEnum):
    """What a transaction may do."""

    APP = "memfold_app"  # one workspace, content included
    SWEEPER = "memfold_sweeper"  # state rows of all workspaces, no content
    AUDITOR = "memfold_auditor"  # reads everything


# the time-outs are the transaction's too: a pooler between us and the server knows no others;
# a scope's rows lie strewn, in memory or on a solid-state disk, where far pages cost what near do
_TAKE_ROLE = text(
    "SELECT set_config('role', :role, true), set_config('app.workspace', :workspace, true), "
    f"set_config('statement_timeout', '{STATEMENT_TIMEOUT}', true), "
    f"set_config('lock_timeout', '{LOCK_TIMEOUT}', true), "
    f"set_config('idle_in_transaction_session_timeout', '{IDLE_TIMEOUT}', true), "
    "set_config('random_page_cost', "
    "least(current_setting('random_page_cost')::real, 1.1)::text, true)"
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
    """A pool of connections to the store. Opens nothing before the first transaction.

    `patience` is how many seconds a transaction waits at its beginning for a database that does not
    answer: a worker outlives its restart, while a host wants to know at once.
    """

    def __init__(
        self, url: str, *, pool_size: int = 5, connect_timeout: int = 5, patience: float = 0.0
    ) -> None:
        self._patience = patience
        self._engine = _make_engine(url, pool_size, connect_timeout)

    @contextmanager
    def transaction(
        self, workspace: str = "", *, role: DatabaseRole = DatabaseRole.APP
    ) -> Iterator[Connection]:
        """Begin, take the role, commit at the end, roll back on any exception.

        Raises:
            StoreUnavailableError: the database does not answer, or stopped doing so; the commit
                may have happened then.
        """
        with self.connect() as connection, connection.begin():
            connection.execute(_TAKE_ROLE, {"role": str(role), "workspace": workspace})
            yield connection

    @contextmanager
    def connect(self) -> Iterator[Connection]:
        """Open a bare connection: for start-up checks, which take no role.

        Raises:
            StoreUnavailableError: the database does not answer, or stopped doing so.
        """
        connection = self._open()
        try:
            with connection:
                yield connection
        except DBAPIError as error:
            if not _is_outage(error):
                raise
            raise StoreUnavailableError(
                f"the database at {self._where()} broke off or took too long",
                detail=str(error.orig),
            ) from error

    def _open(self) -> Connection:
        deadline = monotonic() + self._patience
        while True:
            try:
                return self._engine.connect()
            except OperationalError as error:
                if monotonic() >= deadline:
                    raise StoreUnavailableError(
                        f"the database at {self._where()} cannot be reached; is it running, "
                        "and is DATABASE_URL right?",
                        detail=str(error.orig),
                    ) from error
            except NoConnectionFreeError as error:
                raise StoreUnavailableError(
                    f"the database at {self._where()}: all connections of this process are in use"
                ) from error
            sleep(RETRY_AFTER)

    def _where(self) -> str:
        url = self._engine.url
        return f"{url.host}:{url.port or 5432}/{url.database}"

    def close(self) -> None:
        """Close the pool's connections; one that an abandoned turn still uses, when it is done."""
        event.listen(self._engine.pool, "checkin", lambda _, entry: entry.close())
        self._engine.dispose()


def _make_engine(url: str, pool_size: int, connect_timeout: int) -> Engine:
    try:
        return create_engine(
            driver_url(url),
            pool_size=pool_size,
            max_overflow=pool_size,
            pool_pre_ping=True,
            hide_parameters=True,  # an error that is logged must not quote what people said
            connect_args={
                "connect_timeout": connect_timeout,
                "application_name": "memfold",
                **_TCP,
            },
        )
    except (ArgumentError, ValueError):
        # what it could not read may be a part of the password
        raise ConfigurationError(
            "DATABASE_URL: it must be like postgresql://memfold:password@host:5432/memfold, "
            "with @, : and / in the password written as %40, %3A and %2F"
        ) from None


def _is_outage(error: DBAPIError) -> bool:
    """Whether the server is at fault, not the statement."""
    return error.connection_invalidated or isinstance(error.orig, LockNotAvailable | QueryCanceled)
