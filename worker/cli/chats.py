"""`memfold chats`: how far each chat is read and where it stands."""

from __future__ import annotations

from jobs.views.chats import load_chats
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_table, remark_none
from worker.cli.session import open_session

_COLUMNS = ("chat", "agent", "users", "messages", "unread", "standing", "due_at", "error_class")


def chats(
    *,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List the chats of a workspace."""
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        session.read() as connection,
    ):
        found = load_chats(connection, session.workspace, session.settings.policy)
    if as_json:
        print_json(found)
    else:
        print_table(_COLUMNS, ([getattr(chat, name) for name in _COLUMNS] for chat in found))
        remark_none(found, "chat", session.workspace)
    return ExitCode.DONE
