"""Loads what episodes are worth as witnesses: who said them, where, when, and after seeing what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, text

from memory_core.index.model import Index
from memory_core.index.trust import Witness, Witnesses, is_assent, said_hash
from memory_core.provenance import Provenance
from memory_core.stores.delivery import DeliveredLine, load_delivered
from memory_core.stores.offsets import local_time
from memory_core.text.channels import own_text

_LIVE = text(
    """
    SELECT e.id, e.description, e.provenance, e.speaker,
           ARRAY(SELECT last.line FROM (
             SELECT DISTINCT ON (coalesce(r.line, e.description))
                    coalesce(r.line, e.description) AS line, r.verdict
               FROM episode_review r WHERE r.workspace = e.workspace AND r.episode = e.id
              ORDER BY coalesce(r.line, e.description), r.seq DESC) last
            WHERE last.verdict = 'approved') AS approved
      FROM episode e
     WHERE e.workspace = :workspace AND e.id = ANY (:episodes)
       AND NOT EXISTS (SELECT FROM episode_retirement r
                        WHERE r.workspace = e.workspace AND r.episode = e.id)
    """
)

_EVIDENCE = text(
    """
    SELECT v.episode, v.chat, v.position, v.at, v.utc_offset_minutes, m.content, m.participant,
           p.user_id
      FROM episode_evidence v
      LEFT JOIN message m ON m.workspace = v.workspace AND m.chat = v.chat
                         AND m.position = v.position
      LEFT JOIN participant p ON p.workspace = v.workspace AND p.chat = v.chat
                             AND p.participant = m.participant
     WHERE v.workspace = :workspace AND v.episode = ANY (:episodes)
     ORDER BY v.episode, v.ordinal
    """
)

_LINEAGES = text(
    """
    WITH RECURSIVE lineage (start, chat) AS (
      SELECT c, c FROM unnest(CAST(:chats AS text[])) c
      UNION
      SELECT l.start, p.parent_chat FROM lineage l
        JOIN chat p ON p.workspace = :workspace AND p.chat = l.chat
       WHERE p.parent_chat IS NOT NULL)
    SELECT start, chat FROM lineage
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Seen:
    """What is known of the chats in which episodes were said."""

    lineages: Mapping[str, frozenset[str]]
    delivered: Mapping[str, Sequence[DeliveredLine]]


def load_line_witnesses(
    connection: Connection,
    workspace: str,
    index: Index,
    sources: Mapping[str, tuple[str, ...]],
    offered: Iterable[str] = (),
) -> Witnesses:
    """Load the witnesses of an index's active lines and of offered episodes.

    Args:
        connection: an open transaction.
        workspace: the scope's.
        index: its active lines count.
        sources: entry → all episodes behind it, beside those that its line shows.
        offered: episodes that may newly rest under a line.
    """
    behind = {
        entry.id: tuple(dict.fromkeys((*sources.get(entry.id, ()), *entry.sources)))
        for entry in index.active
    }
    named = {episode for episodes in behind.values() for episode in episodes}
    known = load_witnesses(connection, workspace, named.union(offered))
    return Witnesses(known=known, sources=behind)


def load_witnesses(
    connection: Connection, workspace: str, episodes: Iterable[str]
) -> dict[str, Witness]:
    """Load the live ones of these episodes as witnesses; the retired and forgotten are absent."""
    asked = sorted(set(episodes))
    if not asked:
        return {}
    live = connection.execute(_LIVE, {"workspace": workspace, "episodes": asked}).all()
    evidence: dict[str, list[Any]] = {row.id: [] for row in live}
    for row in connection.execute(_EVIDENCE, {"workspace": workspace, "episodes": list(evidence)}):
        evidence[row.episode].append(row)
    chats = {row.chat for rows in evidence.values() for row in rows}
    seen = _Seen(
        lineages=_load_lineages(connection, workspace, chats),
        delivered=load_delivered(connection, workspace, chats),
    )
    return {row.id: _witness(row, evidence[row.id], seen) for row in live if evidence[row.id]}


def _load_lineages(
    connection: Connection, workspace: str, chats: Iterable[str]
) -> dict[str, frozenset[str]]:
    """Load each chat with its ancestors: two of one lineage have one in common."""
    found: dict[str, set[str]] = {}
    asked = {"workspace": workspace, "chats": sorted(chats)}
    for row in connection.execute(_LINEAGES, asked):
        found.setdefault(row.start, set()).add(row.chat)
    return {chat: frozenset(ancestors) for chat, ancestors in found.items()}


def _witness(episode: Any, evidence: Sequence[Any], seen: _Seen) -> Witness:
    asserting = [row for row in evidence if row.participant == episode.speaker]
    words = [own_text(row.content) for row in asserting if row.content is not None]
    before = [line for row in evidence for line in _shown_before(row, seen)]
    times = [_local(row) for row in evidence]
    return Witness(
        episode=episode.id,
        line=episode.description,
        provenance=Provenance(episode.provenance),
        user=next((row.user_id for row in asserting if row.user_id), None),
        at=max(times),
        lineage=frozenset[str]().union(*(seen.lineages[row.chat] for row in evidence)),
        days=frozenset(at.date() for at in times),
        said=frozenset(said_hash(said) for said in words),
        assent=is_assent(episode.description, words),
        shown=frozenset(line.line for line in before),
        shown_entries=frozenset(line.entry for line in before if line.entry),
        approved=frozenset(episode.approved),
    )


def _shown_before(row: Any, seen: _Seen) -> list[DeliveredLine]:
    return [line for line in seen.delivered[row.chat] if line.before_position <= row.position]


def _local(row: Any) -> datetime:
    return local_time(row.at, row.utc_offset_minutes)
