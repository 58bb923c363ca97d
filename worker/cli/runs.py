"""`memfold runs`: what was done, how it ended and what it cost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Annotated

import typer

from jobs.views.runs import OUTCOMES, load_runs
from jobs.views.spending import By, Spending, load_spending
from memory_core.clock import database_now
from memory_core.errors import InvalidInputError
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_table
from worker.cli.session import open_session

_COLUMNS = (
    *("started_at", "kind", "key", "outcome", "model", "calls", "input_tokens"),
    *("output_tokens", "cost", "reason"),
)
_AGO = re.compile(r"(\d{1,6})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def runs(
    *,
    since: Annotated[
        str | None, typer.Option(metavar="TIME", help="Like 2h, 7d or 2026-02-03T09:00:00Z.")
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
        start = parse_since(since, database_now(connection)) if since else None
        if by is not None:
            mine = None if by is By.WORKSPACE else session.workspace
            sums = load_spending(connection, by, workspace=mine, since=start, outcome=outcome)
            return _print_sums(by, sums, as_json=as_json)
        found = load_runs(connection, session.workspace, since=start, outcome=outcome)
    if as_json:
        print_json(found)
    else:
        print_table(_COLUMNS, ([getattr(run, name) for name in _COLUMNS] for run in found))
    return ExitCode.DONE


def _print_sums(by: By, sums: Sequence[Spending], *, as_json: bool) -> int:
    amounts = [field.name for field in fields(Spending)][1:]
    if as_json:
        named = [{str(by): one.name, **{a: getattr(one, a) for a in amounts}} for one in sums]
        print_json([{**one, "cost": float(one["cost"])} for one in named])
    else:
        rows = ([one.name, *(getattr(one, name) for name in amounts)] for one in sums)
        print_table((str(by), *amounts), rows)
    return ExitCode.DONE


def parse_since(text: str, now: datetime) -> datetime:
    """Read a time, or how long ago it was.

    Raises:
        InvalidInputError: it is neither, or has no zone.
    """
    ago = _AGO.fullmatch(text)
    try:
        if ago:
            return now - timedelta(**{_UNITS[ago[2]]: int(ago[1])})
        at = datetime.fromisoformat(text.upper())
    except (ValueError, OverflowError):
        at = None
    if at is None or at.tzinfo is None:
        raise InvalidInputError(
            "--since", f"{text!r} is neither like 2h nor like 2026-02-03T09:00:00Z"
        )
    return at
