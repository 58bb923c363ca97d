"""What a command prints: JSON, plain tables and lines on stdout; remarks on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime
from typing import Any

_UNPRINTABLE = "\ufffd"
_SHORT = 8


def print_json(value: Any) -> None:
    """Print a value as JSON; times in UTC."""
    print_line(json.dumps(plain(value), ensure_ascii=False, indent=2))


def print_line(text: str = "") -> None:
    """Print a line of the result."""
    sys.stdout.write(text + "\n")


def print_remark(text: str) -> None:
    """Print a line that is no part of the result."""
    sys.stderr.write(f"memfold: {printable(text)}\n")
    sys.stderr.flush()


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Print rows in columns that are as wide as they need to be: nothing is cut."""
    cells = [[show(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(columns, *cells, strict=True)]
    heads = [name.replace("_", " ").upper() for name in columns]
    for line in (heads, *cells):
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print_line("  ".join(padded).rstrip())


def print_fields(values: Mapping[str, Any]) -> None:
    """Print names and values, one a line."""
    width = max(map(len, values), default=0)
    for name, value in values.items():
        print_line(f"{name.ljust(width)}  {show(value)}".rstrip())


def remark_none(found: Sequence[Any], noun: str, workspace: str) -> None:
    """Say where nothing was found: most often the workspace is another one."""
    if not found:
        print_remark(f"there is no {noun} in workspace {workspace!r}; --workspace names another")


def amount(count: int, noun: str) -> str:
    """Return a count with its noun, which takes an s unless there is one of it."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def short_id(identity: str | None) -> str:
    """Return the beginning of a run's id, which tells runs apart; JSON has all of it."""
    return (identity or "-")[:_SHORT]


def show(value: Any) -> str:
    """Return a value as one printable piece of text."""
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, datetime):
        return _utc(value)
    if isinstance(value, Mapping):
        return printable(", ".join(f"{name} {show(item)}" for name, item in value.items()) or "-")
    if isinstance(value, list | tuple | set | frozenset):
        return printable(", ".join(map(show, value)) or "-")
    return printable(str(value))


def printable(text: str) -> str:
    """Replace what could move a terminal's cursor or colour."""
    return "".join(c if c.isprintable() else _UNPRINTABLE for c in text)


def plain(value: Any) -> Any:
    """Return a report as what JSON knows."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(name): plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, datetime):
        return _utc(value)
    return value.isoformat() if isinstance(value, date) else value


def _utc(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
