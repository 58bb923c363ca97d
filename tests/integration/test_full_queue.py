"""A queue that nobody serves."""

from __future__ import annotations

import pytest
import redis

from jobs.lease import JobKind
from jobs.store.sweeping import Ring
from worker import app
from worker.app import EXTRACT, CeleryBell, make_app

RING = Ring(kind=JobKind.EXTRACT, workspace="default", key="c1")


@pytest.fixture
def broker(urls):
    with redis.Redis.from_url(urls.redis_url) as broker:
        broker.flushdb()
        yield broker
        broker.flushdb()


def test_a_queue_that_nobody_serves_stops_growing_and_is_rung_again_when_it_is(
    urls, broker, monkeypatch
):
    monkeypatch.setattr(app, "QUEUE_LIMIT", 3)
    monkeypatch.setattr(app, "LOOK_AFTER", 0.0)
    bell = CeleryBell(make_app(urls.redis_url))
    for _ in range(5):
        bell(RING)
    assert broker.llen(EXTRACT) == 3
    broker.rpop(EXTRACT)
    bell(RING)
    assert broker.llen(EXTRACT) == 3
    bell(Ring(kind=JobKind.CONSOLIDATE, workspace="default", key="s1"))
    assert broker.llen("consolidate") == 1


def test_a_queue_is_not_looked_at_for_every_ring(urls, broker):
    bell = CeleryBell(make_app(urls.redis_url))
    bell(RING)
    looks = broker.info("commandstats").get("cmdstat_llen", {"calls": 0})["calls"]
    bell(RING)
    assert broker.info("commandstats")["cmdstat_llen"]["calls"] == looks
    assert broker.llen(EXTRACT) == 2
