"""The ledger's rows as values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from zoneinfo import ZoneInfo

from memory_core.hashing import hash_parts


class Role(StrEnum):
    """Whose turn a message is."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class ParticipantKind(StrEnum):
    """What a participant of a chat is."""

    HUMAN = "human"
    AGENT = "agent"
    TOOL = "tool"


@dataclass(frozen=True, kw_only=True, slots=True)
class Participant:
    """Someone who speaks in a chat."""

    id: str  # unique in the chat
    kind: ParticipantKind
    user: str | None = None  # the human's id in the workspace
    name: str | None = None  # as shown; free in grounding
    time_zone: str | None = None  # IANA; None: the message's own offset counts


@dataclass(frozen=True, kw_only=True, slots=True)
class Message:
    """One message of the ledger."""

    chat: str  # external chat id
    position: int  # from 0
    role: Role
    speaker: Participant
    content: str
    at: datetime  # aware, in the sender's own offset

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError("a message's time needs its zone")

    @property
    def content_hash(self) -> str:
        """The hash that evidence and idempotency keys rest on."""
        return message_hash(role=self.role, speaker=self.speaker.id, content=self.content)

    @property
    def local_at(self) -> datetime:
        """When it was said, by the speaker's own clock."""
        zone = self.speaker.time_zone
        return self.at.astimezone(ZoneInfo(zone)) if zone else self.at

    @property
    def local_day(self) -> date:
        """The speaker's own calendar day: never a clock's, never UTC's."""
        return self.local_at.date()


def message_hash(*, role: str, speaker: str, content: str) -> str:
    """Hash what was said and by whom; the time is not part of it."""
    return hash_parts("message", str(role), speaker, content)
