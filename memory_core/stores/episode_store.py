"""Episodes in Postgres: inserted once, never changed, pending until a fold has placed them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select
from sqlalchemy.dialects.postgresql import insert

from memory_core.dates import PartialDate, Precision
from memory_core.episodes import Episode, EpisodeContent, Evidence
from memory_core.provenance import Provenance
from memory_core.sections import Section
from memory_core.stores import tables as t
from memory_core.stores.arrays import one_of
from memory_core.stores.offsets import local_time, offset_minutes


@dataclass(frozen=True, kw_only=True, slots=True)
class PendingEpisode:
    """An episode that waits for its fold."""

    episode: Episode
    tries: int  # refused plans, not lost ones


def insert_episodes(
    connection: Connection,
    workspace: str,
    episodes: Sequence[Episode],
    set_aside: Mapping[str, str] | None = None,
    *,
    pending: bool = True,
) -> frozenset[str]:
    """Insert the episodes that are new; return the ids of those.

    Each is pending, but for what an assistant says of itself, which becomes no line, and for what
    is quarantined.

    Args:
        connection: an open transaction.
        workspace: of all episodes.
        episodes: sealed ones, in any order.
        set_aside: episodes that suspicion keeps out of the index until a person decides → why.
        pending: False: none of them waits for a fold yet.
    """
    if not episodes:
        return frozenset()
    different = {episode.id: episode for episode in episodes}
    fresh = frozenset(
        connection.execute(
            insert(t.episode).on_conflict_do_nothing().returning(t.episode.c.id),
            [_episode_row(workspace, episode) for episode in different.values()],
        ).scalars()
    )
    new = [episode for episode in different.values() if episode.id in fresh]
    if new:
        evidence = [row for episode in new for row in _evidence_rows(workspace, episode)]
        connection.execute(insert(t.episode_evidence), evidence)
        _quarantine(connection, workspace, new, set_aside or {})
        lines = [e for e in new if pending and _may_be_a_line(e, set_aside or {})]
        pend(connection, workspace, lines)
    return fresh


def _may_be_a_line(episode: Episode, set_aside: Mapping[str, str]) -> bool:
    said_of_itself = episode.content.provenance is Provenance.ASSISTANT_SAID
    return not said_of_itself and episode.id not in set_aside


def _quarantine(
    connection: Connection, workspace: str, new: Sequence[Episode], reasons: Mapping[str, str]
) -> None:
    rows = [
        {"workspace": workspace, "episode": e.id, "reason": reasons[e.id], "run": e.run}
        for e in new
        if e.id in reasons
    ]
    if rows:
        connection.execute(insert(t.episode_quarantine), rows)


def pend(connection: Connection, workspace: str, episodes: Sequence[Episode]) -> None:
    """Let episodes wait for the next fold of their scope, those that wait already as they do."""
    if episodes:
        connection.execute(
            insert(t.pending_episode).on_conflict_do_nothing(),
            [_pending_row(workspace, episode) for episode in episodes],
        )


def _episode_row(workspace: str, episode: Episode) -> dict[str, Any]:
    content = episode.content
    occurred = content.occurred_on
    return {
        "workspace": workspace,
        "id": episode.id,
        "scope_key": content.scope_key,
        "occurred_on": occurred.value if occurred else None,
        "occurred_precision": str(occurred.precision) if occurred else None,
        "provenance": str(content.provenance),
        "speaker": content.speaker,
        "section": str(content.section),
        "description": content.description,
        "body": content.body,
        "aliases": list(content.aliases),
        "language": episode.language,
        "prompt_version": episode.prompt_version,
        "model": episode.model,
        "run": episode.run,
    }


def _evidence_rows(workspace: str, episode: Episode) -> Iterable[dict[str, Any]]:
    for ordinal, evidence in enumerate(episode.content.evidence):
        yield {
            "workspace": workspace,
            "episode": episode.id,
            "ordinal": ordinal,
            "chat": evidence.chat,
            "position": evidence.position,
            "span_from": evidence.span[0],
            "span_to": evidence.span[1],
            "message_hash": evidence.message_hash,
            "at": evidence.at,
            "utc_offset_minutes": offset_minutes(evidence.at),
        }


def _pending_row(workspace: str, episode: Episode) -> dict[str, Any]:
    newest = max(episode.content.evidence, key=lambda e: e.at)
    return {
        "workspace": workspace,
        "scope_key": episode.content.scope_key,
        "episode": episode.id,
        "evidence_at": newest.at,
        "chat": newest.chat,
        "position": newest.position,
    }


def load_pending(
    connection: Connection,
    workspace: str,
    scope_key: str,
    *,
    limit: int,
    saves_only: bool = False,
) -> list[PendingEpisode]:
    """Load the pending episodes whose time has come, or those of them that were saved.

    Their order does not depend on arrival: tries, evidence time, chat, position, id.
    """
    p, s = t.pending_episode.c, t.save.c
    saved = select(s.episode).where(s.workspace == workspace, s.scope_key == scope_key)
    rows = connection.execute(
        select(p.episode, p.tries)
        .where(
            p.workspace == workspace,
            p.scope_key == scope_key,
            p.not_before <= func.memfold_now(),
            *([p.episode.in_(saved)] if saves_only else []),
        )
        .order_by(p.tries, p.evidence_at, p.chat, p.position, p.episode)
        .limit(limit)
    ).all()
    episodes = {e.id: e for e in load_episodes(connection, workspace, [r.episode for r in rows])}
    return [
        PendingEpisode(episode=episodes[row.episode], tries=row.tries)
        for row in rows
        if row.episode in episodes  # forgotten between the two statements
    ]


def load_episodes(connection: Connection, workspace: str, ids: Sequence[str]) -> list[Episode]:
    """Load the episodes of these ids, in the order of their insertion."""
    e = t.episode.c
    return _load(connection, workspace, select(t.episode).where(one_of(e.id, ids)))


def load_live_ids(connection: Connection, workspace: str, ids: Iterable[str]) -> frozenset[str]:
    """Return those of the episodes that are there and not retired."""
    e, r = t.episode.c, t.episode_retirement.c
    retired = select(r.episode).where(r.workspace == workspace)
    found = connection.execute(
        select(e.id).where(e.workspace == workspace, one_of(e.id, ids), e.id.not_in(retired))
    )
    return frozenset(found.scalars())


def load_scope_episodes(
    connection: Connection, workspace: str, scope_key: str | None = None
) -> list[Episode]:
    """Load all live episodes of a scope, or of the workspace, in the order of their insertion."""
    e = t.episode.c
    retired = select(t.episode_retirement.c.episode).where(
        t.episode_retirement.c.workspace == workspace
    )
    query = select(t.episode).where(e.id.not_in(retired))
    if scope_key is not None:
        query = query.where(e.scope_key == scope_key)
    return _load(connection, workspace, query)


def _load(connection: Connection, workspace: str, query: Select[Any]) -> list[Episode]:
    rows = connection.execute(
        query.where(t.episode.c.workspace == workspace).order_by(t.episode.c.seq)
    ).all()
    v = t.episode_evidence.c
    evidence: dict[str, list[Evidence]] = {row.id: [] for row in rows}
    for row in connection.execute(
        select(t.episode_evidence)
        .where(v.workspace == workspace, one_of(v.episode, evidence))
        .order_by(v.episode, v.ordinal)
    ):
        evidence[row.episode].append(_evidence(row))
    return [_episode(row, tuple(evidence[row.id])) for row in rows]


def _evidence(row: Row[Any]) -> Evidence:
    return Evidence(
        chat=row.chat,
        position=row.position,
        span=(row.span_from, row.span_to),
        message_hash=row.message_hash,
        at=local_time(row.at, row.utc_offset_minutes),
    )


def _episode(row: Row[Any], evidence: tuple[Evidence, ...]) -> Episode:
    occurred = (
        PartialDate(value=row.occurred_on, precision=Precision(row.occurred_precision))
        if row.occurred_on
        else None
    )
    content = EpisodeContent(
        scope_key=row.scope_key,
        provenance=Provenance(row.provenance),
        speaker=row.speaker,
        occurred_on=occurred,
        section=Section(row.section),
        description=row.description,
        body=row.body,
        aliases=tuple(row.aliases),
        evidence=evidence,
    )
    return Episode(
        id=row.id,
        content=content,
        language=row.language,
        recorded_at=row.recorded_at,
        prompt_version=row.prompt_version,
        model=row.model,
        run=str(row.run),
    )
