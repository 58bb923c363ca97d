"""What a fold did, as data for runs, diffs and the command line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EffectKind(StrEnum):
    """What a fold did to an entry, or with episodes."""

    ADDED = "added"
    CONFIRMED = "confirmed"
    SUPERSEDED = "superseded"
    MERGED = "merged"
    RETRACTED = "retracted"
    ALIASED = "aliased"
    PROMOTED = "promoted"  # two episodes corroborate it
    DOUBTED = "doubted"  # what corroborated it is gone
    PINNED = "pinned"
    UNPINNED = "unpinned"
    EXPIRED = "expired"  # for want of use
    REVIVED = "revived"  # expired, and used or stated again
    ARCHIVED = "archived"  # for room
    DROPPED = "dropped"  # from the Archive, for room
    FORGOTTEN = "forgotten"  # gone for good, or sources of it are
    SKIPPED = "skipped"
    DEFERRED = "deferred"


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """One thing a fold did, and why."""

    kind: EffectKind
    entry: str | None = None
    episodes: tuple[str, ...] = ()
    reason: str = ""
