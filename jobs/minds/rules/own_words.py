"""A message's own words: what is left when everything that came by another channel is taken out."""

from __future__ import annotations

from memory_core.text.channels import PASTE_LENGTH, own_lines

__all__ = ["PASTE_LENGTH", "own_words"]


def own_words(content: str) -> list[str]:
    """Return the lines of a message that are its speaker's own, in order."""
    return own_lines(content)
