r"""The canonical file: one state of an index has exactly one text.

    # Memory
    <!-- memfold 1 | SCOPE KEY | version N | WRITTEN AT -->
    ## Preferences
    - DAY | TEXT | MARKS | ALIASES or - | SOURCES | ^ID

There are no blank lines and the file ends with a line feed. In TEXT and ALIASES `\` and `|` are
escaped by a backslash, in ALIASES `;` and `,` too, and a field that is a lone hyphen is `\-`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache
from itertools import groupby
from typing import NoReturn

from memory_core.errors import IndexRefusedError
from memory_core.hashing import sha256_hex
from memory_core.index.model import GONE, Ending, EndingKind, Entry, Index
from memory_core.provenance import Provenance
from memory_core.sections import ARCHIVE_HEADING, Section

_TITLE = "# Memory"
_BASE32 = "0-9a-hjkmnp-tv-z"
ENTRY_ID = re.compile(rf"m[{_BASE32}]{{7,51}}")
EPISODE_ID = re.compile(rf"e[{_BASE32}]{{16}}")
_HEADER = re.compile(
    r"<!-- memfold 1 \| (?P<key>[^\s|]+) \| version (?P<version>0|[1-9]\d{0,17})"
    r" \| (?P<at>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z -->"
)
_PIECES = {
    "|": re.compile(r"(?:[^|\\]|\\.)*", re.DOTALL),
    ";": re.compile(r"(?:[^;\\]|\\.)*", re.DOTALL),
}
_PROVENANCES = {str(provenance): provenance for provenance in Provenance}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_SOURCE = re.compile(rf"\[(?P<id>e[{_BASE32}]{{16}})\]\(episodes/(?P=id)\.md\)")
_MORE = re.compile(r"\+([1-9]\d{0,8})")
_ENDING = re.compile(
    r"(?P<kind>[a-z-]+)(?: (?P<link>by|into) \^(?P<by>[a-z0-9]+))? (?P<on>\d{4}-\d\d-\d\d)"
)
_LINKS = {EndingKind.SUPERSEDED: "by", EndingKind.MERGED: "into"}
_FLAGS = ("unverified", "pinned", "quoted")
_HEADINGS: dict[str, Section | None] = {f"## {s}": s for s in Section} | {
    f"## {ARCHIVE_HEADING}": None
}


class IndexFormatError(IndexRefusedError):
    """The text is not a canonical index; says line, column (from 1) and reason."""

    def __init__(self, line: int, column: int, reason: str) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.line = line
        self.column = column
        self.reason = reason


# -- rendering ---------------------------------------------------------------------------------


def render_index(index: Index) -> str:
    """Write the canonical text of an index, header included."""
    return "\n".join([_TITLE, _header(index), *_body_lines(index)]) + "\n"


def render_body(index: Index) -> str:
    """Write the text without the line that holds version and time."""
    return "\n".join([_TITLE, *_body_lines(index)]) + "\n"


def body_hash(index: Index) -> str:
    """Hash what equality and versions go by: the body."""
    return sha256_hex(render_body(index))


@lru_cache(maxsize=4096)
def render_entry(entry: Entry) -> str:
    """Write one line, without its line feed."""
    fields = (
        entry.day.isoformat(),
        _escape(entry.text, r"[\\|]"),
        _marks(entry),
        _aliases(entry.aliases),
        _sources(entry),
        f"^{entry.id}",
    )
    return "- " + " | ".join(fields)


def _header(index: Index) -> str:
    at = index.written_at.replace(tzinfo=None).isoformat()
    return f"<!-- memfold 1 | {index.scope_key} | version {index.version} | {at}Z -->"


def _body_lines(index: Index) -> Iterator[str]:
    for heading, entries in groupby(index.entries, key=lambda entry: entry.heading):
        yield f"## {heading}"
        yield from map(render_entry, entries)


def _escape(text: str, special: str) -> str:
    return r"\-" if text == "-" else re.sub(special, r"\\\g<0>", text)


def _aliases(aliases: tuple[str, ...]) -> str:
    if aliases == ("-",):
        return r"\-"
    return "; ".join(re.sub(r"[\\|;,]", r"\\\g<0>", alias) for alias in aliases) or "-"


def _marks(entry: Entry) -> str:
    flags = [flag for flag in _FLAGS if getattr(entry, flag)]
    ending = [_ending(entry.ending)] if entry.ending else []
    return ", ".join([entry.provenance, *flags, *ending])


def _ending(ending: Ending) -> str:
    link = f" {_LINKS[ending.kind]} ^{ending.by}" if ending.by else ""
    return f"{ending.kind}{link} {ending.on.isoformat()}"


def _sources(entry: Entry) -> str:
    links = [f"[{source}](episodes/{source}.md)" for source in entry.sources]
    return ", ".join([*links, f"+{entry.more}"] if entry.more else links)


# -- parsing -----------------------------------------------------------------------------------


def parse_index(text: str) -> Index:
    """Read a canonical text; the inverse of `render_index`.

    Raises:
        IndexFormatError: for any other text, with line, column and reason.
    """
    lines = text.split("\n")
    if lines[-1]:
        raise IndexFormatError(len(lines), len(lines[-1]) + 1, "the file ends with a line feed")
    index = _read_index([_Line(number, line) for number, line in enumerate(lines[:-1], start=1)])
    _refuse_other_text(text, render_index(index))
    return index


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str

    def refuse(self, reason: str, *, at: str = "") -> NoReturn:
        column = self.text.find(at) + 1 if at else 1
        raise IndexFormatError(self.number, max(1, column), reason)


def _read_index(lines: Sequence[_Line]) -> Index:
    if not lines or lines[0].text != _TITLE:
        raise IndexFormatError(1, 1, f"the first line is {_TITLE!r}")
    header = _HEADER.fullmatch(lines[1].text) if len(lines) > 1 else None
    if header is None:
        raise IndexFormatError(2, 1, "the second line names scope, version and time")
    try:
        at = datetime.fromisoformat(header["at"]).replace(tzinfo=UTC)
    except ValueError:
        lines[1].refuse("no such time", at=header["at"])
    return Index(
        scope_key=header["key"],
        version=int(header["version"]),
        written_at=at,
        entries=tuple(_read_entries(lines[2:])),
    )


def _read_entries(lines: Sequence[_Line]) -> Iterator[Entry]:
    under: tuple[Section | None] | None = None
    for line in lines:
        if line.text in _HEADINGS:
            under = (_HEADINGS[line.text],)
        elif not line.text.startswith("- "):
            line.refuse("a line is '## ' with a known heading or '- ' with an entry")
        elif under is None:
            line.refuse("an entry stands under a heading")
        else:
            yield _read_entry(line, under[0])


def _read_entry(line: _Line, section: Section | None) -> Entry:
    try:
        return parse_entry(line.text, section)
    except IndexFormatError as error:
        raise IndexFormatError(line.number, error.column, error.reason) from None


@lru_cache(maxsize=8192)  # most lines of an index are those of the version before
def parse_entry(text: str, section: Section | None) -> Entry:
    """Read one line of a section, None: of the Archive; the inverse of `render_entry`.

    Raises:
        IndexFormatError: it is no canonical entry; the line's number is 1.
    """
    line = _Line(1, text)
    day, told, marks, aliases, sources, entry_id = _fields(line)
    if not ENTRY_ID.fullmatch(entry_id.removeprefix("^")) or not entry_id.startswith("^"):
        line.refuse("the last field is '^' and an entry's id", at=entry_id)
    provenance, flags, ending = _read_marks(line, marks)
    if (section is None) != (ending is not None):
        line.refuse("a line of the Archive says how it ended, and no other does", at=marks)
    shown, more = _read_sources(line, sources)
    return Entry(
        id=entry_id.removeprefix("^"),
        section=section,
        day=_read_day(line, day),
        text=_plain(line, told),
        provenance=provenance,
        unverified="unverified" in flags,
        pinned="pinned" in flags,
        quoted="quoted" in flags,
        ending=ending,
        aliases=_read_aliases(line, aliases),
        sources=shown,
        more=more,
    )


def _fields(line: _Line) -> list[str]:
    parts = _split(line.text.removeprefix("-"), "|")
    if len(parts) != len(("day", "text", "marks", "aliases", "sources", "id")):
        line.refuse(f"an entry has 6 fields set apart by ' | ', not {len(parts)}")
    padded = [*parts[:-1], parts[-1] + " "]
    for part in padded:
        if not (part.startswith(" ") and part.endswith(" ") and part.strip(" ")):
            line.refuse("a field is not empty and stands between single spaces", at=part)
    return [part[1:-1] for part in padded]


def _split(text: str, separator: str) -> list[str]:
    """Split at each separator that no backslash precedes; a trailing backslash ends the text."""
    if "\\" not in text:
        return text.split(separator)
    piece = _PIECES[separator]
    parts, start = [], 0
    while match := piece.match(text, start):
        parts.append(match[0])
        if match.end() >= len(text):
            break
        start = match.end() + 1
    return parts


def _plain(line: _Line, field: str) -> str:
    text = _ESCAPE.sub(r"\1", field)
    if not text or text.strip(" ") != text or "  " in text:
        line.refuse("a field is trimmed, single-spaced and not empty", at=field)
    if not unicodedata.is_normalized("NFC", text):
        line.refuse("a field is in Unicode's form NFC", at=field)
    return text


def _read_day(line: _Line, text: str) -> date:
    try:
        return date.fromisoformat(text if _DAY.fullmatch(text) else "")
    except ValueError:
        line.refuse("a date is YYYY-MM-DD", at=text)


def _read_marks(line: _Line, field: str) -> tuple[Provenance, list[str], Ending | None]:
    provenance, *marks = field.split(", ")
    if provenance not in _PROVENANCES:
        line.refuse("the marks begin with a provenance", at=field)
    flags = [mark for mark in marks if mark in _FLAGS]
    rest = [mark for mark in marks if mark not in _FLAGS]
    if len(rest) > 1:
        line.refuse("unknown mark", at=rest[0])
    return _PROVENANCES[provenance], flags, _read_ending(line, rest[0]) if rest else None


def _read_ending(line: _Line, mark: str) -> Ending:
    match = _ENDING.fullmatch(mark)
    if match is None or match["kind"] not in set(EndingKind):
        line.refuse("unknown mark", at=mark)
    kind, by = EndingKind(match["kind"]), match["by"]
    if match["link"] != _LINKS.get(kind):
        line.refuse("superseded names its entry with 'by', merged with 'into'", at=mark)
    if by is not None and by != GONE and not ENTRY_ID.fullmatch(by):
        line.refuse("not an entry's id", at=by)
    return Ending(kind=kind, by=by, on=_read_day(line, match["on"]))


def _read_aliases(line: _Line, field: str) -> tuple[str, ...]:
    if field == "-":
        return ()
    first, *others = _split(field, ";")
    if any(not other.startswith(" ") for other in others):
        line.refuse("aliases are set apart by '; '", at=field)
    return tuple(_plain(line, alias) for alias in (first, *(other[1:] for other in others)))


def _read_sources(line: _Line, field: str) -> tuple[tuple[str, ...], int]:
    links = field.split(", ")
    more = _MORE.fullmatch(links[-1])
    matches = [_SOURCE.fullmatch(link) for link in (links[:-1] if more else links)]
    shown = tuple(match["id"] for match in matches if match)
    if len(shown) != len(matches) or not shown:
        line.refuse("a source is [id](episodes/id.md)", at=field)
    return shown, int(more[1]) if more else 0


def _refuse_other_text(text: str, canonical: str) -> None:
    """Refuse what reads well but is written otherwise, at the first place that differs."""
    if text == canonical:
        return
    lines, wanted = text.split("\n"), canonical.split("\n")
    for number, (got, want) in enumerate(zip(lines, wanted, strict=False), start=1):
        if got != want:
            same = next(
                (i for i, (a, b) in enumerate(zip(got, want, strict=False)) if a != b),
                min(len(got), len(want)),
            )
            raise IndexFormatError(
                number, same + 1, f"not canonical: {want[same : same + 40]!r} belongs here"
            )
    raise IndexFormatError(min(len(lines), len(wanted)), 1, "not canonical: an empty heading")
