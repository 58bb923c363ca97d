"""`memfold up`: everything on one machine, until stopped."""

from __future__ import annotations

import signal
import sys

from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_remark
from worker.cli.session import settings_for
from worker.up import run_up


def up(*, data_dir: options.DataDir = None) -> int:
    """Run PostgreSQL, Valkey, worker and beat on a data directory until stopped (Ctrl-C).

    The data survives; a second start goes on where the first one ended. Servers of your own are
    used where DATABASE_URL and REDIS_URL name them.
    """
    folder = settings_for(data_dir=data_dir).data_dir.expanduser().absolute()
    # until the supervisor watches for signals, they unwind what was started; a shell that starts us
    # in the background has SIGINT ignored, which would leave Ctrl-C without effect
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda *_: sys.exit(ExitCode.INTERRUPTED))
    return ExitCode.FAILED if run_up(folder, print_remark) else ExitCode.DONE
