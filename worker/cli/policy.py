"""`memfold policy`: what an agent may learn from everyone it serves."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from memory_core.errors import NotFoundError
from memory_core.scopes import check_id
from memory_core.stores.org_rules import is_agent, load_org_memory, set_org_memory
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_fields, print_json
from worker.cli.session import open_session


class Switch(StrEnum):
    """On or off."""

    ON = "on"
    OFF = "off"


def policy(
    *,
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="The agent's id.")],
    org: Annotated[
        Switch | None, typer.Option("--org", help="Gather a memory common to all its users.")
    ] = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Show an agent's policy, or change it; a common memory takes two users, or an approval."""
    check_id("agent", agent)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        with session.database.transaction(session.workspace) as connection:
            if org is not None:
                set_org_memory(connection, session.workspace, agent, on=org is Switch.ON)
            elif not is_agent(connection, session.workspace, agent):
                raise NotFoundError(
                    f"agent: {agent!r} has neither a chat nor a policy in workspace "
                    f"{session.workspace!r}; see memfold chats"
                )
            common = load_org_memory(connection, session.workspace, agent)
        shown = {"workspace": session.workspace, "agent": agent, "org_memory": common}
    if as_json:
        print_json(shown)
    else:
        print_fields(shown)
    return ExitCode.DONE
