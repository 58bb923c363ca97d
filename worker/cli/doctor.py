"""`memfold doctor`: look at each part and say what to do about what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from jobs.store.mirroring import find_behind, last_written, list_workspaces, load_kept_aside
from jobs.views.processes import count_by_queue, load_processes
from memory_core.errors import MemfoldError
from memory_core.stores.database import Database, DatabaseRole
from memory_core.stores.files import FolderError, check_folder
from memory_core.stores.schema import find_problems
from worker.app import QUEUES
from worker.broker import check_broker
from worker.cli import options
from worker.cli.doctor_embeddings import examine_embeddings
from worker.cli.doctor_endpoints import examine_breakers, examine_endpoints, found_well
from worker.cli.exit_code import ExitCode
from worker.cli.finding import Finding, find_out
from worker.cli.output import print_json, print_table, show
from worker.cli.session import settings_for
from worker.cli.status import BEAT
from worker.settings import Settings, find_strangers

_SHOWN_BEHIND = 20
_BEHIND = "its files hold forgotten words; a sweep of a process with MEMFOLD_MIRROR_DIR clears them"


def doctor(
    *,
    probe: Annotated[
        bool,
        typer.Option(
            "--probe",
            help="Ask each model one short question a mode, and say what to set; the embedder too.",
        ),
    ] = False,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Check settings, database, broker, processes and endpoints; exit 1 on a problem."""
    findings = list(examine(data_dir, probe=probe))
    if as_json:
        print_json(findings)
    else:
        print_table(
            ("part", "state", "detail"),
            ((f.part, "ok" if f.ok else "PROBLEM", f.detail) for f in findings),
        )
    return ExitCode.DONE if all(finding.ok for finding in findings) else ExitCode.FAILED


def examine(data_dir: Path | None, *, probe: bool = False) -> Iterator[Finding]:
    """Look at each part; a part that another one stands in front of is left out."""
    try:
        settings = settings_for(data_dir=data_dir)
    except MemfoldError as error:
        yield Finding(part="settings", ok=False, detail=str(error))
        return
    yield Finding(part="settings", ok=True, detail=_settings(settings))
    minds = list(examine_endpoints(settings, probe=probe))
    yield from minds
    yield examine_embeddings(settings, probe=probe)
    yield find_out("broker", lambda: check_broker(settings.need_redis()), "answers")
    well = found_well(settings, minds) if probe else frozenset()
    yield from _database(settings, well)


def _settings(settings: Settings) -> str:
    """Say where the data is, and what is set to no effect."""
    strangers = find_strangers()
    ignored = f"; not a setting: {', '.join(strangers)} (see memfold env)" if strangers else ""
    return f"data directory {settings.data_dir}{ignored}"


def _database(settings: Settings, well: frozenset[str]) -> Iterator[Finding]:
    try:
        database = Database(settings.need_database(), pool_size=1)
    except MemfoldError as error:
        yield Finding(part="database", ok=False, detail=str(error))
        return
    try:
        yield from _store(database, settings, well)
    except MemfoldError as error:
        yield Finding(part="database", ok=False, detail=str(error))
    finally:
        database.close()


def _store(database: Database, settings: Settings, well: frozenset[str]) -> Iterator[Finding]:
    problems = find_problems(database)
    yield Finding(part="database", ok=True, detail="answers")
    for part, problem in problems.items():
        yield Finding(part=part, ok=problem is None, detail=problem or "as it should be")
    if all(problem is None for problem in problems.values()):
        yield from examine_breakers(database, settings, well)
        yield from _processes(database, settings)
        yield from _mirror(database, settings)


def _processes(database: Database, settings: Settings) -> Iterator[Finding]:
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        processes = load_processes(connection, settings.policy)
    served = count_by_queue(processes, (*QUEUES, BEAT))
    idle = [queue for queue in QUEUES if not served[queue]]
    yield Finding(
        part="worker",
        ok=not idle,
        detail=f"nobody serves {', '.join(idle)}: run memfold worker" if idle else "every queue",
    )
    beats = served[BEAT]
    yield Finding(part="beat", ok=beats > 0, detail="alive" if beats else "none: run memfold beat")


def _mirror(database: Database, settings: Settings) -> Iterator[Finding]:
    """Say whether the mirror can be written, and which files of people's it could not take in."""
    with database.transaction(role=DatabaseRole.SWEEPER) as connection:
        workspaces = list_workspaces(connection)
        written_at = last_written(connection)
        behind = find_behind(connection, _SHOWN_BEHIND)
    folder = settings.mirror_dir
    if folder is not None:
        yield find_out("mirror", lambda: _try_mirror(folder), str(folder))
    else:
        yield Finding(part="mirror", ok=True, detail=_without_folder(written_at))
    for _, scope_key in behind:
        yield Finding(part="mirror", ok=False, detail=f"{scope_key}: {_BEHIND}")
    for workspace in workspaces:
        with database.transaction(workspace) as connection:
            kept = load_kept_aside(connection, workspace)
        for file in kept:
            where = f"{file.scope_key}{file.path}"
            way = "mend it and save it as MEMORY.md, or delete it"
            yield Finding(part="mirror", ok=False, detail=f"{where}: {file.reason}; {way}")


def _try_mirror(folder: Path) -> None:
    try:
        check_folder(folder)
    except FolderError as error:
        raise FolderError(
            f"MEMFOLD_MIRROR_DIR: {error}; mend the folder's rights, or name another"
        ) from error


def _without_folder(written_at: datetime | None) -> str:
    """Say what is known of a mirror where this shell does not name its folder."""
    here = "MEMFOLD_MIRROR_DIR is not set here"
    if written_at is None:
        return f"off: {here}"
    return f"{here}; a process that has it wrote files, last at {show(written_at)}"
