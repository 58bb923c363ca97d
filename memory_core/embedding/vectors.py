"""Which lists of numbers are vectors: finite, not zero, all of one width."""

from __future__ import annotations

import math
from collections.abc import Sequence

from memory_core.errors import EmbeddingAnswerError


def check_vectors(vectors: Sequence[Sequence[float]], width: int | None) -> int | None:
    """Return the width of all these vectors, which is the given one where one is given.

    Raises:
        EmbeddingAnswerError: one is zero, not finite, or of another width.
    """
    for vector in vectors:
        width = width or len(vector)
        if len(vector) != width:
            raise EmbeddingAnswerError(
                f"the embedder gave {len(vector)} numbers where a vector of its model has {width}"
            )
        if not all(map(math.isfinite, vector)):
            raise EmbeddingAnswerError("the embedder gave a number that is not finite")
        if not any(vector):
            raise EmbeddingAnswerError("the embedder gave a vector without a direction")
    return width
