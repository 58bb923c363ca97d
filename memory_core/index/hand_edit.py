"""Reads a MEMORY.md as a person left it: forgiving where the grammar is strict.

What counts is the text, the heading and the aliases of a line. An `^id` says which line it was; a
day, marks, sources and ids typed by hand change nothing, and are reported. A new line may be as
short as `- Likes tea.`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory_core.index.grammar import ENTRY_ID, IndexFormatError
from memory_core.sections import ARCHIVE_HEADING, Section
from memory_core.text.normalise import clean, one_line

_TITLE = "# memory"
_HEADER = re.compile(r"<!--\s*memfold 1 \| (?P<key>[^\s|]+) \| version (?P<version>\d{1,18}) .*-->")
_HEADING = re.compile(r"##\s+(?P<name>.+)")
_BULLET = re.compile(r"[-*]\s+(?P<rest>.+)")
_FIELD = re.compile(r"(?:[^|\\]|\\.)*", re.DOTALL)
_ALIAS = re.compile(r"(?:[^;\\]|\\.)*", re.DOTALL)
_ESCAPE = re.compile(r"\\([\\|;,-])")
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_BEHIND_TEXT = 4  # marks, aliases, sources, id
_WHOLE = _BEHIND_TEXT + 2
_HEADINGS: dict[str, Section | None] = {s.casefold(): s for s in Section} | {
    ARCHIVE_HEADING.casefold(): None
}


@dataclass(frozen=True, kw_only=True, slots=True)
class HandLine:
    """A line as it was left."""

    number: int  # in the file, from 1
    text: str
    archived: bool  # stands under the Archive's heading
    section: Section | None  # None: under no heading, or archived
    id: str | None = None
    fixed: tuple[str, str, str] = ("", "", "")  # day, marks, sources as written
    aliases: tuple[str, ...] | None = None  # None: not written


@dataclass(frozen=True, kw_only=True, slots=True)
class HandEdit:
    """A file as it was left."""

    scope_key: str | None  # None: it has no header
    base: int | None  # the version that was edited
    lines: tuple[HandLine, ...]


def read_hand_edit(text: str) -> HandEdit:
    """Read a file that a person may have edited.

    Raises:
        IndexFormatError: a line is neither heading nor entry; with line, column and reason.
    """
    text, _ = clean(text)
    header = next(filter(None, (_HEADER.match(line.strip()) for line in text.splitlines())), None)
    return HandEdit(
        scope_key=header["key"] if header else None,
        base=int(header["version"]) if header else None,
        lines=tuple(_read_lines(text)),
    )


def _read_lines(text: str) -> Iterator[HandLine]:
    section: Section | None = None
    archived = False
    for number, written in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        line = written.strip()
        if not line or line.casefold() == _TITLE or _HEADER.match(line):
            continue
        if heading := _HEADING.fullmatch(line):
            section = _section(number, heading["name"])
            archived = section is None
        elif bullet := _BULLET.fullmatch(line):
            yield _read_line(number, bullet["rest"], section, archived=archived)
        else:
            raise IndexFormatError(number, 1, "a line is '## ' with a heading or '- ' with a text")


def _section(number: int, name: str) -> Section | None:
    try:
        return _HEADINGS[name.strip().casefold()]
    except KeyError:
        known = ", ".join([*Section, ARCHIVE_HEADING])
        raise IndexFormatError(number, 4, f"no such heading; there are {known}") from None


def _read_line(number: int, rest: str, section: Section | None, *, archived: bool) -> HandLine:
    fields = [field.strip() for field in _split(rest, _FIELD)]
    named = fields[-1].removeprefix("^") if len(fields) > 1 else ""
    whole = len(fields) >= _WHOLE and fields[-1].startswith("^")
    if not whole and ENTRY_ID.fullmatch(named) and fields[-1].startswith("^"):
        raise IndexFormatError(number, 1, "a line with an id has 6 fields set apart by ' | '")
    dated = len(fields) > 1 and bool(_DAY.fullmatch(fields[0]))
    if whole:
        words, behind = " | ".join(fields[1:-_BEHIND_TEXT]), fields[-_BEHIND_TEXT:]
    else:
        words, behind = fields[1] if dated else rest, ["", "", "", ""]
    plain = one_line(_ESCAPE.sub(r"\1", words))
    if not plain:
        raise IndexFormatError(number, 1, "a line needs a text; take the line out to remove it")
    return HandLine(
        number=number,
        text=plain,
        archived=archived,
        section=section,
        id=named if whole and ENTRY_ID.fullmatch(named) else None,
        fixed=(fields[0] if whole else "", behind[0], behind[2]),
        aliases=_aliases(behind[1]) if whole else None,
    )


def _aliases(field: str) -> tuple[str, ...]:
    if field in {"", "-"}:
        return ()
    written = (one_line(_ESCAPE.sub(r"\1", alias)) for alias in _split(field, _ALIAS))
    return tuple(alias for alias in written if alias)


def _split(text: str, piece: re.Pattern[str]) -> list[str]:
    """Split at each separator that no backslash precedes."""
    parts, start = [], 0
    while match := piece.match(text, start):
        parts.append(match[0])
        start = match.end() + 1
        if start > len(text):
            break
    return parts or [text]
