"""`memfold scopes`: whose memories there are."""

from __future__ import annotations

from jobs.views.scopes import load_scopes
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_table, remark_none
from worker.cli.session import open_session

_COLUMNS = ("scope", "kind", "agent", "user", "team", "version", "active", "pending")


def scopes(
    *,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List the scopes of a workspace by key; the key is what other commands take as SCOPE."""
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        session.read() as connection,
    ):
        found = load_scopes(connection, session.workspace)
    if as_json:
        print_json(found)
    else:
        print_table(_COLUMNS, ([getattr(scope, name) for name in _COLUMNS] for scope in found))
        remark_none(found, "scope", session.workspace)
    return ExitCode.DONE
