"""Where a label might stand: a cheap search, so that a costly pattern is tried there only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator


def match_labels(
    pattern: re.Pattern[str], stems: Iterable[str], text: str
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that begins with one of the (lower-case) stems, unordered.

    Unlike `finditer` it yields overlapping matches: a value may itself be a label.
    """
    # İ is the one letter whose lower case is longer: without it offsets stay the same
    lowered = text.replace("İ", "I").lower()
    for stem in stems:
        at = lowered.find(stem)
        while at >= 0:
            if match := pattern.match(text, at):
                yield match
            at = lowered.find(stem, at + 1)
