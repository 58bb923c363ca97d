"""Tombstones: what keeps forgotten words from being learned again, wherever they are sent.

A tombstone is a keyed hash of who said something and of what, whichever the chat; the key lies
outside the database, so the database alone cannot confirm a guess. A bare answer ("yes") says
something only with the message before it, and is hashed together with that one.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from dataclasses import dataclass, field

from memory_core.hashing import hash_parts
from memory_core.messages import Message
from memory_core.text.languages.known import LANGUAGES
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import content_stems

MIN_KEY_LENGTH = 32  # characters
_ID_LENGTH = 16

_LONGEST_YES = 200  # characters


@dataclass(frozen=True, kw_only=True, slots=True)
class ForgetKey:
    """The key of a deployment's tombstones."""

    secret: str = field(repr=False)

    @property
    def id(self) -> str:
        """Tells keys apart without telling the key."""
        return self._hash("key")[:_ID_LENGTH]

    def derive(self, purpose: str) -> str:
        """Return a secret for another purpose, which does not tell the key."""
        return self._hash("derived", purpose)

    def digests(self, workspace: str, messages: Iterable[Message]) -> dict[tuple[str, int], str]:
        """Return the tombstone that each message would have, by chat and position.

        Args:
            workspace: the tenant: nothing is recognised across the wall.
            messages: those asked about, with those before them as far as they can be read.
        """
        said = {(message.chat, message.position): message for message in messages}
        return {
            place: self._hash(workspace, _speaker(message), *_words(message, said))
            for place, message in said.items()
        }

    def _hash(self, *parts: str) -> str:
        return hmac.new(self.secret.encode(), hash_parts(*parts).encode(), "sha256").hexdigest()


def _speaker(message: Message) -> str:
    return message.speaker.user or message.speaker.id


def _words(message: Message, said: dict[tuple[str, int], Message]) -> tuple[str, ...]:
    before = said.get((message.chat, message.position - 1))
    if is_bare(message.content) and before is not None:
        return (fold_key(before.content), fold_key(message.content))
    return (fold_key(message.content),)


def is_bare(content: str) -> bool:
    """Tell whether a message is a mere yes, which says nothing by itself."""
    return len(content) <= _LONGEST_YES and any(
        not content_stems(table.cues.assent.sub(" ", content), code)
        for code, table in LANGUAGES.items()
    )
