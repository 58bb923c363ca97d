"""Which processes serve which queues, as commands for a supervisor.

sweep                    always a process of its own, so that no job delays it
extract, consolidate     `MEMFOLD_PROCESSES` processes of `MEMFOLD_CONCURRENCY` threads each
extract-alone            one job at once: a suspect chat can take nobody with it
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from memory_core.errors import InvalidInputError
from worker.app import CONSOLIDATE, EXTRACT, EXTRACT_ALONE, QUEUES, SWEEP
from worker.processes import ChildCommand
from worker.settings import Settings

LAUNCHER = Path(__file__).resolve().parent.parent / "memfold.py"
_SHARED = (EXTRACT, CONSOLIDATE)


def memfold_command(
    name: str,
    *arguments: str,
    settings: Settings,
    output: Path | None = None,
) -> ChildCommand:
    """Return a command that runs memfold itself on the same data directory."""
    return ChildCommand(
        name=name,
        arguments=(
            sys.executable,
            str(LAUNCHER),
            *arguments,
            "--data-dir",
            str(settings.data_dir),
        ),
        output=output,
    )


def parse_queues(text: str) -> tuple[str, ...]:
    """Read a list of queues, separated by commas.

    Raises:
        InvalidInputError: a name is unknown, or there is none.
    """
    named = [name.strip() for name in text.split(",") if name.strip()]
    unknown = next((name for name in named if name not in QUEUES), None)
    if unknown is not None or not named:
        raise InvalidInputError("--queues", f"{unknown or text!r} is none of {', '.join(QUEUES)}")
    return tuple(queue for queue in QUEUES if queue in named)


def worker_commands(settings: Settings, queues: Iterable[str]) -> list[ChildCommand]:
    """Return the processes that serve these queues."""
    wanted = set(queues)
    commands = [
        _command(settings, queue, [queue], 1) for queue in (SWEEP, EXTRACT_ALONE) if queue in wanted
    ]
    shared = [queue for queue in _SHARED if queue in wanted]
    if shared:
        commands += [
            _command(settings, f"jobs-{number}", shared, settings.concurrency)
            for number in range(1, settings.processes + 1)
        ]
    return commands


def _command(
    settings: Settings, name: str, queues: Sequence[str], concurrency: int
) -> ChildCommand:
    return memfold_command(
        name,
        "worker",
        "--one",
        "--queues",
        ",".join(queues),
        "--concurrency",
        str(concurrency),
        settings=settings,
    )
