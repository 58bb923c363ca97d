"""The numbers that decide when work is done; all of them are settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from random import Random


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """When chats and scopes are due, how long work may be held, when it is given up."""

    idle_after: timedelta = timedelta(minutes=10)  # quiet for so long, by time of receipt
    window_messages: int = 200  # a longer window does not wait for quiet
    window_age: timedelta = timedelta(hours=24)  # nor does an older one
    window_characters: int = 24_000  # read in one piece; a longer window is read in chunks
    chats_per_call: int = (
        16  # chats of the same people read with one call, if they fit; 1: each alone
    )
    lease_ttl: timedelta = timedelta(seconds=60)
    heartbeat: timedelta = timedelta(seconds=15)
    max_hold: timedelta = timedelta(minutes=30)  # a job that takes longer loses its lease
    sweep_period: timedelta = timedelta(seconds=10)
    sweep_batch: int = 1_000
    cooldown: timedelta = timedelta(minutes=15)  # between two folds of a scope
    fold_batch: int = 20  # episodes a round
    pending_limit: int = 20  # so many do not wait for unread chats
    pending_age: timedelta = timedelta(hours=1)  # nor does one so old
    max_attempts: int = 5
    max_losses_alone: int = 3
    max_refusals: int = 3  # plans refused before the deterministic planner folds
    unused_days: int = 30  # days with turns after which an unused line expires; 0: never
    snapshots_kept: timedelta = timedelta(days=30)  # all versions of an index
    daily_snapshots_kept: timedelta = timedelta(days=365)  # the last of each day
    day_tokens: int = 0  # a workspace may spend on a local day, unless it has its own; 0: no limit
    day_cost: float = 0  # the same in money
    job_calls: int = 20  # of one window or round; more is a model that comes to no end
    job_tokens: int = 1_000_000
    job_seconds: timedelta = timedelta(minutes=20)  # after which a job buys nothing more
    backoff: timedelta = timedelta(seconds=30)
    backoff_cap: timedelta = timedelta(hours=1)
    rest: timedelta = timedelta(seconds=10)  # of an endpoint after its first failure in a row
    rest_cap: timedelta = timedelta(minutes=5)  # unless the endpoint asks for more
    drain: timedelta = timedelta(seconds=15)  # that calls may go on when a worker is stopped
    extract_endpoint: str = ""  # ids of the endpoints that the work needs; empty: none
    consolidate_endpoint: str = ""

    @property
    def shares_calls(self) -> bool:
        """Whether chats of the same people are read together."""
        return self.chats_per_call > 1

    def parameters(self) -> dict[str, object]:
        """Return the bind parameters that the gates of `jobs.due` name."""
        return {
            "idle_after": self.idle_after,
            "window_messages": self.window_messages,
            "window_age": self.window_age,
            "pending_limit": self.pending_limit,
            "pending_age": self.pending_age,
            "extract_endpoint": self.extract_endpoint,
            "consolidate_endpoint": self.consolidate_endpoint,
        }


def backoff_delay(
    policy: Policy, failures: int, random: Random, *, at_least: float = 0.0
) -> timedelta:
    """Return how long to wait after the n-th failure in a row: capped doubling, full jitter.

    Args:
        policy: gives the first delay and the cap.
        failures: failures in a row, this one included (from 1).
        random: the source of the jitter.
        at_least: seconds that the other side asked for; capped like the rest.
    """
    cap = policy.backoff_cap
    ceiling = min(cap, policy.backoff * 2 ** min(failures - 1, 16))
    jittered = timedelta(seconds=random.uniform(0, ceiling.total_seconds()))
    return max(jittered, min(cap, timedelta(seconds=at_least)))


def rest_after(
    policy: Policy, failures: int, random: Random, *, at_least: float = 0.0
) -> timedelta:
    """Return how long an endpoint is left alone after the n-th failure in a row.

    Capped doubling, half of it jitter: processes that fail together must not probe together, and
    none at once.

    Args:
        policy: gives the first rest and the cap.
        failures: failures in a row, this one included (from 1).
        random: the source of the jitter.
        at_least: seconds that the endpoint asked for, up to the cap of any wait.
    """
    ceiling = min(policy.rest_cap, policy.rest * 2 ** min(failures - 1, 16)).total_seconds()
    asked = min(timedelta(seconds=at_least), policy.backoff_cap)
    return max(timedelta(seconds=random.uniform(ceiling / 2, ceiling)), asked)
