"""`memfold status`: who works, what is due, what went wrong."""

from __future__ import annotations

from dataclasses import fields

from jobs.views.status import KindStatus, Status, load_status
from worker.app import QUEUES
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_line, print_remark, print_table
from worker.cli.session import open_session

BEAT = "beat"


def status(*, data_dir: options.DataDir = None, as_json: options.Json = False) -> int:
    """Print the state of all workspaces; exit 1 on an alarm."""
    with open_session(data_dir=data_dir) as session, session.sweep_role() as connection:
        found = load_status(connection, session.settings.policy, (*QUEUES, BEAT))
    if as_json:
        print_json(found)
    else:
        _print(found)
    for alarm in found.alarms:
        print_remark(alarm)
    return ExitCode.FAILED if found.alarms else ExitCode.DONE


def _print(found: Status) -> None:
    print_table(("queue", "processes"), found.queues.items())
    print_line()
    columns = [field.name for field in fields(KindStatus)]
    print_table(
        ("work", *columns),
        (
            [name, *(_cell(getattr(kind, column)) for column in columns)]
            for name, kind in (("extract", found.extract), ("consolidate", found.consolidate))
        ),
    )
    alive = [process for process in found.processes if process.alive]
    if alive:
        print_line()
        print_table(
            ("process", "version", "queues", "seen at"),
            ([p.owner, p.version, p.queues, p.seen_at] for p in alive),
        )


def _cell(value: object) -> object:
    return f"{value:.0f}" if isinstance(value, float) else value
