"""JSON lines: one message of the one shape a line, UTF-8; blank lines are skipped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from memory_core.errors import InvalidInputError
from memory_core.formats.keys import KeyMaker
from memory_core.formats.source import LINE_BYTES, RefusedLine, Source
from memory_core.incoming import IncomingMessage, parse_message

_KEYS_OF_OTHERS = (b'"qa"', b'"conversation"', b'"session_1"')


def looks_like_jsonl(head: bytes) -> bool:
    """Judge the first bytes of a file; an empty one is an empty list of messages."""
    lines = [line.strip() for line in head.split(b"\n")]
    first = next((line for line in lines if line), b"")
    if not first:
        return True
    if first.startswith(b"{") and first.endswith(b"}"):
        return not any(key in first for key in _KEYS_OF_OTHERS)
    if len(lines) == 1 and first.startswith(b"{"):  # a line longer than the head
        return b'"content"' in first or b'"chat"' in first
    return any(line.startswith(b'{"') and line.endswith(b"}") for line in lines)


def read_jsonl(source: Source, workspace: str | None) -> Iterator[IncomingMessage | RefusedLine]:
    """Yield the messages; memory stays bounded by the longest line.

    `workspace` is that of the messages that name none; one that names another is refused.
    """
    keys = KeyMaker()
    for number, line in source.lines():
        if line is not None and not line.strip():
            continue
        try:
            yield keys.keyed(parse_message(_fields(line, workspace)))
        except InvalidInputError as error:
            yield RefusedLine(line=number, reason=str(error))


def _fields(line: bytes | None, workspace: str | None) -> dict[str, Any]:
    fields = _load_object(line)
    if workspace is None:
        return fields
    named = fields.get("workspace")
    if named not in (None, workspace):
        reason = f"names {named!r}, but this import is into {workspace!r}; take one of them out"
        raise InvalidInputError("workspace", reason)
    return fields | {"workspace": workspace}


def _load_object(line: bytes | None) -> dict[str, Any]:
    if line is None:
        raise InvalidInputError("line", f"is over {LINE_BYTES // 2**20} MB; split the message")
    try:
        # control characters in a string are no reason to lose a message
        value = json.loads(line.decode(), strict=False)
    except UnicodeDecodeError as error:
        reason = f"is not UTF-8 at byte {error.start + 1}; save the file as UTF-8"
        raise InvalidInputError("line", reason) from None
    except json.JSONDecodeError as error:
        reason = f"is not JSON: {error.msg} at column {error.colno}"
        raise InvalidInputError("line", reason) from None
    except (ValueError, RecursionError):
        raise InvalidInputError("line", "is JSON that nests too deep or counts too far") from None
    if not isinstance(value, dict):
        raise InvalidInputError("line", 'is not a JSON object; write {"chat": …, "role": …}')
    return value
