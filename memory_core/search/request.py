"""What is asked of a search."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from memory_core.errors import InvalidInputError
from memory_core.provenance import Provenance
from memory_core.scopes import ScopeRef, check_id
from memory_core.sections import Section
from memory_core.text.normalise import clean

MAX_LIMIT = 200
MAX_QUERY = 4_000  # code points that are read of a question; the rest is passed over


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchRequest:
    """A question, bound to scopes; the filters narrow and never widen.

    Message hits come from chats in which the user of one of the scopes takes part, of an
    `agent-user` scope with that agent; an `agent-org` scope reaches no message.

    Raises:
        InvalidInputError: no scope, scopes of two workspaces, a limit out of range, an `until`
            before `since`, a naive `now`, an id of a chat that is none.
    """

    query: str  # whatever a model wrote: what cannot be looked for is taken out, the end cut off
    scopes: tuple[ScopeRef, ...]  # of one workspace, the nearest first
    limit: int = 10
    now: datetime | None = None  # what "last week" is counted from, aware; None: the store's clock
    since: date | None = None  # first day, included
    until: date | None = None  # last day, included
    sections: frozenset[Section] = frozenset()  # empty: any; messages have none
    provenances: frozenset[Provenance] = frozenset()  # empty: any
    chats: frozenset[str] = frozenset()  # empty: any; else what rests on a message of these
    not_in_chats: frozenset[str] = frozenset()  # whose messages the asker has before it anyway
    notes: bool = True  # lines and episodes
    messages: bool = True  # what was said, behind them

    def __post_init__(self) -> None:
        if not self.scopes:
            raise InvalidInputError("scopes", "is empty; name at least one scope")
        if len({scope.workspace for scope in self.scopes}) > 1:
            raise InvalidInputError("scopes", "are of two workspaces; search each by itself")
        if not 1 <= self.limit <= MAX_LIMIT:
            raise InvalidInputError("limit", f"is {self.limit}; give 1 to {MAX_LIMIT}")
        if self.since is not None and self.until is not None and self.since > self.until:
            raise InvalidInputError("until", f"is before since, {self.since}; turn them round")
        if self.now is not None and self.now.tzinfo is None:
            raise InvalidInputError("now", "has no zone; give an aware time")
        for chat in self.chats | self.not_in_chats:
            check_id("chats", chat)
        object.__setattr__(self, "query", clean(self.query[:MAX_QUERY])[0].strip())

    @property
    def workspace(self) -> str:
        """The workspace of all scopes."""
        return self.scopes[0].workspace
