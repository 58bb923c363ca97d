"""What a plan may do to an index.

Operations name entries and episodes by id; a mind's small integers are translated before. In a
plan every offered episode stands in exactly one operation and an entry in at most one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from memory_core.sections import Section


class SkipReason(StrEnum):
    """Why an episode becomes no line."""

    TRANSIENT = "transient"
    DUPLICATE = "duplicate"
    NOT_DURABLE = "not-durable"
    UNSUPPORTED = "unsupported"


@dataclass(frozen=True, kw_only=True, slots=True)
class Add:
    """A new active entry."""

    episodes: tuple[str, ...]  # all that state it, the one whose line is taken first
    text: str | None = None  # None: the first episode's own line
    section: Section | None = None  # None: the first episode's own
    aliases: tuple[str, ...] | None = None  # None: the first episode's own
    behind: str | None = None  # an active entry with newer evidence: enters the Archive as
    # superseded by it, so that what was said last stays active whatever arrives when

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it names."""
        return (self.behind,) if self.behind else ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Confirm:
    """Further sources for an entry that says the same."""

    entry: str
    episodes: tuple[str, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it names."""
        return (self.entry,)


@dataclass(frozen=True, kw_only=True, slots=True)
class Supersede:
    """An entry goes to the Archive and a new one takes its place."""

    entry: str
    episodes: tuple[str, ...]
    text: str | None = None  # None: the first episode's own line
    section: Section | None = None  # None: the old entry's
    aliases: tuple[str, ...] | None = None  # None: the first episode's own

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it names."""
        return (self.entry,)


@dataclass(frozen=True, kw_only=True, slots=True)
class Merge:
    """Several entries say the same: one new active line, the others to the Archive."""

    entries: tuple[str, ...]  # two or more, unless episodes take part
    episodes: tuple[str, ...]
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Retract:
    """The user took an entry back."""

    entry: str
    episodes: tuple[str, ...]

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it names."""
        return (self.entry,)


@dataclass(frozen=True, kw_only=True, slots=True)
class Alias:
    """Another name of what an entry speaks of, explicitly stated."""

    entry: str
    episodes: tuple[str, ...]
    alias: str
    remove: bool = False

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it names."""
        return (self.entry,)


@dataclass(frozen=True, kw_only=True, slots=True)
class Skip:
    """Episodes that become no line."""

    episodes: tuple[str, ...]
    reason: SkipReason

    @property
    def entries(self) -> tuple[str, ...]:
        """The entries it names: none."""
        return ()


Operation = Add | Confirm | Supersede | Merge | Retract | Alias | Skip
