"""Searches of random scopes: timed, counted, compared with the exact nearest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from sqlalchemy import text

from benchmarks.search.store import MODEL, WIDTH, WORDS, Size, scope_of, word_of
from memory_core.clock import monotonic
from memory_core.search.request import SearchRequest
from memory_core.search.search import Searcher
from memory_core.stores.database import Database

_WARM = 5  # searches before the first that counts
_COMPARED = 20  # searches whose hits are compared with the exact ones

_EXACT = text(
    """
    SELECT e.id FROM episode e
      JOIN episode_embedding v ON v.workspace = e.workspace AND v.episode = e.id
     WHERE e.workspace = 'default' AND e.scope_key = :scope_key AND v.model = :model
     ORDER BY (v.vector <=> CAST(:vector AS vector)) + 0, e.seq DESC LIMIT :limit
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """What searches of one size and limit came to."""

    episodes: int
    scopes: int
    way: str  # by which vectors are compared
    limit: int
    p50: float  # milliseconds
    p95: float
    short: int  # searches that returned fewer rows than there are
    searches: int
    recall: float  # percent of the exact nearest that a search by direction alone returned

    @property
    def row(self) -> str:
        """A line of the table."""
        rows = "all" if not self.short else f"{self.short}/{self.searches} short"
        cells = (
            self.episodes,
            self.scopes,
            self.way,
            self.limit,
            f"{self.p50:.1f}",
            f"{self.p95:.1f}",
        )
        return f"| {' | '.join(map(str, cells))} | {rows} | {self.recall:.1f} % |"


class Pointer:
    """An embedder that gives each question a random direction."""

    id = MODEL
    dimensions = WIDTH
    alike = None

    def __init__(self) -> None:
        self._random = Random(5)  # noqa: S311  invented vectors
        self.last: list[float] = []

    def embed(
        self,
        texts: Sequence[str],
        kind: Literal["query", "passage"],  # noqa: ARG002  the protocol's
    ) -> list[list[float]]:
        """Return a vector a text."""
        self.last = [self._random.random() - 0.5 for _ in range(WIDTH)]
        return [self.last for _ in texts]


def measure(url: str, size: Size, limit: int, searches: int, *, way: str) -> Measured:
    """Search random scopes for three random words and a random direction."""
    database, pointer, chance = Database(url), Pointer(), Random(7)  # noqa: S311  a choice
    searcher = Searcher(database, pointer)
    times, short, same, asked = list[float](), 0, 0, 0
    for number in range(searches + _WARM):
        scope = scope_of(chance.randrange(size.scopes))
        words = " ".join(word_of(int(chance.random() ** 2 * WORDS)) for _ in range(3))
        began = monotonic()
        found = searcher.search(SearchRequest(query=words, scopes=(scope,), limit=limit))
        if number >= _WARM:
            times.append(1_000 * (monotonic() - began))
        short += len(found.hits) < min(limit, size.episodes // size.scopes)
        if number < _COMPARED:
            hits = searcher.search(SearchRequest(query="?", scopes=(scope,), limit=limit)).hits
            exact = _nearest(database, scope.key, pointer.last, limit)
            same += len(exact & {hit.id for hit in hits})
            asked += len(exact)
    database.close()
    times.sort()
    return Measured(
        episodes=size.episodes,
        scopes=size.scopes,
        way=way,
        limit=limit,
        p50=times[len(times) // 2],
        p95=times[int(0.95 * len(times))],
        short=short,
        searches=searches + _WARM,
        recall=100 * same / asked,
    )


def _nearest(database: Database, scope_key: str, vector: Sequence[float], limit: int) -> set[str]:
    asked = {
        "scope_key": scope_key,
        "model": MODEL,
        "vector": f"[{','.join(map(repr, vector))}]",
        "limit": limit,
    }
    with database.transaction("default") as connection:
        return set(connection.execute(_EXACT, asked).scalars())
