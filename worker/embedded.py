"""PostgreSQL and Valkey as our own children, on a data directory that survives any ending.

    EmbeddedStack(data_dir)
        start   lock the folder → make the cluster once → start both servers → wait until they
                answer → extension and roles → run.json
        stop    run.json away → both servers end → the folder is free again

A SIGKILL of this process takes the servers along (Linux: parent-death signal; elsewhere they stay
and the next start says so). The next start then recovers as after a power cut.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType

import psycopg
import redis

from memory_core.errors import ConfigurationError, StoreUnavailableError
from worker.data_directory import Credentials, DataDirectory
from worker.postgres_server import SUPERUSER, PostgresServer
from worker.processes import ChildCommand, end, spawn, stop_signals_held
from worker.roles import LOGIN, OWNER, create_database, prepare_database
from worker.run_file import StackUrls, find_live_run, remove_run, write_run
from worker.valkey_server import prepare_valkey

__all__ = ["EmbeddedStack", "StackUrls", "find_live_run"]

DATABASE = "memfold"
START_WAIT = 60.0  # seconds; a crash recovery on a slow disk takes a while
STOP_GRACE = 20.0
POLL = 0.02

Server = tuple[ChildCommand, subprocess.Popen[bytes]]


class EmbeddedStack:
    """A PostgreSQL and a Valkey of our own, as a context manager or by `start` and `stop`.

    `durable=False` trades safety over a power cut for speed: for tests only. Use it from the main
    thread (see `ChildCommand`).
    """

    def __init__(self, data_dir: Path, *, durable: bool = True) -> None:
        self._folder = DataDirectory(data_dir)
        self._durable = durable
        self._servers: list[Server] = []
        self._urls: StackUrls | None = None
        self._pids: dict[str, int] = {}

    @property
    def servers(self) -> Sequence[Server]:
        """The running servers and their commands, for a supervisor to watch and restart."""
        return tuple(self._servers)

    def start(self) -> StackUrls:
        """Starts both servers and returns once they answer and the roles are made.

        Raises:
            ConfigurationError: no binaries, a folder in use, or a server that cannot run here.
            StoreUnavailableError: a server did not answer in time.
        """
        self._folder.lock()
        try:
            return self._start()
        except BaseException:
            self.stop()
            raise

    def note_pid(self, name: str, pid: int) -> None:
        """Adds a process to the run file, or one that a supervisor started anew."""
        if self._urls is not None:
            self._pids[name] = pid
            write_run(self._folder.path, self._urls, self._pids)

    def stop(self) -> None:
        """Ends both servers and frees the data directory; stopped already is no error."""
        if self._servers:
            remove_run(self._folder.path)
        self._urls = None
        while self._servers:
            command, process = self._servers.pop()
            end(command, process, grace=STOP_GRACE)
        self._folder.unlock()

    def __enter__(self) -> StackUrls:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def _start(self) -> StackUrls:
        remove_run(self._folder.path)
        secrets = self._folder.credentials()
        self._folder.keep_forget_key()
        self._launch(secrets)
        server_url = _postgres_url(SUPERUSER, secrets.admin_password, secrets, SUPERUSER)
        urls = _urls(secrets)
        self._await("postgres", lambda: _ping_postgres(server_url))
        self._await("valkey", lambda: _ping_valkey(urls.redis_url))
        create_database(server_url, DATABASE)
        prepare_database(
            urls.admin_database_url,
            login_password=secrets.login_password,
            owner_password=secrets.owner_password,
        )
        self._urls = urls
        self._pids = {command.name: process.pid for command, process in self._servers}
        write_run(self._folder.path, urls, self._pids)
        return urls

    def _launch(self, secrets: Credentials) -> None:
        data_dir, lock = self._folder.path, self._folder.lock_descriptor
        postgres = PostgresServer.locate(data_dir, durable=self._durable)
        valkey = prepare_valkey(
            data_dir, port=secrets.valkey_port, password=secrets.broker_password, lock=lock
        )
        postgres.initialise(secrets.admin_password)
        for command in (postgres.command(secrets.postgres_port, lock), valkey):
            with stop_signals_held():
                self._servers.append((command, spawn(command)))

    def _await(self, name: str, answers: Callable[[], bool]) -> None:
        command, process = next(server for server in self._servers if server[0].name == name)
        deadline = monotonic() + START_WAIT
        while not answers():
            if _ends_within(process, POLL):
                raise ConfigurationError(f"{name} ended while starting: {_last_words(command)}")
            if monotonic() > deadline:
                raise StoreUnavailableError(
                    f"{name} did not answer within {START_WAIT:.0f} s: {_last_words(command)}"
                )


def _urls(secrets: Credentials) -> StackUrls:
    broker = f"redis://:{secrets.broker_password}@127.0.0.1:{secrets.valkey_port}/0"
    return StackUrls(
        database_url=_postgres_url(LOGIN, secrets.login_password, secrets, DATABASE),
        migrate_database_url=_postgres_url(OWNER, secrets.owner_password, secrets, DATABASE),
        admin_database_url=_postgres_url(SUPERUSER, secrets.admin_password, secrets, DATABASE),
        redis_url=broker,
    )


def _postgres_url(user: str, password: str, secrets: Credentials, database: str) -> str:
    return f"postgresql://{user}:{password}@127.0.0.1:{secrets.postgres_port}/{database}"


def _ping_postgres(url: str) -> bool:
    try:
        psycopg.connect(url, connect_timeout=5).close()
    except psycopg.OperationalError as refusal:
        if "password authentication failed" in str(refusal):
            raise ConfigurationError(
                "the embedded PostgreSQL refuses its own password: credentials.json does not "
                "belong to this data directory; restore it or choose another (--data-dir)"
            ) from refusal
        return False
    return True


def _ping_valkey(url: str) -> bool:
    with redis.Redis.from_url(url, socket_timeout=5) as client:
        try:
            return bool(client.ping())
        except redis.ConnectionError:  # also says BusyLoading
            return False


def _ends_within(process: subprocess.Popen[bytes], seconds: float) -> bool:
    try:
        process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        return False
    return True


def _last_words(command: ChildCommand) -> str:
    """The end of a server's log, on one line."""
    assert command.output is not None, "servers write to files"
    lines = command.output.read_text(encoding="utf-8", errors="replace").splitlines()
    return f"{' | '.join(lines[-3:])} ({command.output})"
