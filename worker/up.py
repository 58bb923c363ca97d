"""The stack of `memfold up`: servers, schema, worker and beat, until it is stopped.

lock the data directory ── servers ── schema ── worker and beat ── ready ── … ── stop

Servers are ours unless both DATABASE_URL and REDIS_URL name others. Everything that is started ends
with this process, whichever way it ends, and the data survives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

from sqlalchemy.exc import DBAPIError

from jobs.views.processes import count_by_queue, load_processes
from memory_core.clock import database_now
from memory_core.errors import MemfoldError
from memory_core.stores.database import Database, DatabaseRole
from memory_core.stores.schema import check_ready, upgrade
from worker.app import QUEUES
from worker.broker import check_broker
from worker.data_directory import DataDirectory
from worker.embedded import EmbeddedStack, Server
from worker.processes import ChildCommand
from worker.run_file import find_live_run
from worker.settings import Settings, load_settings
from worker.supervisor import Supervisor
from worker.worker_stack import memfold_command

SERVED = (*QUEUES, "beat")
GRACE = 40.0  # seconds; a worker lets its running jobs end first
_POLL = 0.2  # seconds between two looks for heartbeats

Say = Callable[[str], None]


@dataclass(frozen=True, kw_only=True)
class Servers:
    """A database and a broker to run on."""

    settings: Settings  # with their addresses
    own: Sequence[Server] = ()  # ours, to be watched and restarted
    note_pid: Callable[[str, int], None] = field(default=lambda _name, _pid: None)


def run_up(data_dir: Path, say: Say) -> int:
    """Run everything until a stop signal; return the supervisor's answer: 0 stopped, 1 gave up.

    Raises:
        ConfigurationError: the data directory is in use, or a setting or server is not right.
        StoreUnavailableError: the database does not answer.
        BrokerUnavailableError: the broker does not answer.
    """
    with _servers(data_dir, say) as servers:
        settings = servers.settings
        check_broker(settings.need_redis())
        commands = _commands(settings)
        logs = {command.name: command.output for command in commands}
        supervisor = Supervisor(
            commands,
            adopted=servers.own,
            grace=GRACE,
            report=lambda line: say(f"{line}{_log_of(line, logs)}"),
            started=servers.note_pid,
        )
        say(f"data and logs: {settings.data_dir}")
        with _announcing(settings, say):
            return supervisor.run()


@contextmanager
def _servers(data_dir: Path, say: Say) -> Iterator[Servers]:
    outside = load_settings(data_dir=data_dir)
    if outside.database_url and outside.redis_url and not _runs_already(data_dir):
        folder = DataDirectory(data_dir)
        folder.lock()
        try:
            say("DATABASE_URL and REDIS_URL are set: no server is started")
            _migrate(outside)
            yield Servers(settings=outside)
        finally:
            folder.unlock()
        return
    stack = EmbeddedStack(data_dir)
    if not _runs_already(data_dir):  # else the lock says by whom it is used
        say("starting PostgreSQL and Valkey")
    with stack:
        settings = load_settings(data_dir=data_dir)
        _migrate(outside if outside.database_url else settings)
        yield Servers(settings=settings, own=stack.servers, note_pid=stack.note_pid)


def _runs_already(data_dir: Path) -> bool:
    return find_live_run(data_dir) is not None


def _migrate(settings: Settings) -> None:
    """Bring the schema up to date where we may, and refuse what we must not run on."""
    if settings.migrate_database_url:
        upgrade(settings.migrate_database_url)
    database = Database(settings.need_database(), pool_size=1)
    try:
        check_ready(database)
    finally:
        database.close()


def _commands(settings: Settings) -> list[ChildCommand]:
    return [
        memfold_command(name, name, settings=settings, output=settings.data_dir / f"{name}.log")
        for name in ("worker", "beat")
    ]


def _log_of(line: str, logs: dict[str, Path | None]) -> str:
    """Return what the child that a report is about wrote last, and where the rest is."""
    log = logs.get(line.partition(" ")[0])
    if log is None or not log.is_file():
        return ""
    if "code -" in line:  # a signal ended it: its last words are no reason
        return f" (see {log})"
    written = log.read_text(encoding="utf-8", errors="replace").splitlines()
    return f": {written[-1] if written else 'it wrote nothing'} (see {log})"


@contextmanager
def _announcing(settings: Settings, say: Say) -> Iterator[None]:
    """Say `ready` as soon as every queue and the beat have a heartbeat of this start."""
    stop = Event()
    thread = Thread(target=_announce, args=(settings, say, stop), name="memfold-ready", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _announce(settings: Settings, say: Say, stop: Event) -> None:
    database = Database(settings.need_database(), pool_size=1)
    since: datetime | None = None
    try:
        while not stop.wait(_POLL):
            with suppress(MemfoldError, DBAPIError):  # the supervisor reports a server's end
                since, ready = _look(database, settings, since)
                if ready:
                    say("ready")
                    return
    finally:
        database.close()


def _look(
    database: Database, settings: Settings, since: datetime | None
) -> tuple[datetime | None, bool]:
    """Return when this start began, and whether everything that it started is alive."""
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        since = since or database_now(connection)
        processes = load_processes(connection, settings.policy)
    ours = [process for process in processes if process.started_at >= since]
    return since, all(count_by_queue(ours, SERVED).values())
