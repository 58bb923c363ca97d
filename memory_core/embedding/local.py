"""An embedder on this machine: static vectors of tokens, without network, key or graphics card.

wordllama's weights lie in its own package (extra `memfold[embeddings]`). It knows English best; the
parts of words in other alphabets have vectors too, but say less.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

from memory_core.embedding.protocol import LONGEST_TEXT, Kind
from memory_core.embedding.vectors import check_vectors
from memory_core.errors import ConfigurationError

_PACKAGE = "wordllama"
_loading = Lock()


def has_local_model() -> bool:
    """Tell whether the extra is installed; nothing is imported."""
    return find_spec(_PACKAGE) is not None


class LocalEmbedder:
    """256 numbers a text. Loads its weights with the first text: a second, and 90 MB.

    Raises:
        ConfigurationError: the extra is not installed.
    """

    id = "wordllama:l2-supercat-256"
    dimensions = 256
    alike = 0.7  # measured: docs/decisions/0040

    def __init__(self) -> None:
        if not has_local_model():
            raise ConfigurationError(
                "the local embedding model is not installed: pip install 'memfold[embeddings]', "
                "or set MEMFOLD_EMBEDDINGS to http or off"
            )
        self._model: Any = None

    def embed(self, texts: Sequence[str], kind: Kind) -> list[list[float]]:  # noqa: ARG002
        """Return a vector a text, in order; questions and passages are treated alike.

        Raises:
            EmbeddingAnswerError: a text has no token, so its vector is zero.
        """
        cut = [text[:LONGEST_TEXT] for text in texts]
        found: list[list[float]] = self._load().embed(cut).tolist() if cut else []
        check_vectors(found, self.dimensions)
        return found

    def _load(self) -> Any:
        with _loading:
            if self._model is None:
                self._model = _load_weights()
            return self._model


def _load_weights() -> Any:
    from wordllama import WordLlama  # noqa: PLC0415  it takes a second, and is an extra

    spec = find_spec(_PACKAGE)
    assert spec is not None
    assert spec.origin is not None
    # by default it would look for its weights on the network
    return WordLlama.load(cache_dir=str(Path(spec.origin).parent), disable_download=True)
