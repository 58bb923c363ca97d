"""`memfold extract`: read a chat in this process, without a broker."""

from __future__ import annotations

from typing import Annotated

import typer

from jobs.extractor import ExtractReport
from jobs.store.chats import force_chats
from memory_core.scopes import check_id
from memory_core.stores.transcript import load_chat_facts
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_fields, print_json, print_remark
from worker.cli.session import Session, open_session


def extract(
    *,
    chat: Annotated[str, typer.Argument(metavar="CHAT", help="Its id.")],
    force: Annotated[bool, typer.Option("--force", help="Do not wait until it is quiet.")] = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Read what is unread of one chat now, in this process."""
    check_id("chat", chat)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        with session.read() as connection:
            load_chat_facts(connection, session.workspace, chat)
            if force:
                force_chats(connection, session.workspace, chat)
        report = _extract(session, chat)
    if as_json:
        print_json(report)
    else:
        print_fields(
            {
                "chat": report.chat,
                "outcome": report.outcome,
                "windows": report.windows,
                "episodes": report.episodes,
                "reason": report.reason,
                "run": report.run,
            }
        )
    if report.outcome == "skipped":
        print_remark(f"nothing was read: see memfold why --chat {chat}")
    return ExitCode.FAILED if report.outcome in {"failed", "stale"} else ExitCode.DONE


def _extract(session: Session, chat: str) -> ExtractReport:
    with session.services() as services:
        # one job in a process of its own: a suspect chat may be read here too
        return services.extractor.extract(session.workspace, chat, alone=True)
