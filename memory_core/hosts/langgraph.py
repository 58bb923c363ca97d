"""LangGraph: a store whose memories are memfold's; everything else goes to a store of the host's.

    store = MemfoldStore(memory, agent="helper", others=InMemoryStore(), chat=thread_id)
    graph = builder.compile(store=store)

    store.search(("memory", user), query="where does she live")     lines, episodes, messages
    store.search(("memory", user))                                  the lines that hold
    store.get(("memory", user), "m7k2p9qa")                         a line
    store.put(("memory", user), "new", {"text": "Lives in Oslo."})  a save
    store.put(("memory", user), "m7k2p9qa", {"text": …})            in the place of that line

Texts are as a model may be shown them. A save gets an id of its own, under which a search finds it:
keys of the host's are not kept. A line goes by what the user says or by `memfold forget`, never by
`delete`.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, date, datetime, time
from typing import Any

from memory_core.client import MemoryClient
from memory_core.errors import InvalidInputError, StoreUnavailableError
from memory_core.index.model import Entry
from memory_core.provider import MemoryProvider
from memory_core.saving import KEEP_BOTH, SaveStatus
from memory_core.search.hit import Hit
from memory_core.search.request import MAX_LIMIT
from memory_core.text.sanitise import show

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
    )
except ImportError:
    raise ImportError("MemfoldStore needs pip install 'memfold[langgraph]'") from None

log = logging.getLogger(__name__)

_OWN_ID = re.compile(r"\^?(?:m[0-9a-hjkmnp-tv-z]{7,}|e[0-9a-hjkmnp-tv-z]{16})")
_TEXT_KEYS = ("text", "content", "memory", "data")


def thread_id() -> str | None:
    """Return the thread of the graph that runs, for hosts whose ledger names chats by threads."""
    from langgraph.config import get_config  # noqa: PLC0415  the extra's larger half

    try:
        found = get_config().get("configurable", {}).get("thread_id")
    except RuntimeError:  # no graph runs here
        return None
    return None if found is None else str(found)


class MemfoldStore(BaseStore):
    """Memories of users under the namespaces `(prefix, user)`.

    A search or get while the store is away finds nothing; a put raises.

    Args:
        memory: the host's client.
        agent: who is served.
        team: its team.
        prefix: first part of the namespaces that are memfold's.
        others: the store of every other namespace; None: they are refused.
        chat: tells which chat is served, so that what it is shown is recorded and its user's words
            say what a save rests on; `thread_id`, or a function of the host's.
        trust_saves: whether a save counts as the user's own where no chat tells.
    """

    supports_ttl = False

    def __init__(  # noqa: PLR0913  what a host may choose, a keyword a choice
        self,
        memory: MemoryClient,
        *,
        agent: str | None = None,
        team: str | None = None,
        prefix: str = "memory",
        others: BaseStore | None = None,
        chat: Callable[[], str | None] = lambda: None,
        trust_saves: bool = False,
    ) -> None:
        self._memory = memory
        self._agent = agent
        self._team = team
        self._prefix = prefix
        self._others = others
        self._chat = chat
        self._trust_saves = trust_saves

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations in order; ours apart from those of the other store.

        Raises:
            InvalidInputError: a namespace names no user, a value no text, or a line is deleted.
            StoreUnavailableError: the database does not answer a put.
        """
        asked = list(ops)
        theirs = [op for op in asked if not self._is_ours(op)]
        found = self._other_store(theirs).batch(theirs) if theirs else []
        return self._together(asked, found)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Carry out operations in order; ours on a thread."""
        asked = list(ops)
        theirs = [op for op in asked if not self._is_ours(op)]
        found = await self._other_store(theirs).abatch(theirs) if theirs else []
        return await asyncio.to_thread(self._together, asked, found)

    def _together(self, asked: list[Op], found: list[Result]) -> list[Result]:
        others = iter(found)
        return [self._do(op) if self._is_ours(op) else next(others) for op in asked]

    def _is_ours(self, op: Op) -> bool:
        if isinstance(op, ListNamespacesOp):
            return False
        namespace = op.namespace_prefix if isinstance(op, SearchOp) else op.namespace
        return namespace[:1] == (self._prefix,)

    def _other_store(self, ops: list[Op]) -> BaseStore:
        if self._others is None:
            raise InvalidInputError(
                "namespace",
                f"{len(ops)} of the operations are not on ({self._prefix!r}, user); "
                "give another store as `others`",
            )
        return self._others

    def _do(self, op: Op) -> Result:
        if isinstance(op, PutOp):
            self._put(op)
            return None
        try:
            if isinstance(op, SearchOp):
                return self._search(op)
            assert isinstance(op, GetOp)
            return self._get(op)
        except StoreUnavailableError as error:
            log.warning("a turn goes on without memory: %s", error)
            return [] if isinstance(op, SearchOp) else None

    def _turn(self, namespace: tuple[str, ...]) -> MemoryProvider:
        if len(namespace) != 2:  # noqa: PLR2004  the prefix and the user
            raise InvalidInputError("namespace", f"must be ({self._prefix!r}, user)")
        return self._memory.provider(
            user=namespace[1],
            agent=self._agent,
            team=self._team,
            chat=self._chat(),
            trust_saves=self._trust_saves,
        )

    # -- reading -------------------------------------------------------------------------------

    def _search(self, op: SearchOp) -> list[SearchItem]:
        turn = self._turn(op.namespace_prefix)
        wanted = op.offset + op.limit
        if op.query:
            limit = MAX_LIMIT if op.filter else min(max(wanted, 1), MAX_LIMIT)
            items = [_found(op.namespace_prefix, hit) for hit in turn.search(op.query, limit).hits]
        else:
            lines = (entry for entry in self._lines(turn) if entry.active)
            items = [_listed(op.namespace_prefix, entry) for entry in lines]
        return [item for item in items if _passes(item, op.filter or {})][op.offset : wanted]

    def _get(self, op: GetOp) -> Item | None:
        wanted = op.key.removeprefix("^")
        lines = self._lines(self._turn(op.namespace))
        return next((_listed(op.namespace, e) for e in lines if e.id == wanted), None)

    def _lines(self, turn: MemoryProvider) -> Iterator[Entry]:
        for scope in turn.scopes:
            yield from self._memory.index(scope).entries

    # -- writing -------------------------------------------------------------------------------

    def _put(self, op: PutOp) -> None:
        turn = self._turn(op.namespace)
        if op.value is None:
            raise InvalidInputError(
                "key", "a line is not deleted here: use memfold forget, or let the user correct it"
            )
        replaced = op.key if _OWN_ID.fullmatch(op.key) else KEEP_BOTH
        report = turn.save(_text_of(op.value), supersedes=replaced)
        if report.status is SaveStatus.NEEDS_CONFIRMATION:
            raise InvalidInputError("key", "; ".join(report.remarks) or "it may not be replaced")
        for remark in report.remarks:  # a store's put has no answer
            log.warning("put: %s", remark)


def _text_of(value: Mapping[str, Any]) -> str:
    for key in _TEXT_KEYS:
        held = value.get(key)
        if isinstance(held, Mapping):
            return _text_of(held)
        if isinstance(held, str):
            return held
    raise InvalidInputError("value", "holds no text; give {'text': one statement}")


def _found(namespace: tuple[str, ...], hit: Hit) -> SearchItem:
    value = {**_value(hit, hit.date), "archived": hit.archived, "matched_on": str(hit.matched_on)}
    at = _midnight(hit.date)
    return SearchItem(namespace, hit.id, value, at, at, score=hit.score)


def _listed(namespace: tuple[str, ...], entry: Entry) -> SearchItem:
    value = {**_value(entry, entry.day), "archived": not entry.active}
    at = _midnight(entry.day)
    return SearchItem(namespace, entry.id, value, at, at)


def _value(noted: Hit | Entry, day: date) -> dict[str, Any]:
    return {
        "text": show(noted.text),
        "date": day.isoformat(),
        "section": noted.section and str(noted.section),
        "provenance": str(noted.provenance),
        "trust": str(noted.trust),
    }


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)


def _passes(item: SearchItem, wanted: Mapping[str, Any]) -> bool:
    for name, value in wanted.items():
        if isinstance(value, Mapping):
            raise InvalidInputError("filter", "compares by equality alone; give plain values")
        if item.value.get(name) != value:
            return False
    return True
