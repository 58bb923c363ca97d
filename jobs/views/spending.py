"""Spending: what calls cost, added up by day, workspace or model."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from sqlalchemy import Connection, text


class By(StrEnum):
    """What spending is added up by."""

    DAY = "day"  # the local one on which a run began
    WORKSPACE = "workspace"
    MODEL = "model"


@dataclass(frozen=True, kw_only=True, slots=True)
class Spending:
    """What the runs of one day, workspace or model cost, however they ended."""

    name: str
    runs: int
    calls: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: Decimal


_NAMES = {
    By.DAY: "(r.started_at AT TIME ZONE w.time_zone)::date::text",
    By.WORKSPACE: "r.workspace",
    By.MODEL: "coalesce(r.model, 'none')",
}
_SPENDING = {
    by: text(
        f"""
        SELECT {name} AS name, count(*) AS runs, sum(r.calls)::bigint AS calls,
               sum(r.input_tokens)::bigint AS input_tokens,
               sum(r.cached_tokens)::bigint AS cached_tokens,
               sum(r.output_tokens)::bigint AS output_tokens, sum(r.cost) AS cost
          FROM run r JOIN workspace w USING (workspace)
         WHERE (CAST(:workspace AS text) IS NULL OR r.workspace = :workspace)
           AND (CAST(:since AS timestamptz) IS NULL OR r.started_at >= :since)
           AND (CAST(:outcome AS text) IS NULL OR r.outcome = :outcome)
         GROUP BY 1 ORDER BY 1
        """
    )
    for by, name in _NAMES.items()
}


def load_spending(
    connection: Connection,
    by: By,
    *,
    workspace: str | None = None,
    since: datetime | None = None,
    outcome: str | None = None,
) -> list[Spending]:
    """Add up the runs of a workspace, or of all (role: sweeper), by name."""
    binds = {"workspace": workspace, "since": since, "outcome": outcome}
    return [Spending(**row) for row in connection.execute(_SPENDING[by], binds).mappings()]
