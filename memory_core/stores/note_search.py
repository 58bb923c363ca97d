"""Which episodes of some scopes have a question's words, its name or its direction.

A scope is small beside its workspace and read by its own index, so what other tenants keep costs a
search nothing. Retired episodes, quarantined ones that no person approved, and ones that a person
rejected or edited are found here and are not `live`: whoever returns an episode asks that first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, CursorResult, Row, text

from memory_core.provenance import Provenance
from memory_core.sections import Section
from memory_core.stores.message_search import begins_with, vector_text
from memory_core.stores.vector_index import (
    EXACT_MOST,
    covered,
    has_vector_index,
    indexed,
    read_by_index,
)

LONGEST_NAME = 120  # code points: an alias has 60, its spaces aside
MAX_WORDS = 20_000  # of one question: the newest


@dataclass(frozen=True, kw_only=True, slots=True)
class NoteFilter:
    """What narrows the episodes; empty or None: not at all."""

    scope_keys: tuple[str, ...]
    sections: frozenset[Section] = frozenset()
    provenances: frozenset[Provenance] = frozenset()
    chats: frozenset[str] = frozenset()  # it rests on a message of one of these
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundNoteWord:
    """A word of an episode that begins as asked."""

    episode: str
    word: str
    count: int
    length: int  # different words of the episode
    described: bool  # it stands in the description or an alias, not only in the body


@dataclass(frozen=True, kw_only=True, slots=True)
class NearNote:
    """An episode and how far its vector is from the one asked for."""

    episode: str
    distance: float  # cosine distance: 0 the same direction, 2 the opposite one


_OWN = "e.workspace = :workspace AND e.scope_key = ANY (:scope_keys)"
_SECTIONS = " AND e.section = ANY (:sections)"
_PROVENANCES = " AND e.provenance = ANY (:provenances)"
_CHATS = """
  AND EXISTS (SELECT FROM episode_evidence c WHERE c.workspace = e.workspace
                 AND c.episode = e.id AND c.chat = ANY (:chats))
"""
# what it tells of happened, or else was said, on one of the days
_DAYS = """
  AND EXISTS (
    SELECT FROM (
      SELECT e.occurred_on AS first,
             CAST(e.occurred_on + CASE e.occurred_precision WHEN 'year' THEN interval '1 year'
                    WHEN 'month' THEN interval '1 month' ELSE interval '1 day' END
                    - interval '1 day' AS date) AS last
       WHERE e.occurred_on IS NOT NULL
      UNION ALL
      SELECT s.day, s.day
        FROM (SELECT CAST(c.at AT TIME ZONE 'UTC' + make_interval(mins => c.utc_offset_minutes)
                          AS date) AS day
                FROM episode_evidence c WHERE c.workspace = e.workspace AND c.episode = e.id) s
       WHERE e.occurred_on IS NULL) d
     WHERE d.first <= coalesce(CAST(:until AS date), 'infinity')
       AND d.last >= coalesce(CAST(:since AS date), '-infinity'))
"""

_WORDS = """
    SELECT e.id AS episode, length(e.terms) AS length, w.lexeme AS word,
           cardinality(w.positions) AS times, 'A' = ANY (w.weights) AS described
      FROM episode e CROSS JOIN LATERAL unnest(e.terms) w
     WHERE {where} AND e.terms @@ CAST(:wanted AS tsquery) AND w.lexeme ^@ ANY (:beginnings)
     ORDER BY e.seq DESC, word
     LIMIT :most
"""
_NAMED = """
    SELECT e.id FROM episode e
     WHERE {where} AND cardinality(e.aliases) > 0
       AND memfold_folded(:name) IN (SELECT memfold_folded(a) FROM unnest(e.aliases) a)
     ORDER BY e.seq DESC
"""
_VOCABULARY = """
    SELECT DISTINCT w.lexeme
      FROM (SELECT e.terms FROM episode e WHERE {where} ORDER BY e.seq DESC LIMIT 2000) newest
     CROSS JOIN LATERAL unnest(tsvector_to_array(newest.terms)) w (lexeme)
     WHERE char_length(w.lexeme) BETWEEN :least AND :longest AND w.lexeme LIKE ANY (:patterns)
"""
_COUNT = """
    SELECT count(*) FROM episode WHERE workspace = :workspace AND scope_key = ANY (:scope_keys)
"""
_REPLACED = """
    SELECT s.supersedes
      FROM pending_episode p JOIN save s ON s.workspace = p.workspace AND s.episode = p.episode
     WHERE p.workspace = :workspace AND p.scope_key = ANY (:scope_keys)
       AND s.supersedes IS NOT NULL
"""
# judged of the few that are left: probing every episode would cost more than finding them
_LIVE = """
    SELECT e.id FROM unnest(CAST(:ids AS text[])) e (id)
     WHERE NOT EXISTS (SELECT FROM episode_retirement r
                        WHERE r.workspace = :workspace AND r.episode = e.id)
       AND coalesce((SELECT v.verdict FROM episode_review v
                      WHERE v.workspace = :workspace AND v.episode = e.id
                      ORDER BY v.seq DESC LIMIT 1),
                    CASE WHEN EXISTS (SELECT FROM episode_quarantine q
                                       WHERE q.workspace = :workspace AND q.episode = e.id)
                         THEN 'rejected' ELSE 'approved' END) = 'approved'
"""
# as a condition of the join, the width would pass for one that hardly any row meets, and the
# vectors of all scopes would be read first
_NEAR = """
    SELECT episode, distance
      FROM (SELECT e.id AS episode, e.seq,
                   CASE WHEN vector_dims(v.vector) = vector_dims(CAST(:vector AS vector))
                        THEN v.vector <=> CAST(:vector AS vector) END AS distance
              FROM episode e
              JOIN episode_embedding v ON v.workspace = e.workspace AND v.episode = e.id
               AND v.model = :model
             WHERE {where}) rated
     WHERE distance IS NOT NULL
     ORDER BY distance, seq DESC
     LIMIT :most
"""
# in the order of the index; `distance` must be the index's own expression, and nothing else sorts
_NEAR_BY_INDEX = """
    SELECT e.id AS episode, {distance} AS distance
      FROM episode_embedding v
      JOIN episode e ON e.workspace = v.workspace AND e.id = v.episode
     WHERE {where} AND v.workspace = :workspace AND {covered}
     ORDER BY {distance}
     LIMIT :most
"""


class NoteSearch:
    """Reads the episodes of some scopes.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        chosen: the scopes, and what narrows them.
    """

    def __init__(self, connection: Connection, workspace: str, chosen: NoteFilter) -> None:
        self._connection = connection
        self._where = _where(chosen)
        self._count: int | None = None
        self._values = {
            "workspace": workspace,
            "scope_keys": list(chosen.scope_keys),
            "sections": [str(section) for section in chosen.sections],
            "provenances": [str(provenance) for provenance in chosen.provenances],
            "chats": sorted(chosen.chats),
            "since": chosen.since,
            "until": chosen.until,
        }

    def find_words(self, beginnings: Collection[str]) -> list[FoundNoteWord]:
        """Find the words that begin so, of the newest episodes first."""
        if not beginnings:
            return []
        asked = {"wanted": begins_with(beginnings), "beginnings": sorted(beginnings)}
        return [
            FoundNoteWord(
                episode=row.episode,
                word=row.word,
                count=row.times,
                length=row.length,
                described=row.described,
            )
            for row in self._run(_WORDS, **asked, most=MAX_WORDS)
        ]

    def find_named(self, name: str) -> list[str]:
        """Find the episodes that have the name as an alias; case and white space are folded."""
        return list(self._run(_NAMED, name=name).scalars()) if len(name) <= LONGEST_NAME else []

    def count(self) -> int:
        """Count the episodes of the scopes, those that are not found included."""
        if self._count is None:
            self._count = int(self._run(_COUNT).scalar_one())
        return self._count

    def vocabulary(self, least: int, longest: int, patterns: Sequence[str]) -> list[str]:
        """Return the words of so many letters in the newest episodes that are LIKE any pattern."""
        asked = {"least": least, "longest": longest, "patterns": list(patterns)}
        return list(self._run(_VOCABULARY, **asked).scalars())

    def find_near(
        self, model: str, vector: Sequence[float], most: int, exact_most: int = EXACT_MOST
    ) -> list[NearNote]:
        """Find the episodes nearest to a vector: min(most, there are) of them.

        One by one while there are at most `exact_most`; else by the model's index where it is
        there, and one by one after all if that gave up early.
        """
        asked = {"vector": vector_text(vector), "most": most}
        if self.count() > exact_most and has_vector_index(self._connection, model, len(vector)):
            found = self._near_by_index(model, len(vector), asked)
            if len(found) == most:
                return found
        return _near(self._run(_NEAR, model=model, **asked))

    def _near_by_index(self, model: str, width: int, asked: Mapping[str, object]) -> list[NearNote]:
        read_by_index(self._connection)
        own, other = indexed(model, width, "v.vector"), indexed(model, width, ":vector")
        parts = {
            "distance": f"{own} <=> {other}",
            "covered": covered(model, width, "v."),
            "where": self._where,
        }
        statement = text(_NEAR_BY_INDEX.format(**parts))
        return _near(self._connection.execute(statement, {**self._values, **asked}))

    def replaced(self) -> frozenset[str]:
        """Return the lines that saves replace which wait for their fold."""
        return frozenset(self._run(_REPLACED).scalars())

    def live(self, ids: Collection[str]) -> frozenset[str]:
        """Return those of the episodes that may be shown."""
        return frozenset(self._run(_LIVE, ids=sorted(ids)).scalars()) if ids else frozenset()

    def _run(self, statement: str, **values: object) -> CursorResult[Any]:
        return self._connection.execute(
            text(statement.format(where=self._where)), {**self._values, **values}
        )


def _near(rows: Iterable[Row[Any]]) -> list[NearNote]:
    return [NearNote(episode=row.episode, distance=row.distance) for row in rows]


def _where(chosen: NoteFilter) -> str:
    narrowed = [
        (_SECTIONS, bool(chosen.sections)),
        (_PROVENANCES, bool(chosen.provenances)),
        (_CHATS, bool(chosen.chats)),
        (_DAYS, chosen.since is not None or chosen.until is not None),
    ]
    return _OWN + "".join(condition for condition, given in narrowed if given)
