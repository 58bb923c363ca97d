"""The breaker of an endpoint: after a failure one call a time looks how it is, the others wait.

    call ── closed? ────────────────────────────── ask ── failed: it rests, longer each time
             └─ resting: no request                  └─ answered: closed, what waited is rung
             └─ rest over: the probe, if nobody has it

Its state is a row, so all processes share it; the gates of `jobs.due` look at it too, so that work
which would need the endpoint is neither rung nor claimed while it rests. An endpoint whose set-up
is refused (a wrong key, an unknown model) rests for the longest time at once: a probe then finds
out whether the provider's side was mended, and a mended setting makes it another endpoint.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from jobs.errors import (
    EndpointClosedError,
    InterruptedCallError,
    MindConfigurationError,
    MindError,
    OutageError,
)
from jobs.minds.completion import Completion
from jobs.minds.endpoint import Endpoint
from jobs.policies import Policy, rest_after
from jobs.store import endpoints
from jobs.store.endpoints import EndpointFailure
from memory_core.clock import monotonic
from memory_core.errors import MemfoldError
from memory_core.stores.database import Database, DatabaseRole

log = logging.getLogger(__name__)

LOOK_AFTER = 1.0  # seconds for which a closed breaker is taken for closed: a look a call is dear
_UNWINDING = 30.0  # seconds beyond its deadline that a probe may take to say how it ended


@dataclass(frozen=True, kw_only=True, slots=True)
class _Entry:
    """How a call was let through."""

    failures: int = 0  # in a row, before it
    held_until: datetime | None = None  # it is the probe, and holds the others off until then


class Breaker:
    """One endpoint's, as one process sees it. `closed` is called when it has closed again."""

    def __init__(
        self,
        *,
        database: Database,
        endpoint: Endpoint,
        policy: Policy,
        closed: Callable[[], None] | None = None,
        random: Random | None = None,
        look_after: float = LOOK_AFTER,
    ) -> None:
        self._database = database
        self._endpoint = endpoint
        self._policy = policy
        self._closed = closed
        self._random = random or Random()  # noqa: S311 - jitter
        self._look_after = look_after
        self._hold = timedelta(seconds=endpoint.total_timeout + _UNWINDING)
        self._closed_until = 0.0  # monotonic

    def call(self, ask: Callable[[], Completion]) -> Completion:
        """Ask, if the endpoint may be asked now.

        Raises:
            EndpointClosedError: it may not; nothing was asked.
            MindError: what asking raised.
        """
        entry = self._enter()
        try:
            completion = ask()
        except InterruptedCallError:
            self._leave(entry)
            raise
        except (OutageError, MindConfigurationError) as error:
            self._fail(entry, error)
            raise
        except MindError as error:  # of the question: the endpoint answered, if it was asked
            (self._answer if error.usage.calls else self._leave)(entry)
            raise
        except BaseException:
            self._leave(entry)
            raise
        self._answer(entry)
        return completion

    def _enter(self) -> _Entry:
        if monotonic() < self._closed_until:
            return _Entry()
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            found = endpoints.find_open_breaker(connection, self._endpoint.id)
            if found is None:
                self._closed_until = monotonic() + self._look_after
                return _Entry()
            held_until = (
                endpoints.take_probe(connection, self._endpoint.id, self._hold)
                if found.probe_due
                else None
            )
        if held_until is None:
            raise EndpointClosedError(
                f"the model endpoint is left alone: {found.reason}", retry_after=found.seconds
            )
        return _Entry(failures=found.failures, held_until=held_until)

    def _fail(self, entry: _Entry, error: MindError) -> None:
        self._closed_until = 0.0
        asked = error.retry_after or 0.0
        rest = rest_after(self._policy, entry.failures + 1, self._random, at_least=asked)
        failure = EndpointFailure(
            id=self._endpoint.id,
            base_url=self._endpoint.place,
            model=self._endpoint.model,
            error_class=error.error_class,
            reason=str(error),
            rest=rest,
            asked=min(timedelta(seconds=asked), self._policy.backoff_cap),
            held_until=entry.held_until,
        )
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            endpoints.open_breaker(connection, failure)
        log.warning("an endpoint failed", extra={"endpoint": failure.id, "reason": failure.reason})

    def _answer(self, entry: _Entry) -> None:
        """Close after the probe; a call that was under way when it opened says nothing of now."""
        if entry.held_until is None:
            return
        try:
            with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
                endpoints.close_breaker(connection, self._endpoint.id)
            if self._closed is not None:
                self._closed()
        except MemfoldError:  # an answer that was paid for must not be lost for it
            log.exception("a breaker could not be closed, the next probe tries again")

    def _leave(self, entry: _Entry) -> None:
        """Give an unused probe back."""
        if entry.held_until is not None:
            with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
                endpoints.give_back_probe(connection, self._endpoint.id, entry.held_until)
