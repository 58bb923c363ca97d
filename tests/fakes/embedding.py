"""Vectors of invented models: within the process, and behind a scripted endpoint."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from tests.fakes.scripted_endpoint import Answer, Request

DIRECTIONS = {"north": [0.0, 1.0], "east": [1.0, 0.0], "south": [0.0, -1.0]}


class Compass:
    """An embedder whose vectors point where the first known word says, else north-east."""

    id = "compass"
    dimensions = 2
    alike = 0.99

    def __init__(self, refuse: Callable[[Sequence[str]], Exception | None] | None = None) -> None:
        self.asked: list[list[str]] = []
        self._refuse = refuse

    def embed(self, texts, kind):  # noqa: ARG002  the protocol's
        """Point."""
        self.asked.append(list(texts))
        error = self._refuse(texts) if self._refuse else None
        if error:
            raise error
        return [pointing(text) for text in texts]


def pointing(text: str) -> list[float]:
    """Return the direction that a text names."""
    found = (vector for word, vector in DIRECTIONS.items() if word in text.lower())
    return next(found, [1.0, 1.0])


def rows(*vectors: Any, order: Sequence[int] | None = None) -> Answer:
    """Answer with these vectors, in the order of their numbers or another."""
    numbers = range(len(vectors)) if order is None else order
    data = [{"object": "embedding", "index": n, "embedding": vectors[n]} for n in numbers]
    return Answer(body=json.dumps({"object": "list", "data": data}))


def by_compass(request: Request) -> Answer:
    """Answer as `Compass` does, the last text first."""
    vectors = [pointing(text) for text in request["input"]]
    return rows(*vectors, order=range(len(vectors))[::-1])
