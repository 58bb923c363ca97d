"""One worker process: a Celery worker with the services of its tasks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from celery import signals

from worker.app import CeleryBell, make_app
from worker.bootstrap import Services, build_services
from worker.log import configure_logging
from worker.settings import Settings

_services: list[Services] = []  # one per process, put here before the first task


def services() -> Services:
    """Return the services of this process's tasks."""
    return _services[0]


def run_worker_process(settings: Settings, *, queues: Sequence[str], concurrency: int) -> None:
    """Serve queues until SIGTERM, then finish the jobs at hand.

    Model calls wait for the network, so more than one job at once means threads.
    """
    configure_logging(settings.log_level)
    app = make_app(settings.need_redis())
    served = build_services(settings, bell=CeleryBell(app), queues=queues)
    _services[:] = [served]
    signals.worker_ready.connect(_start_heartbeat, weak=False)
    try:
        app.worker_main(_arguments(queues, concurrency))
    finally:
        served.close()


def _start_heartbeat(**_: Any) -> None:
    services().heartbeat.start()


def _arguments(queues: Sequence[str], concurrency: int) -> list[str]:
    pool = "threads" if concurrency > 1 else "solo"
    return [
        "worker",
        f"--queues={','.join(queues)}",
        f"--pool={pool}",
        f"--concurrency={concurrency}",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
        "--loglevel=WARNING",
    ]
