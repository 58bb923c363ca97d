"""The searcher: embeds, reads, ranks, cuts to the limit."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Protocol

from sqlalchemy import Connection

from memory_core.clock import database_now
from memory_core.embedding.protocol import Embedder
from memory_core.errors import EmbeddingAnswerError, MemfoldError
from memory_core.search.context import Context, Priors
from memory_core.search.hit import Found, Hit, SearchResult
from memory_core.search.messages import find_messages
from memory_core.search.notes import find_notes
from memory_core.search.question import read_question
from memory_core.search.request import SearchRequest
from memory_core.stores.database import Database
from memory_core.stores.embedding_store import lacks_vectors, unit_vector

log = logging.getLogger(__name__)


class Reranker(Protocol):
    """Puts the best candidates into a better order."""

    def rerank(self, query: str, hits: Sequence[Hit]) -> Sequence[int]:
        """Return the hits' numbers, from 0, best first; those left out keep their order behind."""


class Searcher:
    """Answers searches over one store.

    Args:
        database: the store.
        embedder: what vectors of episodes are compared by; without it results are `degraded`.
        reranker: sees twice the limit of hits, if any.
        priors: what little weighs beside the ranks.
    """

    def __init__(
        self,
        database: Database,
        embedder: Embedder | None = None,
        reranker: Reranker | None = None,
        priors: Priors | None = None,
    ) -> None:
        self._priors = priors or Priors()
        self._database = database
        self._embedder = embedder
        self._reranker = reranker

    def search(self, request: SearchRequest) -> SearchResult:
        """Return exactly as many hits as there are, at most the request's limit.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        vector, degraded = self._embed(request.query)
        with self._database.transaction(request.workspace) as connection:
            context = self._context(connection, request, vector)
            notes = find_notes(connection, context) if request.notes else Found()
            said = find_messages(connection, context) if request.messages else Found()
            if _went_without(connection, context, notes, said):
                degraded = "no vectors of this model are stored yet: memfold embeddings status"
        hits = self._reranked(request, sorted((*notes.hits, *said.hits), key=_best_first))
        return SearchResult(hits=tuple(hits[: request.limit]), degraded=degraded)

    def _context(
        self, connection: Connection, request: SearchRequest, vector: tuple[float, ...] | None
    ) -> Context:
        now = request.now or database_now(connection)
        return Context(
            request=request,
            question=read_question(request.query, now),
            now=now,
            priors=self._priors,
            vector=vector,
            model=self._embedder.id if self._embedder else None,
            alike=self._embedder.alike if self._embedder else None,
        )

    def _embed(self, query: str) -> tuple[tuple[float, ...] | None, str | None]:
        """Return the question's vector, or why there is none."""
        if self._embedder is None:
            return None, "no embedder is set up"
        if not query:
            return None, "the question is empty"
        try:
            return _direction(self._embedder.embed([query], "query")), None
        except MemfoldError as error:
            log.warning("searching without vectors: %s", error)
            return None, f"the embedder failed: {error}"

    def _reranked(self, request: SearchRequest, hits: list[Hit]) -> list[Hit]:
        if self._reranker is None or not hits:
            return hits
        best = hits[: 2 * request.limit]
        asked = dict.fromkeys(self._reranker.rerank(request.query, best))
        first = [n for n in asked if 0 <= n < len(best)]  # it is the host's, or a model's answer
        rest = (n for n in range(len(hits)) if n not in set(first))
        return [hits[n] for n in (*first, *rest)]


def _went_without(connection: Connection, context: Context, notes: Found, said: Found) -> bool:
    """Tell whether there was something to compare, and no vector of it.

    Where nothing is remembered, or filters leave nothing, a search misses nothing either.
    """
    if context.vector is None or context.model is None or notes.by_vector or said.by_vector:
        return False
    keys = [scope.key for scope in context.request.scopes]
    return bool(notes.hits or said.hits) or lacks_vectors(
        connection, context.request.workspace, context.model, keys
    )


def _direction(vectors: Sequence[Sequence[float]]) -> tuple[float, ...]:
    if len(vectors) != 1:
        raise EmbeddingAnswerError
    return tuple(unit_vector(vectors[0], len(vectors[0])))


def _best_first(hit: Hit) -> tuple[float, bool, int, str]:
    return -hit.score, hit.archived, -hit.date.toordinal(), hit.id
