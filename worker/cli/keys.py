"""`memfold keys`: which remote hosts reach whose memory."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memory_core.stores.api_key_store import ApiKey, Binding, add_key, load_keys, revoke_key
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_line, print_remark, print_table
from worker.cli.session import open_session

_COLUMNS = ("id", "name", "user", "agent", "team", "org", "trust_saves", "created_at", "revoked_at")


def add(
    *,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.CommonToo = True,
    trust_saves: options.TrustSaves = False,
    name: Annotated[
        str | None, typer.Option("--name", metavar="TEXT", help="What the key is for.")
    ] = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Make a key for one user's memory and print it: it is shown this once."""
    binding = Binding(user=user, agent=agent, team=team, org=org, trust_saves=trust_saves)
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        session.database.transaction(session.workspace) as connection,
    ):
        key_id, secret = add_key(connection, session.workspace, binding, name=name)
    if as_json:
        print_json({"id": key_id, "key": secret})
    else:
        print_line(secret)
        print_remark(f"key {key_id}: it cannot be shown again")
    return ExitCode.DONE


def list_all(
    *,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List the workspace's keys and whose memory each opens, never the keys themselves."""
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        session.read() as connection,
    ):
        keys = [_describe(key) for key in load_keys(connection, session.workspace)]
    if as_json:
        print_json(keys)
    else:
        print_table(_COLUMNS, ([key[name] for name in _COLUMNS] for key in keys))
    return ExitCode.DONE


def revoke(
    *,
    key: Annotated[str, typer.Argument(metavar="ID", help="As memfold keys list prints it.")],
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Let a key open nothing from now on."""
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        session.database.transaction(session.workspace) as connection,
    ):
        revoked = revoke_key(connection, session.workspace, key)
    if as_json:
        print_json(_describe(revoked))
    else:
        print_line(f"revoked {revoked.id}")
    return ExitCode.DONE


def _describe(key: ApiKey) -> dict[str, Any]:
    binding = key.binding
    return {
        "id": key.id,
        "name": key.name,
        "workspace": key.workspace,
        "user": binding.user,
        "agent": binding.agent,
        "team": binding.team,
        "org": binding.org,
        "trust_saves": binding.trust_saves,
        "created_at": key.created_at,
        "revoked_at": key.revoked_at,
    }
