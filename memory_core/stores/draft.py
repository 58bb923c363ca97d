"""What one append to one chat adds up to, decided message by message before a row is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from memory_core.incoming import IncomingMessage
from memory_core.messages import Participant, message_hash
from memory_core.stores.offsets import offset_minutes


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A message that the ledger did not take."""

    message: IncomingMessage
    reason: str


@dataclass(kw_only=True, slots=True)
class Draft:
    """The chat as it is stored, and the rows and refusals that its new messages come to."""

    agent: str | None
    team: str | None
    mode: str  # memory mode of the next message that names none
    last_position: int
    participants: dict[str, Participant]
    by_key: dict[str, tuple[int, str | None]]  # key → (position, hash) already stored
    by_position: dict[int, str | None]
    rows: list[dict[str, Any]] = field(default_factory=list)
    joined: list[Participant] = field(default_factory=list)
    skipped: int = 0
    positions: list[int] = field(default_factory=list)  # of each message not refused, in order
    refused: list[Refusal] = field(default_factory=list)

    def take(self, message: IncomingMessage) -> None:
        """Skip what is stored already, refuse what differs or leaves a gap, add the rest."""
        following = self.last_position + 1
        misfit = self._find_misfit(message)
        stored = self._find_stored(message)
        if misfit is not None:
            self._refuse(message, misfit)
        elif stored is not None:
            self._repeat(message, *stored)
        elif message.position not in {None, following}:
            self._refuse(message, f"position: the next one of this chat is {following}")
        else:
            self._add(message)

    def _find_misfit(self, message: IncomingMessage) -> str | None:
        """Say what keeps a message out of this chat: its agent, its team, or who speaks."""
        for name in ("agent", "team"):
            has = getattr(self, name)
            if getattr(message, name) not in {None, has}:
                return f"{name}: this chat was opened {f'with {has!r}' if has else 'without one'}"
        speaker = message.participant()
        known = self.participants.get(speaker.id, speaker)
        if (known.kind, known.user) != (speaker.kind, speaker.user):
            return f"speaker: {speaker.id!r} is already {_describe(known)} in this chat"
        return None

    def _find_stored(self, message: IncomingMessage) -> tuple[int, str | None] | None:
        if message.key is not None and message.key in self.by_key:
            return self.by_key[message.key]
        if message.position is not None and message.position in self.by_position:
            return message.position, self.by_position[message.position]
        return None

    def _repeat(self, message: IncomingMessage, position: int, stored_hash: str | None) -> None:
        if stored_hash in {_digest(message), None}:  # None: forgotten, and not to be relearned
            self.skipped += 1
            self.positions.append(position)
        else:
            self._refuse(message, "content: it was stored otherwise; the ledger is append-only")

    def _refuse(self, message: IncomingMessage, reason: str) -> None:
        self.refused.append(Refusal(message=message, reason=reason))

    def _add(self, message: IncomingMessage) -> None:
        self.last_position += 1
        digest = _digest(message)
        if message.key is not None:
            self.by_key[message.key] = (self.last_position, digest)
        self.by_position[self.last_position] = digest
        if "memory_mode" in message.model_fields_set:
            self.mode = str(message.memory_mode)
        speaker = message.participant()
        if speaker.id not in self.participants:
            self.participants[speaker.id] = speaker
            self.joined.append(speaker)
        self.positions.append(self.last_position)
        self.rows.append(_message_row(message, self.last_position, digest, self.mode))


def _digest(message: IncomingMessage) -> str:
    return message_hash(role=message.role, speaker=message.speaker_id, content=message.content)


def _describe(participant: Participant) -> str:
    if participant.user:
        return f"user {participant.user!r}"
    return f"a {participant.kind} without user"


def _message_row(message: IncomingMessage, position: int, digest: str, mode: str) -> dict[str, Any]:
    return {
        "workspace": message.workspace,
        "chat": message.chat,
        "position": position,
        "role": str(message.role),
        "participant": message.speaker_id,
        "content": message.content,
        "content_hash": digest,
        "message_key": message.key,
        "at": message.at,
        "utc_offset_minutes": offset_minutes(message.at),
        "memory_mode": mode,
    }
