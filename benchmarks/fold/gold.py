"""What is true of an invented user, from when to when, and how a line may say so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory_core.dates import PartialDate

Place = tuple[str, int]  # chat, position


class Kind(StrEnum):
    """How a row came into the stream."""

    INTRODUCED = "introduced"
    CHANGED = "changed"
    TAKEN_BACK = "taken back"
    CORROBORATED = "corroborated"
    SOMEONE_ELSE = "said by someone else"
    HYPOTHETICAL = "hypothetical"
    WISHED = "wished"
    CONDITIONAL = "conditional"
    QUOTED = "quoted"
    ADVISED = "advised by the assistant"
    DONE = "done by a tool"
    DATED = "dated relatively"
    TWO_MESSAGES = "said across two messages"
    NEGATED = "negated"
    SECRET = "secret"  # noqa: S105 - the name of a kind
    INJECTED = "injected"
    SHOWN = "shown from memory"
    FORGOTTEN = "forgotten on request"


class Truth(StrEnum):
    """What a line may make of a row."""

    HELD = "held"  # true while it is valid: a good index has it
    ALLOWED = "allowed"  # true, but not asked for
    NEVER = "never"  # no line may hold its value


@dataclass(frozen=True, kw_only=True, slots=True)
class Gold:
    """One row of the gold."""

    id: str
    owner: str  # user id
    language: str
    slot: str
    kind: Kind
    truth: Truth
    value: str
    accepted: tuple[str, ...]  # forms of the value, any of which a line may hold
    contrast: tuple[str, ...] = ()  # forms that spoil a line: the old value, the new one
    needs: tuple[str, ...] = ()  # one of them must stand beside the value: whom it is said of
    positive: bool | None = True  # polarity that a line must have; None: any
    opaque: bool = True  # an invented token, which no other row shares
    valid_from: int  # round
    valid_to: int | None = None  # round in which it ceased to be true
    messages: tuple[Place, ...]  # that assert it
    sentences: tuple[str, ...]  # the words in each of them
    ended_in: Place | None = None
    ended_by: str = ""  # the words that took it back
    replaces: str | None = None  # id of the row whose place it takes
    date: PartialDate | None = None
    when: str = ""  # the words of the sentence that mean the date

    def is_true(self, at: int) -> bool:
        """Tell whether it holds after a round."""
        return self.valid_from <= at and (self.valid_to is None or at < self.valid_to)


@dataclass(frozen=True, kw_only=True, slots=True)
class User:
    """An invented person."""

    id: str
    language: str
    zone: str  # offset from UTC, as +01:00


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One message of a stream, in the shape that the ledger takes."""

    chat: str
    position: int
    role: str
    speaker: str  # user id, "helper", "tool" or "browser"
    content: str
    at: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Round:
    """The chats of one day: one a user."""

    number: int
    ends_at: datetime
    lines: tuple[Line, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Stream:
    """All chats of all users, and what is true of them."""

    split: str
    seed: int
    users: tuple[User, ...]
    rounds: tuple[Round, ...]
    rows: tuple[Gold, ...]

    def messages(self) -> dict[Place, Line]:
        """Return every message by its place."""
        return {(line.chat, line.position): line for each in self.rounds for line in each.lines}
