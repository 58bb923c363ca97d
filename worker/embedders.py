"""Which embedder the settings name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memory_core.embedding.local import LocalEmbedder, has_local_model
from memory_core.embedding.protocol import Embedder
from worker.embedding_settings import Choice, EmbeddingSettings


def find_embedder(settings: EmbeddingSettings) -> Embedder | None:
    """Return the embedder; None: search by words alone. Nothing is loaded or opened yet.

    Raises:
        ConfigurationError: the local model is asked for and not installed.
    """
    if settings.choice is Choice.HTTP:
        assert settings.endpoint is not None
        from memory_core.embedding.http import HttpEmbedder  # noqa: PLC0415  an HTTP client

        return HttpEmbedder(settings.endpoint)
    if settings.choice is Choice.LOCAL or (settings.choice is None and has_local_model()):
        return LocalEmbedder()
    return None


@contextmanager
def open_embedder(settings: EmbeddingSettings) -> Iterator[Embedder | None]:
    """Find the embedder for one command, and close what it has opened.

    Raises:
        ConfigurationError: the local model is asked for and not installed.
    """
    embedder = find_embedder(settings)
    try:
        yield embedder
    finally:
        close = getattr(embedder, "close", None)
        if close is not None:
            close()
