"""The product's own search over a database that LoCoMo was imported into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from benchmarks.recall.questions import Conversation, Place
from jobs.embedding import EmbeddingFiller
from jobs.policies import Policy
from memory_core.embedding.protocol import Embedder
from memory_core.formats.locomo import parse_session_date
from memory_core.incoming import parse_message
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.search.context import Priors
from memory_core.search.request import SearchRequest
from memory_core.search.search import Searcher
from memory_core.stores.database import Database
from memory_core.stores.ledger import Ledger

_BATCH = 500
_DEPTH = 20
ASKED_AT = datetime(2024, 3, 1, tzinfo=UTC)  # after the last session


def import_conversations(database: Database, conversations: Sequence[Conversation]) -> None:
    """Append every turn, as `memfold import --format locomo` does."""
    ledger = Ledger(database)
    for conversation in conversations:
        ledger.append(
            [
                parse_message(
                    {
                        "workspace": "default",
                        "chat": turn.chat,
                        "position": turn.position,
                        "role": "user",
                        "speaker": turn.speaker.lower(),
                        "user": f"{conversation.id}:{turn.speaker.lower()}",
                        "name": turn.speaker,
                        "content": turn.content,
                        "at": parse_session_date(turn.day),
                    }
                )
                for turn in conversation.turns
            ]
        )


def embed_messages(database: Database, embedder: Embedder) -> None:
    """Give every message its vector, as the worker does in the background."""
    filler = EmbeddingFiller(
        database=database, embedder=embedder, holder="bench", policy=Policy(), batch=_BATCH
    )
    assert filler.fill("default").outcome == "filled"


@dataclass(frozen=True, kw_only=True)
class MemfoldRanker:
    """Searches as a host bound to both participants does."""

    database: Database
    embedder: Embedder | None = None
    priors: Priors = field(default_factory=Priors)
    _searcher: Searcher = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "_searcher", Searcher(self.database, self.embedder, priors=self.priors)
        )

    def rank(self, conversation: Conversation, query: str) -> list[Place]:
        """Return the places of the message hits, best first."""
        request = searching(conversation, query, limit=_DEPTH, notes=False)
        hits = self._searcher.search(request).hits
        return [(hit.source[0].chat, hit.source[0].position) for hit in hits]


def searching(conversation: Conversation, query: str, **more: Any) -> SearchRequest:
    """Return the request of a host that is bound to both participants' scopes."""
    users = [f"{conversation.id}:{speaker.lower()}" for speaker in conversation.speakers]
    return SearchRequest(
        query=query,
        scopes=tuple(
            ScopeRef(workspace="default", kind=ScopeKind.USER, user=user) for user in users
        ),
        now=ASKED_AT,
        **more,
    )
