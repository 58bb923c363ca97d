"""`memfold index diff`: what lies between two versions, line by line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Annotated, Any

import typer
from sqlalchemy import Connection

from memory_core.clock import database_now
from memory_core.errors import InvalidInputError, NotFoundError
from memory_core.index.diff import LineChange, diff_indexes
from memory_core.index.grammar import parse_index
from memory_core.index.model import Index, empty_index
from memory_core.stores.index_store import StoredVersion, find_version, load_history
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_line, short_id, show
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import open_session


def diff(
    *,
    words: Annotated[
        list[str], typer.Argument(metavar="[SCOPE] A B", help="Two versions; 0 is the empty one.")
    ],
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Say what became of each line between version A and version B, and why."""
    by_parts = ScopeArgument(key=None, user=user, agent=agent, team=team, org=org)
    named = by_parts.taking(words, needs="A B", least=2)
    first, second = map(version_number, named.rest)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.scope.resolve(session)
        with session.read() as connection:
            before = load_version(connection, session.workspace, key, first)
            after = load_version(connection, session.workspace, key, second)
            history = load_history(connection, session.workspace, key)
    between = [v for v in history if min(first, second) < v.version <= max(first, second)]
    changes = diff_indexes(before, after, _reasons(between))
    if as_json:
        print_json(_describe(key, before, after, between, changes))
    else:
        _print(between, changes, first, second)
    return ExitCode.DONE


def version_number(word: str) -> int:
    """Read a version's number.

    Raises:
        InvalidInputError: it is none.
    """
    if not word.isdecimal():
        raise InvalidInputError("version", f"{word!r} is no number; see memfold index history")
    return int(word)


def load_version(connection: Connection, workspace: str, key: str, number: int) -> Index:
    """Load a version's index; 0 is the empty one.

    Raises:
        NotFoundError: there is no such version, or its text is not kept any more.
    """
    if number == 0:
        return empty_index(key, database_now(connection))
    stored = find_version(connection, workspace, key, number)
    if stored is None:
        raise NotFoundError(f"version: {key!r} has no version {number}; see memfold index history")
    if not stored.text:
        raise NotFoundError(f"version: the text of version {number} is not kept any more")
    return parse_index(stored.text)


def _reasons(between: Iterable[StoredVersion]) -> dict[str, str]:
    """Return why, by entry, as the reports say; the last word counts."""
    return {
        str(effect["entry"]): str(effect["reason"])
        for version in between
        for effect in version.report
        if effect.get("entry") and effect.get("reason")
    }


def _describe(
    key: str,
    before: Index,
    after: Index,
    between: Sequence[StoredVersion],
    changes: Sequence[LineChange],
) -> dict[str, Any]:
    return {
        "scope": key,
        "from": before.version,
        "to": after.version,
        "versions": [
            {"version": v.version, "cause": v.cause, "written_at": v.written_at, "run": v.run}
            for v in between
        ],
        "changes": [
            {
                "kind": change.kind,
                "entry": change.entry.id,
                "section": change.entry.section,
                "date": change.entry.day,
                "text": change.entry.text,
                "by": change.by.id if change.by else None,
                "by_text": change.by.text if change.by else None,
                "reason": change.reason or None,
            }
            for change in changes
        ],
    }


def _print(
    between: Sequence[StoredVersion], changes: Sequence[LineChange], first: int, second: int
) -> None:
    counts = [f"{len(list(group))} {kind}" for kind, group in groupby(changes, _kind)]
    print_line(f"version {first} → {second}: {', '.join(counts) or 'no difference'}")
    for version in between:
        run = f", run {short_id(version.run)}" if version.run else ""
        print_line(f"  {version.version} {version.cause} {show(version.written_at)}{run}")
    print_changes(changes)


def print_changes(changes: Sequence[LineChange]) -> None:
    """Print what became of each line, under what it is called."""
    for kind, group in groupby(changes, _kind):
        print_line()
        print_line(f"{kind}:")
        for change in group:
            _print_change(change)


def _kind(change: LineChange) -> str:
    return str(change.kind)


def _print_change(change: LineChange) -> None:
    entry = change.entry
    place = f"{entry.section}: " if entry.section else ""
    print_line(f"  {entry.day}  {place}{show(entry.text)}  ^{entry.id}")
    if change.by:
        print_line(f"              → {show(change.by.text)}  ^{change.by.id}")
    if change.reason:
        print_line(f"              because: {show(change.reason)}")
