"""Gates: each condition of a chat or scope with its value, its time and whether it is open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from jobs.budget import DayBudget
from jobs.errors import BudgetError
from jobs.store.endpoints import RestingEndpoint, load_resting
from jobs.views.runs import RunView

_BUDGET = BudgetError.error_class


@dataclass(frozen=True, kw_only=True, slots=True)
class Gate:
    """One condition."""

    gate: str
    open: bool
    value: str
    at: datetime | None = None  # when it opened, closed or may open
    any_of: bool = False  # one open gate of these is enough


@dataclass(frozen=True, kw_only=True, slots=True)
class GateReport:
    """Why a chat or scope is worked on now, or is not."""

    kind: str  # extract or consolidate
    key: str
    open: bool  # all of them, as the claim sees it
    standing: str  # see `jobs.views.standing`
    gates: tuple[Gate, ...]
    due_at: datetime | None  # when the sweep looks at it next
    next_due_at: datetime | None  # when its gate may open; None: only an event can open it
    error: Mapping[str, Any] | None  # of the last failure that was not made up for
    pending: tuple[Mapping[str, Any], ...] = field(default=())  # of a scope: reasons and counts
    last_run: RunView | None = None


def describe_span(span: timedelta) -> str:
    """Return a length of time in the largest unit that it fills: `10 min`, `24 h`, `90 s`."""
    seconds = span.total_seconds()
    for unit, length in (("h", 3_600), ("min", 60)):
        if seconds and seconds % length == 0:
            return f"{seconds / length:g} {unit}"
    return f"{seconds:g} s"


def backoff_gate(row: Any) -> Gate:
    """Describe the wait after a failure."""
    waits = _waits(row) and row.error_class != _BUDGET
    return Gate(gate="backoff", open=not waits, value=row.error_class or "none", at=row.not_before)


def endpoint_gate(connection: Connection, endpoint_id: str, now: datetime) -> Gate:
    """Describe the breaker of the endpoint that the work needs."""
    for found in load_resting(connection, [endpoint_id]):
        value, over = describe_rest(found), found.retry_at <= now
        return Gate(gate="endpoint", open=over, value=value, at=found.retry_at)
    return Gate(gate="endpoint", open=True, value="in use" if endpoint_id else "none needed")


def describe_rest(found: RestingEndpoint) -> str:
    """Say since when an endpoint is left alone, why, and when one call looks how it is."""
    times = (at.astimezone(UTC) for at in (found.opened_at, found.retry_at))
    since, until = (f"{at:%Y-%m-%d %H:%M:%SZ}" for at in times)
    count = f"{found.failures} failures in a row" if found.failures > 1 else "a failure"
    return f"is left alone since {since} after {count} and looked at from {until}: {found.reason}"


def budget_gate(row: Any, day: DayBudget | None) -> Gate:
    """Describe the wait for money, with what the workspace's day has spent."""
    waits = _waits(row) and row.error_class == _BUDGET
    return Gate(
        gate="budget",
        open=not waits,
        value=describe_day(day) if day else "no limit",
        at=row.not_before if waits else None,
    )


def describe_day(day: DayBudget) -> str:
    """Return what of a day's limits is spent and reserved."""
    limits = day.limits
    parts = []
    if limits.tokens.is_finite():
        parts.append(
            f"{day.spent_tokens} of {limits.tokens:f} tokens spent, {day.reserved_tokens} reserved"
        )
    if limits.cost.is_finite():
        spent, limit, reserved = day.spent_cost, limits.cost, day.reserved_cost
        parts.append(f"{spent:f} of {limit:f} in money spent, {reserved:f} reserved")
    return "; ".join(parts) or "no limit"


def _waits(row: Any) -> bool:
    return row.not_before is not None and row.not_before > row.now


def lease_gate(row: Any) -> Gate:
    """Describe who holds it; the claim asks for it after all other gates."""
    free = row.lease_owner is None
    return Gate(
        gate="lease",
        open=free,
        value="free" if free else f"held by {row.lease_owner}",
        at=row.lease_expires_at,
    )


def error_of(row: Any) -> Mapping[str, Any] | None:
    """Return the last failure, if nothing has succeeded since."""
    if row.error_class is None:
        return None
    return {"error_class": row.error_class, "message": row.last_error, "failures": row.failures}
