"""Strings that nobody reads aloud: what a generator made, and no word, name, version or path.

A string is cut at `-`, `_`, `.` and `/`; if each piece is a word, a number, camel case or a word
with a number behind it, people can read it. What is left changes between small letters, capitals,
digits and signs more often than any spelling does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

# possessive: where one run of letters may count as many pieces, trying all takes for ever
_READABLE = re.compile(
    r"[A-Za-z]?[a-z]+(?:[A-Z][a-z]+)*[A-Z]{0,3}\d{0,4}|(?:[A-Z]?[a-z]{2,}+\d{0,2}+)++|[A-Z]+(?:s|\d{0,4})|v?\d+[A-Za-z]{0,3}|[A-Z]\d+|"
)
_PIECES = re.compile(r"[-_./]")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_DIGEST = re.compile(
    r"[0-9a-f]{7,12}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}|0x[0-9a-f]+", re.IGNORECASE
)
_HEX = re.compile(r"[0-9a-f]{24,}", re.IGNORECASE)
_SHORTEST = 7
_CHANGES = 3  # at least, and at least one for so many characters
_SPAN = 5
# one that stands alone, without a label, must be longer, and not so long as to be a file's data
_ALONE = re.compile(r"(?<![^\s\"'`(\[{<>,;])[A-Za-z0-9]{20,64}(?![^\s\"'`)\]}<>,;.:!?])")
_ALONE_CHANGES = 7


def is_unreadable(value: str) -> bool:
    """Tell whether a string looks made by a generator; ids and digests of files are not meant."""
    if len(value) < _SHORTEST or _UUID.fullmatch(value) or _DIGEST.fullmatch(value):
        return False
    if not any(c.isdigit() for c in value) or not any(c.isalpha() for c in value):
        return False
    if _HEX.fullmatch(value):
        return True
    if all(_READABLE.fullmatch(piece) for piece in _PIECES.split(value)):
        return False
    changes = _count_changes(value)
    return changes >= _CHANGES and changes * _SPAN >= len(value)


def find_unreadable(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of each long unreadable string of letters and digits."""
    for match in _ALONE.finditer(text):
        value = match[0]
        mixed = value != value.lower() and value != value.upper()
        if mixed and is_unreadable(value) and _count_changes(value) >= _ALONE_CHANGES:
            yield "token", *match.span()


def _count_changes(value: str) -> int:
    return sum(a != b for a, b in pairwise(map(_class, value)))


def _class(character: str) -> str:
    if character.isdigit():
        return "0"
    if character.isalpha():
        return "a" if character.islower() else "A"
    return "-"
