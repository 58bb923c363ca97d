"""What lies between two versions of an index, line by line, for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from memory_core.index.model import EndingKind, Entry, Index


class ChangeKind(StrEnum):
    """What became of a line; their order is that of a printed diff."""

    ADDED = "added"
    RETURNED = "returned"  # from the Archive
    SUPERSEDED = "superseded"
    MERGED = "merged"
    RETRACTED = "retracted"
    EXPIRED = "expired"
    ROOM = "archived for room"
    RESTORED_AWAY = "restored away"
    CAME_AND_WENT = "came and went"  # new since, and archived by now
    DROPPED = "dropped"  # from the Archive
    CORROBORATED = "corroborated"
    UNVERIFIED = "unverified again"
    CONFIRMED = "confirmed"  # further sources
    FEWER_SOURCES = "lost sources"
    ALIASED = "aliased"
    MOVED = "moved"  # to another heading
    PINNED = "pinned"
    UNPINNED = "unpinned"


@dataclass(frozen=True, kw_only=True, slots=True)
class LineChange:
    """What became of one line."""

    kind: ChangeKind
    entry: Entry  # as it stands after; as it stood before when it is gone
    was: Entry | None = None  # None: it is new
    by: Entry | None = None  # what replaced it
    reason: str = ""


_ENDED = {
    EndingKind.SUPERSEDED: ChangeKind.SUPERSEDED,
    EndingKind.MERGED: ChangeKind.MERGED,
    EndingKind.RETRACTED: ChangeKind.RETRACTED,
    EndingKind.EXPIRED: ChangeKind.EXPIRED,
    EndingKind.ROOM: ChangeKind.ROOM,
    EndingKind.RESTORED_AWAY: ChangeKind.RESTORED_AWAY,
}


def diff_indexes(
    before: Index, after: Index, reasons: Mapping[str, str] | None = None
) -> tuple[LineChange, ...]:
    """Return what became of each line that differs, by kind, then in the file's order.

    Args:
        before: the one version.
        after: the other, usually later.
        reasons: why, by entry id, as the reports of the versions between say.
    """
    why = reasons or {}
    stood = {entry.id: entry for entry in before.entries}
    changes = [c for entry in after.entries for c in _changes(stood.get(entry.id), entry, after)]
    stands = {entry.id for entry in after.entries}
    gone = [entry for entry in before.entries if entry.id not in stands]
    changes += [LineChange(kind=ChangeKind.DROPPED, entry=entry, was=entry) for entry in gone]
    told = [
        LineChange(kind=c.kind, entry=c.entry, was=c.was, by=c.by, reason=why.get(c.entry.id, ""))
        for c in changes
    ]
    return tuple(sorted(told, key=lambda change: list(ChangeKind).index(change.kind)))


def _changes(was: Entry | None, now: Entry, after: Index) -> Iterator[LineChange]:
    by = after.find_entry(now.ending.by) if now.ending and now.ending.by else None
    if was is None:
        kind = ChangeKind.ADDED if now.active else ChangeKind.CAME_AND_WENT
        yield LineChange(kind=kind, entry=now, by=by)
        return
    if now.ending and was.ending != now.ending:
        yield LineChange(kind=_ENDED[now.ending.kind], entry=now, was=was, by=by)
    elif was.ending and now.active:
        yield LineChange(kind=ChangeKind.RETURNED, entry=now, was=was)
    elif was.section is not now.section:
        yield LineChange(kind=ChangeKind.MOVED, entry=now, was=was)
    for kind in _marks(was, now):
        yield LineChange(kind=kind, entry=now, was=was)


def _marks(was: Entry, now: Entry) -> Iterator[ChangeKind]:
    if was.unverified != now.unverified:
        yield ChangeKind.UNVERIFIED if now.unverified else ChangeKind.CORROBORATED
    if was.pinned != now.pinned:
        yield ChangeKind.PINNED if now.pinned else ChangeKind.UNPINNED
    if was.aliases != now.aliases:
        yield ChangeKind.ALIASED
    count, counted = len(now.sources) + now.more, len(was.sources) + was.more
    if count != counted:
        yield ChangeKind.CONFIRMED if count > counted else ChangeKind.FEWER_SOURCES
