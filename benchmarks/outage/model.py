"""An endpoint that goes down while every worker waits for it, and comes back when it is told to."""

from __future__ import annotations

from threading import Barrier, Lock

from tests.fakes.scripted_endpoint import Answer, Request, facts_from_transcript

_PATIENCE = 60  # seconds for all workers to be at a call
_BROKEN = (Answer(status=503), Answer(reset=True), Answer(status=500), Answer(status=429))


class FailingModel:
    """A script: the first `in_flight` requests are answered together, as failures."""

    def __init__(self, in_flight: int) -> None:
        self.down = True
        self.asked = 0
        self._in_flight = in_flight
        self._gathered = Barrier(in_flight, timeout=_PATIENCE)
        self._lock = Lock()

    def __call__(self, request: Request) -> Answer:
        """Answer one request."""
        with self._lock:
            number = self.asked
            self.asked += 1
        if number < self._in_flight:
            self._gathered.wait()
        return _BROKEN[number % len(_BROKEN)] if self.down else facts_from_transcript(request)
