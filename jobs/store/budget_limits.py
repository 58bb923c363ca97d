"""State changes of limits: set for a workspace, and raised, which ends the waits for them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection, text

from jobs.budget import default_limits
from jobs.policies import Policy
from memory_core.errors import InvalidInputError

_MAKE_WORKSPACE = text(
    "INSERT INTO workspace (workspace) VALUES (:workspace) ON CONFLICT DO NOTHING"
)

_SET = """
    -- any limit → this one; NULL: the default of the settings
    INSERT INTO workspace_budget (workspace, {column}) VALUES (:workspace, :limit)
    ON CONFLICT (workspace) DO UPDATE SET {column} = excluded.{column}, set_at = memfold_now()
    """
_SET_TOKENS, _SET_COST = (text(_SET.format(column=column)) for column in ("tokens", "cost"))

_KNOWS_ZONE = text("SELECT FROM pg_timezone_names WHERE name = :zone")
_SET_ZONE = text("UPDATE workspace SET time_zone = :zone WHERE workspace = :workspace")

_RAISED = text(
    """
    -- a call fell short today → it would not, as far as the limits go
    UPDATE budget_spend d SET short_tokens = NULL, short_cost = NULL
      FROM workspace w LEFT JOIN workspace_budget b USING (workspace)
     WHERE w.workspace = d.workspace AND d.short_tokens IS NOT NULL
       AND d.local_day >= (memfold_now() AT TIME ZONE 'UTC')::date - 1
       AND (CAST(:workspace AS text) IS NULL OR d.workspace = :workspace)
       AND (coalesce(b.tokens, CAST(:default_tokens AS numeric)) > d.short_tokens
            OR coalesce(b.cost, CAST(:default_cost AS numeric)) > d.short_cost)
    RETURNING d.workspace
    """
)

_LOCK = """
    SELECT FROM {table} WHERE workspace = :workspace AND error_class = 'budget'
       AND not_before > memfold_now()
     ORDER BY {key} COLLATE "C" FOR UPDATE
    """
_RESUME = """
    -- waiting for the budget → due now
    UPDATE {table} SET not_before = NULL, due_at = memfold_now()
     WHERE workspace = :workspace AND error_class = 'budget' AND not_before > memfold_now()
    """
_RESUME_ALL = tuple(
    text(statement.format(table=table, key=key))
    for table, key in (("chat_state", "chat"), ("scope_state", "scope_key"))
    for statement in (_LOCK, _RESUME)
)


def set_token_limit(connection: Connection, workspace: str, limit: Decimal | None) -> None:
    """Limit a workspace's tokens of a day; infinity is no limit, None the default."""
    _set(connection, _SET_TOKENS, workspace, limit)


def set_cost_limit(connection: Connection, workspace: str, limit: Decimal | None) -> None:
    """Limit a workspace's money of a day; infinity is no limit, None the default."""
    _set(connection, _SET_COST, workspace, limit)


def _set(connection: Connection, statement: Any, workspace: str, limit: Decimal | None) -> None:
    connection.execute(_MAKE_WORKSPACE, {"workspace": workspace})
    connection.execute(statement, {"workspace": workspace, "limit": limit})


def set_time_zone(connection: Connection, workspace: str, zone: str) -> None:
    """Say where a workspace's day begins.

    Raises:
        InvalidInputError: memfold or the database does not know the zone.
    """
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        known = False
    else:
        known = connection.execute(_KNOWS_ZONE, {"zone": zone}).one_or_none() is not None
    if not known:
        raise InvalidInputError(
            "--time-zone", f"{zone!r} is no time zone; examples are UTC and Europe/Paris"
        )
    connection.execute(_MAKE_WORKSPACE, {"workspace": workspace})
    connection.execute(_SET_ZONE, {"workspace": workspace, "zone": zone})


def resume_raised(connection: Connection, policy: Policy, workspace: str | None = None) -> int:
    """Make due what waits for a budget that was raised since; return how many workspaces had it.

    Over all workspaces it takes the role sweeper.
    """
    limits = default_limits(policy)
    raised = connection.execute(
        _RAISED,
        {
            "workspace": workspace,
            "default_tokens": limits.tokens,
            "default_cost": limits.cost,
        },
    ).scalars()
    names = sorted(set(raised))
    for name in names:
        for statement in _RESUME_ALL:
            connection.execute(statement, {"workspace": name})
    return len(names)
