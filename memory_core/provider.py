"""A turn's memory: the block, searches, saves and tools, bound to scopes by the host."""

from __future__ import annotations

from collections.abc import Sequence

from memory_core.saving import SaveReport
from memory_core.scopes import ScopeRef
from memory_core.search.hit import SearchResult
from memory_core.tools import Toolbox


class MemoryProvider:
    """One agent's view of memory in one turn or chat; made by `MemoryClient.provider`.

    Attributes:
        scopes: what is read, the nearest first.
        home: where saves go; None: nothing may be saved.
        chat: the chat that is served, whose messages say what the user asked for.
    """

    scopes: tuple[ScopeRef, ...]
    home: ScopeRef | None
    chat: str | None

    def context_block(self, query: str | None = None) -> str:
        """Return what the agent is to be told at the head of a turn. Never raises.

        Args:
            query: also search for this, and show what the block does not.
        """
        raise NotImplementedError

    def search(self, query: str, limit: int = 10) -> SearchResult:
        """Search these scopes; what is returned counts as used and as shown.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        raise NotImplementedError

    def search_text(self, query: str, limit: int = 10) -> str:
        """Search, and return the hits as a model is shown them, with `create_safety`."""
        raise NotImplementedError

    def save(
        self,
        text: str,
        *,
        aliases: Sequence[str] = (),
        supersedes: str | None = None,
        by_person: bool = False,
    ) -> SaveReport:
        """Keep a statement.

        Raises:
            InvalidInputError: the text cannot be a line; says why.
            SaveLimitError: too many in this turn or on this day.
            StoreUnavailableError: the database does not answer.
        """
        raise NotImplementedError

    def memory_used(self, ids: Sequence[str]) -> int:
        """Count ids of lines or episodes that the agent cites as used; return how many."""
        raise NotImplementedError

    @property
    def tools(self) -> Toolbox:
        """The tools for the agent, bound to these scopes."""
        return Toolbox(self)
