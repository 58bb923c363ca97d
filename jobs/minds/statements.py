"""A reader's answer as statements: numbers become positions, what cannot stand is counted."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from jobs.errors import ContentError
from jobs.minds.protocol import Statement
from jobs.minds.schemas import ReadingAnswer, StatementAnswer
from memory_core.dates import parse_partial_date
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.messages import Message
from memory_core.prompts.prompt import SENTINEL
from memory_core.prompts.render import Transcript, is_evidence

UNKNOWN_MESSAGE = "unknown-message"
MIXED_SPEAKERS = "mixed-speakers"
EMPTY = "empty"
TOO_LONG = "too-long"
PROMPT_ECHO = "prompt-echo"

_PLACEHOLDER = re.compile(
    r"<[^<>\n]{1,60}>|\{[a-z_ ]{1,40}\}|\[(?:fact|name|date|text|value)\]", re.IGNORECASE
)


Stood = tuple[tuple[Statement, ...], tuple[str, ...]]  # what can stand, and why the rest cannot


def statements_of(answer: ReadingAnswer, transcript: Transcript) -> tuple[Stood, ...]:
    """Return for each chat shown the statements that can stand, and for each other why not.

    Raises:
        ContentError: there were statements and none can stand.
    """
    kept: list[list[Statement]] = [[] for _ in transcript.ends]
    dropped: list[list[str]] = [[] for _ in transcript.ends]
    for proposed in answer.statements:
        place = _place(proposed.messages, transcript)
        messages = _named(proposed.messages, transcript, place)
        reason = _flaw(proposed, messages)
        if reason:
            dropped[place].append(reason)
        else:
            kept[place].append(_statement(proposed, messages, answer.language))
    if any(dropped) and not any(kept):
        reasons = ", ".join(dict.fromkeys(reason for each in dropped for reason in each))
        raise ContentError(f"no statement could be used: {reasons}")
    return tuple((tuple(k), tuple(d)) for k, d in zip(kept, dropped, strict=True))


def _place(numbers: Sequence[int], transcript: Transcript) -> int:
    """Return which of the chats a statement is about: that of its first message."""
    return min(bisect_left(transcript.ends, min(numbers)), len(transcript.ends) - 1)


def _named(numbers: Sequence[int], transcript: Transcript, place: int) -> list[Message]:
    before = transcript.ends[place - 1] if place else 0
    if any(not before < number <= transcript.ends[place] for number in numbers):
        return []
    return [transcript.messages[number - 1] for number in sorted(set(numbers))]


def _flaw(proposed: StatementAnswer, messages: Sequence[Message]) -> str | None:
    if not messages:
        return UNKNOWN_MESSAGE
    if len({message.speaker.id for message in messages if is_evidence(message)}) > 1:
        return MIXED_SPEAKERS
    if not proposed.text:
        return EMPTY
    if len(proposed.text) > DEFAULT_BUDGET.line_code_points:
        return TOO_LONG
    return PROMPT_ECHO if _echoes(proposed, messages) else None


def _echoes(proposed: StatementAnswer, messages: Sequence[Message]) -> bool:
    """Return whether it repeats an example's name or leaves a gap that the user did not write."""
    said = "\n".join(message.content for message in messages)
    written = "\n".join((proposed.text, *proposed.aliases))
    marks = [SENTINEL] if SENTINEL in written else []
    marks += [match[0] for match in _PLACEHOLDER.finditer(written)]
    return any(mark not in said for mark in marks)


def _statement(proposed: StatementAnswer, messages: Sequence[Message], language: str) -> Statement:
    aliases = [a for a in proposed.aliases if 0 < len(a) <= DEFAULT_BUDGET.alias_code_points]
    return Statement(
        text=proposed.text,
        section=proposed.section,
        messages=tuple(message.position for message in messages),
        occurred_on=parse_partial_date(proposed.date) if proposed.date else None,
        language=language,
        aliases=tuple(dict.fromkeys(aliases))[: DEFAULT_BUDGET.aliases],
    )
