"""`memfold pin`: keep a line whatever its age."""

from __future__ import annotations

from typing import Annotated

import typer

from jobs.editing import pin_entry
from worker.cli import options
from worker.cli.index_edit import print_report
from worker.cli.scope_argument import ScopeArgument, entry_word
from worker.cli.session import open_session


def pin(
    *,
    words: Annotated[
        list[str], typer.Argument(metavar="[SCOPE] ENTRY", help="A line's id, such as ^m7k2p9qa.")
    ],
    off: Annotated[bool, typer.Option("--off", help="Unpin it.")] = False,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Pin a line, so that neither age nor want of room archives it."""
    by_parts = ScopeArgument(key=None, user=user, agent=agent, team=team, org=org)
    named = by_parts.taking(words, needs="ENTRY")
    entry = entry_word(named.rest[0])
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.scope.resolve(session)
        report = pin_entry(session.database, session.workspace, key, entry, on=not off)
        session.mirror(key)
        return print_report(session, report, as_json=as_json)
