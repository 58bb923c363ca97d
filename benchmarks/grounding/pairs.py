"""Labelled pairs of evidence and line, read from JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from memory_core.messages import Message, Participant, ParticipantKind, Role

LANGUAGES = ("en", "de", "es", "fr", "ja", "zh")
SPLITS = ("dev", "test")
MAX_CONTEXT = 4  # messages before the assertion that grounding may look at


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """A line, what it rests on, and whether it follows from that."""

    id: str  # unique in its split
    language: str  # ISO 639-1, of the asserting messages
    family: str  # the kind of trap; true and false rows may share one
    label: bool  # True: grounding should accept the line
    asserting: tuple[Message, ...]  # by one speaker, at least one
    context: tuple[Message, ...]  # the messages before them, oldest first
    line: str


def load_pairs(split: str) -> list[Pair]:
    """Read a whole split of the set.

    Raises:
        ValueError: no such split, or a row that is not a pair.
    """
    if split not in SPLITS:
        raise ValueError(f"split must be one of {', '.join(SPLITS)}, got {split!r}")
    text = Path(__file__).with_name(f"{split}.jsonl").read_text(encoding="utf-8")
    return parse_pairs(text.splitlines())


def parse_pairs(lines: Iterable[str]) -> list[Pair]:
    """Parse rows; a refusal names the row by its number.

    Raises:
        ValueError: a field is missing or wrong, or an id stands twice.
    """
    pairs: dict[str, Pair] = {}
    for number, line in enumerate(lines, start=1):
        try:
            pair = _pair(json.loads(line))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"row {number}: {error!r}") from error
        if pair.id in pairs:
            raise ValueError(f"row {number}: id {pair.id!r} stands twice")
        pairs[pair.id] = pair
    return list(pairs.values())


def _pair(row: dict[str, Any]) -> Pair:
    if row["language"] not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}")
    if type(row["label"]) is not bool:
        raise ValueError("label must be true or false")
    if len(row["context"]) > MAX_CONTEXT:
        raise ValueError(f"context holds more than {MAX_CONTEXT} messages")
    asserting = tuple(_asserting(said, row["id"]) for said in row["asserting"])
    if len({message.speaker for message in asserting}) != 1:
        raise ValueError("asserting needs messages of one speaker")
    return Pair(
        id=row["id"],
        language=row["language"],
        family=row["family"],
        label=row["label"],
        asserting=asserting,
        context=tuple(_context(row["context"], asserting[0])),
        line=row["line"],
    )


def _asserting(said: dict[str, Any], chat: str) -> Message:
    return Message(
        chat=chat,
        position=said["position"],
        role=Role.USER,
        speaker=_speaker(said["speaker"], Role.USER, said.get("time_zone")),
        content=said["content"],
        at=datetime.fromisoformat(said["at"]),
    )


def _context(rows: list[dict[str, Any]], first: Message) -> Iterable[Message]:
    """Place messages right before the assertion; rows carry no time, so they take its own."""
    for position, said in enumerate(rows, start=first.position - len(rows)):
        role = Role(said["role"])
        same = said["speaker"] == first.speaker.id
        yield Message(
            chat=first.chat,
            position=position,
            role=role,
            speaker=first.speaker if same else _speaker(said["speaker"], role, None),
            content=said["content"],
            at=first.at,
        )


def _speaker(name: str, role: Role, time_zone: str | None) -> Participant:
    human = role is Role.USER
    return Participant(
        id=name,
        kind=ParticipantKind.HUMAN if human else ParticipantKind.AGENT,
        user=name if human else None,
        name=name,
        time_zone=time_zone,
    )
