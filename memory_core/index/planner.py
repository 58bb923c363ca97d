"""The deterministic planner: what code can decide about pending episodes without a model.

    settle   duplicates, other values of a slot, corrections and retractions; the rest is returned
    place    the same, and an `add` for all the rest

Episodes are taken in the order of their evidence, so the outcome does not hang on when they
arrived. What was said last holds: an older statement that arrives late goes behind the newer
entry, straight to the Archive. A subject takes one step a round: what has to wait for the entry
that this round makes is deferred to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memory_core.episodes import Episode
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.model import Index
from memory_core.index.operations import Add, Operation, Skip, SkipReason
from memory_core.index.round import Group, Round, Said
from memory_core.index.steps import STEPS, evidence_order


@dataclass(frozen=True, kw_only=True, slots=True)
class Settled:
    """What code decided, and what is left to a mind."""

    operations: tuple[Operation, ...]
    rest: tuple[str, ...]  # episodes that nothing settles, in the order of their evidence
    deferred: tuple[str, ...]  # they wait for what this round does to their subject


def settle(
    index: Index,
    episodes: Iterable[Episode],
    known: Mapping[str, Episode] | None = None,
    told: Mapping[str, str] | None = None,
) -> Settled:
    """Decide what needs no mind.

    Args:
        index: the current version.
        episodes: the offered ones, in any order.
        known: the episodes behind the entries by id, as far as at hand; without them an entry's
            evidence is as old as its date.
        told: save → the entry that it is to replace, or `KEEP_BOTH`. What states the same as a
            save stands as the save does.
    """
    decided = _decide_all(index, episodes, known, told)
    placed = [group for group in decided.groups if group.is_settled]
    return Settled(
        operations=(*_operations(decided), *map(_added, placed)),
        rest=tuple(group.ids[0] for group in decided.groups if not group.is_settled),
        deferred=tuple(decided.deferred),
    )


def place(
    index: Index,
    episodes: Iterable[Episode],
    known: Mapping[str, Episode] | None = None,
    told: Mapping[str, str] | None = None,
) -> Settled:
    """Decide everything: as `settle`, and what is new becomes a line; no rest is left."""
    decided = _decide_all(index, episodes, known, told)
    return Settled(
        operations=(*_operations(decided), *map(_added, decided.groups)),
        rest=(),
        deferred=tuple(decided.deferred),
    )


def _decide_all(
    index: Index,
    episodes: Iterable[Episode],
    known: Mapping[str, Episode] | None,
    told: Mapping[str, str] | None,
) -> Round:
    decided = Round(index=index, known=known or {})
    ordered = sorted(episodes, key=evidence_order)
    saves = [(e.content.description, told[e.id]) for e in ordered if e.id in told] if told else ()
    for episode in ordered:
        said = Said.of(episode, saves)
        if not any(step(decided, said) for step in STEPS):
            decided.groups.append(Group(line=said.line, fact=said.fact, ids=(episode.id,)))
    return decided


def _operations(decided: Round) -> Sequence[Operation]:
    return (*decided.operations.values(), *decided.skips)


def _added(group: Group) -> Operation:
    if len(group.line) > DEFAULT_BUDGET.line_code_points:
        return Skip(episodes=group.ids, reason=SkipReason.UNSUPPORTED)
    return Add(episodes=group.ids)
