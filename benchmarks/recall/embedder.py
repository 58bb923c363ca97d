"""The local model of static vectors that the figures are measured with."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal


class StaticEmbedder:
    """wordllama's 256 numbers a text, from the weights in its own package."""

    id = "wordllama-256"

    def __init__(self) -> None:
        from wordllama import WordLlama  # noqa: PLC0415  it takes a second to import

        spec = find_spec("wordllama")
        assert spec is not None
        assert spec.origin is not None
        self._model: Any = WordLlama.load(
            cache_dir=str(Path(spec.origin).parent), disable_download=True
        )

    def embed(
        self,
        texts: Sequence[str],
        kind: Literal["query", "passage"],  # noqa: ARG002  the protocol's
    ) -> list[list[float]]:
        """Return a vector a text, in order."""
        found: list[list[float]] = self._model.embed(list(texts)).tolist()
        return found
