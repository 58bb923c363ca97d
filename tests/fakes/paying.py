"""A mind whose calls are paid from a purse, without a network."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from threading import Lock
from typing import Self

from jobs.errors import MindError
from jobs.minds.protocol import Proposal, Purse, Reading, Window
from jobs.minds.rules.reader import RulesReader
from jobs.usage import Usage
from memory_core.index.operations import Add

LARGEST = Usage(calls=1, input_tokens=80, output_tokens=20, cost=0.1)
ACTUAL = Usage(calls=1, input_tokens=80, output_tokens=10, cost=0.05)


class PayingMind:
    """Reads by the rules and adds each episode as it stands; each takes `calls` calls.

    `during` happens while a call is under way.
    """

    model = "paying"
    prompt_version = "paying-1"

    def __init__(
        self,
        *,
        calls: int = 1,
        largest: Usage = LARGEST,
        actual: Usage = ACTUAL,
        during: Callable[[], None] | None = None,
    ) -> None:
        self.largest, self.actual, self.during = largest, actual, during
        self.calls = calls
        self.asked: list[Usage] = []  # what went out; shared with the copies that pay
        self._lock = Lock()
        self._purse: Purse | None = None

    def metered(self, purse: Purse) -> Self:
        paying = copy(self)
        paying._purse = purse
        return paying

    def read(self, window: Window) -> Reading:
        usage = self._call()
        return Reading(statements=RulesReader().read(window).statements, usage=usage)

    def plan(self, _index, episodes, _violations=()) -> Proposal:
        usage = self._call()
        operations = tuple(Add(episodes=(episode.id,)) for episode in episodes)
        return Proposal(operations=operations, usage=usage)

    def _call(self) -> Usage:
        assert self._purse is not None, "a mind that costs something is asked without a purse"
        usage = Usage()
        for _ in range(self.calls):
            self._purse.reserve(self.largest)
            with self._lock:
                self.asked.append(self.largest)
            try:
                if self.during is not None:
                    self.during()
            except MindError as error:
                self._purse.settle(error.usage)
                raise
            self._purse.settle(self.actual)
            usage += self.actual
        return usage
