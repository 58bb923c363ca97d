"""Makes room in a full index by rule, and counts what an index takes.

Active lines make room by moving to the Archive: unverified ones first, the least recently used in
front, ties by evidence date and id; never a pinned or user-requested one, never one of this round.
The Archive makes room by dropping lines that stood in it before, the oldest first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime

from memory_core.index.budget import Budget
from memory_core.index.effects import Effect, EffectKind
from memory_core.index.grammar import render_entry, render_index
from memory_core.index.model import Ending, EndingKind, Entry, Index

_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """What an index takes."""

    lines: int
    active_lines: int  # section headings counted
    bytes: int
    active_bytes: int

    def fits(self, budget: Budget) -> bool:
        """Tell whether all of it is within the budget."""
        return self.active_fits(budget) and (
            self.lines <= budget.lines and self.bytes <= budget.file_bytes
        )

    def active_fits(self, budget: Budget) -> bool:
        """Tell whether the active lines are within theirs."""
        return self.active_lines <= budget.active_lines and self.active_bytes <= budget.active_bytes


def measure(index: Index) -> Size:
    """Count the lines and bytes of an index as it is written."""
    headings = {entry.heading for entry in index.active}
    active = [*(f"## {heading}" for heading in headings), *map(render_entry, index.active)]
    text = render_index(index)
    return Size(
        lines=text.count("\n"),
        active_lines=len(active),
        bytes=len(text.encode()),
        active_bytes=sum(len(line.encode()) + 1 for line in active),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """An index that fits, and what had to go for it."""

    index: Index
    archived: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)  # why it was each one's turn


@dataclass(frozen=True, kw_only=True, slots=True)
class Occupancy:
    """What may make room in a round."""

    before: Index
    budget: Budget
    today: date  # of the round: when lines are archived
    touched: Collection[str] = ()  # entries of this round, which stay
    used_at: Mapping[str, datetime] = field(default_factory=dict)  # last use by entry id


def make_room(index: Index, occupancy: Occupancy) -> Room | None:
    """Return the index within its budget; None when no rule can bring it there this round."""
    entries, archived, reasons = list(index.entries), list[str](), dict[str, str]()
    budget, size = occupancy.budget, _measure_next(index, entries)
    for victim in _victims(index, occupancy):
        if size.active_fits(budget):
            break
        entries.remove(victim)
        entries.append(victim.archived(Ending(kind=EndingKind.ROOM, on=occupancy.today)))
        archived.append(victim.id)
        reasons[victim.id] = _reason(victim, occupancy)
        size = _measure_next(index, entries)
    dropped = list[str]()
    for oldest in _droppable(entries, occupancy.before):
        if size.fits(budget):
            break
        entries.remove(oldest)
        dropped.append(oldest.id)
        reasons[oldest.id] = "room: the oldest line of the Archive"
        size = _measure_next(index, entries)
    if not size.fits(budget):
        return None
    return Room(
        index=_with(index, entries),
        archived=tuple(archived),
        dropped=tuple(dropped),
        reasons=reasons,
    )


def room_effects(room: Room) -> Iterator[Effect]:
    """Yield what had to go for room, each with its reason."""
    for kind, victims in (
        (EffectKind.ARCHIVED, room.archived),
        (EffectKind.DROPPED, room.dropped),
    ):
        for victim in victims:
            yield Effect(kind=kind, entry=victim, reason=room.reasons[victim])


def _victims(index: Index, occupancy: Occupancy) -> list[Entry]:
    stood = {entry.id for entry in occupancy.before.active} - set(occupancy.touched)
    free = [entry for entry in index.active if entry.id in stood and not entry.spared]
    return sorted(
        free,
        key=lambda e: (not e.unverified, occupancy.used_at.get(e.id, _NEVER), e.day, e.id),
    )


def _reason(victim: Entry, occupancy: Occupancy) -> str:
    used_at = occupancy.used_at.get(victim.id)
    used = f"last used on {used_at.date().isoformat()}" if used_at else "never used"
    return f"room: {victim.trust}, {used}, of {victim.day.isoformat()}"


def _droppable(entries: Sequence[Entry], before: Index) -> list[Entry]:
    stood = {entry.id for entry in before.archived}
    return [entry for entry in entries if not entry.active and entry.id in stood]


def _measure_next(index: Index, entries: Iterable[Entry]) -> Size:
    """Measure what is to be written: the next version's number may be a digit longer."""
    return measure(replace(_with(index, entries), version=index.version + 1))


def _with(index: Index, entries: Iterable[Entry]) -> Index:
    return Index(
        scope_key=index.scope_key,
        version=index.version,
        written_at=index.written_at,
        entries=tuple(entries),
    )
