"""What waits for a person's eye: lines uncorroborated or quoted, and quarantined items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from sqlalchemy import Connection, text

from memory_core.episodes import Episode
from memory_core.index.model import Entry
from memory_core.messages import Message
from memory_core.stores.episode_store import load_episodes
from memory_core.stores.index_store import load_index, load_sources
from memory_core.stores.transcript import read_places
from memory_core.text.orders import SET_ASIDE


class ReviewKind(StrEnum):
    """Why something is to be looked at; their order is that of the list."""

    QUARANTINED = "quarantined"  # an episode that no line may rest on
    QUOTED = "quoted"  # a line that reads like an order to the reader
    UNVERIFIED = "unverified"  # a line that nothing corroborates


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """A message, and its words that count."""

    message: Message
    span: tuple[int, int]  # code points, as a mind was shown it


@dataclass(frozen=True, kw_only=True, slots=True)
class ReviewItem:
    """One thing to look at."""

    kind: ReviewKind
    id: str  # of the line or of the quarantined episode
    scope: str
    section: str
    day: date
    text: str
    reason: str | None  # of the quarantine
    sources: tuple[str, ...]  # episodes
    said: tuple[Said, ...]  # what it rests on, as far as it may still be read

    @property
    def approvable(self) -> bool:
        """Whether there are words to approve of: those of an order are in the ledger alone."""
        return self.text != SET_ASIDE


_SCOPES = text(
    """
    SELECT scope_key FROM scope_state
     WHERE workspace = :workspace AND version > 0
       AND (CAST(:scope_key AS text) IS NULL OR scope_key = :scope_key)
     ORDER BY scope_key
    """
)

_QUARANTINED = text(
    """
    SELECT q.episode, q.reason FROM episode_quarantine q JOIN episode e
        ON e.workspace = q.workspace AND e.id = q.episode
     WHERE q.workspace = :workspace
       AND (CAST(:scope_key AS text) IS NULL OR e.scope_key = :scope_key)
       AND NOT EXISTS (SELECT FROM episode_review r
                        WHERE r.workspace = q.workspace AND r.episode = q.episode)
       AND NOT EXISTS (SELECT FROM episode_retirement x
                        WHERE x.workspace = q.workspace AND x.episode = q.episode)
     ORDER BY e.seq
    """
)

_APPROVED = text(
    """
    SELECT r.episode, coalesce(r.line, e.description) AS line
      FROM episode_review r JOIN episode e ON e.workspace = r.workspace AND e.id = r.episode
     WHERE r.workspace = :workspace AND r.verdict = 'approved'
    """
)

_SCOPE_OF = text(
    """
    SELECT DISTINCT scope_key FROM entry_source WHERE workspace = :workspace AND entry = :item
     UNION SELECT scope_key FROM episode WHERE workspace = :workspace AND id = :item
    """
)


def list_review(
    connection: Connection, workspace: str, scope_key: str | None = None
) -> list[ReviewItem]:
    """List what is to be looked at in a scope, or in the workspace: by scope, kind and section."""
    place = {"workspace": workspace, "scope_key": scope_key}
    drafts = [*_quarantined(connection, place), *_lines(connection, place)]
    places = {(v.chat, v.position) for _, es in drafts for e in es for v in e.content.evidence}
    messages = read_places(connection, workspace, places)
    items = [_with_messages(item, episodes, messages) for item, episodes in drafts]
    kinds = list(ReviewKind)
    return sorted(items, key=lambda item: (item.scope, kinds.index(item.kind)))


def find_scopes(connection: Connection, workspace: str, item: str) -> list[str]:
    """Find the scopes in which there is a line or an episode of this id."""
    return list(connection.execute(_SCOPE_OF, {"workspace": workspace, "item": item}).scalars())


_Draft = tuple[ReviewItem, Sequence[Episode]]


def _quarantined(connection: Connection, place: dict[str, str | None]) -> Iterator[_Draft]:
    reasons = {row.episode: row.reason for row in connection.execute(_QUARANTINED, place)}
    for episode in load_episodes(connection, str(place["workspace"]), list(reasons)):
        content = episode.content
        item = ReviewItem(
            kind=ReviewKind.QUARANTINED,
            id=episode.id,
            scope=content.scope_key,
            section=content.section,
            day=episode.last_day,
            text=content.description,
            reason=reasons[episode.id],
            sources=(episode.id,),
            said=(),
        )
        yield item, [episode]


def _lines(connection: Connection, place: dict[str, str | None]) -> Iterator[_Draft]:
    workspace = str(place["workspace"])
    rows = connection.execute(_APPROVED, {"workspace": workspace})
    approved = {(row.episode, row.line) for row in rows}
    for key in connection.execute(_SCOPES, place).scalars().all():
        sources = load_sources(connection, workspace, key)
        entries = load_index(connection, workspace, key).active
        wanted = [(e, sources.get(e.id, e.sources)) for e in entries if e.unverified or e.quoted]
        left = [
            (entry, behind)
            for entry, behind in wanted
            if entry.unverified or not approved & {(source, entry.text) for source in behind}
        ]
        named = sorted({episode for _, behind in left for episode in behind})
        episodes = {e.id: e for e in load_episodes(connection, workspace, named)}
        for entry, behind in left:
            yield _line(key, entry, behind), [episodes[e] for e in behind if e in episodes]


def _line(key: str, entry: Entry, sources: Iterable[str]) -> ReviewItem:
    return ReviewItem(
        kind=ReviewKind.QUOTED if entry.quoted else ReviewKind.UNVERIFIED,
        id=entry.id,
        scope=key,
        section=entry.heading,
        day=entry.day,
        text=entry.text,
        reason=None,
        sources=tuple(sources),
        said=(),
    )


def _with_messages(
    item: ReviewItem, episodes: Sequence[Episode], messages: dict[tuple[str, int], Message]
) -> ReviewItem:
    evidence = {(e.chat, e.position): e for ep in episodes for e in ep.content.evidence}
    said = tuple(
        Said(message=messages[place], span=e.span)
        for place, e in evidence.items()
        if place in messages
    )
    return ReviewItem(
        kind=item.kind,
        id=item.id,
        scope=item.scope,
        section=item.section,
        day=item.day,
        text=item.text,
        reason=item.reason,
        sources=item.sources,
        said=said,
    )
