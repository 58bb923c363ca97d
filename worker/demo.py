"""The demo: the whole of memfold on a sample of invented chats, on servers of its own.

    temporary folder ── Postgres, Valkey ── migrate ── worker, sweep, beat ── import ── wait
                                                         report ── stop all ── folder away

The environment's settings are left aside, so the demo does the same on every machine and never
meets anybody's database, endpoint or key.
"""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from importlib.resources import as_file, files
from pathlib import Path
from tempfile import mkdtemp
from types import FrameType

from jobs.store.chats import force_chats
from jobs.sweep import Sweeper
from jobs.views.progress import Progress, load_progress
from memory_core.clock import monotonic
from memory_core.errors import MemfoldError
from memory_core.stores.database import Database
from memory_core.stores.ledger import Ledger
from memory_core.stores.schema import upgrade
from worker.app import CeleryBell, make_app
from worker.demo_report import WORKSPACE, DemoReport, read_report
from worker.embedded import EmbeddedStack, StackUrls
from worker.importing import FileRefusal, Importer
from worker.processes import STOP_SIGNALS
from worker.settings import Settings, bare_environment, load_settings
from worker.supervisor import Supervisor
from worker.waiting import Patience, Wait
from worker.worker_stack import memfold_command

MOST_WAIT = timedelta(seconds=180)
_QUICK = {  # a sweep every second instead of every ten, and few processes
    "MEMFOLD_SWEEP_SCHEDULE": "* * * * * *",
    "MEMFOLD_SWEEP_PERIOD": "1",
    "MEMFOLD_PROCESSES": "1",
    "MEMFOLD_CONCURRENCY": "4",
}


def run_demo(say: Callable[[str], None]) -> DemoReport:
    """Run the demo; `say` gets a line for each step.

    Raises:
        ConfigurationError: the embedded servers are not installed or cannot run here.
        KeyboardInterrupt: on Ctrl-C or a stop signal, after everything was stopped.
    """
    began = monotonic()
    with _stopped_by_signals(), _folder() as folder:
        say("starting PostgreSQL and Valkey")
        with EmbeddedStack(folder, durable=False) as urls:
            upgrade(urls.migrate_database_url)
            environment = _environment(folder, urls)
            settings = load_settings(environment, data_dir=folder)
            database = Database(settings.database_url)
            try:
                say("starting worker, sweep and beat")
                with _processes(settings, environment, folder / "logs"):
                    say(f"imported {import_sample(database)} messages of invented chats")
                    finished = _wait(database, settings, say)
                return read_report(database, settings.policy, finished=finished, began=began)
            finally:
                database.close()


def import_sample(database: Database) -> int:
    """Append the bundled sample; return how many messages were new.

    Raises:
        MemfoldError: a line of it is wrong.
    """
    importer = Importer(
        Ledger(database),
        workspace=WORKSPACE,
        progress=lambda _path, _position: None,
        refuse=_refuse,
    )
    with as_file(files("worker") / "sample" / "chats.jsonl") as path:
        importer.import_file(path)
    return importer.report.messages


def _refuse(refusal: FileRefusal) -> None:
    raise MemfoldError(f"the sample's line {refusal.line} is wrong: {refusal.reason}")


@contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(mkdtemp(prefix="memfold-demo-"))
    try:
        (folder / "logs").mkdir()
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let the first stop signal end the demo through every clean-up, which no second one cuts.

    Raises:
        KeyboardInterrupt: a signal came, whatever error its interruption caused elsewhere.
    """
    came = False

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal came
        came = True
        for number in former:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    # `nohup` means it when it ignores a signal
    heeded = [s for s in STOP_SIGNALS if signal.getsignal(s) is not signal.SIG_IGN]
    former = {number: signal.getsignal(number) for number in heeded}
    try:
        for number in heeded:
            signal.signal(number, interrupt)
        yield
    except Exception as error:
        if came:
            raise KeyboardInterrupt from error
        raise
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
    if came:
        raise KeyboardInterrupt


def _environment(folder: Path, urls: StackUrls) -> dict[str, str]:
    return {
        **bare_environment(),
        "PYTHONUTF8": "1",
        "MEMFOLD_DATA_DIR": str(folder),
        "DATABASE_URL": urls.database_url,
        "REDIS_URL": urls.redis_url,
        **_QUICK,
    }


@contextmanager
def _processes(settings: Settings, environment: Mapping[str, str], logs: Path) -> Iterator[None]:
    commands = [
        replace(
            memfold_command(name, name, settings=settings, output=logs / f"{name}.log"),
            environment=environment,
            death_signal=signal.SIGTERM,  # a worker ends its own children
        )
        for name in ("worker", "beat")
    ]
    supervisor = Supervisor(commands)
    try:
        supervisor.start()
        yield
    finally:
        supervisor.stop()


def _wait(database: Database, settings: Settings, say: Callable[[str], None]) -> bool:
    """Force what there is and wait, as `sweep --now --wait` does, until it is read and folded."""
    with database.transaction(WORKSPACE) as connection:
        force_chats(connection, WORKSPACE)
        before = load_progress(connection, WORKSPACE, settings.policy).totals
    bell = CeleryBell(make_app(settings.need_redis()))
    wait = Wait(
        database=database,
        sweeper=Sweeper(database=database, policy=settings.policy, bell=bell),
        workspace=WORKSPACE,
        policy=settings.policy,
        show=_show_changes(say),
        remark=say,
    )
    return wait.run(before, Patience(timeout=MOST_WAIT)).in_time


def _show_changes(say: Callable[[str], None]) -> Callable[[Progress], None]:
    said = ""

    def show(progress: Progress) -> None:
        nonlocal said
        if (line := _describe(progress)) != said:
            say(said := line)

    return show


def _describe(progress: Progress) -> str:
    chats, scopes = progress.chats, progress.scopes
    return f"{chats.done} chats read, {chats.left} left; {scopes.left} scopes to fold"
