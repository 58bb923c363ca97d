"""The searcher."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from memory_core.search.hit import Hit, SearchResult
from memory_core.search.request import SearchRequest
from memory_core.stores.database import Database


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
    """

    def __init__(
        self,
        database: Database,
        embedder: object | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._reranker = reranker

    def search(self, request: SearchRequest) -> SearchResult:
        """Return exactly as many hits as there are, at most the request's limit.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        raise NotImplementedError
