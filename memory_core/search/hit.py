"""What a search finds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from memory_core.provenance import Provenance, Trust
from memory_core.sections import Section


class MatchedOn(StrEnum):
    """By what a hit was found, the surest first."""

    ALIAS_EXACT = "alias-exact"
    DESCRIPTION = "description"  # the words of a line or of an episode's description
    BODY = "body"  # the words of an episode's body
    SIMILAR = "similar"  # by its vector, or by a word spelt almost the same
    MESSAGE = "message"  # what was said


@dataclass(frozen=True, kw_only=True, slots=True)
class Place:
    """A message of the ledger."""

    chat: str
    position: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A line, an episode or a message. The text is raw: sanitise it before a model sees it."""

    id: str  # `m…` of a line, `e…` of an episode, `chat#position` of a message
    text: str
    date: date  # local day of the evidence, or on which it was said
    provenance: Provenance
    trust: Trust
    matched_on: MatchedOn
    score: float
    source: tuple[Place, ...]  # the messages it rests on, or the message itself
    scope_key: str | None = None  # None: a message, which is in no scope
    section: Section | None = None  # None: a message, or archived
    speaker: str | None = None  # name or id of who said it
    archived: bool = False  # no longer held to be true: comes after all that is
    near: bool = False  # its vector passes the model's calibrated threshold

    @property
    def is_message(self) -> bool:
        """Whether it is what was said, not what was noted."""
        return self.scope_key is None


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchResult:
    """The hits, best first; ties by score, the newer, the id."""

    hits: tuple[Hit, ...]
    degraded: str | None = None  # why vectors took no part; None: they did


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """What one kind of search found, in no order."""

    hits: tuple[Hit, ...] = ()
    by_vector: bool = False  # vectors took part
