"""The bell on brokers that do not take a ring."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from time import monotonic

import pytest

from jobs.lease import JobKind
from jobs.store.sweeping import Ring
from memory_core.errors import BrokerUnavailableError
from worker import app
from worker.app import CeleryBell, make_app

RING = Ring(kind=JobKind.EXTRACT, workspace="default", key="c-1")


@pytest.fixture
def port() -> Iterator[int]:
    """A port where connections are taken and nothing is ever answered."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        yield silent.getsockname()[1]


def test_a_broker_that_never_answers_costs_one_time_out(port, monkeypatch):
    monkeypatch.setattr(app, "BROKER_TIMEOUT", 0.3)
    bell = CeleryBell(make_app(f"redis://127.0.0.1:{port}/0"))
    began = monotonic()
    with pytest.raises(BrokerUnavailableError):
        bell(RING)
    assert monotonic() - began < 2


def test_one_time_out_is_short_enough_for_a_sweep():
    options = make_app("redis://127.0.0.1:1/0").conf.broker_transport_options
    assert options["socket_timeout"] <= 5
    assert options["socket_connect_timeout"] <= 5


def test_a_broker_that_refuses_is_not_asked_again():
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    bell = CeleryBell(make_app(f"redis://127.0.0.1:{port}/0"))
    began = monotonic()
    with pytest.raises(BrokerUnavailableError, match="is Redis running"):
        bell(RING)
    assert monotonic() - began < 2
