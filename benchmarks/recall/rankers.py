"""The baselines: what one gets without memfold's search.

Each ranks one conversation's turns, the speaker's name being part of a turn's text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import bm25s
import numpy as np
import snowballstemmer
from sqlalchemy import text

from benchmarks.recall.questions import Conversation, Place
from memory_core.embedding.protocol import Embedder
from memory_core.stores.database import Database

DEPTH = 20
_POOL = 100  # candidates of an order that is fused
_USUAL_CONSTANT = 60
_TINY = 1e-9


class Ranker(Protocol):
    """Ranks a conversation's messages for a question."""

    def rank(self, conversation: Conversation, query: str) -> list[Place]:
        """Return the places of messages, best first."""


class Bm25Ranker:
    """The library bm25s with English stems and stop words."""

    def __init__(self, conversations: Sequence[Conversation]) -> None:
        self._indexes = {c.id: _bm25(c) for c in conversations}

    def rank(self, conversation: Conversation, query: str) -> list[Place]:
        """Return the places of messages, best first."""
        asked = _tokens([query])
        found, scores = self._indexes[conversation.id].retrieve(asked, k=_POOL, show_progress=False)
        pairs = zip(found[0], scores[0], strict=True)
        return [conversation.turns[number].place for number, score in pairs if score > 0]


def _bm25(conversation: Conversation) -> Any:
    index = bm25s.BM25()
    index.index(_tokens(_texts(conversation)), show_progress=False)
    return index


def _tokens(texts: Sequence[str]) -> Any:
    stem = snowballstemmer.stemmer("english").stemWords
    return bm25s.tokenize(list(texts), stopwords="en", stemmer=stem, show_progress=False)


def _texts(conversation: Conversation) -> list[str]:
    return [f"{turn.speaker}: {turn.content}" for turn in conversation.turns]


@dataclass(frozen=True, kw_only=True)
class PostgresRanker:
    """PostgreSQL's full-text search, English, its lexemes joined by OR, by ts_rank."""

    database: Database

    def rank(self, conversation: Conversation, query: str) -> list[Place]:
        """Return the places of messages, best first."""
        with self.database.transaction("default") as connection:
            rows = connection.execute(
                _TS_RANK, {"prefix": f"{conversation.id}:", "query": query, "most": _POOL}
            )
            return [(row.chat, row.position) for row in rows]


_TS_RANK = text(
    """
    WITH q AS (SELECT CAST(replace(CAST(plainto_tsquery('english', :query) AS text), '&', '|')
                           AS tsquery) AS wanted)
    SELECT m.chat, m.position FROM message m, q,
           LATERAL (SELECT to_tsvector('english', m.participant || ' ' || m.content) AS words) t
     WHERE starts_with(m.chat, :prefix) AND t.words @@ q.wanted
     ORDER BY ts_rank(t.words, q.wanted) DESC, m.at DESC, m.position
     LIMIT :most
    """
)


class DenseRanker:
    """Cosine likeness alone."""

    def __init__(self, conversations: Sequence[Conversation], embedder: Embedder) -> None:
        self._embedder = embedder
        self._vectors = {c.id: self._embed(_texts(c), "passage") for c in conversations}

    def rank(self, conversation: Conversation, query: str) -> list[Place]:
        """Return the places of messages, best first."""
        likeness = self._vectors[conversation.id] @ self._embed([query], "query")[0]
        order = np.argsort(-likeness, kind="stable")[:_POOL]
        return [conversation.turns[int(number)].place for number in order]

    def _embed(self, texts: Sequence[str], kind: Literal["query", "passage"]) -> Any:
        vectors = np.array(self._embedder.embed(texts, kind))
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors / np.maximum(lengths, _TINY)


@dataclass(frozen=True, kw_only=True)
class FusedRanker:
    """Reciprocal rank fusion of two others with the usual constant."""

    parts: tuple[Ranker, ...]

    def rank(self, conversation: Conversation, query: str) -> list[Place]:
        """Return the places of messages, best first."""
        scores: dict[Place, float] = {}
        for part in self.parts:
            for rank, place in enumerate(part.rank(conversation, query), start=1):
                scores[place] = scores.get(place, 0.0) + 1 / (_USUAL_CONSTANT + rank)
        return sorted(scores, key=lambda place: (-scores[place], place))


Rankers = Mapping[str, Ranker]
