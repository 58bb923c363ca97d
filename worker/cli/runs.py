"""`memfold runs`: what was done, how it ended and what it cost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any
from zoneinfo import ZoneInfo

import typer
from sqlalchemy import Connection

from jobs.views.budgets import find_today
from jobs.views.runs import OUTCOMES, RunView, load_runs
from jobs.views.spending import By, Spending, load_spending
from memory_core.clock import database_now
from memory_core.errors import InvalidInputError
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_table, remark_none, short_id
from worker.cli.session import Session, open_session

_COLUMNS = (
    *("run", "started_at", "kind", "key", "outcome", "model", "calls", "input_tokens"),
    *("output_tokens", "cost", "reason"),
)
_AGO = re.compile(r"(\d{1,6})([smhd])")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def runs(
    *,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Like 2h, 7d, 2026-02-03 or 2026-02-03T09:00:00Z."),
    ] = None,
    outcome: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"One of {', '.join(OUTCOMES)}.")
    ] = None,
    by: Annotated[
        By | None, typer.Option("--by", help="Add up what they cost instead of listing them.")
    ] = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List the runs of a workspace, oldest first, or add up what they cost."""
    if outcome is not None and outcome not in OUTCOMES:
        raise InvalidInputError("--outcome", f"{outcome!r} is none of {', '.join(OUTCOMES)}")
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        session.sweep_role() if by is By.WORKSPACE else session.read() as connection,
    ):
        start = _start(connection, session, since) if since else None
        if by is not None:
            mine = None if by is By.WORKSPACE else session.workspace
            sums = load_spending(connection, by, workspace=mine, since=start, outcome=outcome)
            return _print_sums(by, sums, as_json=as_json)
        found = load_runs(connection, session.workspace, since=start, outcome=outcome)
    if as_json:
        print_json(found)
    else:
        print_table(_COLUMNS, map(_row, found))
        remark_none(found, "run", session.workspace)
    return ExitCode.DONE


def _row(run: RunView) -> list[Any]:
    return [short_id(run.id), *(getattr(run, name) for name in _COLUMNS[1:])]


def _start(connection: Connection, session: Session, since: str) -> datetime:
    day = find_today(connection, session.workspace, session.settings.policy)
    return parse_since(since, database_now(connection), day.time_zone if day else "UTC")


def _print_sums(by: By, sums: Sequence[Spending], *, as_json: bool) -> int:
    amounts = [field.name for field in fields(Spending)][1:]
    if as_json:
        named = [{str(by): one.name, **{a: getattr(one, a) for a in amounts}} for one in sums]
        print_json([{**one, "cost": float(one["cost"])} for one in named])
    else:
        rows = ([one.name, *(getattr(one, name) for name in amounts)] for one in sums)
        print_table((str(by), *amounts), rows)
    return ExitCode.DONE


def parse_since(text: str, now: datetime, time_zone: str = "UTC") -> datetime:
    """Read a time, a day's beginning in the zone, or how long ago it was.

    Raises:
        InvalidInputError: it is none of these, or a time without its zone.
    """
    ago = _AGO.fullmatch(text)
    try:
        if ago:
            return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        if _DAY.fullmatch(text):
            return datetime.combine(date.fromisoformat(text), time(), ZoneInfo(time_zone))
        at = datetime.fromisoformat(text.upper())
    except (ValueError, OverflowError):
        at = None
    if at is None or at.tzinfo is None:
        raise InvalidInputError(
            "--since", f"{text!r} is not like 2h, 7d, 2026-02-03 or 2026-02-03T09:00:00Z"
        )
    return at
