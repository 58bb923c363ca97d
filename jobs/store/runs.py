"""State changes of run rows: begun at the claim, billed at once, finished by whoever ends them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from jobs import tables as t
from jobs.lease import Caller, Lease
from jobs.usage import Usage


def new_run_id() -> str:
    """Return a fresh run id."""
    return str(uuid4())


def begin_run(connection: Connection, lease: Lease, caller: Caller, **values: Any) -> str:
    """Insert the run row of a job's next piece under its new token; return its id."""
    run = new_run_id()
    connection.execute(
        insert(t.run).values(
            workspace=lease.workspace,
            id=run,
            kind=str(lease.kind),
            key=lease.key,
            token=lease.token,
            owner=lease.owner,
            alone=caller.alone,
            message_id=caller.message_id,
            **values,
        )
    )
    return run


_BILL = text(
    """
    -- the bill of a call, written at once and whoever holds the lease by now
    UPDATE run SET model = :model, prompt_version = :prompt_version, calls = calls + :calls,
      input_tokens = input_tokens + :input_tokens, cached_tokens = cached_tokens + :cached_tokens,
      output_tokens = output_tokens + :output_tokens, cost = cost + :cost
     WHERE workspace = :workspace AND id = :run
    """
)


def bill(
    connection: Connection,
    workspace: str,
    run: str,
    usage: Usage,
    *,
    model: str,
    prompt_version: str,
) -> None:
    """Add what a call cost to its run."""
    connection.execute(
        _BILL,
        {
            "workspace": workspace,
            "run": run,
            "model": model,
            "prompt_version": prompt_version,
            "calls": usage.calls,
            "input_tokens": usage.input_tokens,
            "cached_tokens": usage.cached_tokens,
            "output_tokens": usage.output_tokens,
            "cost": usage.cost,
        },
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class RunEnd:
    """How a run ended."""

    outcome: str
    reason: str | None = None
    violations: Sequence[str] = ()  # as told to a person; the row keeps their codes, no content
    error_class: str | None = None


def finish_run(
    connection: Connection, workspace: str, run: str, end: RunEnd, **values: Any
) -> None:
    """Set how the run ended: started → its outcome; `values` are further columns."""
    connection.execute(
        update(t.run)
        .where(t.run.c.workspace == workspace, t.run.c.id == run)
        .values(
            outcome=end.outcome,
            reason=end.reason,
            violations=[code_of(violation) for violation in end.violations],
            error_class=end.error_class,
            finished_at=func.memfold_now(),
            **values,
        )
    )


def code_of(violation: str) -> str:
    """Return a violation without its words, which may be a line's."""
    return re.split(r"[\s:]", violation, maxsplit=1)[0]


_STALE = text(
    """
    -- started, or lost when its lease ran out → stale; one that did commit stays as it ended
    UPDATE run SET outcome = 'stale', reason = 'the lease was taken over meanwhile',
      finished_at = memfold_now()
     WHERE workspace = :workspace AND id = :run AND outcome IN ('started', 'lost')
    """
)


def mark_stale(connection: Connection, workspace: str, run: str) -> None:
    """Say that this run's holder came too late: nothing of it was kept."""
    connection.execute(_STALE, {"workspace": workspace, "run": run})


def find_run(connection: Connection, lease: Lease) -> str | None:
    """Read how the run of this token ended; settles an uncertain COMMIT."""
    r = t.run.c
    outcome: str | None = connection.execute(
        select(r.outcome).where(
            r.workspace == lease.workspace,
            r.kind == str(lease.kind),
            r.key == lease.key,
            r.token == lease.token,
        )
    ).scalar_one_or_none()
    return outcome
