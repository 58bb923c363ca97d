"""Episodes: immutable, dated, attributed statements with evidence, and their ids."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from memory_core.dates import PartialDate
from memory_core.hashing import mint_id
from memory_core.provenance import Provenance
from memory_core.sections import Section


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """A span of a message that an episode rests on."""

    chat: str  # external chat id
    position: int
    span: tuple[int, int]  # code points, end exclusive
    message_hash: str
    at: datetime  # aware, in the speaker's own zone; not part of the episode's id


@dataclass(frozen=True, kw_only=True, slots=True)
class EpisodeContent:
    """Everything of an episode that its id is made of."""

    scope_key: str
    provenance: Provenance
    speaker: str  # participant id
    occurred_on: PartialDate | None
    section: Section
    description: str  # the one line that may become an index line
    body: str
    aliases: tuple[str, ...]
    evidence: tuple[Evidence, ...]  # asserting messages, oldest first, at least one


@dataclass(frozen=True, kw_only=True, slots=True)
class Episode:
    """A sealed episode; its id is made of `content`, the rest says how it came about."""

    id: str
    content: EpisodeContent
    language: str
    recorded_at: datetime
    prompt_version: str
    model: str
    run: str

    @property
    def first_day(self) -> date:
        """The speaker's local day of the first evidence."""
        return min(self.content.evidence, key=lambda e: e.at).at.date()

    @property
    def evidence_at(self) -> datetime:
        """The time of the newest evidence."""
        return max(e.at for e in self.content.evidence)

    @property
    def last_day(self) -> date:
        """The speaker's local day of the newest evidence."""
        return self.evidence_at.date()


def episode_id(content: EpisodeContent, saved_at: datetime | None = None) -> str:
    """Mint the id: `e` and 16 base32 characters over the content alone, so a replay is a no-op.

    Args:
        content: what it says, and by what evidence.
        saved_at: of a save: in the same words it may be saved again later, and is news then.
    """
    occurred = content.occurred_on
    return mint_id(
        "e",
        16,
        content.scope_key,
        str(content.provenance),
        content.speaker,
        [occurred.value.isoformat(), str(occurred.precision)] if occurred else None,
        str(content.section),
        content.description,
        content.body,
        list(content.aliases),
        [[e.chat, e.position, *e.span, e.message_hash] for e in content.evidence],
        *([saved_at.isoformat()] if saved_at else []),
    )
