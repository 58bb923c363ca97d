"""The one way to read a file of messages, whatever its format."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from memory_core.errors import InvalidInputError
from memory_core.formats.jsonl import looks_like_jsonl, read_jsonl
from memory_core.formats.locomo import looks_like_locomo, read_locomo
from memory_core.formats.source import RefusedLine, Source
from memory_core.incoming import IncomingMessage
from memory_core.scopes import check_id

AUTO = "auto"


@dataclass(frozen=True, kw_only=True, slots=True)
class Format:
    """A format: how to tell it by a file's first bytes, and how to read it."""

    name: str
    looks_like: Callable[[bytes], bool]
    read: Callable[[Source, str | None], Iterator[IncomingMessage | RefusedLine]]


FORMATS = (
    Format(name="locomo", looks_like=looks_like_locomo, read=read_locomo),
    Format(name="jsonl", looks_like=looks_like_jsonl, read=read_jsonl),
)


def read_messages(
    source: Source,
    format: str = AUTO,  # noqa: A002  the word that users know from --format
    workspace: str | None = None,
) -> Iterator[IncomingMessage | RefusedLine]:
    """Return the messages and refusals of a file as a stream; `source.position` tells how far.

    `workspace` is that of the messages that name none: `default` if it is None.

    Raises:
        InvalidInputError: at once for an unknown format or workspace; while reading, for a file
            that is wrong as a whole.
    """
    if workspace is not None:
        check_id("workspace", workspace)
    chosen = detect_format(source.head) if format == AUTO else get_format(format)
    return chosen.read(source, workspace)


def get_format(name: str) -> Format:
    """Return the format of this name.

    Raises:
        InvalidInputError: there is none; names those there are.
    """
    for known in FORMATS:
        if known.name == name:
            return known
    names = ", ".join((AUTO, *(known.name for known in FORMATS)))
    raise InvalidInputError("format", f"{name!r} is unknown; give one of {names}")


def detect_format(head: bytes) -> Format:
    """Return the format that a file's first bytes belong to.

    Raises:
        InvalidInputError: none does.
    """
    for known in FORMATS:
        if known.looks_like(head):
            return known
    names = " or ".join(f"--format {known.name}" for known in FORMATS)
    raise InvalidInputError("format", f"cannot be told from the file's beginning; give {names}")
