"""The index of a scope and its entries, as values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum

from memory_core.provenance import Provenance, Trust
from memory_core.sections import ARCHIVE_HEADING, Section

GONE = "gone"  # stands for an entry that was forgotten
_RANKS = {section: rank for rank, section in enumerate(Section)}


class EndingKind(StrEnum):
    """Why an entry is in the Archive."""

    SUPERSEDED = "superseded"
    MERGED = "merged"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    ROOM = "room"
    RESTORED_AWAY = "restored-away"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ending:
    """How and when an entry left the active lines."""

    kind: EndingKind
    on: date
    by: str | None = None  # the entry that replaced it, `GONE` when that one was forgotten

    def __post_init__(self) -> None:
        if (self.by is None) == (self.kind in {EndingKind.SUPERSEDED, EndingKind.MERGED}):
            raise ValueError(f"{self.kind}: `by` belongs to superseded and merged, and only there")


@dataclass(frozen=True, kw_only=True, slots=True)
class Entry:
    """One line of the index; active while it has no ending.

    An archived entry has no section, as its line stands under no heading of its own.
    """

    id: str
    section: Section | None  # None if and only if archived
    day: date  # the speaker's local day of the evidence
    text: str
    provenance: Provenance
    unverified: bool = False
    pinned: bool = False
    quoted: bool = False  # looks like an order to the reader; shown defanged
    ending: Ending | None = None
    aliases: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()  # episode ids shown: first, one between, newest
    more: int = 0  # sources that are not shown

    def __post_init__(self) -> None:
        if (self.section is None) != (self.ending is not None):
            raise ValueError(f"{self.id}: an entry has either a section or an ending")

    @property
    def active(self) -> bool:
        """Whether the line is held to be true now."""
        return self.ending is None

    @property
    def heading(self) -> str:
        """The heading the line stands under."""
        return self.section or ARCHIVE_HEADING

    @property
    def trust(self) -> Trust:
        """The trust mark shown to readers."""
        if self.provenance is Provenance.USER_REQUESTED:
            return Trust.REQUESTED
        return Trust.UNVERIFIED if self.unverified else Trust.CORROBORATED

    @property
    def spared(self) -> bool:
        """Whether neither expiry nor want of room may archive it."""
        return self.pinned or self.provenance is Provenance.USER_REQUESTED

    def archived(self, ending: Ending) -> Entry:
        """Return the entry as it stands in the Archive."""
        return replace(self, section=None, ending=ending)


def file_order(entry: Entry) -> tuple[int, date, str]:
    """Return the sort key of a line: active ones by section, day and id, then the Archive.

    Archived lines keep the order in which they were archived, so the oldest stands first.
    """
    if entry.section is None:
        return (len(_RANKS), date.min, "")
    return (_RANKS[entry.section], entry.day, entry.id)


@dataclass(frozen=True, kw_only=True, slots=True)
class Index:
    """A scope's MEMORY.md as a value; entries are put in the file's order when it is made."""

    scope_key: str
    version: int  # 0: nothing was written yet
    written_at: datetime  # aware; UTC, whole seconds
    entries: tuple[Entry, ...] = ()

    def __post_init__(self) -> None:
        if self.written_at.tzinfo is None:
            raise ValueError("written_at needs a zone")
        whole = self.written_at.astimezone(UTC).replace(microsecond=0)
        object.__setattr__(self, "written_at", whole)
        object.__setattr__(self, "entries", tuple(sorted(self.entries, key=file_order)))

    @property
    def active(self) -> tuple[Entry, ...]:
        """The lines held to be true now."""
        return tuple(entry for entry in self.entries if entry.active)

    @property
    def archived(self) -> tuple[Entry, ...]:
        """The lines of the Archive, the one archived first in front."""
        return tuple(entry for entry in self.entries if not entry.active)

    def find_entry(self, entry_id: str) -> Entry | None:
        """Return the entry of this id, active or archived."""
        return next((entry for entry in self.entries if entry.id == entry_id), None)

    def next_version(self, entries: Iterable[Entry], now: datetime) -> Index:
        """Return the version that follows this one, with these entries."""
        return replace(self, version=self.version + 1, written_at=now, entries=tuple(entries))


def empty_index(scope_key: str, now: datetime) -> Index:
    """Return version 0 of a scope's index: no lines."""
    return Index(scope_key=scope_key, version=0, written_at=now)
