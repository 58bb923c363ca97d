"""The port: texts in, as many vectors out, in order.

Errors: `EmbeddingError` and what is below it in `memory_core.errors`, or `ConfigurationError` where
no call can succeed until something is mended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

Kind = Literal["query", "passage"]  # what is asked, and what is kept and found

LONGEST_TEXT = 6_000  # characters; models end at some 8,000 tokens, and one may be a character


class Embedder(Protocol):
    """Makes vectors of texts."""

    @property
    def id(self) -> str:
        """Name the model and its width: vectors under two ids are never compared."""

    @property
    def dimensions(self) -> int | None:
        """Return how many numbers a vector has; None: known with the first answer."""

    @property
    def alike(self) -> float | None:
        """Return the cosine over which two texts say much the same; None: not calibrated."""

    def embed(self, texts: Sequence[str], kind: Kind) -> list[list[float]]:
        """Return a vector a text, in order; each finite, not zero, and of one width.

        Raises:
            EmbeddingOutageError: no answer now; a later call may have one.
            EmbeddingRefusedError: the model does not take one of these texts.
            EmbeddingAnswerError: the answer is not one usable vector a text.
            ConfigurationError: no call succeeds before something is mended.
        """
