"""Words with which a user corrects or takes back what he said (English)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory_core.index.quotation import spoken_words
from memory_core.text.normalise import fold_key

_VALUE = r"[\w][\w .'’&+#/-]{0,80}?"
_END = r"(?=[.,;:!?]|\s+(?:now|any\s?more|actually|instead)\b|$)"
_OPEN = (
    r"(?:^|(?:^|\b(?:no|nope|sorry|actually|correction|wait|oops|I\s+meant|I\s+mean))[\s,:.!-]+"
    r"(?:actually[\s,]+)?)"
)
_LINK = r"(?:(?:it['’]?s|it\s+is|that['’]?s|that\s+is|is|I\s+mean[t]?|I['’]m)\s+)?"
_AT = r"(?:(?:in|at|from|with)\s+)?"
_OLD = rf"{_AT}(?P<old>{_VALUE})"
_NEW = rf"{_AT}(?P<new>{_VALUE})"
_IS = r"(?:it['’]?s|it\s+is|I\s+meant?)\s+"
_CORRECTIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\bnot\s+{_OLD},?\s+but\s+{_NEW}{_END}",
        rf"{_OPEN}{_LINK}{_NEW},?\s+(?:and\s+)?not\s+{_OLD}{_END}",
        rf"{_OPEN}{_LINK}{_NEW}\s+(?:instead\s+of|rather\s+than)\s+{_OLD}{_END}",
        rf"\bnot\s+{_OLD}[,;.]\s+{_IS}{_NEW}{_END}",
    )
)
_NO_VALUE = re.compile(
    r"\b(?:I|my|me|we|our|you|your|he|she|they|his|her|their|is|are|was|were|am|do|does|did|have|has"
    r"|had|live|lives|like|likes|love|work|works|prefer|want|use|will|would|can)\b",
    re.IGNORECASE,
)
_TAKEN_BACK = re.compile(
    r"\b(?:forget|no\s+longer|any\s?more|not\s+true|scratch\s+that|never\s?mind|take\s+(?:that|it)\s+back"
    r"|stopped|quit)\b",
    re.IGNORECASE,
)
_ORDER_TO_FORGET = re.compile(
    r"\W*(?:please\s+)?(?:forget|scratch|never\s?mind|take\s+(?:that|it)\s+back)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Correction:
    """An old value and the one that is right, as they were written."""

    old: str
    new: str


def correction_of(line: str) -> Correction | None:
    """Read "not X but Y", "it's Y, not X" and their like; None where no old value is named."""
    words = spoken_words(line)
    for pattern in _CORRECTIONS:
        if match := pattern.search(words):
            old, new = match["old"].strip(), match["new"].strip()
            if fold_key(old) != fold_key(new) and not _NO_VALUE.search(new):
                return Correction(old, new)
    return None


def takes_back(line: str) -> bool:
    """Tell whether a line may take something back: "no longer", "any more", "forget that"."""
    return _TAKEN_BACK.search(spoken_words(line)) is not None


def orders_to_forget(line: str) -> bool:
    """Tell whether a line only asks to forget, and states nothing of its own."""
    return _ORDER_TO_FORGET.match(spoken_words(line)) is not None
