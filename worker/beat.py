"""The beat: rings the sweep by a cron schedule. Any number may run; a slot is swept once."""

from __future__ import annotations

import signal
from datetime import datetime, timedelta
from typing import Any

from celery import Celery
from celery.beat import ScheduleEntry, Scheduler, Service
from celery.schedules import BaseSchedule, schedstate

from jobs.schedule import Schedule
from worker.app import RING_EXPIRES, SWEEP, make_app
from worker.bootstrap import build_services
from worker.log import configure_logging
from worker.settings import Settings


class CronSchedule(BaseSchedule):
    """A cron expression as Celery's beat asks for it; after a gap it is due once."""

    def __init__(self, schedule: Schedule, app: Celery | None = None) -> None:
        super().__init__(app=app)
        self._schedule = schedule

    def remaining_estimate(self, last_run_at: datetime) -> timedelta:
        """Return how long until it is due."""
        return self._schedule.next_after(last_run_at) - self.now()

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Return whether it is due, and the seconds to the next look."""
        now = self.now()
        due = self._schedule.next_after(last_run_at) <= now
        wait = self._schedule.next_after(now if due else last_run_at) - now
        return schedstate(is_due=due, next=max(wait.total_seconds(), 0.0))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._schedule,)


class MemoryScheduler(Scheduler):
    """Keeps its entries in memory: what was swept when is in the database."""

    Entry = ScheduleEntry

    def setup_schedule(self) -> None:
        """Take the entries from the configuration."""
        self.merge_inplace(self.app.conf.beat_schedule)


def beat_schedule(sweeps: Schedule, app: Celery) -> dict[str, dict[str, Any]]:
    """Return what the beat rings, and when."""
    return {
        "sweep": {
            "task": "memfold.sweep",
            "schedule": CronSchedule(sweeps, app),
            # late is better than never for a daily sweep, and a slot is swept once anyhow
            "options": {"queue": SWEEP, "expires": RING_EXPIRES},
        }
    }


def run_beat(settings: Settings) -> None:
    """Ring the sweep until SIGTERM."""
    configure_logging(settings.log_level)
    app = make_app(settings.need_redis())
    app.conf.beat_schedule = beat_schedule(settings.sweep_schedule, app)
    served = build_services(settings, queues=["beat"])
    served.heartbeat.start()
    service = Service(app, scheduler_cls=MemoryScheduler, max_interval=5)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: service.stop(wait=False))
    try:
        service.start()
    finally:
        served.close()
