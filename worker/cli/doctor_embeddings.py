"""The embedder in `memfold doctor`: which one is set up, and whether it answers."""

from __future__ import annotations

from memory_core.embedding.protocol import Embedder
from memory_core.errors import MemfoldError
from worker.cli.finding import Finding
from worker.embedders import open_embedder
from worker.embedding_settings import PREFIX, Choice
from worker.settings import Settings, describe_settings

_PART = "embeddings"
_QUESTION = "Is anybody there?"


def examine_embeddings(settings: Settings, *, probe: bool) -> Finding:
    """Say what makes the vectors; with `probe` it is asked for one."""
    idle = _idle(settings)
    if idle:
        way = f"set it to {Choice.HTTP}, or unset these"
        return _wrong(f"{PREFIX}: not {Choice.HTTP}, so {', '.join(idle)} has no effect; {way}")
    try:
        with open_embedder(settings.embeddings) as embedder:
            return _examined(embedder, probe=probe)
    except MemfoldError as error:
        return _wrong(str(error))


def _examined(embedder: Embedder | None, *, probe: bool) -> Finding:
    if embedder is None:
        return Finding(part=_PART, ok=True, detail="none: searches go by words")
    if probe:
        embedder.embed([_QUESTION], "query")
    state = "answers" if probe else "is set up; --probe asks it"
    return Finding(part=_PART, ok=True, detail=f"{embedder.id} {state}")


def _idle(settings: Settings) -> list[str]:
    """Name what is set of an endpoint that is not used."""
    if settings.embeddings.choice is Choice.HTTP:
        return []
    named = (row for row in describe_settings() if row["name"].startswith(f"{PREFIX}_"))
    return [row["name"] for row in named if row["value"].strip()]


def _wrong(detail: str) -> Finding:
    return Finding(part=_PART, ok=False, detail=detail)
