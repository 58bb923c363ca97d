"""An event loop in a thread of its own, so that a blocking job can bound and cancel a call.

Jobs run in threads; a time-out of a socket bounds one read, not the call. A coroutine can be
cancelled wherever it waits, so the deadline holds for an answer that trickles too, and a job that
has to stop is not kept waiting for one.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from jobs.interruption import current_interruption

T = TypeVar("T")

_GRACE = 5.0  # seconds for a cancelled call to unwind


class WaitInterruptedError(Exception):
    """The job was told to stop before the result came; the message says why."""


class BackgroundLoop:
    """A loop that starts at its first use in each process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._process = 0

    def run(self, work: Coroutine[Any, Any, T], *, seconds: float) -> T:
        """Return the work's result, cancelling it after so many seconds.

        Raises:
            TimeoutError: the time ran out.
            WaitInterruptedError: the job of this thread was interrupted.
        """
        interruption = current_interruption()
        future = asyncio.run_coroutine_threadsafe(_bounded(work, seconds), self._running())
        try:
            with interruption.waking(future.cancel):
                return future.result(seconds + _GRACE)
        except CancelledError:
            raise WaitInterruptedError(interruption.reason or "cancelled") from None
        finally:
            future.cancel()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            # a loop made before a fork has no thread in the child
            if self._loop is None or self._process != os.getpid():
                self._process = os.getpid()
                self._loop = asyncio.new_event_loop()
                threading.Thread(
                    target=self._loop.run_forever, name="memfold-minds", daemon=True
                ).start()
            return self._loop


async def _bounded(work: Coroutine[Any, Any, T], seconds: float) -> T:
    async with asyncio.timeout(seconds):
        return await work


LOOP = BackgroundLoop()
