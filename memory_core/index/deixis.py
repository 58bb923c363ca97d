"""V17: words that mean something only where and when they were said.

"today" and "there" point out of a line. A bracketed date behind a word of time resolves it.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import datetime

from memory_core.dates import PartialDate, parse_partial_date
from memory_core.index.line_language import line_language
from memory_core.text.languages.known import find_language
from memory_core.text.time_expressions import TimeExpression, find_time_expressions

_UNSPACED = frozenset(("ja", "zh"))
_ABSOLUTE = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_RESOLVED = re.compile(r"[^.!?。！？\[]{0,24}\[\d{4}(?:-\d{2}){0,2}\]")


def unresolved(line: str, language: str | None = None) -> list[str]:
    """Return the words of a line that point to where or when it was said.

    Args:
        line: its text.
        language: by whose tables to read; None: as the line's own words tell.
    """
    return [found[0] for found in _pointing(line, language or line_language(line))]


def resolve(line: str, said_at: datetime) -> str:
    """Set its date behind each word of time that tells nothing later.

    Args:
        line: its text.
        said_at: when it was said, in the speaker's own zone.

    Returns:
        The line; a word that points to a place, or to no one date, stands as it was.
    """
    language = line_language(line)
    places = [found.start() for found in _pointing(line, language)]
    told = find_time_expressions(line, said_at, language) if places else []
    return with_dates(line, [e for e in told if _covers(e, places)], language)


def with_dates(words: str, expressions: Collection[TimeExpression], language: str) -> str:
    """Set the date in brackets behind each of a text's expressions that is resolved."""
    parts, at = [], 0
    space = "" if language in _UNSPACED else " "
    for expression in expressions:
        parts.append(words[at : expression.end])
        told = words[expression.start : expression.end]
        if expression.resolved and not _says(told, expression.resolved):
            parts.append(f"{space}[{expression.resolved}]")
        at = expression.end
    return "".join([*parts, words[at:]])


def _pointing(line: str, language: str) -> list[re.Match[str]]:
    table = find_language(language)
    if table is None:
        return []
    return [
        found
        for found in table.cues.deixis.finditer(line)
        if not _RESOLVED.match(line, found.end())
    ]


def _covers(expression: TimeExpression, places: Collection[int]) -> bool:
    return any(expression.start <= place < expression.end for place in places)


def _says(told: str, resolved: PartialDate) -> bool:
    """Whether the words are absolute already, so that brackets would only repeat them."""
    if told == str(resolved):
        return str(parse_partial_date(told)) == told
    return bool(_ABSOLUTE.search(told))
