"""LoCoMo's conv-26: its turns, and the facts its authors noted with the turns they stand in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from memory_core.formats.locomo import parse_session_date

CONVERSATION = "conv-26"
_TURN = re.compile(r"D\d+:\d+")

Shown = tuple[date, str, str]  # local day, speaker, content: how a turn is known again


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    """One observation of the data set."""

    text: str
    turns: tuple[str, ...]  # ids of the turns it rests on


@dataclass(frozen=True, kw_only=True, slots=True)
class Conversation:
    """A conversation with what is to be found in it."""

    sample: Mapping[str, Any]  # as the file has it
    turns: Mapping[Shown, str]  # → id of the turn
    facts: tuple[Fact, ...]

    @property
    def sessions(self) -> tuple[str, ...]:
        """The names of the sessions that hold turns, in order."""
        talk = self.sample["conversation"]
        names = [name for name in talk if re.fullmatch(r"session_\d+", name) and talk[name]]
        return tuple(sorted(names, key=lambda name: int(name.removeprefix("session_"))))

    @property
    def characters(self) -> int:
        """How much was said, captions included."""
        return sum(len(content) for _, _, content in self.turns)

    def only(self, session: str) -> dict[str, Any]:
        """Return the sample with this session alone."""
        talk = self.sample["conversation"]
        kept = {k: v for k, v in talk.items() if k not in self.sessions or k == session}
        return {**self.sample, "conversation": kept}


def load_conversation(path: Path, name: str = CONVERSATION) -> Conversation:
    """Read one conversation of LoCoMo's file."""
    samples = json.loads(path.read_text(encoding="utf-8"))
    sample = next(each for each in samples if each["sample_id"] == name)
    return Conversation(
        sample=sample, turns=dict(_turns(sample["conversation"])), facts=tuple(_facts(sample))
    )


def said(content: str) -> str:
    """Return a turn's words as one line."""
    return " ".join(content.split())


def _turns(talk: Mapping[str, Any]) -> Iterator[tuple[Shown, str]]:
    for name, turns in talk.items():
        if not re.fullmatch(r"session_\d+", name):
            continue
        day = parse_session_date(talk[f"{name}_date_time"]).date()
        for turn in turns:
            caption = turn.get("blip_caption")
            content = f"{turn.get('text', '')} [photo: {caption}]" if caption else turn["text"]
            yield (day, turn["speaker"], said(content)), turn["dia_id"]


def _facts(sample: Mapping[str, Any]) -> Iterator[Fact]:
    for speakers in sample["observation"].values():
        for facts in speakers.values():
            for text, evidence in facts:
                yield Fact(text=text, turns=tuple(_TURN.findall(str(evidence))))
