"""A turn's memory: the block, searches, saves and tools, bound to scopes by the host."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import replace

from memory_core.clock import monotonic
from memory_core.errors import InvalidInputError, MemfoldError
from memory_core.saving import SaveReport, SaveRequest
from memory_core.scopes import ScopeKind, ScopeRef, check_id
from memory_core.search.create_safety import CreateSafety
from memory_core.search.request import SearchRequest
from memory_core.sections import Section
from memory_core.tools import Toolbox
from memory_core.turn.block import MAX_TOKENS, Block, render_hits
from memory_core.turn.blocks import View
from memory_core.turn.parts import TurnParts
from memory_core.turn.recall import Recalled
from memory_core.turn.working import WorkingMemory

log = logging.getLogger(__name__)

QUERY_HITS = 5  # hits beside the block
_MOST_CITED = 100  # ids of one call
_CITED = re.compile(r"\^?(?P<id>[me][0-9a-z]{7,51})")


class MemoryProvider:
    """One agent's view of memory in one turn or chat; made by `MemoryClient.provider`.

    Many threads may use one, and making one costs nothing: what it shows is kept by the client.

    Args:
        parts: the client's.
        scopes: what is read, the nearest first; saves go to the first that is a user's.
        chat: the chat that is served: what it is shown is recorded, and its user's words say what a
            save rests on.
        max_tokens: of the block.
        trust_saves: whether a save counts as the user's own where no chat tells.
    """

    def __init__(
        self,
        parts: TurnParts,
        scopes: Sequence[ScopeRef],
        *,
        chat: str | None = None,
        max_tokens: int = MAX_TOKENS,
        trust_saves: bool = False,
    ) -> None:
        self.scopes = tuple(scopes)
        self.chat = None if chat is None else check_id("chat", chat)
        self.home = next((s for s in self.scopes if s.kind is not ScopeKind.AGENT_ORG), None)
        self._parts = parts
        self._trust_saves = trust_saves
        self._view = View(self.scopes, max_tokens)

    @property
    def tools(self) -> Toolbox:
        """The tools for the agent, bound to these scopes."""
        return Toolbox(self)

    @property
    def working(self) -> WorkingMemory:
        """The working values of the nearest scope."""
        return self._parts.working(self.scopes[0])

    def context_block(self, query: str | None = None, *, working: bool = False) -> str:
        """Return what the agent is to be told at the head of a turn. Never raises.

        It is "" where the store did not answer within the turn's deadline: the turn goes on.

        Args:
            query: also search for this, and show what the lines do not.
            working: also show the working values of these scopes.
        """
        began = monotonic()
        block = self._parts.blocks.get(self._view_of(working=working), self.chat)
        if not query or not block.text:
            return block.text
        hits = self._hits_beside(block, query, began)
        return f"{block.text}\n\nWhat may bear on this question:\n{hits}" if hits else block.text

    def kept_block(self, *, working: bool = False) -> str | None:
        """Return the block if that needs no look at the store, in microseconds; else None."""
        block = self._parts.blocks.find_kept(self._view_of(working=working), self.chat)
        return None if block is None else block.text

    def _view_of(self, *, working: bool) -> View:
        return replace(self._view, working=True) if working else self._view

    def _hits_beside(self, block: Block, query: str, began: float) -> str:
        request = SearchRequest(query=query, scopes=self.scopes, limit=QUERY_HITS)
        shown = [line.id for line in block.shown if not line.is_working]
        recall = self._parts.recall
        try:
            found = self._parts.search_patience.run(
                lambda: recall.search(request, chat=self.chat, but=shown),
                spent=monotonic() - began,  # block and hits share one deadline
            )
            return self._show(found, query)
        except Exception as error:  # a turn never fails because of memory, whatever is wrong
            self._parts.blocks.counts["without hits"] += 1
            expected = isinstance(error, MemfoldError)
            log.warning("a turn goes on without a search: %s", error, exc_info=not expected)
            return ""

    def search(self, query: str, limit: int = 10) -> Recalled:
        """Search these scopes; what is returned counts as used, and as shown to the chat.

        The texts of the hits are raw: `search_text` gives them as a model may be shown them.

        Raises:
            InvalidInputError: a limit out of range.
            StoreUnavailableError: the database does not answer.
        """
        request = SearchRequest(query=query, scopes=self.scopes, limit=limit)
        return self._parts.recall.search(request, chat=self.chat)

    def search_text(self, query: str, limit: int = 10) -> str:
        """Search, and return the hits as a model is shown them, with `create_safety`.

        Raises:
            InvalidInputError: a limit out of range.
            StoreUnavailableError: the database does not answer.
        """
        found = self.search(query, limit)
        shown = self._show(found, query) or "Nothing was found."
        return f"create_safety: {found.create_safety}\n{shown}"

    def create_safety(self, query: str) -> CreateSafety:
        """Tell whether something is remembered already, before it is created or saved.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        request = SearchRequest(query=query, scopes=self.scopes)
        return self._parts.recall.judge(request, chat=self.chat)

    def _show(self, found: Recalled, query: str) -> str:
        keys = [scope.key for scope in self.scopes]
        return render_hits(found.hits, self._parts.secret, keys, query)

    def save(
        self,
        text: str,
        *,
        aliases: Sequence[str] = (),
        supersedes: str | None = None,
        section: Section | None = None,
        requested_by_user: bool = False,
    ) -> SaveReport:
        """Keep a statement: seen by the next search and block, in the index after the next fold.

        Args:
            text: one statement.
            aliases: other names that the user gave for what it is about.
            supersedes: id of the line or save that it replaces; `none`: beside its rivals.
            section: its heading; None: by what it says.
            requested_by_user: a human asks for it with his own hands; never on a model's word.

        Raises:
            InvalidInputError: the text can be no line; says why.
            SaveLimitError: too many in this turn or on this day.
            StoreUnavailableError: the database does not answer.
        """
        if self.home is None:
            raise InvalidInputError("scope", "nothing is saved to an agent's common memory")
        _refuse_text("aliases", aliases)
        return self._parts.save(
            SaveRequest(
                scope=self.home,
                text=text,
                aliases=tuple(aliases),
                supersedes=supersedes,
                section=section,
                chat=self.chat,
                by_person=requested_by_user,
                trust_saves=self._trust_saves,
            )
        )

    def memory_used(self, ids: Sequence[str]) -> int:
        """Count ids of lines or episodes that the agent cites as used; return how many.

        They are written a few seconds later; ids of no line of these scopes count nothing.

        Raises:
            InvalidInputError: it is one text and no list of them.
        """
        _refuse_text("ids", ids)
        named = (_CITED.fullmatch(item.strip()) for item in ids[:_MOST_CITED])
        cited = [found["id"] for found in named if found]
        for scope in self.scopes if cited else ():
            self._parts.uses.note(scope.key, cited)
        return len(cited)


def _refuse_text(field: str, texts: Sequence[str]) -> None:
    """Refuse one text where several belong: it would be taken letter by letter."""
    if isinstance(texts, str):
        raise InvalidInputError(field, "is one text; give a list of texts")
