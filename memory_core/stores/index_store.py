"""Index versions in Postgres: every version is kept, and one function replaces an index.

`replace_index` compares and sets the version and runs the validator, whoever calls it: there is
no other way to write an index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, select, text
from sqlalchemy.dialects.postgresql import insert

from memory_core.clock import database_now
from memory_core.episodes import Episode
from memory_core.errors import IndexRefusedError, VersionConflictError
from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.grammar import body_hash, parse_index, render_index
from memory_core.index.losses import reported_losses
from memory_core.index.model import Index, empty_index
from memory_core.index.rewrite import Cause, Dossier, Violation
from memory_core.index.validator import validate_rewrite
from memory_core.messages import Message
from memory_core.prompts.prompt import prompt_texts
from memory_core.stores import tables as t
from memory_core.stores.arrays import one_of
from memory_core.stores.org_rules import load_org_rules
from memory_core.stores.usage_store import follow_entries
from memory_core.stores.witness_store import load_line_witnesses


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredVersion:
    """One version of an index as it was stored."""

    version: int
    text: str  # empty: the snapshot was thinned; its hash stays in the chain
    body_hash: str
    previous_hash: str | None  # None: the first version
    cause: Cause
    report: tuple[Mapping[str, Any], ...]
    run: str | None
    written_at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class NewVersion:
    """A new version of a scope's index and what it rests on."""

    after: Index
    cause: Cause
    episodes: Mapping[str, Episode] = field(default_factory=dict)  # new in this version
    messages: Mapping[tuple[str, int], Message] = field(default_factory=dict)  # their evidence
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # entry → new episodes
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # entry → new episodes
    # that confirm, end, merge or rename it
    report: Sequence[Mapping[str, Any]] = ()
    receipt: frozenset[str] = frozenset()  # entries that a forget removes
    run: str | None = None
    token: int | None = None


class RewriteRefusedError(IndexRefusedError):
    """The validator refuses this rewrite of the index."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__("; ".join(str(violation) for violation in violations))
        self.violations = tuple(violations)


def load_index(connection: Connection, workspace: str, scope_key: str) -> Index:
    """Load the newest version; version 0 without lines where nothing was written yet."""
    version = find_version(connection, workspace, scope_key)
    if version is None:
        return empty_index(scope_key, database_now(connection))
    return parse_index(version.text)


def find_version(
    connection: Connection, workspace: str, scope_key: str, number: int | None = None
) -> StoredVersion | None:
    """Find a version by number, the newest without one."""
    v = t.index_version.c
    query = select(t.index_version).where(v.workspace == workspace, v.scope_key == scope_key)
    if number is not None:
        query = query.where(v.version == number)
    row = connection.execute(query.order_by(v.version.desc()).limit(1)).one_or_none()
    return _version(row) if row else None


def load_history(connection: Connection, workspace: str, scope_key: str) -> list[StoredVersion]:
    """Load every version, oldest first."""
    v = t.index_version.c
    rows = connection.execute(
        select(t.index_version)
        .where(v.workspace == workspace, v.scope_key == scope_key)
        .order_by(v.version)
    )
    return [_version(row) for row in rows]


def _version(row: Any) -> StoredVersion:
    return StoredVersion(
        version=row.version,
        text=row.text or "",
        body_hash=row.body_hash,
        previous_hash=row.previous_hash,
        cause=Cause(row.cause),
        report=tuple(row.report),
        run=str(row.run) if row.run else None,
        written_at=row.written_at,
    )


_SET_VERSION = text(
    """
    -- version n → n + 1, only if nobody else was faster; its snapshot will be thinned some day
    UPDATE scope_state SET version = version + 1,
      upkeep_on = coalesce(upkeep_on, (memfold_now() AT TIME ZONE 'UTC')::date + 31),
      upkeep_at = coalesce(upkeep_at, memfold_now() + interval '32 days')
     WHERE workspace = :workspace AND scope_key = :scope_key AND version = :before
    """
)


def replace_index(
    connection: Connection, workspace: str, new: NewVersion, budget: Budget = DEFAULT_BUDGET
) -> int | None:
    """Validate a rewrite and store it as the next version; return its number.

    An equal body makes no version: None is returned.

    Raises:
        RewriteRefusedError: the validator refuses; nothing was written.
        VersionConflictError: the index is not at the version the rewrite was made from.
    """
    after = new.after
    place = {"workspace": workspace, "scope_key": after.scope_key}
    before = load_index(connection, workspace, after.scope_key)
    if before.version != after.version - 1:
        raise VersionConflictError
    if body_hash(before) == body_hash(after):
        return None
    rendered = render_index(after)
    dossier = load_dossier(
        connection, workspace, after, new.episodes, new.messages, sources=new.sources
    )
    dossier = replace(dossier, receipt=new.receipt, grounds=new.grounds)
    violations = validate_rewrite(before, rendered, dossier, budget, new.cause)
    if violations:
        raise RewriteRefusedError(violations)
    if connection.execute(_SET_VERSION, {**place, "before": before.version}).rowcount != 1:
        raise VersionConflictError
    connection.execute(
        insert(t.index_version).values(
            **place,
            version=after.version,
            text=rendered,
            body_hash=body_hash(after),
            previous_hash=body_hash(before) if before.version else None,
            cause=str(new.cause),
            report=[dict(effect) for effect in new.report],
            run=new.run,
            token=new.token,
            written_at=after.written_at,
        )
    )
    _record_sources(connection, place, before, new)
    follow_entries(connection, place, before, after, new.sources)
    return after.version


def load_dossier(
    connection: Connection,
    workspace: str,
    index: Index,
    episodes: Mapping[str, Episode],
    messages: Mapping[tuple[str, int], Message],
    *,
    sources: Mapping[str, tuple[str, ...]] | None = None,
) -> Dossier:
    """Load what the validator may hold for existing: cited episodes, entries ever seen, witnesses.

    Args:
        connection: an open transaction.
        workspace: the scope's.
        index: the version whose lines are judged.
        episodes: new ones by id, not necessarily cited yet.
        messages: their evidence.
        sources: entry → episodes that newly rest under it, beside those recorded.
    """
    cited = {source for entry in index.entries for source in entry.sources}
    e = t.episode.c
    recorded = load_sources(connection, workspace, index.scope_key)
    known = connection.execute(
        select(e.id).where(
            e.workspace == workspace, e.scope_key == index.scope_key, one_of(e.id, cited)
        )
    ).scalars()
    fresh = sources or {}
    behind = {e: (*recorded.get(e, ()), *fresh.get(e, ())) for e in {*recorded, *fresh}}
    return Dossier(
        episodes=episodes,
        known_episodes=frozenset(known),
        known_entries=frozenset(recorded),
        messages=messages,
        witnesses=load_line_witnesses(connection, workspace, index, behind, episodes),
        org=load_org_rules(connection, workspace, index),
        lost_today=_lost_today(connection, workspace, index.scope_key),
        prompts=prompt_texts(),
    )


_LAST_DAY = text(
    """
    SELECT report FROM index_version
     WHERE workspace = :workspace AND scope_key = :scope_key
       AND written_at > memfold_now() - interval '1 day'
    """
)


def _lost_today(connection: Connection, workspace: str, scope_key: str) -> int:
    place = {"workspace": workspace, "scope_key": scope_key}
    return sum(reported_losses(report) for report in connection.execute(_LAST_DAY, place).scalars())


def _record_sources(
    connection: Connection, place: Mapping[str, Any], before: Index, new: NewVersion
) -> None:
    """Record what the lines rest on: all that is new, and what an added line shows."""
    stood = {entry.id for entry in before.entries}
    shown = {entry.id: entry.sources for entry in new.after.entries if entry.id not in stood}
    rows = [
        {**place, "entry": entry, "episode": episode, "version": new.after.version}
        for sources in (new.sources, shown)
        for entry, episodes in sources.items()
        for episode in episodes
    ]
    if rows:
        connection.execute(insert(t.entry_source).on_conflict_do_nothing(), rows)


def load_sources(
    connection: Connection, workspace: str, scope_key: str
) -> dict[str, tuple[str, ...]]:
    """Load the full list of episodes behind each entry, in the order they were taken in."""
    s = t.entry_source.c
    rows = connection.execute(
        select(s.entry, s.episode)
        .where(s.workspace == workspace, s.scope_key == scope_key)
        .order_by(s.entry, s.version, s.episode)
    ).all()
    sources: dict[str, tuple[str, ...]] = {}
    for row in rows:
        sources[row.entry] = (*sources.get(row.entry, ()), row.episode)
    return sources
