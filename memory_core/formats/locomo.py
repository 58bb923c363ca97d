"""LoCoMo's JSON: long conversations of two people in dated sessions.

    [{"sample_id": "conv-1", "conversation": {"speaker_a": "Ada", "speaker_b": "Ben",
      "session_1_date_time": "1:56 pm on 8 May, 2023",
      "session_1": [{"speaker": "Ada", "dia_id": "D1:1", "text": "…", "blip_caption": "…"}]}}]

A session is a chat `conv-1:session_1` of two users, `conv-1:ada` and `conv-1:ben`, and no agent.
The file knows a date a session and none a turn, so each turn is put one second after the one
before it, in UTC. An image's caption is kept as text behind the turn. Dates without a session
are passed over, and the questions, summaries and image addresses are not read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_core.errors import InvalidInputError
from memory_core.formats.source import RefusedLine, Source
from memory_core.incoming import IncomingMessage, parse_message

_SESSION = re.compile(r"session_(\d{1,6})", re.ASCII)
_DATE = re.compile(
    r"\s*(1[0-2]|0?[1-9]):(\d\d)\s*([ap])m\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})\s*",
    re.IGNORECASE | re.ASCII,
)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)


def looks_like_locomo(head: bytes) -> bool:
    """Judge the first bytes of a file: one object or a list of them, with LoCoMo's own fields."""
    start = head.lstrip()[:1]
    fields = (b'"qa"', b'"conversation"', b'"sample_id"', b'"session_1"', b'"dia_id"')
    return start in (b"[", b"{") and any(field in head for field in fields)


def read_locomo(source: Source, workspace: str | None) -> Iterator[IncomingMessage | RefusedLine]:
    """Yield the turns of all sessions in order; the file is held in memory.

    A refusal's number is that of the turn in the file.

    Raises:
        InvalidInputError: the file as a whole is no LoCoMo JSON.
    """
    samples = _load_samples(source)
    number = 0
    for done, sample in enumerate(samples, start=1):
        for fields in _turns(sample, where=f"conversation {done}"):
            number += 1
            source.line = number
            yield _message(fields, number, workspace)
        source.position = source.size * done // len(samples)


def parse_session_date(text: str) -> datetime:
    """Read `1:56 pm on 8 May, 2023` as UTC.

    Raises:
        InvalidInputError: it is written otherwise, or no such day exists.
    """
    match = _DATE.fullmatch(text)
    at = _utc_time(match) if match else None
    if at is None:
        raise InvalidInputError("date", f"{text!r} is not like '1:56 pm on 8 May, 2023'")
    return at


def _utc_time(match: re.Match[str]) -> datetime | None:
    hour, minute, half, day, month, year = match.groups()
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0)
    try:
        number = _MONTHS.index(month.lower()) + 1
        return datetime(int(year), number, int(day), hours, int(minute), tzinfo=UTC)
    except ValueError:
        return None


def _load_samples(source: Source) -> list[Any]:
    try:
        loaded = json.loads(source.read_all().decode(), strict=False)
    except (ValueError, RecursionError) as error:
        raise InvalidInputError(str(source.path), f"is not JSON: {error}") from None
    samples = loaded if isinstance(loaded, list) else [loaded]
    if not all(isinstance(sample, dict) and "conversation" in sample for sample in samples):
        raise InvalidInputError(
            str(source.path), 'is no LoCoMo file: a sample lacks "conversation"'
        )
    return samples


def _turns(sample: dict[str, Any], where: str) -> Iterator[dict[str, Any] | str]:
    """Yield the fields of each turn of a conversation, or why a turn or session is left out."""
    name, conversation = sample.get("sample_id"), sample["conversation"]
    if not isinstance(name, str) or not isinstance(conversation, dict):
        yield f"sample_id: {where} has no name or no sessions; give both"
        return
    for session in sorted(_session_numbers(conversation)):
        yield from _session_turns(name, f"session_{session}", conversation)


def _session_numbers(conversation: dict[str, Any]) -> Iterator[int]:
    for key, value in conversation.items():
        match = _SESSION.fullmatch(key)
        if match and isinstance(value, list):
            yield int(match[1])


def _session_turns(
    name: str, session: str, conversation: dict[str, Any]
) -> Iterator[dict[str, Any] | str]:
    chat = f"{name}:{session}"
    try:
        began_at = parse_session_date(str(conversation.get(f"{session}_date_time")))
    except InvalidInputError as error:
        yield f"{session}_date_time: {error.reason}; {chat} is left out"
        return
    for index, turn in enumerate(conversation[session]):
        if isinstance(turn, dict) and isinstance(turn.get("speaker"), str):
            at = began_at + timedelta(seconds=index)
            yield _fields(turn, name, at) | {"chat": chat, "position": index}
        else:
            yield f"speaker: turn {index + 1} of {chat} has none; name one of the two"


def _fields(turn: dict[str, Any], name: str, at: datetime) -> dict[str, Any]:
    speaker = turn["speaker"].strip()
    content = turn.get("text", "")
    if caption := turn.get("blip_caption"):
        content = f"{content} [photo: {caption}]".lstrip()
    return {
        "role": "user",
        "speaker": speaker.lower(),
        "user": f"{name}:{speaker.lower()}",
        "name": speaker,
        "content": content,
        "at": at,
        "key": turn.get("dia_id"),
    }


def _message(
    fields: dict[str, Any] | str, number: int, workspace: str | None
) -> IncomingMessage | RefusedLine:
    if isinstance(fields, str):
        return RefusedLine(line=number, reason=fields)
    try:
        return parse_message(fields | {"workspace": workspace})
    except InvalidInputError as error:
        return RefusedLine(line=number, reason=f"{error} ({fields['chat']})")
