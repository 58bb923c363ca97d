"""`memfold save`: keep what a person says, in his own name."""

from __future__ import annotations

from typing import Annotated

import typer

from memory_core.errors import UsageError
from memory_core.saving import SaveReport, SaveRequest, SaveStatus
from memory_core.turn.saves import keep
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_fields, print_json, print_remark, print_table
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import open_session


def save(
    *,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="One statement, as a line of it.")],
    scope: options.Scope = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    alias: Annotated[
        list[str] | None, typer.Option("--alias", help="Another name of what it is about.")
    ] = None,
    supersedes: Annotated[
        str | None,
        typer.Option(
            "--supersedes",
            metavar="ID",
            help="The line or save that it replaces; none: keep it beside its rivals.",
        ),
    ] = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Keep a statement: searches find it at once, and the next fold makes a line of it.

    Where others may have to give way, nothing is kept: it names them and ends with 2.
    """
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team)
    if scope is None and user is None:
        raise UsageError(
            "user: is missing; give --user U [--agent A] [--team T], or a key as SCOPE"
        )
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        request = SaveRequest(
            scope=named.new_or_known(session),
            text=text,
            aliases=tuple(alias or ()),
            supersedes=supersedes,
            by_person=True,
        )
        report = keep(session.database, request)
    if as_json:
        print_json(report)
    else:
        _print(report)
    kept = report.status is not SaveStatus.NEEDS_CONFIRMATION
    return ExitCode.DONE if kept else ExitCode.USAGE


def _print(report: SaveReport) -> None:
    said = {"status": report.status, "id": report.id, "text": report.text, "scope": report.scope}
    print_fields({name: value for name, value in said.items() if value})
    if report.rivals:
        print_table(("rival", "text"), ((rival.id, rival.text) for rival in report.rivals))
        print_remark("one may give way: add --supersedes ID, or --supersedes none to keep both")
        return
    for remark in report.remarks:
        print_remark(remark)
