"""What `memfold doctor` finds of one part."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from memory_core.errors import MemfoldError


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One part and how it is."""

    part: str
    ok: bool
    detail: str  # what is there, or what is wrong and the way out


def find_out(part: str, look: Callable[[], None], well: str) -> Finding:
    """Look at a part; what it raises is what is wrong with it."""
    try:
        look()
    except MemfoldError as error:
        return Finding(part=part, ok=False, detail=str(error))
    return Finding(part=part, ok=True, detail=well)
