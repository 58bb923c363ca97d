"""`memfold index edit` and `restore`: an index changed by hand."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import typer

from jobs.editing import EditReport, edit_index, restore_version
from memory_core.errors import ConfigurationError, MemfoldError, UsageError
from memory_core.index.diff import diff_indexes
from memory_core.index.grammar import render_index
from memory_core.stores.index_store import load_index
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.index_diff import load_version, print_changes, version_number
from worker.cli.output import print_json, print_line, print_remark
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import Session, open_session


def edit(
    *,
    scope: options.Scope = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    file: Annotated[
        Path | None, typer.Option("--file", help="An edited MEMORY.md; - is stdin.")
    ] = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Edit a scope's MEMORY.md by hand: in $EDITOR, or from a file.

    A changed line supersedes, a new one (as short as `- Likes tea.`) is added, a removed one is
    taken back. Ids, dates and marks typed by hand change nothing.
    """
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.resolve(session)
        report = _edit_file(session, key, file) if file else _edit_here(session, key)
        session.mirror(key)
        return print_report(session, report, as_json=as_json)


def restore(
    *,
    words: Annotated[
        list[str], typer.Argument(metavar="[SCOPE] N", help="The version to bring back.")
    ],
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Make the active lines of an earlier version the active ones again, as a new version."""
    by_parts = ScopeArgument(key=None, user=user, agent=agent, team=team, org=org)
    named = by_parts.taking(words, needs="N")
    number = version_number(named.rest[0])
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.scope.resolve(session)
        report = restore_version(session.database, session.workspace, key, number)
        session.mirror(key)
        return print_report(session, report, as_json=as_json)


def print_report(
    session: Session, report: EditReport, *, as_json: bool, unchanged: str = "nothing changed"
) -> int:
    """Say what a person's act came to, `unchanged` where no version; return the exit code."""
    if as_json:
        print_json(report)
    else:
        written = ", ".join(f"version {version}" for version in report.versions)
        print_line(f"written: {written}" if written else unchanged)
        if report.versions:
            _print_changes(session, report)
        for remark in report.remarks:
            print_remark(remark)
    for line in report.left:
        print_remark(f"not done: {line}")
    return ExitCode.DONE if report.complete else ExitCode.FAILED


def _print_changes(session: Session, report: EditReport) -> None:
    first, last = min(report.versions) - 1, max(report.versions)
    with session.read() as connection:
        before = load_version(connection, session.workspace, report.scope, first)
        after = load_version(connection, session.workspace, report.scope, last)
    print_changes(diff_indexes(before, after))


def _edit_file(session: Session, key: str, file: Path) -> EditReport:
    try:
        raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{file}: is not UTF-8") from error
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from error
    return edit_index(session.database, session.workspace, key, text)


def _edit_here(session: Session, key: str) -> EditReport:
    """Open the newest version in the editor; what cannot be taken in is kept in its file."""
    with session.read() as connection:
        before = render_index(load_index(connection, session.workspace, key))
    handle, name = tempfile.mkstemp(prefix="memfold-edit-", suffix=".md")
    path = Path(name)
    os.close(handle)
    path.write_text(before, encoding="utf-8")
    _open_editor(session.settings.editor, path)
    try:
        after = path.read_text(encoding="utf-8")
        report = edit_index(session.database, session.workspace, key, after)
    except (MemfoldError, UnicodeDecodeError):
        print_remark(f"your text is kept in {path}: mend it, then memfold index edit --file {path}")
        raise
    path.unlink()
    return report


def _open_editor(editor: str, path: Path) -> None:
    try:
        done = subprocess.run([*shlex.split(editor), str(path)], check=False)  # noqa: S603
    except OSError as error:
        path.unlink()
        raise ConfigurationError(f"EDITOR: {editor!r} cannot be started; use --file") from error
    if done.returncode:
        path.unlink()
        raise UsageError(f"the editor ended with code {done.returncode}; nothing was changed")
