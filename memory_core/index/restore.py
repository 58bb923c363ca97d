"""Brings the active lines of an earlier version back.

What is active now and was not then goes to the Archive as `restored-away`; what finds no room in
the Archive is dropped, oldest first, and named: its snapshot holds it. A line whose sources are all
gone does not come back, and trust is what its sources earn by now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.draft import with_sources
from memory_core.index.effects import Effect, EffectKind
from memory_core.index.grammar import render_body
from memory_core.index.model import Ending, EndingKind, Entry, Index
from memory_core.index.room import measure
from memory_core.index.trust import Witnesses, remarked
from memory_core.provenance import Provenance


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    """What a restore comes to."""

    after: Index  # the current one itself when its body would be the same
    returned: tuple[str, ...] = ()  # active again
    away: tuple[str, ...] = ()  # to the Archive
    dropped: tuple[str, ...] = ()  # from the Archive, for room
    left_out: tuple[str, ...] = ()  # their sources are gone

    def effects(self) -> Iterator[Effect]:
        """Yield what happened to each line, for the version's report."""
        for kind, entries, reason in (
            (EffectKind.ADDED, self.returned, "restored"),
            (EffectKind.ARCHIVED, self.away, "not active in the restored version"),
            (EffectKind.DROPPED, self.dropped, "room"),
            (EffectKind.DEFERRED, self.left_out, "its sources are gone"),
        ):
            yield from (Effect(kind=kind, entry=entry, reason=reason) for entry in entries)


def restore_index(
    current: Index,
    old: Index,
    sources: Mapping[str, tuple[str, ...]],
    now: datetime,
    budget: Budget = DEFAULT_BUDGET,
    *,
    witnesses: Witnesses | None = None,
) -> Restored:
    """Return the version that follows `current` with the active lines of `old`.

    Args:
        current: the newest version.
        old: an earlier one of the same scope.
        sources: entry → all the episodes behind it that are there and not retired.
        now: when lines are archived; the header's time.
        budget: the limits of the file.
        witnesses: what the lines' trust is computed from; without them none comes back trusted
            that is not trusted now.
    """
    stands = {entry.id: entry for entry in current.entries}
    wanted = [
        _as_of_now(entry, stands.get(entry.id), sources.get(entry.id, ())) for entry in old.active
    ]
    known = witnesses or Witnesses()
    active = [
        remarked(e, known) if _is_back(e, stands.get(e.id)) else e for e in wanted if e.sources
    ]
    kept = {entry.id for entry in active}
    away = [e for e in current.active if e.id not in kept]
    archive = [e for e in current.archived if e.id not in kept]
    archive += [_put_away(entry, now.astimezone(UTC).date()) for entry in away]
    entries, dropped = _fitting(current, active, archive, budget)
    after = current.next_version(entries, now)
    if render_body(after) == render_body(current):
        after = current
    return Restored(
        after=after,
        returned=tuple(e.id for e in active if _is_back(e, stands.get(e.id))),
        away=tuple(entry.id for entry in away),
        dropped=tuple(dropped),
        left_out=tuple(entry.id for entry in wanted if not entry.sources),
    )


def _is_back(entry: Entry, now: Entry | None) -> bool:
    return entry.active and (now is None or not now.active)


def _as_of_now(then: Entry, now: Entry | None, sources: tuple[str, ...]) -> Entry:
    """Return the old line with the sources that are left and the trust that it has by now."""
    if now is not None and now.active:
        return now
    newer = now or then
    asked = then.provenance is Provenance.USER_REQUESTED
    bare = replace(
        then,
        sources=(),
        more=0,
        unverified=not asked and (now is None or now.unverified),
        pinned=newer.pinned,
    )
    return with_sources(bare, sources)


def _put_away(entry: Entry, today: date) -> Entry:
    return entry.archived(Ending(kind=EndingKind.RESTORED_AWAY, on=today))


def _fitting(
    current: Index, active: list[Entry], archive: list[Entry], budget: Budget
) -> tuple[list[Entry], list[str]]:
    dropped: list[str] = []
    while archive:
        # the next version's number may be a digit longer
        wanted = replace(current, version=current.version + 1, entries=(*active, *archive))
        if measure(wanted).fits(budget):
            break
        dropped.append(archive.pop(0).id)
    return [*active, *archive], dropped
