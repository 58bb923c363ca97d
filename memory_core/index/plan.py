"""Accounts for a mind's plan, and saves what is good of a bad one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.fold import fold
from memory_core.index.model import Index
from memory_core.index.operations import Operation, Skip
from memory_core.index.rewrite import Cause, Dossier, Violation
from memory_core.index.validator import validate_rewrite


def account(
    operations: Sequence[Operation], offered: Collection[str], index: Index
) -> list[Violation]:
    """Return what a plan doubles or invents (V04, V07), or leaves out (code "plan").

    Every offered episode stands in exactly one operation and an active entry in at most one.
    """
    return list(_unaccounted(operations, offered, index))


def _unaccounted(
    operations: Sequence[Operation], offered: Collection[str], index: Index
) -> Iterator[Violation]:
    episodes = Counter(e for operation in operations for e in operation.episodes)
    entries = Counter(e for operation in operations for e in operation.entries)
    active = {entry.id for entry in index.active}
    for episode, count in episodes.items():
        if episode not in offered:
            yield Violation(code="V07", message=f"episode {episode} was not offered")
        elif count > 1:
            yield Violation(code="V04", message=f"episode {episode} stands in {count} operations")
    for episode in sorted(set(offered) - set(episodes)):
        yield Violation(code="plan", message=f"episode {episode} stands in no operation")
    for entry, count in entries.items():
        if entry not in active:
            yield Violation(code="V04", entry=entry, message=f"entry {entry} is not active")
        elif count > 1:
            message = f"entry {entry} stands in {count} operations"
            yield Violation(code="V04", entry=entry, message=message)


def salvage(
    index: Index,
    operations: Sequence[Operation],
    dossier: Dossier,
    now: datetime,
    budget: Budget = DEFAULT_BUDGET,
    *,
    cause: Cause = Cause.FOLDED,
) -> tuple[Operation, ...]:
    """Return the operations that pass alone, the first of those that claim the same thing.

    What passes alone may still not fit together; the result is folded and validated as any plan.
    """
    kept: list[Operation] = []
    named: set[str] = set()
    for operation in operations:
        names = [*operation.episodes, *operation.entries]
        free = len(set(names)) == len(names) and not named & set(names)
        if free and _passes(index, operation, dossier, now, budget, cause):
            kept.append(operation)
            named |= set(names)
    return tuple(kept)


def _passes(
    index: Index,
    operation: Operation,
    dossier: Dossier,
    now: datetime,
    budget: Budget,
    cause: Cause,
) -> bool:
    if account([operation], operation.episodes, index):
        return False
    if not set(operation.episodes) <= dossier.episodes.keys():
        return False
    if isinstance(operation, Skip):
        return True
    named = {e: dossier.episodes[e] for e in operation.episodes}
    folded = fold(index, [operation], named, now, budget, known_entries=dossier.known_entries)
    if not folded.changed:
        return not folded.deferred
    judged = replace(dossier, grounds=folded.grounds)
    return not validate_rewrite(index, folded.text, judged, budget, cause)
