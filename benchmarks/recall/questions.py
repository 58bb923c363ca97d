"""LoCoMo's questions and turns, read from a file that never enters the repository."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ADVERSARIAL = 5  # the category of questions without an answer
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
HELD_OUT = frozenset({"conv-30", "conv-42", "conv-44", "conv-48", "conv-50"})

_SESSION = re.compile(r"session_(\d+)")
_EVIDENCE = re.compile(r"D(\d+):(\d+)")

Place = tuple[str, int]  # chat and position


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A message of a conversation."""

    chat: str
    position: int
    speaker: str
    text: str  # without a photo's caption
    caption: str
    day: str

    @property
    def place(self) -> Place:
        """Where it stands in the ledger."""
        return self.chat, self.position

    @property
    def content(self) -> str:
        """The text with its photo's caption, as the importer stores it."""
        photo = f" [photo: {self.caption}]" if self.caption else ""
        return f"{self.text}{photo}".lstrip()


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """A question and the messages that hold its answer."""

    text: str
    category: int
    evidence: frozenset[Place]


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """Two people's sessions and the questions about them."""

    id: str
    speakers: tuple[str, ...]
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]


def load_conversations(path: Path) -> list[Conversation]:
    """Load all conversations; questions without evidence that is there are left out."""
    samples = json.loads(path.read_text(encoding="utf-8"))
    return [_conversation(sample) for sample in samples]


def _conversation(sample: dict[str, Any]) -> Conversation:
    name, said = sample["sample_id"], sample["conversation"]
    numbers = sorted(
        int(match[1])
        for key, value in said.items()
        if (match := _SESSION.fullmatch(key)) and isinstance(value, list)
    )
    ids: dict[tuple[int, int], Place] = {}
    turns: list[Turn] = []
    for number in numbers:
        chat = f"{name}:session_{number}"
        for position, turn in enumerate(said[f"session_{number}"]):
            made = _turn(turn, chat, position, said[f"session_{number}_date_time"])
            ids |= {_numbers(match): made.place for match in _EVIDENCE.finditer(turn["dia_id"])}
            turns.append(made)
    questions = (_question(asked, ids) for asked in sample["qa"])
    return Conversation(
        id=name,
        speakers=tuple(dict.fromkeys(turn.speaker for turn in turns)),
        turns=tuple(turns),
        questions=tuple(q for q in questions if q.evidence and q.category != ADVERSARIAL),
    )


def _turn(turn: dict[str, Any], chat: str, position: int, day: str) -> Turn:
    return Turn(
        chat=chat,
        position=position,
        speaker=turn["speaker"].strip(),
        text=turn.get("text", ""),
        caption=turn.get("blip_caption") or "",
        day=day,
    )


def _question(asked: dict[str, Any], ids: dict[tuple[int, int], Place]) -> Question:
    cited = (m for entry in asked.get("evidence", []) for m in _EVIDENCE.finditer(entry))
    places = (ids.get(_numbers(match)) for match in cited)
    return Question(
        text=asked["question"],
        category=asked["category"],
        evidence=frozenset(place for place in places if place),
    )


def _numbers(match: re.Match[str]) -> tuple[int, int]:
    return int(match[1]), int(match[2])
