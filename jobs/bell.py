"""The bell: how a job says that another one may start. Losing a ring loses no work."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from jobs.store.sweeping import Ring
from memory_core.errors import BrokerUnavailableError

log = logging.getLogger(__name__)

Bell = Callable[[Ring], None]  # raises BrokerUnavailableError


def ring_all(bell: Bell, rings: Iterable[Ring]) -> int:
    """Ring until done or until the first ring fails; return how many went out.

    What was not rung comes again by the sweep: the truth is in the database.
    """
    count = 0
    for ring in rings:
        try:
            bell(ring)
        except BrokerUnavailableError as error:
            log.warning("ringing stopped, the sweep will ring again: %s", error)
            return count
        count += 1
    return count


def silent(ring: Ring) -> None:
    """Ring nothing: for work done in this process."""
