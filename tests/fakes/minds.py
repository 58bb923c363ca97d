"""Minds that do as a test tells them: raise, look around, answer, or read by the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jobs.minds.protocol import Proposal, Reading, Usage, Window
from jobs.minds.rules.reader import RulesReader
from memory_core.episodes import Episode
from memory_core.index.model import Index
from memory_core.index.operations import Add


class Crash(BaseException):
    """The process died here: nothing after it happens."""


ONE_CALL = Usage(calls=1, input_tokens=100, output_tokens=10, cost=0.5)


class ScriptedReader:
    """Takes one step a call; a step raises, or is called with the window and may answer it."""

    model = "scripted"
    prompt_version = "scripted-1"

    def __init__(self, *steps: BaseException | Callable[[Window], Reading | None] | None) -> None:
        self.steps = list(steps)
        self.windows: list[Window] = []

    def read(self, window: Window) -> Reading:
        self.windows.append(window)
        step = self.steps.pop(0) if self.steps else None
        if isinstance(step, BaseException):
            raise step
        answer = step(window) if step else None
        return answer or Reading(statements=RulesReader().read(window).statements, usage=ONE_CALL)


Plan = Callable[[Index, Sequence[Episode], Sequence[str]], Proposal | None]


class ScriptedPlanner:
    """Takes one step a call; without one it adds every episode as it stands."""

    model = "scripted"
    prompt_version = "scripted-1"

    def __init__(self, *steps: BaseException | Plan | None) -> None:
        self.steps = list(steps)
        self.offers: list[tuple[str, ...]] = []
        self.told: list[tuple[str, ...]] = []

    def plan(
        self, index: Index, episodes: Sequence[Episode], violations: Sequence[str] = ()
    ) -> Proposal:
        self.offers.append(tuple(episode.id for episode in episodes))
        self.told.append(tuple(violations))
        step = self.steps.pop(0) if self.steps else None
        if isinstance(step, BaseException):
            raise step
        answer = step(index, episodes, violations) if step else None
        return answer or propose(*(Add(episodes=(episode.id,)) for episode in episodes))


def propose(*operations) -> Proposal:
    """Make a proposal that cost one call."""
    return Proposal(operations=tuple(operations), usage=ONE_CALL)
