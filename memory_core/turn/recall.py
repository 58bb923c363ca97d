"""Searches of a turn: what they return counts as used, and as shown to the chat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from memory_core.search.create_safety import CreateSafety, judge_safety
from memory_core.search.hit import Hit, SearchResult
from memory_core.search.request import MAX_LIMIT, SearchRequest
from memory_core.search.search import Searcher
from memory_core.stores.database import Database
from memory_core.stores.delivery import DeliveredLine, DeliveryKind, record_delivered
from memory_core.turn.uses import UseLog

_LEAST_JUDGED = 10  # hits by which `create_safety` is judged, however few are asked for


@dataclass(frozen=True, kw_only=True, slots=True)
class Recalled:
    """What a search of a turn comes to."""

    hits: tuple[Hit, ...]
    create_safety: CreateSafety
    degraded: str | None = None  # why vectors took no part; None: they did


class Recall:
    """Searches for turns.

    Args:
        database: the store.
        searcher: over the same store.
        uses: where hits are noted as used.
        check: refuses a login or schema that is not right.
    """

    def __init__(
        self, database: Database, searcher: Searcher, uses: UseLog, check: Callable[[], None]
    ) -> None:
        self._check = check
        self._database = database
        self._searcher = searcher
        self._uses = uses

    def search(
        self, request: SearchRequest, *, chat: str | None = None, but: Iterable[str] = ()
    ) -> Recalled:
        """Search; record what is returned before it is.

        Args:
            request: the question and its scopes.
            chat: which is shown the hits; its own messages stand before it and are no hits.
            but: ids that the chat is shown anyway.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        shown = frozenset(but)
        found = self._find(request, chat, request.limit + len(shown))
        hits = tuple(hit for hit in found.hits if hit.id not in shown)[: request.limit]
        if chat is not None and hits:
            self._record(request.workspace, chat, hits)
        self._note(hits)
        return Recalled(hits=hits, create_safety=_judge(request, found), degraded=found.degraded)

    def judge(self, request: SearchRequest, *, chat: str | None = None) -> CreateSafety:
        """Tell whether something is remembered already; nothing is shown, and nothing used.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        return _judge(request, self._find(request, chat, request.limit))

    def _find(self, request: SearchRequest, chat: str | None, limit: int) -> SearchResult:
        self._check()
        own = frozenset() if chat is None else frozenset({chat})
        asked = replace(
            request,
            limit=min(max(limit, _LEAST_JUDGED), MAX_LIMIT),
            not_in_chats=request.not_in_chats | own,
        )
        return self._searcher.search(asked)

    def _record(self, workspace: str, chat: str, hits: Sequence[Hit]) -> None:
        lines = [
            DeliveredLine(scope_key=hit.scope_key or "", line=hit.text, entry=hit.id)
            for hit in hits
        ]
        with self._database.transaction(workspace) as connection:
            record_delivered(connection, workspace, chat, lines, DeliveryKind.HIT)

    def _note(self, hits: Sequence[Hit]) -> None:
        noted = sorted((hit.scope_key, hit.id) for hit in hits if hit.scope_key is not None)
        for scope_key, group in groupby(noted, key=lambda pair: pair[0]):
            self._uses.note(scope_key, [item for _, item in group])


def _judge(request: SearchRequest, found: SearchResult) -> CreateSafety:
    return judge_safety(request.query, found.hits, degraded=found.degraded is not None)
