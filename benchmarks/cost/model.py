"""A scripted model: the facts of the turns it is shown, one `add` without text an episode."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from threading import Lock
from typing import Any

from benchmarks.cost.conversation import Conversation, Fact, said
from tests.fakes.scripted_endpoint import Answer, Request

_DAY = re.compile(r"== \w+ (\d{4}-\d\d-\d\d)")
_LINE = re.compile(r"\[(\d+)\] user ([^:\n]*): (.*(?:\n    .*)*)")
_OFFERED = re.compile(r"^\((\d+)\) ", re.MULTILINE)
_SHOWN = re.compile(rf"^(?:{_DAY.pattern}|{_LINE.pattern})", re.MULTILINE)


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchange:
    """A request as it came, and what was answered."""

    request: Request
    answer: str


@dataclass(kw_only=True, slots=True)
class FactsModel:
    """Answers by the data set; keeps what went over the wire."""

    conversation: Conversation
    exchanges: list[Exchange] = field(default_factory=list)
    unknown: int = 0  # turns it was shown and does not know
    _lock: Lock = field(default_factory=Lock)

    def __call__(self, request: Request) -> Answer:
        """Answer one request."""
        shown = request["messages"][-1]["content"]
        if request["response_format"]["json_schema"]["name"] == "extract":
            answer = self._read(shown)
        else:
            numbers = [int(number) for number in _OFFERED.findall(shown)]
            answer = {"operations": [{"op": "add", "episodes": [each]} for each in numbers]}
        content = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
        with self._lock:
            self.exchanges.append(Exchange(request=request, answer=content))
        return Answer(content=content)

    def _read(self, shown: str) -> dict[str, Any]:
        numbers = dict(self._numbers(shown))
        statements = [
            {
                "messages": [numbers[turn] for turn in fact.turns if turn in numbers],
                "text": fact.text,
                "section": "Events",
            }
            for fact in self._known(numbers)
        ]
        return {"language": "en", "nothing_durable": not statements, "statements": statements}

    def _known(self, numbers: Mapping[str, int]) -> Sequence[Fact]:
        return [
            fact for fact in self.conversation.facts if any(turn in numbers for turn in fact.turns)
        ]

    def _numbers(self, shown: str) -> Iterator[tuple[str, int]]:
        """Yield the turns shown as evidence with their numbers."""
        day = date.min
        for line in _SHOWN.finditer(shown):
            if line[1]:
                day = date.fromisoformat(line[1])
                continue
            turn = self.conversation.turns.get((day, line[3], said(line[4])))
            if turn is None:
                self.unknown += 1
            else:
                yield turn, int(line[2])
