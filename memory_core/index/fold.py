"""Folds a plan into an index: applies its operations, makes room, and says what happened.

Whatever cannot be carried out (no room, an entry that is no longer active or was already used)
leaves its episodes pending with the reason. What a user said enters unverified; where the witnesses
are at hand, each line gets the mark that they earn it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime

from memory_core.episodes import Episode
from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.changes import change_of
from memory_core.index.draft import Change, Draft, NoRoom, Refused
from memory_core.index.effects import Effect, EffectKind
from memory_core.index.grammar import render_body, render_index
from memory_core.index.model import Index
from memory_core.index.operations import Merge, Operation, Retract, Supersede
from memory_core.index.rewrite import Violation
from memory_core.index.room import Occupancy
from memory_core.index.trust import Witnesses, corroboration, remarked

__all__ = ["Effect", "EffectKind", "Folded", "fold"]


_ENDING = (Supersede, Merge, Retract)
_GROUNDED = {EffectKind.CONFIRMED, EffectKind.SUPERSEDED, EffectKind.MERGED,
             EffectKind.RETRACTED, EffectKind.ALIASED}  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Folded:
    """The outcome of a fold."""

    before: Index
    after: Index  # `before` itself when the body is equal
    placed: tuple[str, ...]  # episodes that are done with, skipped ones included
    deferred: Mapping[str, str]  # episode id -> why it stays pending
    sources: Mapping[str, tuple[str, ...]]  # entry id -> episodes that newly rest under it
    effects: tuple[Effect, ...]
    flaws: tuple[Violation, ...] = ()  # why operations could not be carried out; want of room is
    # no fault of theirs

    @property
    def grounds(self) -> dict[str, tuple[str, ...]]:
        """The episodes by which each touched entry was confirmed, ended, merged or renamed."""
        found: dict[str, tuple[str, ...]] = defaultdict(tuple)
        for effect in self.effects:
            if effect.entry and effect.kind in _GROUNDED:
                found[effect.entry] += effect.episodes
        return dict(found)

    @property
    def changed(self) -> bool:
        """Whether there is a new version to write."""
        return self.after is not self.before

    @property
    def made_room(self) -> bool:
        """Whether a line that nothing could archive for room may be archived now, or is."""
        kept = {entry.id for entry in self.after.active if entry.spared}
        return any(entry.spared and entry.id not in kept for entry in self.before.active)

    @property
    def text(self) -> str:
        """The file as it is to be stored."""
        return render_index(self.after)


def fold(  # noqa: PLR0913 - the round's inputs, each a value of its own
    index: Index,
    operations: Sequence[Operation],
    episodes: Mapping[str, Episode],
    now: datetime,
    budget: Budget = DEFAULT_BUDGET,
    *,
    known_entries: Collection[str] = (),
    used_at: Mapping[str, datetime] | None = None,
    witnesses: Witnesses | None = None,
) -> Folded:
    """Apply a plan to an index.

    Args:
        index: the current version.
        operations: the plan, applied in this order.
        episodes: the offered ones by id; what no operation names stays pending.
        now: when the fold runs; dates nothing but the file's header and what makes room.
        budget: the limits of the file.
        known_entries: entry ids of all earlier versions, never minted again.
        used_at: the last use of entries by id, where it is known.
        witnesses: of the offered episodes and of those behind the lines; without them every line
            keeps its trust mark.
    """
    named = {entry for operation in operations for entry in operation.entries}
    today = now.astimezone(UTC).date()
    draft = Draft(
        index=index,
        occupancy=Occupancy(
            before=index, budget=budget, today=today, touched=named, used_at=used_at or {}
        ),
        episodes=episodes,
        known=known_entries,
        ending={e for op in operations if isinstance(op, _ENDING) for e in op.entries},
        all_sources=witnesses.sources if witnesses else {},
    )
    if witnesses:
        _remark(draft, witnesses)  # first, so that what a returning mark takes has its room
    placed, deferred, flaws = _apply_all(draft, operations)
    if witnesses:
        _remark(draft, witnesses, only=draft.sources)
    deferred |= {e: "not placed by the plan" for e in episodes if e not in placed | deferred.keys()}
    after = index.next_version(draft.index.entries, now)
    return Folded(
        before=index,
        after=index if render_body(after) == render_body(index) else after,
        placed=tuple(e for e in episodes if e in placed),
        deferred=deferred,
        sources=draft.sources,
        effects=tuple(draft.effects),
        flaws=tuple(flaws),
    )


def _remark(draft: Draft, witnesses: Witnesses, only: Collection[str] | None = None) -> None:
    """Give active lines the mark that their sources earn, those of this round included."""
    for entry in draft.index.active:
        if only is not None and entry.id not in only:
            continue
        marked = remarked(entry, witnesses, draft.sources.get(entry.id, ()))
        if marked == entry:
            continue
        pair = corroboration(entry, witnesses.behind(entry, draft.sources.get(entry.id, ())))
        kind = EffectKind.DOUBTED if marked.unverified else EffectKind.PROMOTED
        effect = Effect(kind=kind, entry=entry.id, episodes=pair or ())
        with suppress(Refused):  # no room for the longer mark: the next fold tries again
            draft.settle(Change(put={entry.id: marked}, effects=(effect,)))


def _apply_all(
    draft: Draft, operations: Sequence[Operation]
) -> tuple[set[str], dict[str, str], list[Violation]]:
    placed: set[str] = set()
    deferred: dict[str, str] = {}
    flaws: list[Violation] = []
    for operation in operations:
        try:
            draft.settle(change_of(draft, operation))
        except Refused as refused:
            if not isinstance(refused, NoRoom):
                flaws.append(Violation(code=refused.code, message=str(refused)))
            waiting = tuple(e for e in operation.episodes if e in draft.episodes)
            deferred |= dict.fromkeys(waiting, str(refused))
            draft.effects.append(
                Effect(kind=EffectKind.DEFERRED, episodes=waiting, reason=str(refused))
            )
        else:
            draft.used |= set(operation.entries)
            placed |= set(operation.episodes)
    return placed, {e: why for e, why in deferred.items() if e not in placed}, flaws
