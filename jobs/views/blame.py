"""Where lines come from: the versions, runs and messages behind each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select, text

from jobs import tables as t
from memory_core.errors import NotFoundError
from memory_core.index.blame import Blame, VersionNote, blame_entry
from memory_core.index.model import Entry, Index
from memory_core.index.rewrite import Cause
from memory_core.stores.arrays import one_of
from memory_core.stores.episode_store import load_episodes
from memory_core.stores.index_store import load_index
from memory_core.stores.transcript import read_places


@dataclass(frozen=True, kw_only=True, slots=True)
class RunNote:
    """What a run was done with."""

    id: str
    model: str | None
    prompt_version: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class BlameReport:
    """Lines and where they come from."""

    scope: str
    version: int
    lines: tuple[Blame, ...]
    runs: Mapping[str, RunNote]  # by id


_VERSIONS = text(
    """
    SELECT version, cause, written_at, run, report FROM index_version
     WHERE workspace = :workspace AND scope_key = :scope_key ORDER BY version
    """
)

_SOURCES = text(
    """
    SELECT s.entry, s.episode, s.version FROM entry_source s
     WHERE s.workspace = :workspace AND s.scope_key = :scope_key ORDER BY s.version, s.episode
    """
)


def load_notes(connection: Connection, workspace: str, scope_key: str) -> list[VersionNote]:
    """Load how each version of a scope came about, oldest first."""
    place = {"workspace": workspace, "scope_key": scope_key}
    return [
        VersionNote(
            version=row.version,
            cause=Cause(row.cause),
            written_at=row.written_at,
            run=str(row.run) if row.run else None,
            report=tuple(row.report),
        )
        for row in connection.execute(_VERSIONS, place)
    ]


def blame_index(
    connection: Connection, workspace: str, scope_key: str, entry_id: str | None = None
) -> BlameReport:
    """Say where each active line comes from, or one line, archived ones too.

    Raises:
        NotFoundError: no such line in the newest version.
    """
    index = load_index(connection, workspace, scope_key)
    wanted = _wanted(index, entry_id)
    since = _sources(connection, workspace, scope_key)
    named = {e for entry in wanted for e in (*since.get(entry.id, {}), *entry.sources)}
    episodes = {e.id: e for e in load_episodes(connection, workspace, sorted(named))}
    places = {(v.chat, v.position) for e in episodes.values() for v in e.content.evidence}
    messages = read_places(connection, workspace, places)
    notes = load_notes(connection, workspace, scope_key)
    lines = tuple(
        blame_entry(
            entry,
            [episodes[e] for e in dict.fromkeys((*behind, *entry.sources)) if e in episodes],
            behind,
            messages,
            notes,
        )
        for entry in wanted
        for behind in (since.get(entry.id, {}),)
    )
    ids = {note.run for note in notes if note.run} | {e.run for e in episodes.values()}
    return BlameReport(
        scope=scope_key,
        version=index.version,
        lines=lines,
        runs=_runs(connection, workspace, sorted(ids)),
    )


def _wanted(index: Index, entry_id: str | None) -> Sequence[Entry]:
    if entry_id is None:
        return index.active
    entry = index.find_entry(entry_id)
    if entry is None:
        raise NotFoundError(f"entry: ^{entry_id} is no line of this index; see memfold index show")
    return [entry]


def _sources(connection: Connection, workspace: str, scope_key: str) -> dict[str, dict[str, int]]:
    """Return entry → episode → the version in which the entry came to rest on it."""
    found: dict[str, dict[str, int]] = {}
    place = {"workspace": workspace, "scope_key": scope_key}
    for row in connection.execute(_SOURCES, place):
        found.setdefault(row.entry, {})[row.episode] = row.version
    return found


def _runs(connection: Connection, workspace: str, ids: Sequence[str]) -> dict[str, RunNote]:
    r = t.run.c
    rows = connection.execute(
        select(r.id, r.model, r.prompt_version).where(r.workspace == workspace, one_of(r.id, ids))
    )
    return {
        str(row.id): RunNote(id=str(row.id), model=row.model, prompt_version=row.prompt_version)
        for row in rows
    }
