from __future__ import annotations

from jobs.schedule import Schedule
from worker.app import make_app
from worker.beat import beat_schedule


def test_a_daily_sweep_outlives_the_restart_of_its_worker():
    app = make_app("redis://127.0.0.1:1/0")
    ring = beat_schedule(Schedule(expression="0 4 * * *"), app)["sweep"]
    assert ring["options"]["queue"] == "sweep"
    assert ring["options"]["expires"] >= 600
