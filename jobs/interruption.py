"""Interruptions: how work that waits for the network learns that it should stop.

A job's thread carries one; a lease that was lost or a worker that stops interrupts it, and
whatever waits in that thread wakes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock


class Interruption:
    """One job's. It happens once and stays: the first reason holds."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._reason: str | None = None
        self._wakers: list[Callable[[], object]] = []

    @property
    def reason(self) -> str | None:
        """Why the work should stop; None while it may go on."""
        return self._reason

    def interrupt(self, reason: str) -> None:
        """Wake whoever waits, now and from here on."""
        with self._lock:
            if self._reason is not None:
                return
            self._reason = reason
            wakers = tuple(self._wakers)
        for wake in wakers:
            wake()

    @contextmanager
    def waking(self, wake: Callable[[], object]) -> Iterator[None]:
        """Call `wake` when the interruption comes, at once if it has come."""
        with self._lock:
            self._wakers.append(wake)
            come = self._reason is not None
        if come:
            wake()
        try:
            yield
        finally:
            with self._lock:
                self._wakers.remove(wake)


_current: ContextVar[Interruption | None] = ContextVar("memfold_interruption", default=None)


def current_interruption() -> Interruption:
    """Return the one of the job that runs in this thread, else one that never comes."""
    return _current.get() or Interruption()


@contextmanager
def interruptible(interruption: Interruption) -> Iterator[None]:
    """Let what runs here be stopped by this interruption."""
    token = _current.set(interruption)
    try:
        yield
    finally:
        _current.reset(token)
