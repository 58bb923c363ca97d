"""`memfold quarantine`: chats that were set aside after repeated failure."""

from __future__ import annotations

from jobs.store.chats import retry_chats
from jobs.views.chats import load_chats
from memory_core.errors import NotFoundError
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import amount, print_json, print_line, print_table
from worker.cli.session import Session, open_session

_COLUMNS = ("chat", "quarantined_at", "attempts", "losses", "error_class", "last_error")


def list_all(
    *,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List what is quarantined; nothing of it is lost, and retry takes it up again."""
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        rows = _quarantined(session)
    if as_json:
        print_json([dict(zip(_COLUMNS, row, strict=True)) for row in rows])
    else:
        print_table(_COLUMNS, rows)
    return ExitCode.DONE


def retry_all(
    *,
    chat: options.Chat = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Give quarantined chats all their attempts again; all of them, or one."""
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        names = [str(row[0]) for row in _quarantined(session)]
        if chat is not None and chat not in names:
            raise NotFoundError(f"chat: {chat!r} is not quarantined; see memfold quarantine list")
        chosen = names if chat is None else [chat]
        with session.read() as connection:
            retried = [
                name for one in chosen for name in retry_chats(connection, session.workspace, one)
            ]
    if as_json:
        print_json({"chats": retried})
    else:
        print_line(f"due now: {amount(len(retried), 'chat')}")
    return ExitCode.DONE


def _quarantined(session: Session) -> list[list[object]]:
    with session.read() as connection:
        found = load_chats(connection, session.workspace, session.settings.policy, quarantined=True)
    return [[getattr(chat, name) for name in _COLUMNS] for chat in found]
