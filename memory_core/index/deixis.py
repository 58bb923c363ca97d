"""V17: words that mean something only where and when they were said.

"today" and "there" point out of a line. A bracketed date behind a word of time resolves it.
"""

from __future__ import annotations

import re

from memory_core.index.line_language import line_language
from memory_core.text.languages.known import find_language

_RESOLVED = re.compile(r"[^.!?。！？\[]{0,24}\[\d{4}(?:-\d{2}){0,2}\]")


def unresolved(line: str, language: str | None = None) -> list[str]:
    """Return the words of a line that point to where or when it was said.

    Args:
        line: its text.
        language: by whose tables to read; None: as the line's own words tell.
    """
    table = find_language(language or line_language(line))
    if table is None:
        return []
    return [
        found[0]
        for found in table.cues.deixis.finditer(line)
        if not _RESOLVED.match(line, found.end())
    ]
