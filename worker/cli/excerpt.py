"""What was said, as a person is shown it: the words that count, without secrets."""

from __future__ import annotations

from memory_core.messages import Message
from memory_core.text.normalise import one_line
from memory_core.text.redact import redact

_LENGTH = 160  # characters


def excerpt_of(message: Message | None, span: tuple[int, int] | None = None) -> str | None:
    """Return the words of a message from the span on; None when it may not be read.

    Args:
        message: what was said.
        span: the words that count, in code points of the message as a mind was shown it.
    """
    if message is None:
        return None
    shown = redact(message.content).text
    start = span[0] if span and 0 < span[0] < len(shown) else 0
    text = one_line(shown[start:])
    cut = text if len(text) <= _LENGTH else f"{text[: _LENGTH - 1].rstrip()}…"
    return f"…{cut}" if start else cut


def speaker_of(message: Message | None) -> str | None:
    """Return the name under which the speaker is known."""
    return (message.speaker.name or message.speaker.id) if message else None
