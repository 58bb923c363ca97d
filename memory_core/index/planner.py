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
from memory_core.saving import Told


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
    told: Told | None = None,
    words: Mapping[str, str] | None = None,
) -> Settled:
    """Decide what needs no mind.

    Args:
        index: the current version.
        episodes: the offered ones, in any order.
        known: the episodes behind the entries by id, as far as at hand; without them an entry's
            evidence is as old as its date.
        told: of saves; what states the same as one that waits stands as the save does.
        words: episode → the messages that say it: of two values they may name one.
    """
    decided = _decide_all(index, episodes, known, told, words)
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
    told: Told | None = None,
    words: Mapping[str, str] | None = None,
) -> Settled:
    """Decide everything: as `settle`, and what is new becomes a line; no rest is left."""
    decided = _decide_all(index, episodes, known, told, words)
    return Settled(
        operations=(*_operations(decided), *map(_added, decided.groups)),
        rest=(),
        deferred=tuple(decided.deferred),
    )


def _decide_all(
    index: Index,
    episodes: Iterable[Episode],
    known: Mapping[str, Episode] | None,
    told: Told | None,
    words: Mapping[str, str] | None,
) -> Round:
    decided = Round(index=index, known=known or {}, told=told or Told(), words=words or {})
    for episode in sorted(episodes, key=evidence_order):
        said = Said.of(episode, decided.told)
        if not any(step(decided, said) for step in STEPS):
            decided.groups.append(Group(line=said.line, fact=said.fact, ids=(episode.id,)))
    return decided


def _operations(decided: Round) -> Sequence[Operation]:
    return (*decided.operations.values(), *decided.skips)


def _added(group: Group) -> Operation:
    if len(group.line) > DEFAULT_BUDGET.line_code_points:
        return Skip(episodes=group.ids, reason=SkipReason.UNSUPPORTED)
    return Add(episodes=group.ids)
