"""Windows: the piece of a chat that is read at once, and the key under which it was bought.

    messages ── redact ── trim what is too large ── cut where the room is full ── a chunk

A message too large for the room keeps its head and its tail: a user's as much as there is room
for, an assistant's last word half of the room, anything else a quarter. Code finds the evidence in
the stored message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from memory_core.hashing import hash_parts
from memory_core.messages import Message, Participant, Role
from memory_core.text.redact import redact

CONTEXT_MESSAGES = 4  # shown before a window, evidence for nothing
CONTEXT_PART = 1 / 16  # of the room, for each of them

_GAP = "\n[… left out: {count} characters …]\n"
_LABEL_CHARACTERS = 16  # what stands before a message: its number, role and speaker
_LABEL_TOKENS = 10
_USER_PART = 1 - CONTEXT_MESSAGES * CONTEXT_PART  # of the room: the largest message there is
_FINAL_PART = 1 / 2  # for an assistant's last word before the user's next
_OTHER_PART = 1 / 4  # for tools, and for what an assistant says between them
_SMALLEST = 400  # characters; a message that is too long at this size is so for another reason
_SLACK = 0.95  # a part of a text may be denser than the whole


@dataclass(frozen=True, kw_only=True, slots=True)
class Room:
    """How much of a chat is read in one piece."""

    messages: int
    characters: int
    tokens: int | None = None  # None: the mind has no bound of its own
    count: Callable[[str], int] = len  # tokens of a text

    def part_of(self, *messages: Message) -> float:
        """Return how much of the room messages take; 1 fills it."""
        return sum(self._part_of(message.content) for message in messages)

    def _part_of(self, content: str) -> float:
        part = (len(content) + _LABEL_CHARACTERS) / self.characters
        if self.tokens is None or part > 1:
            return part
        return max(part, (self.count(content) + _LABEL_TOKENS) / self.tokens)

    def scaled(self, factor: float, *, messages: int) -> Room:
        """Return a smaller room, but one that a short message fits into whole."""
        least = _SMALLEST + _LABEL_CHARACTERS

        def shrunk(size: int) -> int:
            return max(int(size * factor), min(size, least))

        return replace(
            self,
            messages=messages,
            characters=shrunk(self.characters),
            tokens=None if self.tokens is None else shrunk(self.tokens),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Chunk:
    """Messages read in one piece; `last` may lie behind them when off-time ones follow."""

    first: int
    last: int
    messages: tuple[Message, ...]  # as stored
    shown: tuple[Message, ...]  # the same as a mind may see them
    part: float = 0.0  # of the room that was given, taken by what is shown
    trimmed: int = 0  # messages of which a part is left out

    def without(self, positions: frozenset[int]) -> Chunk:
        """Return the chunk without some of its messages; its borders stay."""
        return replace(
            self,
            messages=tuple(m for m in self.messages if m.position not in positions),
            shown=tuple(m for m in self.shown if m.position not in positions),
        )


def cut_chunk(
    messages: Iterable[Message], *, first: int, last: int, room: Room, filled: float = 0.0
) -> Chunk:
    """Take messages from the front until the room is full, at least one.

    A chunk ends at a message border; the last one covers the window to its end, so that positions
    without a readable message are passed too. `filled` is what the messages before the window
    take of the room.
    """
    taken: list[Message] = []
    shown: list[Message] = []
    trimmed = 0
    for message, following in pairwise([*messages, None]):
        assert message is not None
        clean = redacted(message)
        fitted = _fitted(clean, room, is_last_word=following is None or _is_users(following))
        part = room.part_of(fitted)
        if taken and (filled + part > 1 or len(taken) == room.messages):
            last = taken[-1].position
            break
        taken.append(message)
        shown.append(fitted)
        filled += part
        trimmed += fitted is not clean
    return Chunk(
        first=first,
        last=last,
        messages=tuple(taken),
        shown=tuple(shown),
        part=filled,
        trimmed=trimmed,
    )


def window_key(
    *,
    chat: str,
    feeds: Sequence[str],
    chunk: Chunk,
    participants: Sequence[Participant],
    prompt_version: str,
) -> str:
    """Hash what a reading depends on; once recorded, the window is never bought again.

    Args:
        chat: external id.
        feeds: keys of the scopes that the chat feeds: the policy in force.
        chunk: positions and message hashes count.
        participants: who takes part, and for which user.
        prompt_version: of the mind that would read it.
    """
    people = sorted((p.id, str(p.kind), p.user) for p in participants)
    said = [(message.position, message.content_hash) for message in chunk.messages]
    return hash_parts(
        "window", chat, sorted(feeds), chunk.first, chunk.last, said, people, prompt_version
    )


def redacted(message: Message) -> Message:
    """Return the message without secrets."""
    return replace(message, content=redact(message.content).text)


def shown_context(message: Message, room: Room) -> Message:
    """Return a message before the window as a mind may see it: without secrets, and short."""
    clean = redacted(message)
    return clean if room.part_of(clean) <= CONTEXT_PART else _trimmed(clean, room, CONTEXT_PART)


def halved(room: Room, chunk: Chunk) -> Room | None:
    """Return a room for half of a chunk that was too long; None for one short message alone."""
    characters = sum(len(message.content) for message in chunk.shown)
    if len(chunk.shown) == 1 and characters <= _SMALLEST:
        return None
    return room.scaled(min(chunk.part, 1.0) / 2, messages=max(len(chunk.shown) // 2, 1))


def _fitted(message: Message, room: Room, *, is_last_word: bool) -> Message:
    if room.part_of(message) <= _USER_PART:
        return message
    if _is_users(message):
        return _trimmed(message, room, _USER_PART)
    is_final = is_last_word and message.role is Role.ASSISTANT
    return _trimmed(message, room, _FINAL_PART if is_final else _OTHER_PART)


def _trimmed(message: Message, room: Room, part: float) -> Message:
    """Keep of a message its head and its tail, so much that they take this part of the room."""
    kept = min(len(message.content), room.characters)
    while kept:
        cut = replace(message, content=_ends(message.content, kept))
        taken = room.part_of(cut)
        if taken <= part:
            return cut
        kept = int(kept * part / taken * _SLACK)
    return replace(message, content=_ends(message.content, 0))


def _ends(content: str, kept: int) -> str:
    half = kept // 2
    gap = _GAP.format(count=len(content) - 2 * half)
    return content[:half] + gap + content[len(content) - half :]


def _is_users(message: Message) -> bool:
    return message.role is Role.USER
