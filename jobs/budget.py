"""What a workspace may spend on a local day, and what one job may buy at most."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from zoneinfo import ZoneInfo

from jobs.errors import BudgetError, JobCapError, MindError
from jobs.policies import Policy, backoff_delay
from jobs.usage import Usage

UNLIMITED = Decimal("Infinity")


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """The most of a day, each alone; `UNLIMITED` where there is none."""

    tokens: Decimal = UNLIMITED
    cost: Decimal = UNLIMITED

    @property
    def limited(self) -> bool:
        """Whether there is any."""
        return self.tokens.is_finite() or self.cost.is_finite()


def default_limits(policy: Policy) -> Limits:
    """Return the limits of a workspace that has none of its own."""
    return Limits(
        tokens=Decimal(policy.day_tokens) if policy.day_tokens else UNLIMITED,
        cost=Decimal(str(policy.day_cost)) if policy.day_cost else UNLIMITED,
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class DayBudget:
    """A workspace's local day: what it may spend, has spent and holds for calls under way."""

    workspace: str
    day: date
    time_zone: str  # IANA, the workspace's
    limits: Limits
    calls: int = 0
    spent_tokens: int = 0
    reserved_tokens: int = 0
    spent_cost: Decimal = Decimal(0)
    reserved_cost: Decimal = Decimal(0)

    @property
    def left_tokens(self) -> Decimal:
        """What no call has spent or holds; below 0 where an estimate was too low."""
        return self.limits.tokens - self.spent_tokens - self.reserved_tokens

    @property
    def left_cost(self) -> Decimal:
        """The same in money."""
        return self.limits.cost - self.spent_cost - self.reserved_cost


def next_day_at(day: date, time_zone: str) -> datetime:
    """Return when the local day after `day` begins; a midnight that is skipped is its end."""
    midnight = datetime.combine(day + timedelta(days=1), time(), ZoneInfo(time_zone))
    return midnight.astimezone(UTC)


def shortage(budget: DayBudget, largest: Usage, now: datetime) -> BudgetError:
    """Return why a call cannot be afforded now, and how long it waits.

    Args:
        budget: the day as it stands.
        largest: the most that the call may come to.
        now: aware.
    """
    wait = next_day_at(budget.day, budget.time_zone) - now
    cost = Decimal(str(largest.cost))
    if largest.tokens > budget.limits.tokens or cost > budget.limits.cost:
        return BudgetError(
            f"one call may take {_price(largest.tokens, cost)}, more than a whole day's budget of "
            f"{_limits(budget.limits)}: see memfold budget",
            wait=wait,
        )
    spent = (
        budget.spent_tokens + largest.tokens > budget.limits.tokens
        or budget.spent_cost + cost > budget.limits.cost
    )
    state = "spent" if spent else "spent or held by calls under way"
    return BudgetError(
        f"the day's budget of {_limits(budget.limits)} is {state}: see memfold budget",
        wait=wait if spent else None,
    )


def _limits(limits: Limits) -> str:
    parts = [f"{limits.tokens:f} tokens"] if limits.tokens.is_finite() else []
    return " or ".join([*parts, *([f"{limits.cost:f}"] if limits.cost.is_finite() else [])])


def _price(tokens: int, cost: Decimal) -> str:
    return f"{tokens} tokens or {cost:f}" if cost else f"{tokens} tokens"


def check_caps(policy: Policy, bought: Usage, largest: Usage, elapsed: float) -> None:
    """Let a job make its next call only while it is within what one job may take.

    Args:
        policy: has the caps.
        bought: what the job has spent so far.
        largest: the most that the next call may come to.
        elapsed: seconds since the job began.

    Raises:
        JobCapError: it has come to one of them.
    """
    if bought.calls >= policy.job_calls:
        raise JobCapError(f"this job has made its {policy.job_calls} calls and came to no end")
    if bought.calls and bought.tokens + largest.tokens > policy.job_tokens:
        raise JobCapError(f"this job has spent its {policy.job_tokens} tokens and came to no end")
    if elapsed > policy.job_seconds.total_seconds():
        seconds = policy.job_seconds.total_seconds()
        raise JobCapError(f"this job has taken its {seconds:g} seconds and came to no end")


def wait_after(error: MindError, policy: Policy, failures: int, random: Random) -> timedelta:
    """Return how long work waits after its n-th failure in a row (from 1)."""
    if isinstance(error, BudgetError) and error.wait is not None:
        return error.wait
    return backoff_delay(policy, failures, random, at_least=error.retry_after or 0.0)
