"""Which lines expire for want of use, and which come back. Pure; decided by code alone.

    active ── unused on 30 days with turns ──> Archive, expired ── used or stated again ──> active

The clock of a line starts when it becomes active and runs only on days on which its scope served
a turn, so a user on holiday loses nothing. What a user pinned or asked to keep never expires.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.effects import Effect, EffectKind
from memory_core.index.model import Ending, EndingKind, Entry, Index
from memory_core.index.rewrite import Cause
from memory_core.index.room import Occupancy, make_room, measure, room_effects
from memory_core.index.sameness import states_same
from memory_core.index.slots import are_rivals, slot_of
from memory_core.sections import Section

_SHORT_LIVED = frozenset({Section.PROJECTS, Section.EVENTS, Section.OTHER})


@dataclass(frozen=True, kw_only=True, slots=True)
class Retention:
    """When unused lines expire."""

    unused_days: int = 30  # days on which the scope served a turn; 0: nothing expires
    crowded_lines: int = 60  # active lines above which lines of lasting sections expire too


@dataclass(frozen=True, kw_only=True, slots=True)
class Use:
    """What is known of the use of one line."""

    day_count: int = 0  # served days of its scope when its clock started or it was last used
    used_at: datetime | None = None
    used_again: bool = False  # since it became active or left the active lines


@dataclass(frozen=True, kw_only=True, slots=True)
class Uses:
    """What is known of the use of a scope's lines."""

    days_served: int = 0  # days on which the scope served a turn
    by_entry: Mapping[str, Use] = field(default_factory=dict)

    def unused_days(self, entry_id: str) -> int:
        """Return the served days since the line was last used or its clock started."""
        return self.days_served - self.by_entry.get(entry_id, Use()).day_count

    def restarted(self, entries: Collection[str]) -> Uses:
        """Return the same with the clocks of these lines at their start."""
        fresh = {entry: Use(day_count=self.days_served) for entry in entries}
        return replace(self, by_entry={**self.by_entry, **fresh})

    @property
    def used_at(self) -> dict[str, datetime]:
        """The last use of each line that was ever used."""
        return {entry: use.used_at for entry, use in self.by_entry.items() if use.used_at}


@dataclass(frozen=True, kw_only=True, slots=True)
class Upkeep:
    """A version that code alone makes, and what it did."""

    after: Index
    cause: Cause
    effects: tuple[Effect, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Occasion:
    """When and by which numbers upkeep is done."""

    now: datetime
    today: date  # of the workspace: when lines expire
    rules: Retention = field(default_factory=Retention)
    budget: Budget = DEFAULT_BUDGET


def find_revivable(index: Index, uses: Uses, stated: Collection[str]) -> tuple[Entry, ...]:
    """Return the expired lines that were used since, or that one of these lines speaks of again.

    One that takes a line back brings it back too: so the fold that follows can end it for good.
    """
    return tuple(
        entry
        for entry in index.archived
        if entry.ending
        and entry.ending.kind is EndingKind.EXPIRED
        and (_used_again(entry, uses) or _is_stated(entry, stated))
    )


def revive(
    index: Index,
    entries: Sequence[Entry],
    sections: Mapping[str, Section],
    uses: Uses,
    occasion: Occasion,
) -> Upkeep | None:
    """Bring expired lines back, each with the room it needs; None when none can come.

    What stands there anew, or as another value of the same slot, stays; of two the newer comes.

    Args:
        index: the current version.
        entries: expired lines of it.
        sections: where each stood, as far as it is known.
        uses: what is known of the lines' use.
        occasion: when it is done.
    """
    effects: list[Effect] = []
    now_at = index
    back = {entry.id for entry in entries}
    for entry in sorted(entries, key=lambda e: (e.day, e.id), reverse=True):
        if now_at.find_entry(entry.id) is None:
            continue  # dropped for the room of one before it
        if any(_takes_its_place(other, entry) for other in now_at.active):
            continue
        living = replace(entry, section=_section(entry, sections), ending=None)
        others = (e for e in now_at.entries if e.id != entry.id)
        wanted = replace(now_at, entries=(*others, living))
        room = make_room(wanted, _occupancy(index, uses, occasion, back))
        if room is not None:
            now_at = room.index
            reason = "used again" if _used_again(entry, uses) else "stated again"
            effects.append(Effect(kind=EffectKind.REVIVED, entry=entry.id, reason=reason))
            effects += room_effects(room)
    return _upkeep(index, now_at, Cause.REVIVED, effects, occasion)


def expire(
    index: Index, uses: Uses, occasion: Occasion, *, stated: Collection[str] = ()
) -> Upkeep | None:
    """Move to the Archive what was not used for too long; None when nothing is due.

    Args:
        index: the current version.
        uses: what is known of the lines' use.
        occasion: when it is done, and by which rules.
        stated: lines about to be folded; what one of them states again is spared.
    """
    ended = list(_expiring(index, uses, occasion, stated))
    ending = Ending(kind=EndingKind.EXPIRED, on=occasion.today)
    gone = {entry.id for entry in ended}
    kept = (entry for entry in index.entries if entry.id not in gone)
    wanted = replace(index, entries=(*kept, *(entry.archived(ending) for entry in ended)))
    room = make_room(wanted, _occupancy(index, uses, occasion, ()))
    if room is None:
        return None
    effects = [
        Effect(
            kind=EffectKind.EXPIRED,
            entry=entry.id,
            reason=f"unused on {uses.unused_days(entry.id)} days with turns",
        )
        for entry in ended
    ]
    return _upkeep(index, room.index, Cause.EXPIRED, [*effects, *room_effects(room)], occasion)


def pin(index: Index, entry_id: str, uses: Uses, occasion: Occasion, *, on: bool) -> Upkeep | None:
    """Set or lift an active line's pin, with the room that its mark needs; None without any."""
    entries = tuple(replace(e, pinned=on) if e.id == entry_id else e for e in index.entries)
    wanted = replace(index, entries=entries)
    room = make_room(wanted, _occupancy(index, uses, occasion, {entry_id}))
    if room is None:
        return None
    kind = EffectKind.PINNED if on else EffectKind.UNPINNED
    effects = [Effect(kind=kind, entry=entry_id), *room_effects(room)]
    return _upkeep(index, room.index, Cause.PINNED, effects, occasion)


def _expiring(
    index: Index, uses: Uses, occasion: Occasion, stated: Collection[str]
) -> Iterator[Entry]:
    """Yield what goes: the short-lived first, lasting ones only while the index is crowded."""
    rules = occasion.rules
    unused = [e for e in index.active if rules.unused_days and _is_unused(e, uses, rules)]
    by_age = sorted(unused, key=lambda e: (-uses.unused_days(e.id), e.day, e.id))
    left = index
    for entry in sorted(by_age, key=lambda e: e.section not in _SHORT_LIVED):
        crowded = measure(left).active_lines > rules.crowded_lines
        if (entry.section in _SHORT_LIVED or crowded) and not _is_stated(entry, stated):
            left = replace(left, entries=tuple(e for e in left.entries if e.id != entry.id))
            yield entry


def _is_unused(entry: Entry, uses: Uses, rules: Retention) -> bool:
    return not entry.spared and uses.unused_days(entry.id) >= rules.unused_days


def _is_stated(entry: Entry, stated: Collection[str]) -> bool:
    facts = (slot_of(line) for line in stated)
    spoken_of = (*stated, *(fact.taken_back for fact in facts if fact and fact.ended))
    return any(states_same(entry.text, line) for line in spoken_of)


def _takes_its_place(active: Entry, expired: Entry) -> bool:
    return states_same(active.text, expired.text) or are_rivals(
        slot_of(active.text), slot_of(expired.text)
    )


def _used_again(entry: Entry, uses: Uses) -> bool:
    return uses.by_entry.get(entry.id, Use()).used_again


def _section(entry: Entry, sections: Mapping[str, Section]) -> Section:
    fact = slot_of(entry.text)
    return sections.get(entry.id) or (fact.section if fact else Section.OTHER)


def _occupancy(
    before: Index, uses: Uses, occasion: Occasion, touched: Collection[str]
) -> Occupancy:
    return Occupancy(
        before=before,
        budget=occasion.budget,
        today=occasion.today,
        touched=touched,
        used_at=uses.used_at,
    )


def _upkeep(
    before: Index, after: Index, cause: Cause, effects: Sequence[Effect], occasion: Occasion
) -> Upkeep | None:
    if not effects:
        return None
    return Upkeep(
        after=before.next_version(after.entries, occasion.now), cause=cause, effects=tuple(effects)
    )
