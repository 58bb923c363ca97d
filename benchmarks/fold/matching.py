"""When a line states a row: its value in an accepted form, its polarity, and a message of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from benchmarks.fold.gold import Gold, Kind, Place, Truth
from benchmarks.fold.polarity import is_negative
from memory_core.text.normalise import fold_key

_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_NO_LETTER_BEFORE = r"(?<![^\W\u3040-\u30ff\u3400-\u9fff])"  # CJK writes no spaces around a code


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """One line of an index, as the scorer sees it."""

    text: str
    cites: frozenset[Place]
    ending: str | None = None  # why it was archived; None: active


def matches(line: Shown, row: Gold) -> bool:
    """Tell whether a line states a row as the row has it."""
    return (
        bool(line.cites.intersection(row.messages))
        and names(line, row)
        and not any(holds(line.text, form) for form in row.contrast)
        and row.positive in {None, not is_negative(line.text, row.language)}
    )


def denies(line: Shown, row: Gold) -> bool:
    """Tell whether a line says, rightly and by the message that says so, that a row is over."""
    return (
        row.ended_in in line.cites
        and row.kind is not Kind.FORGOTTEN
        and names(line, row)
        and is_negative(line.text, row.language)
    )


def names(line: Shown, row: Gold) -> bool:
    """Tell whether a line holds a row's value, and of whom it is said where that is another."""
    said = any(holds(line.text, form) for form in row.accepted)
    return said and (not row.needs or any(holds(line.text, form) for form in row.needs))


def gives_away(line: Shown, row: Gold) -> bool:
    """Tell whether a line holds the value of a row that no line may hold."""
    never = row.truth is Truth.NEVER and row.opaque
    return never and any(holds(line.text, form) for form in row.accepted)


def holds(text: str, form: str) -> bool:
    """Tell whether a form occurs in a text, an ending apart; in CJK anywhere."""
    return _pattern(form).search(_folded(text)) is not None


@lru_cache(maxsize=65536)
def _pattern(form: str) -> re.Pattern[str]:
    folded = fold_key(form)
    before = "" if _CJK.match(folded) else _NO_LETTER_BEFORE
    after = r"(?!\d)" if folded[-1].isdigit() else ""
    return re.compile(before + re.escape(folded) + after)


@lru_cache(maxsize=65536)
def _folded(text: str) -> str:
    return fold_key(text)
