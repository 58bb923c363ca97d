"""`memfold budget`: what a workspace may spend on a day, and what it has spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any

import typer

from jobs.budget import UNLIMITED, DayBudget, next_day_at
from jobs.store.budget_limits import (
    resume_raised,
    set_cost_limit,
    set_time_zone,
    set_token_limit,
)
from jobs.views.budgets import WorkspaceBudget, load_budgets
from memory_core.errors import InvalidInputError
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import amount, print_json, print_remark, print_table
from worker.cli.session import Session, open_session

_COLUMNS = (
    *("workspace", "day", "calls", "tokens spent", "reserved", "left"),
    *("money spent", "reserved", "left"),
)
_WORDS = {"none": UNLIMITED, "default": None}
_LIMIT = "N|none|default"


def budget(
    *,
    tokens: Annotated[
        str | None, typer.Option(metavar=_LIMIT, help="Set the most tokens of a day.")
    ] = None,
    cost: Annotated[
        str | None, typer.Option(metavar=_LIMIT, help="Set the most money of a day.")
    ] = None,
    time_zone: Annotated[
        str | None, typer.Option(metavar="ZONE", help="Set where the workspace's day begins.")
    ] = None,
    days: Annotated[int, typer.Option(min=1, max=3_660, help="Show so many days.")] = 7,
    everywhere: Annotated[bool, typer.Option("--all", help="Show all workspaces.")] = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Show what was spent, is reserved and left by day, or set a workspace's limits.

    What waits for a budget goes on as soon as it is raised.
    """
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        _set(session, tokens=tokens, cost=cost, time_zone=time_zone)
        found = _load(session, days, everywhere=everywhere)
        priced = _is_priced(session)
    if as_json:
        print_json([_described(workspace) for workspace in found])
    else:
        print_table(_COLUMNS, (_row(day) for one in found for day in one.days))
    _remark(found, priced=priced)
    return ExitCode.DONE


def _set(session: Session, *, tokens: str | None, cost: str | None, time_zone: str | None) -> None:
    limits = [
        (write, parse_limit(option, text, whole=whole))
        for write, option, text, whole in (
            (set_token_limit, "--tokens", tokens, True),
            (set_cost_limit, "--cost", cost, False),
        )
        if text is not None
    ]
    if not limits and time_zone is None:
        return
    with session.read() as connection:
        for write, limit in limits:
            write(connection, session.workspace, limit)
        if time_zone is not None:
            set_time_zone(connection, session.workspace, time_zone)
        resume_raised(connection, session.settings.policy, session.workspace)


def parse_limit(option: str, text: str, *, whole: bool) -> Decimal | None:
    """Read a limit: a number above 0, `none` for no limit, `default` for that of the settings.

    Raises:
        InvalidInputError: it is none of these.
    """
    if text in _WORDS:
        return _WORDS[text]
    try:
        limit = Decimal(text)
    except InvalidOperation:
        limit = Decimal(0)
    if not limit.is_finite() or limit <= 0 or (whole and limit % 1):
        kind = "whole number" if whole else "number"
        raise InvalidInputError(option, f"{text!r} is no {kind} above 0, none or default")
    return limit


def _load(session: Session, days: int, *, everywhere: bool) -> list[WorkspaceBudget]:
    policy = session.settings.policy
    if everywhere:
        with session.sweep_role() as connection:
            return load_budgets(connection, policy, days=days)
    with session.read() as connection:
        return load_budgets(connection, policy, workspace=session.workspace, days=days)


def _is_priced(session: Session) -> bool:
    endpoints = (session.settings.extract_endpoint, session.settings.consolidate_endpoint)
    return all(one.input_price or one.output_price for one in endpoints if one is not None)


def _row(day: DayBudget) -> Sequence[object]:
    return (
        *(day.workspace, day.day, day.calls),
        *(day.spent_tokens, day.reserved_tokens, _number(day.left_tokens)),
        *(_number(day.spent_cost), _number(day.reserved_cost), _number(day.left_cost)),
    )


def _number(value: Decimal | None) -> str | None:
    return f"{value.normalize():f}" if value is not None and value.is_finite() else None


def _remark(found: Sequence[WorkspaceBudget], *, priced: bool) -> None:
    for one in found:
        today = one.today
        if one.waiting_chats or one.waiting_scopes:
            until = next_day_at(today.day, today.time_zone)
            print_remark(
                f"{today.workspace}: {amount(one.waiting_chats, 'chat')} and "
                f"{amount(one.waiting_scopes, 'scope')} wait for the budget, until it is raised "
                f"or the day ends at {until:%Y-%m-%dT%H:%MZ}"
            )
        if today.limits.cost.is_finite() and not priced:
            print_remark(
                f"{today.workspace}: an endpoint has no price, so its calls count for nothing "
                "against a budget in money: see memfold env"
            )


def _described(one: WorkspaceBudget) -> Mapping[str, Any]:
    today = one.today
    return {
        "workspace": today.workspace,
        "time_zone": today.time_zone,
        "limits": {
            "tokens": _whole(today.limits.tokens),
            "cost": _float(today.limits.cost),
            "own_tokens": one.own_tokens is not None,
            "own_cost": one.own_cost is not None,
        },
        "waiting": {"chats": one.waiting_chats, "scopes": one.waiting_scopes},
        "days": [
            {
                "day": day.day,
                "calls": day.calls,
                "spent_tokens": day.spent_tokens,
                "reserved_tokens": day.reserved_tokens,
                "left_tokens": _whole(day.left_tokens),
                "spent_cost": _float(day.spent_cost),
                "reserved_cost": _float(day.reserved_cost),
                "left_cost": _float(day.left_cost),
            }
            for day in one.days
        ],
    }


def _whole(value: Decimal) -> int | None:
    return int(value) if value.is_finite() else None


def _float(value: Decimal) -> float | None:
    return float(value) if value.is_finite() else None
