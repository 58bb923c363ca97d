"""Windows: the piece of a chat that is read at once, and the key under which it was bought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from jobs.policies import Policy
from memory_core.hashing import hash_parts
from memory_core.messages import Message, Participant
from memory_core.text.redact import redact

_GAP = "\n[… left out: {count} characters …]\n"
CONTEXT_MESSAGES = 4  # shown before a window, evidence for nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class Chunk:
    """Messages read in one piece; `last` may lie behind them when off-time ones follow."""

    first: int
    last: int
    messages: tuple[Message, ...]


def cut_chunk(messages: Iterable[Message], *, first: int, last: int, policy: Policy) -> Chunk:
    """Take messages from the front until the budget is full, at least one.

    A chunk ends at a message border; the last one covers the window to its end, so that positions
    without a readable message are passed too.
    """
    taken: list[Message] = []
    size = 0
    for message in messages:
        size += len(message.content)
        full = size > policy.window_characters or len(taken) == policy.window_messages
        if taken and full:
            return Chunk(first=first, last=taken[-1].position, messages=tuple(taken))
        taken.append(message)
    return Chunk(first=first, last=last, messages=tuple(taken))


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


def readable(message: Message, *, limit: int) -> Message:
    """Return the message as a mind may see it: without secrets, and no longer than the window.

    What is too long keeps its head and its tail; code finds the evidence in the stored message.
    """
    content = redacted(message).content
    if len(content) > limit:
        half = limit // 2
        gap = _GAP.format(count=len(content) - 2 * half)
        content = content[:half] + gap + content[-half:]
    return replace(message, content=content)
