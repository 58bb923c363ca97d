from __future__ import annotations

from threading import Event

import pytest

from memory_core.errors import StoreUnavailableError
from memory_core.turn import patience as patience_module
from memory_core.turn.patience import OutOfPatienceError, Patience


@pytest.fixture
def clock(monkeypatch):
    """A monotonic clock that stands still until it is moved."""
    now = [100.0]
    monkeypatch.setattr(patience_module, "monotonic", lambda: now[0])
    return now


def fail():
    raise StoreUnavailableError


def stumble():
    raise KeyError("what was asked")


def test_the_result_of_work_in_time_is_returned():
    assert Patience().run(lambda: 7) == 7
    assert Patience().run(lambda: None) is None


def test_an_error_of_the_work_is_raised_to_the_one_who_waits():
    with pytest.raises(KeyError):
        Patience().run(stumble)


def test_work_that_fails_for_what_was_asked_keeps_nobody_else_waiting(clock):
    patience = Patience(rest=5.0)
    with pytest.raises(KeyError):
        patience.run(stumble)
    assert patience.run(lambda: 7) == 7
    with pytest.raises(StoreUnavailableError):
        patience.run(fail)
    clock[0] += 6
    with pytest.raises(KeyError):  # the store answered this probe
        patience.run(stumble)
    assert patience.run(lambda: 8) == 8


def test_work_that_takes_too_long_is_left_behind():
    gate = Event()
    with pytest.raises(OutOfPatienceError):
        Patience(deadline=0.0).run(gate.wait)
    with pytest.raises(OutOfPatienceError):
        Patience(deadline=99.0).run(gate.wait, spent=99.0)
    gate.set()


def test_after_a_failure_nothing_is_tried_until_the_rest_is_over(clock):
    patience = Patience(rest=5.0)
    with pytest.raises(StoreUnavailableError):
        patience.run(fail)
    clock[0] += 4.9
    with pytest.raises(OutOfPatienceError, match="a moment ago"):
        patience.run(lambda: 7)
    clock[0] += 0.2
    assert patience.run(lambda: 7) == 7
    assert patience.run(lambda: 8) == 8


def test_of_those_who_come_after_the_rest_one_alone_probes(clock):
    patience = Patience(rest=5.0)
    with pytest.raises(StoreUnavailableError):
        patience.run(fail)
    clock[0] += 6
    refused = []

    def probe():
        with pytest.raises(OutOfPatienceError):
            patience.run(lambda: refused.append("ran"))
        return "probed"

    assert patience.run(probe) == "probed"
    assert refused == []
