"""The two ports a mind serves: reading a window into statements, planning operations.

A mind proposes; it mints no id, writes no file and decides no date of evidence. It names messages
by position and entries and episodes by the numbers it was shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, Self, runtime_checkable

from jobs.usage import Usage
from memory_core.dates import PartialDate
from memory_core.episodes import Episode
from memory_core.index.model import Index
from memory_core.index.operations import Operation
from memory_core.messages import Message, Participant
from memory_core.sections import Section


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """What a reader is shown of a chat."""

    workspace: str
    chat: str
    agent: str | None
    participants: tuple[Participant, ...]
    messages: tuple[Message, ...]  # to be read, by position; already redacted
    context: tuple[Message, ...] = ()  # before the window; evidence for nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One thing worth keeping, as a mind proposes it."""

    text: str  # one line, in the language it was said in
    section: Section
    messages: tuple[int, ...]  # positions of the asserting messages, all by one speaker
    occurred_on: PartialDate | None = None
    language: str = "en"
    aliases: tuple[str, ...] = ()
    body: str = ""  # more than the line; empty: the line itself


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """A reader's answer. No statements means the mind said so, never that it failed."""

    statements: tuple[Statement, ...]
    usage: Usage = field(default_factory=Usage)
    dropped: tuple[str, ...] = ()  # why, for each statement that could not stand


@dataclass(frozen=True, kw_only=True, slots=True)
class Proposal:
    """A planner's answer for the pending episodes that it was shown."""

    operations: tuple[Operation, ...]
    usage: Usage = field(default_factory=Usage)
    violations: tuple[str, ...] = ()  # operations that could not even be named


class Reader(Protocol):
    """Reads windows into statements."""

    model: str
    prompt_version: str

    def read(self, window: Window) -> Reading:
        """Return what will still matter.

        Raises:
            MindError: a failure of any class; never an empty reading instead.
        """
        ...


@runtime_checkable
class Bounded(Protocol):
    """A mind whose context holds only so much of a chat."""

    @property
    def window_tokens(self) -> int:
        """Tokens of a window, its labels and the messages before it included."""
        ...

    def count_tokens(self, text: str) -> int:
        """Return how many tokens it counts in a text, or at least so many."""
        ...


@runtime_checkable
class Sharing(Protocol):
    """A mind that reads the windows of several chats with one call."""

    def read_together(self, windows: Sequence[Window]) -> tuple[Reading, ...]:
        """Return a reading a window, in their order; the first bears the usage of the call.

        Args:
            windows: at least two, of chats with the same agent and the same users.

        Raises:
            MindError: of any class; it is no window's fault before each was read alone.
        """
        ...


class Planner(Protocol):
    """Plans the fold of pending episodes into an index."""

    model: str
    prompt_version: str

    def plan(
        self, index: Index, episodes: Sequence[Episode], violations: Sequence[str] = ()
    ) -> Proposal:
        """Return operations in which every offered episode stands exactly once.

        `violations` names what was wrong with the last proposal, for the one repair round.

        Raises:
            MindError: a failure of any class.
        """
        ...


class Purse(Protocol):
    """What a job's calls are paid from."""

    def reserve(self, largest: Usage) -> None:
        """Set aside the most that the next call may cost.

        Raises:
            BudgetError: the workspace's day has not so much left.
            JobCapError: the job has bought as much as one may.
            LeaseLostError: the job is no longer its holder's.
        """
        ...

    def settle(self, usage: Usage | None) -> None:
        """Bill the call that was reserved; None where nobody knows what it came to."""
        ...


@runtime_checkable
class Metered(Protocol):
    """A mind whose calls cost something."""

    def metered(self, purse: Purse) -> Self:
        """Return the same mind, paying each call from this purse."""
        ...
