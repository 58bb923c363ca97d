"""State changes of run rows: begun at the claim, finished by whoever ends them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from jobs import tables as t
from jobs.errors import BudgetError
from jobs.lease import Caller, Lease


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


@dataclass(frozen=True, kw_only=True, slots=True)
class RunEnd:
    """How a run ended."""

    outcome: str
    reason: str | None = None
    violations: Sequence[str] = ()  # as told to a person; the row keeps their codes, no content
    error_class: str | None = None


def end_of_failure(error_class: str, reason: str, violations: Sequence[str] = ()) -> RunEnd:
    """Return how a run ends whose mind could not answer; waiting for money is no failure."""
    outcome = "refused" if violations else "failed"
    return RunEnd(
        outcome="skipped" if error_class == BudgetError.error_class else outcome,
        reason=reason,
        violations=violations,
        error_class=error_class,
    )


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


def join_call(connection: Connection, workspace: str, runs: Sequence[str]) -> None:
    """Give these runs one call id: their windows are read with one call, billed to the first."""
    r = t.run.c
    connection.execute(
        update(t.run).where(r.workspace == workspace, r.id.in_(runs)).values(call_id=new_run_id())
    )


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
