"""`memfold forget`: a message, a chat, a user, or a line with all that it rests on, for good."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from jobs.forget import ForgetReport, Forgetter, Preview, Target
from memory_core.errors import UsageError
from memory_core.scopes import check_id
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import amount, print_fields, print_json, print_remark
from worker.cli.scope_argument import ScopeArgument, entry_word
from worker.cli.session import Session, open_session

_AT_NEXT_SWEEP = "at the next sweep"  # of a process that has the mirror's folder

Yes = Annotated[bool, typer.Option("--yes", help="Do not ask: it cannot be undone.")]


def message(
    *,
    chat: Annotated[str, typer.Argument(metavar="CHAT", help="The chat's id.")],
    position: Annotated[int, typer.Argument(metavar="POSITION", min=0, help="Counted from 0.")],
    yes: Yes = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Forget one message and what rests on it."""
    target = Target(kind="message", chat=check_id("chat", chat), position=position)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        return _forget(session, target, yes=yes, as_json=as_json)


def chat(
    *,
    chat: Annotated[str, typer.Argument(metavar="CHAT", help="The chat's id.")],
    yes: Yes = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Forget all messages of a chat and what rests on them."""
    target = Target(kind="chat", chat=check_id("chat", chat))
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        return _forget(session, target, yes=yes, as_json=as_json)


def user(
    *,
    user: Annotated[str, typer.Argument(metavar="USER", help="The user's id.")],
    yes: Yes = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Forget a user: all words, the chats with no other human, and every memory of the user."""
    target = Target(kind="user", user_id=check_id("user", user))
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        return _forget(session, target, yes=yes, as_json=as_json)


def entry(
    *,
    words: Annotated[
        list[str],
        typer.Argument(metavar="[SCOPE] ENTRY_ID", help="The id stands at the end of the line."),
    ],
    yes: Yes = False,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Forget a line, the messages it rests on and what else rests on them."""
    parts = ScopeArgument(key=None, user=user, agent=agent, team=team, org=org)
    named = parts.taking(words, needs="ENTRY_ID")
    line = entry_word(named.rest[0])
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.scope.resolve(session)
        target = Target(kind="entry", scope_key=key, entry=line)
        return _forget(session, target, yes=yes, as_json=as_json)


def _forget(session: Session, target: Target, *, yes: bool, as_json: bool) -> int:
    forgetter = Forgetter(
        database=session.database,
        key=session.settings.forget_key,
        written=lambda _, scope_key: session.mirror(scope_key),
    )
    if not yes:
        _ask(forgetter.preview(session.workspace, target))
    report = forgetter.forget(session.workspace, target)
    if as_json:
        print_json(_described(report))
    else:
        print_fields(_counted(report))
    return ExitCode.DONE


def _ask(preview: Preview) -> None:
    """Ask a person at a terminal; anybody else has to say it beforehand.

    Raises:
        UsageError: there is nobody to ask, or the answer is no.
    """
    print_remark(
        f"forgets {amount(preview.messages, 'message')} and what rests on it: "
        f"{amount(preview.episodes, 'episode')} of {amount(len(preview.scopes), 'scope')}, "
        "with all lines in every version. There is no way back"
    )
    if not sys.stdin.isatty():
        raise UsageError("nothing was forgotten: repeat with --yes")
    if not typer.confirm("Forget?", err=True):
        raise UsageError("nothing was forgotten")


def _described(report: ForgetReport) -> dict[str, Any]:
    named = {k: v for k, v in report.target.parameters().items() if v is not None}
    mirror = {"mirror": _AT_NEXT_SWEEP} if report.mirror_behind else {}
    return {"request": report.request, **named, "removed": report.receipt, **mirror}


def _counted(report: ForgetReport) -> dict[str, Any]:
    removed = report.receipt
    working = removed["rows"].get("working_memory")
    return {
        "messages": removed["messages"],
        "episodes": len(removed["episodes"]),
        "minted anew": len(removed["minted_anew"]),
        "lines": _count(removed["entries"]),
        "lines with fewer sources": _count(removed["entries_left"]),
        "snapshots": _count(removed["snapshots"]),
        **({"working values": working} if working else {}),
        "tombstones": removed["tombstones"],
        **({"mirror": _AT_NEXT_SWEEP} if report.mirror_behind else {}),
        "receipt": report.request,
    }


def _count(by_scope: Mapping[str, list[Any]]) -> int:
    return sum(map(len, by_scope.values()))
