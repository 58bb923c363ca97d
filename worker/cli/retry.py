"""`memfold retry`: lift quarantine and backoff."""

from __future__ import annotations

from typing import Annotated

import typer

from jobs.store.chats import retry_chats
from jobs.store.endpoints import try_again
from jobs.store.scopes import force_scopes
from memory_core.errors import UsageError
from memory_core.scopes import check_id
from memory_core.stores.transcript import load_chat_facts
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import amount, print_json, print_line
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import Session, open_session


def retry(
    *,
    scope: options.Scope = None,
    chat: options.Chat = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every chat and scope of the workspace.")
    ] = False,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Give failed and quarantined chats, or a scope, all their attempts again: due now.

    With --all, endpoints that are left alone after a failure are asked again, too.
    """
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    if [chat is not None, named.given, everything].count(True) != 1:
        raise UsageError("name one of --chat C, a SCOPE or --all")
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        chats = _retry_chats(session, chat) if chat is not None or everything else []
        scopes = _retry_scopes(session, named) if named.given or everything else 0
        if everything:
            with session.sweep_role() as connection:
                try_again(connection)
    if as_json:
        print_json({"chats": chats, "scopes": scopes})
    else:
        print_line(f"due now: {amount(len(chats), 'chat')} and {amount(scopes, 'scope')}")
    return ExitCode.DONE


def _retry_chats(session: Session, chat: str | None) -> list[str]:
    with session.read() as connection:
        if chat is not None:
            load_chat_facts(connection, session.workspace, check_id("chat", chat))
        return sorted(retry_chats(connection, session.workspace, chat))


def _retry_scopes(session: Session, named: ScopeArgument) -> int:
    key = named.resolve(session) if named.given else None
    with session.read() as connection:
        return force_scopes(connection, session.workspace, key)
