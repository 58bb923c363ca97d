"""Keys for messages that come with neither key nor position."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC

from memory_core.hashing import mint_id
from memory_core.incoming import IncomingMessage

_REMEMBERED = 200_000


class KeyMaker:
    """Gives each message a key by its time, role and speaker, and its place among such messages.

    The content is no part of it, so that a message whose content was changed is seen as changed,
    not as new. Only so many instants are remembered: farther apart, two messages of one speaker
    at one instant of one chat would share a key, and the ledger would name the second one.
    """

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self._counts: OrderedDict[str, int] = OrderedDict()
        self._remembered = remembered

    def keyed(self, message: IncomingMessage) -> IncomingMessage:
        """Return the message with a key, itself if it has a key or a position."""
        if message.key is not None or message.position is not None:
            return message
        instant = message.at.astimezone(UTC).isoformat()
        base = mint_id(
            "", 32, message.workspace, message.chat, instant, message.role, message.speaker_id
        )
        return message.model_copy(update={"key": f"auto-{base}-{self._count(base)}"})

    def _count(self, base: str) -> int:
        count = self._counts.pop(base, -1) + 1
        self._counts[base] = count
        if len(self._counts) > self._remembered:
            self._counts.popitem(last=False)
        return count
