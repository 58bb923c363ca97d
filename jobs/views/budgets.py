"""Budgets: what each workspace may spend on a day, has spent, holds, and what waits for it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy import Connection, text

from jobs.budget import DayBudget, default_limits
from jobs.policies import Policy
from jobs.store.budgets import day_of


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkspaceBudget:
    """A workspace's limits and its last days, today first."""

    days: tuple[DayBudget, ...]
    own_tokens: Decimal | None  # its own limit; None: the default of the settings
    own_cost: Decimal | None
    waiting_chats: int  # for the budget
    waiting_scopes: int

    @property
    def today(self) -> DayBudget:
        """The day that it is there."""
        return self.days[0]


_WAITING = """SELECT count(*) FROM {} s WHERE s.workspace = w.workspace
               AND s.error_class = 'budget' AND s.not_before > memfold_now()"""

_DAYS = text(
    f"""
    SELECT w.workspace, w.time_zone, days.local_day, coalesce(d.calls, 0) AS calls,
           coalesce(d.spent_tokens, 0) AS spent_tokens, coalesce(d.spent_cost, 0) AS spent_cost,
           coalesce(d.reserved_tokens, 0) AS reserved_tokens,
           coalesce(d.reserved_cost, 0) AS reserved_cost,
           coalesce(b.tokens, CAST(:default_tokens AS numeric)) AS tokens,
           coalesce(b.cost, CAST(:default_cost AS numeric)) AS cost,
           b.tokens AS own_tokens, b.cost AS own_cost,
           ({_WAITING.format("chat_state")}) AS waiting_chats,
           ({_WAITING.format("scope_state")}) AS waiting_scopes
      FROM workspace w LEFT JOIN workspace_budget b USING (workspace)
     CROSS JOIN LATERAL (
       SELECT (memfold_now() AT TIME ZONE w.time_zone)::date AS local_day
       UNION
       SELECT p.local_day FROM budget_spend p
        WHERE p.workspace = w.workspace AND p.calls + p.reserved_tokens > 0
          AND p.local_day > (memfold_now() AT TIME ZONE w.time_zone)::date - CAST(:days AS integer)
     ) days
      LEFT JOIN budget_spend d ON d.workspace = w.workspace AND d.local_day = days.local_day
     WHERE CAST(:workspace AS text) IS NULL OR w.workspace = :workspace
     ORDER BY w.workspace, days.local_day DESC
    """
)


def load_budgets(
    connection: Connection, policy: Policy, *, workspace: str | None = None, days: int = 7
) -> list[WorkspaceBudget]:
    """Load the budgets of a workspace, or of all (role: sweeper), with the days that had calls."""
    limits = default_limits(policy)
    binds = {"default_tokens": limits.tokens, "default_cost": limits.cost}
    found: dict[str, WorkspaceBudget] = {}
    for row in connection.execute(_DAYS, {**binds, "workspace": workspace, "days": days}):
        before = found.get(row.workspace)
        found[row.workspace] = WorkspaceBudget(
            days=(*(before.days if before else ()), day_of(row)),
            own_tokens=row.own_tokens,
            own_cost=row.own_cost,
            waiting_chats=row.waiting_chats,
            waiting_scopes=row.waiting_scopes,
        )
    return list(found.values())


def find_today(connection: Connection, workspace: str, policy: Policy) -> DayBudget | None:
    """Find a workspace's day as it stands; None where nothing was ever said."""
    found = load_budgets(connection, policy, workspace=workspace, days=1)
    return found[0].today if found else None
