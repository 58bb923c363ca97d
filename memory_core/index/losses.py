"""V12: how many lines may go at once, and in a day.

What counts are lines that a mind lets go: the members of merges, less the one that stays. What
was superseded or retracted was judged by what it rests on; exact duplicates lose nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from memory_core.index.effects import EffectKind
from memory_core.index.merging import merged_members
from memory_core.index.rewrite import Rewrite, Violation
from memory_core.text.normalise import fold_key

_AT_ONCE = (2, 0.25)  # lines, share of the active ones: the larger counts
_IN_A_DAY = (4, 0.40)
EXACT = "an exact duplicate"


def losses(rewrite: Rewrite) -> Iterator[Violation]:
    """Yield that too many lines leave in this rewrite, or in this day."""
    lost, active = _lost(rewrite), len(rewrite.before.active)
    for when, count, (least, share) in (
        ("in one rewrite", lost, _AT_ONCE),
        ("in a day", lost + rewrite.evidence.lost_today, _IN_A_DAY),
    ):
        most = max(least, int(share * active))
        if lost and count > most:
            message = f"{count} of {active} lines would go {when}, {most} are allowed"
            yield Violation(code="V12", message=message)


def _lost(rewrite: Rewrite) -> int:
    groups = merged_members(rewrite).values()
    return sum(len({fold_key(member.text) for member in group}) - 1 for group in groups)


def merged_into(entry_id: str, *, exact: bool) -> str:
    """Return the reason that a merge's report gives for a member."""
    return f"into {entry_id}" + (f", {EXACT}" if exact else "")


def reported_losses(report: Iterable[Mapping[str, Any]]) -> int:
    """Count the lines that a stored version's report tells as lost by merges."""
    groups = Counter(
        str(effect.get("reason", ""))
        for effect in report
        if effect.get("kind") == EffectKind.MERGED and EXACT not in str(effect.get("reason", ""))
    )
    return sum(count - 1 for count in groups.values())
