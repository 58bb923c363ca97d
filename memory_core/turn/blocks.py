"""The blocks of one process: each read once, kept for a minute, read again by its version.

    kept and young ──> the same text, in microseconds
    else ── one read within the turn's deadline ──> the same bytes unless a line changed
                 └─ failed or late ──> "", a warning and a count

What a chat is shown is recorded before it is shown; a block that cannot be recorded is empty too,
since what memory showed must not come back as a second witness.
"""

from __future__ import annotations

import logging
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock

from sqlalchemy import Connection

from memory_core.clock import monotonic
from memory_core.errors import MemfoldError
from memory_core.index.grammar import parse_index
from memory_core.index.model import Index, empty_index
from memory_core.prompts.prompt import load_prompt
from memory_core.scopes import ScopeRef
from memory_core.stores.block_store import StoredScope, read_scopes
from memory_core.stores.database import Database
from memory_core.stores.delivery import DeliveredLine, DeliveryKind, record_delivered
from memory_core.stores.working_store import load_values
from memory_core.turn.block import MAX_TOKENS, Block, ScopeMemory, render_block
from memory_core.turn.patience import OutOfPatienceError, Patience
from memory_core.turn.uses import UseLog

log = logging.getLogger(__name__)

TTL = 60.0  # seconds
_NEVER = datetime.fromtimestamp(0, UTC)  # when the index of a scope without one was written
_MOST_KEPT = 2_048  # blocks of a process
_MOST_TOLD = 4_096  # chats that one block is known to have been recorded for


@dataclass(frozen=True, slots=True)
class View:
    """What a block is of."""

    scopes: tuple[ScopeRef, ...]
    max_tokens: int = MAX_TOKENS
    working: bool = False  # working values are shown too


@dataclass(kw_only=True, slots=True)
class _Kept:
    """A block, what it was made of, and the chats for which it is recorded."""

    block: Block
    memories: tuple[ScopeMemory, ...]
    until: float  # monotonic seconds
    told: set[str] = field(default_factory=set)


class Blocks:
    """Makes and keeps the blocks of one workspace.

    Args:
        database: the store.
        workspace: the tenant.
        secret: what the envelopes' numbers are made by.
        uses: where the scopes that served a turn are noted.
        check: refuses a login or schema that is not right.
        patience: how long a turn waits; None: 200 ms.
    """

    def __init__(
        self,
        database: Database,
        workspace: str,
        *,
        secret: bytes,
        uses: UseLog,
        check: Callable[[], None],
        patience: Patience | None = None,
    ) -> None:
        self._database = database
        self._workspace = workspace
        self._secret = secret
        self._patience = patience or Patience()
        self._check = check
        self._uses = uses
        self._ttl = TTL
        self._kept: OrderedDict[View, _Kept] = OrderedDict()
        self._lock = Lock()
        self._generation = 0  # of saves by this process
        self.counts: Counter[str] = Counter()  # blocks `cached`, `read`, `late`, `failed`

    def find_kept(self, view: View, chat: str | None) -> Block | None:
        """Find a young block that needs no look at the store: neither to read nor to record."""
        kept = self._kept.get(view)
        if kept is None or monotonic() >= kept.until:
            return None
        if chat is not None and chat not in kept.told:
            return None
        self.counts["cached"] += 1
        return kept.block

    def get(self, view: View, chat: str | None = None) -> Block:
        """Return the block; an empty one if the store is away. Never raises."""
        found = self.find_kept(view, chat)
        if found is not None:
            return found
        try:
            block = self._patience.run(lambda: self._make(view, chat))
        except OutOfPatienceError as late:
            self.counts["late"] += 1
            log.warning("a turn goes on without memory: %s", late)
            return Block(text="")
        except Exception as error:  # a turn never fails because of memory, whatever is wrong
            self.counts["failed"] += 1
            expected = isinstance(error, MemfoldError)
            log.warning("a turn goes on without memory: %s", error, exc_info=not expected)
            return Block(text="")
        self.counts["read"] += 1
        return block

    def forget_kept(self, scope_key: str, *, working: bool = False) -> None:
        """Drop the blocks that show a scope: a save is to be seen by the next turn.

        Args:
            scope_key: of the scope that changed.
            working: only its working values did.
        """
        with self._lock:
            self._generation += 1
            for view, kept in self._kept.items():
                changed = view.working or not working
                if changed and any(scope.key == scope_key for scope in view.scopes):
                    kept.until = 0.0

    def _make(self, view: View, chat: str | None) -> Block:
        self._check()
        generation, old = self._generation, self._kept.get(view)
        with self._database.transaction(self._workspace) as connection:
            memories = self._read(connection, view, old.memories if old else ())
            kept = self._renew(view, memories, old)
            if chat is not None and chat not in kept.told:
                _record(connection, self._workspace, chat, kept.block)
        if chat is not None:
            if len(kept.told) >= _MOST_TOLD:
                kept.told.clear()
            kept.told.add(chat)
        self._keep(view, kept, generation)
        for memory in memories:
            if memory.index.version or memory.saves:
                self._uses.note(memory.scope_key)
        return kept.block

    def _read(
        self, connection: Connection, view: View, at_hand: Sequence[ScopeMemory]
    ) -> tuple[ScopeMemory, ...]:
        known = {memory.scope_key: memory for memory in at_hand}
        kinds = {scope.key: scope.kind for scope in view.scopes}
        versions = {key: known[key].index.version if key in known else 0 for key in kinds}
        stored = read_scopes(connection, self._workspace, versions)
        values = load_values(connection, self._workspace, kinds) if view.working else {}
        return tuple(
            ScopeMemory(
                kind=kind,
                index=_index(key, stored[key], known.get(key)),
                saves=stored[key].saves,
                working=tuple(value for value in values.get(key, ()) if value.for_models),
            )
            for key, kind in kinds.items()
        )

    def _renew(self, view: View, memories: tuple[ScopeMemory, ...], old: _Kept | None) -> _Kept:
        """Return a block for these memories, the old one where nothing of them changed."""
        same = old is not None and [m.stamp for m in old.memories] == [m.stamp for m in memories]
        if old is not None and same:
            return _Kept(block=old.block, memories=memories, until=0.0, told=set(old.told))
        instructions = load_prompt("inject").text
        block = render_block(memories, self._secret, instructions, view.max_tokens)
        return _Kept(block=block, memories=memories, until=0.0)

    def _keep(self, view: View, kept: _Kept, generation: int) -> None:
        with self._lock:
            # what was read before a save of this process is not kept as if it were young
            kept.until = monotonic() + self._ttl if generation == self._generation else 0.0
            self._kept[view] = kept
            self._kept.move_to_end(view)
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)


def _index(scope_key: str, stored: StoredScope, known: ScopeMemory | None) -> Index:
    if stored.text is not None:
        return parse_index(stored.text)
    if known is not None and known.index.version == stored.version:
        return known.index
    return empty_index(scope_key, _NEVER)


def _record(connection: Connection, workspace: str, chat: str, block: Block) -> None:
    for kind in (DeliveryKind.BLOCK, DeliveryKind.WORKING):
        lines: Iterable[DeliveredLine] = (
            DeliveredLine(
                scope_key=line.scope_key,
                line=said,
                entry=line.id if line.rank else None,  # neither a save nor a value has a line
            )
            for line in block.shown
            if line.is_working == (kind is DeliveryKind.WORKING)
            for said in line.says
        )
        record_delivered(connection, workspace, chat, lines, kind)
