"""`memfold worker`: the processes that serve the queues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from jobs.chat_source import load_source
from worker.app import QUEUES
from worker.broker import check_broker
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_remark
from worker.cli.session import open_session, settings_for
from worker.settings import Settings
from worker.supervisor import Supervisor
from worker.worker_stack import parse_queues, worker_commands

GRACE = 30.0  # seconds in which running jobs may end


def worker(
    *,
    queues: Annotated[
        str, typer.Option(metavar="NAMES", help="Queues to serve, separated by commas.")
    ] = ",".join(QUEUES),
    one: Annotated[bool, typer.Option("--one", hidden=True)] = False,
    concurrency: Annotated[int, typer.Option(hidden=True, min=1)] = 1,
    data_dir: options.DataDir = None,
) -> int:
    """Serve queues until stopped; SIGTERM lets running jobs end, a second one does not."""
    named = parse_queues(queues)
    if one:
        return _serve(settings_for(data_dir=data_dir), named, concurrency)
    settings = _ready_settings(data_dir)
    check_broker(settings.need_redis())
    if settings.chat_source:  # said once, and not by each child
        load_source(settings.chat_source, workspace=settings.workspace)
    supervisor = Supervisor(worker_commands(settings, named), grace=GRACE, report=print_remark)
    return ExitCode.FAILED if supervisor.run() else ExitCode.DONE


def _ready_settings(data_dir: options.DataDir) -> Settings:
    """Read the settings and make sure that the store may be worked on."""
    with open_session(data_dir=data_dir) as session:
        return session.settings


def _serve(settings: Settings, queues: Sequence[str], concurrency: int) -> int:
    from worker.process import run_worker_process  # noqa: PLC0415 - a parent needs no jobs

    run_worker_process(settings, queues=queues, concurrency=concurrency)
    return ExitCode.DONE
