"""Whether something may be created anew: what a search found of the very thing.

exists     an alias is the question itself, or an active line or live episode states the same
probable   half of the question's words stand in one description, or a vector is near enough
unknown    neither; a search that could not compare vectors says `probable` and `degraded`
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from memory_core.index.line_language import line_language
from memory_core.index.sameness import states_same
from memory_core.index.wording import free_stems
from memory_core.search.hit import Hit, MatchedOn
from memory_core.text.tokens import content_stems


class Safety(StrEnum):
    """What is known of the thing asked for."""

    EXISTS = "exists"
    PROBABLE = "probable"
    UNKNOWN = "unknown"


@dataclass(frozen=True, kw_only=True, slots=True)
class CreateSafety:
    """The verdict, and what it rests on."""

    safety: Safety
    ids: tuple[str, ...] = ()  # of the lines and episodes that say so
    degraded: bool = False  # vectors could not be compared

    def __str__(self) -> str:
        return f"{self.safety}, degraded" if self.degraded else str(self.safety)


def judge_safety(query: str, hits: Sequence[Hit], *, degraded: bool = False) -> CreateSafety:
    """Judge by what a search for `query` found; messages and archived lines count for nothing."""
    live = [hit for hit in hits if not hit.is_message and not hit.archived]
    same = _ids(h for h in live if _is_same(query, h))
    if same:
        return CreateSafety(safety=Safety.EXISTS, ids=same, degraded=degraded)
    near = _ids(h for h in live if h.near or shares_half(query, h.text))
    if near or degraded:
        return CreateSafety(safety=Safety.PROBABLE, ids=near, degraded=degraded)
    return CreateSafety(safety=Safety.UNKNOWN)


def shares_half(query: str, line: str) -> bool:
    """Tell whether a line holds half of the question's content stems, in the line's language."""
    language = line_language(line)
    asked = content_stems(query, language)
    asked = asked - free_stems(language) or asked
    return bool(asked) and 2 * len(asked & content_stems(line, language)) >= len(asked)


def _is_same(query: str, hit: Hit) -> bool:
    return hit.matched_on is MatchedOn.ALIAS_EXACT or states_same(query, hit.text)


def _ids(hits: Iterable[Hit]) -> tuple[str, ...]:
    return tuple(hit.id for hit in hits)
