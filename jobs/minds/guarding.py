"""Guards: what stands in front of an endpoint that fails, so that not every job finds it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from jobs.minds.completion import Completion
from jobs.minds.endpoint import Endpoint
from jobs.minds.metering import Wire
from jobs.minds.question import Question


class Guard(Protocol):
    """Lets calls through, or not, and learns from how they end."""

    def call(self, ask: Callable[[], Completion]) -> Completion:
        """Ask, if the endpoint may be asked now.

        Raises:
            EndpointClosedError: it may not; nothing was asked.
            MindError: what asking raised.
        """
        ...


class GuardedConnection:
    """A connection whose questions pass a guard."""

    def __init__(self, wire: Wire, guard: Guard) -> None:
        self._wire = wire
        self._guard = guard

    @property
    def endpoint(self) -> Endpoint:
        """What it reaches and at which price."""
        return self._wire.endpoint

    def complete(self, question: Question) -> Completion:
        """Ask once, if the guard lets it through."""
        return self._guard.call(lambda: self._wire.complete(question))


def guarded(wire: Wire, guard: Guard | None) -> Wire:
    """Put a guard in front of a connection, if there is one."""
    return GuardedConnection(wire, guard) if guard else wire
