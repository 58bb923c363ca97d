"""Runs: what was done, why it ended so, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, select

from jobs import tables as t
from jobs.lease import JobKind

OUTCOMES = (
    *("started", "done", "nothing", "refused", "failed"),  # work
    *("known", "skipped", "lost", "stale"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class RunView:
    """One run; the field order is that of the list."""

    id: str
    kind: str
    key: str
    workspace: str
    outcome: str
    reason: str | None
    violations: tuple[str, ...]
    model: str | None
    prompt_version: str | None
    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float
    started_at: datetime
    finished_at: datetime | None


_FIELDS = tuple(RunView.__dataclass_fields__)


def load_runs(
    connection: Connection,
    workspace: str,
    *,
    since: datetime | None = None,
    outcome: str | None = None,
) -> list[RunView]:
    """Load the runs of a workspace, oldest first."""
    r = t.run.c
    wanted: list[ColumnElement[bool]] = [r.workspace == workspace]
    if since is not None:
        wanted.append(r.started_at >= since)
    if outcome is not None:
        wanted.append(r.outcome == outcome)
    query = _query().where(*wanted).order_by(r.started_at, r.id)
    return [_view(row) for row in connection.execute(query).mappings()]


def find_last_run(
    connection: Connection, workspace: str, kind: JobKind, key: str
) -> RunView | None:
    """Find the newest run of a chat or scope."""
    r = t.run.c
    query = _query().where(r.workspace == workspace, r.kind == str(kind), r.key == key)
    newest = query.order_by(r.started_at.desc(), r.token.desc()).limit(1)
    row = connection.execute(newest).mappings().one_or_none()
    return _view(row) if row else None


def _query() -> Select[Any]:
    return select(*(t.run.c[name] for name in _FIELDS))


def _view(row: RowMapping) -> RunView:
    exact = {"id": str(row["id"]), "violations": tuple(row["violations"])}
    return RunView(**{**row, **exact, "cost": float(row["cost"])})
