"""`memfold beat`: ring the sweep by its schedule."""

from __future__ import annotations

import signal
import sys

from worker.broker import check_broker
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.session import open_session


def beat(*, data_dir: options.DataDir = None) -> int:
    """Ring the sweep until stopped; any number of beats may run."""
    with open_session(data_dir=data_dir) as session:
        settings = session.settings
    check_broker(settings.need_redis())
    # the service handles no signal itself; a clean end takes it off the list of processes
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(ExitCode.DONE))
    from worker.beat import run_beat  # noqa: PLC0415 - the jobs' imports take half a second

    run_beat(settings)
    return ExitCode.DONE
