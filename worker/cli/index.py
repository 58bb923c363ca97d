"""`memfold index`: a scope's MEMORY.md and its versions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any

import typer
from sqlalchemy import Connection

from jobs.views.forgotten import find_redacted
from memory_core.clock import database_now
from memory_core.errors import NotFoundError
from memory_core.index.aliases import ambiguous_aliases
from memory_core.index.grammar import parse_index, render_entry, render_index
from memory_core.index.model import Entry, empty_index
from memory_core.stores.index_store import StoredVersion, find_version, load_history, load_sources
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_line, print_remark, print_table, short_id
from worker.cli.scope_argument import ScopeArgument
from worker.cli.session import open_session

_MARKS_FIELD = 2


def show(
    *,
    scope: options.Scope = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    version: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="An earlier version.")
    ] = None,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Print a scope's MEMORY.md."""
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.resolve(session)
        with session.read() as connection:
            text = _text(connection, session.workspace, key, version)
            sources = load_sources(connection, session.workspace, key)
    if as_json:
        print_json(_describe(key, text, sources))
    else:
        print_line(text.removesuffix("\n"))
        for alias in sorted(ambiguous_aliases(parse_index(text))):
            print_remark(f"alias {alias!r} is borne by several lines and links to none of them")
    return ExitCode.DONE


def history(
    *,
    scope: options.Scope = None,
    user: options.User = None,
    agent: options.Agent = None,
    team: options.Team = None,
    org: options.Org = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """List a scope's versions, oldest first: when, why and by which run each was made."""
    named = ScopeArgument(key=scope, user=user, agent=agent, team=team, org=org)
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        key = named.resolve(session)
        with session.read() as connection:
            versions = load_history(connection, session.workspace, key)
            redacted = find_redacted(connection, session.workspace, key)
    found = [_describe_version(version, redacted) for version in versions]
    if as_json:
        print_json(found)
    else:
        columns = ("version", "written_at", "cause", "active", "run", "changes")
        print_table(columns, (_history_row(version, columns) for version in found))
    return ExitCode.DONE


def _text(connection: Connection, workspace: str, key: str, number: int | None) -> str:
    stored = find_version(connection, workspace, key, number)
    if stored is not None and not stored.text:
        raise NotFoundError(f"version: the text of version {number} is not kept any more")
    if stored is not None:
        return stored.text
    if number is not None:
        raise NotFoundError(f"version: {key!r} has no version {number}; see memfold index history")
    return render_index(empty_index(key, database_now(connection)))


def _describe(key: str, text: str, sources: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    index = parse_index(text)
    return {
        "scope": key,
        "version": index.version,
        "text": text,
        "lines": len(text.splitlines()),
        "entries": [_describe_entry(entry, sources) for entry in index.entries],
    }


def _describe_entry(entry: Entry, sources: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    return {
        "id": entry.id,
        "section": entry.section,
        "date": entry.day,
        "text": entry.text,
        "marks": marks_of(entry),
        "aliases": entry.aliases,
        "sources": sources.get(entry.id, entry.sources),
        "active": entry.active,
    }


def marks_of(entry: Entry) -> list[str]:
    """Return the marks as the line shows them; they hold no escapes."""
    bare = Entry(
        id=entry.id,
        section=entry.section,
        day=entry.day,
        text="-",
        provenance=entry.provenance,
        unverified=entry.unverified,
        pinned=entry.pinned,
        quoted=entry.quoted,
        ending=entry.ending,
    )
    return render_entry(bare).split(" | ")[_MARKS_FIELD].split(", ")


def _describe_version(version: StoredVersion, redacted: Collection[int]) -> dict[str, Any]:
    return {
        "version": version.version,
        "written_at": version.written_at,
        "cause": version.cause,
        "run": version.run,
        "active": len(parse_index(version.text).active) if version.text else None,
        "redacted": version.version in redacted,
        "changes": version.report,
    }


def _history_row(version: Mapping[str, Any], columns: Sequence[str]) -> list[Any]:
    kinds = [str(change.get("kind", "?")) for change in version["changes"]]
    counts = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    active = version["active"]
    left = f"{active} left" if version["redacted"] and active is not None else active
    row = {**version, "changes": counts, "active": left, "run": short_id(version["run"])}
    return [row[name] for name in columns]
