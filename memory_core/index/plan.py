"""Accounts for a mind's plan: what was offered, what it names, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from memory_core.index.model import Index
from memory_core.index.operations import Operation
from memory_core.index.rewrite import Violation


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
