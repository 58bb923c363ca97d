"""A deadline and a breaker: a turn waits so long for the store and no longer.

closed ── the store is away or late ──> open: refused at once ── rest ──> one probe
   └──────────────────── the probe is done in time ─────────────────────────┘

Work that fails for what it was asked says nothing of the store: one chat's fault costs no other.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Generic, TypeVar

from memory_core.clock import monotonic
from memory_core.errors import ConfigurationError, StoreUnavailableError

T = TypeVar("T")

DEADLINE = 0.2  # seconds of a turn
_MARGIN = 0.01  # seconds of it that are left for everything but waiting
REST = 5.0  # seconds without a try after one that failed


class OutOfPatienceError(StoreUnavailableError):
    """The database did not answer within the turn's deadline."""


class _Attempt(Generic[T]):
    """One piece of work on a thread of its own, which outlives the one who waits."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._done = Event()
        self._result: T | None = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self._result = self._work()
        except BaseException as error:  # noqa: BLE001 - raised where it is waited for
            self._error = error
        finally:
            self._done.set()

    def wait(self, seconds: float) -> T:
        if not self._done.wait(seconds):
            raise OutOfPatienceError
        if self._error is not None:
            raise self._error
        return self._result  # type: ignore[return-value]  # None where T is None


class Patience:
    """Runs work under a deadline, and not at all for a while after the store was away.

    Args:
        deadline: seconds within which a caller has an answer.
        rest: seconds without a try after a failure.
    """

    def __init__(self, deadline: float = DEADLINE, rest: float = REST) -> None:
        self._deadline = deadline
        self._rest = rest
        self._lock = Lock()
        self._open_until: float | None = None  # None: closed

    def run(self, work: Callable[[], T], *, spent: float = 0.0) -> T:
        """Return what the work returns.

        Args:
            work: what is waited for.
            spent: seconds of the deadline that are over.

        Raises:
            OutOfPatienceError: it took too long, or a recent try failed.
        """
        self._enter()
        attempt, away = _Attempt(work), False
        # a daemon: neither the caller nor the end of the process waits for a store that is away
        Thread(target=attempt.run, name="memfold-turn", daemon=True).start()
        try:
            return attempt.wait(max(0.0, self._deadline - _MARGIN - spent))
        except (StoreUnavailableError, ConfigurationError):
            away = True
            raise
        finally:
            self._open_until = monotonic() + self._rest if away else None

    def _enter(self) -> None:
        """Refuse while the breaker is open; the one who comes first after that is the probe."""
        if self._open_until is None:
            return
        with self._lock:
            now = monotonic()
            if self._open_until is not None and now < self._open_until:
                raise OutOfPatienceError("the database did not answer a moment ago")
            self._open_until = now + self._rest
