"""One worker process: a Celery worker with the services of its tasks."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from threading import Timer
from typing import Any

from celery import signals
from celery.exceptions import SecurityWarning

from worker.app import CeleryBell, make_app
from worker.bootstrap import Services, build_services
from worker.log import configure_logging
from worker.settings import Settings

_services: list[Services] = []  # one per process, put here before the first task


def services() -> Services:
    """Return the services of this process's tasks."""
    return _services[0]


def run_worker_process(settings: Settings, *, queues: Sequence[str], concurrency: int) -> int:
    """Serve queues until SIGTERM, then finish the jobs at hand; return the exit code.

    Model calls wait for the network, so more than one job at once means threads.
    """
    signals.setup_logging.connect(_leave_logging_alone, weak=False)
    configure_logging(settings.log_level)
    app = make_app(settings.need_redis())
    served = build_services(settings, bell=CeleryBell(app), queues=queues)
    _services[:] = [served]
    signals.worker_ready.connect(_start_heartbeat, weak=False)
    signals.worker_shutting_down.connect(_drain, weak=False)
    # Celery warns root of pickled messages; only JSON is accepted here.
    warnings.filterwarnings("ignore", category=SecurityWarning)
    try:
        worker = app.Worker(
            hostname=served.heartbeat.owner,
            queues=list(queues),
            pool="threads" if concurrency > 1 else "solo",
            concurrency=concurrency,
            without_gossip=True,
            without_mingle=True,
            without_heartbeat=True,
            quiet=True,
        )
        worker.start()
        return int(worker.exitcode or 0)
    finally:
        served.close()


def _start_heartbeat(**_: Any) -> None:
    services().heartbeat.start()


def _drain(**_: Any) -> None:
    """Let calls under way go on for a while, then cut them off: a killed one would not be billed.

    The timer's thread does it, since a signal handler must wait for no lock.
    """
    after = services().settings.policy.drain.total_seconds()
    timer = Timer(after, services().heartbeat.drain, ["the worker stopped before the answer came"])
    timer.daemon = True
    timer.start()


def _leave_logging_alone(**_: Any) -> None:
    """Being connected is enough: Celery then sets up no logging of its own."""
