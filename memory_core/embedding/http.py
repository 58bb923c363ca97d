"""An embedder behind an endpoint that serves `/embeddings` as OpenAI does.

Secrets are taken out of every text before it is sent. Nothing is retried here, and a whole call has
a deadline, however steadily its answer trickles. After an outage questions are not sent for a
while: a turn had better search by words at once than wait each time. No message repeats what the
endpoint wrote: it may quote the text.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from typing import Any

import httpx2 as httpx

from memory_core.clock import monotonic
from memory_core.embedding.endpoint import EmbeddingEndpoint
from memory_core.embedding.protocol import LONGEST_TEXT, Kind
from memory_core.embedding.vectors import check_vectors
from memory_core.errors import (
    ConfigurationError,
    EmbeddingAnswerError,
    EmbeddingError,
    EmbeddingOutageError,
    EmbeddingRefusedError,
)
from memory_core.text.redact import redact

CONNECT_TIMEOUT = 3.0  # seconds
REST = 10.0  # seconds without a question after an outage
LONGEST_REST = 60.0  # whatever the endpoint asks for
_PASSING = frozenset({402, 408, 409, 425, 429})
_REFUSED = frozenset({400, 413, 422})
_SERVER_ERROR = 500
_LONGEST_ANSWER = 64 * 1024 * 1024  # bytes


class HttpEmbedder:
    """Asks one endpoint; opens nothing before the first text. Serves many threads."""

    def __init__(self, endpoint: EmbeddingEndpoint) -> None:
        self.id = endpoint.id
        self.alike = endpoint.alike
        self._endpoint = endpoint
        self._width = endpoint.width or None
        self._opened: tuple[int, httpx.Client] | None = None
        self._rests_until = 0.0  # monotonic seconds

    @property
    def dimensions(self) -> int | None:
        """Return the width that was asked for, or that the first answer had."""
        return self._width

    def embed(self, texts: Sequence[str], kind: Kind) -> list[list[float]]:
        """Return a vector a text, in order, asking for a batch at a time.

        Raises:
            EmbeddingOutageError: no whole answer in time, or one that says to come later.
            EmbeddingRefusedError: the model does not take one of these texts.
            EmbeddingAnswerError: the answer is not one usable vector a text.
            ConfigurationError: the address, the key or the model is not right.
        """
        if kind == "query" and monotonic() < self._rests_until:
            raise EmbeddingOutageError("the embedding endpoint failed a moment ago")
        made: list[list[float]] = []
        try:
            for start in range(0, len(texts), self._endpoint.batch):
                made += self._ask(texts[start : start + self._endpoint.batch], kind)
        except EmbeddingOutageError as error:
            if kind == "query":
                self._rests_until = monotonic() + min(max(REST, error.retry_after), LONGEST_REST)
            raise
        self._rests_until = 0.0
        return made

    def close(self) -> None:
        """Close what this process has opened; the next text opens anew."""
        if self._opened is not None and self._opened[0] == os.getpid():
            self._opened[1].close()
        self._opened = None

    def _ask(self, texts: Sequence[str], kind: Kind) -> list[list[float]]:
        seconds = (
            self._endpoint.query_timeout if kind == "query" else self._endpoint.passage_timeout
        )
        answer = self._post(self._question(texts, kind), seconds)
        vectors = read_vectors(answer, len(texts))
        self._width = check_vectors(vectors, self._width)
        return vectors

    def _question(self, texts: Sequence[str], kind: Kind) -> dict[str, Any]:
        e = self._endpoint
        prefix, asked_as = (
            (e.query_prefix, e.query_type)
            if kind == "query"
            else (e.passage_prefix, e.passage_type)
        )
        front = f"{prefix} " if prefix else ""
        question: dict[str, Any] = {
            "model": e.model,
            "input": [front + redact(text[:LONGEST_TEXT]).text for text in texts],
            "encoding_format": "float",
        }
        if e.width:
            question["dimensions"] = e.width
        if asked_as:
            question["input_type"] = asked_as
        return question

    def _post(self, question: dict[str, Any], seconds: float) -> bytes:
        deadline = monotonic() + seconds
        key = self._endpoint.api_key
        try:
            with self._client().stream(
                "POST",
                f"{self._endpoint.base_url.rstrip('/')}/embeddings",
                json=question,
                headers={"Authorization": f"Bearer {key}"} if key else {},
                timeout=httpx.Timeout(seconds, connect=min(CONNECT_TIMEOUT, seconds)),
            ) as answer:
                if not answer.is_success:
                    raise _failure_of(answer)
                return _read(answer, deadline)
        except httpx.TimeoutException:
            raise _late() from None
        except httpx.InvalidURL:
            raise ConfigurationError("the embedding endpoint's base URL is no address") from None
        except (httpx.HTTPError, httpx.StreamError) as error:
            raise EmbeddingOutageError(detail=type(error).__name__) from None

    def _client(self) -> httpx.Client:
        if self._opened is None or self._opened[0] != os.getpid():
            self._opened = (os.getpid(), httpx.Client())
        return self._opened[1]


def _read(answer: httpx.Response, deadline: float) -> bytes:
    body = bytearray()
    for piece in answer.iter_bytes():
        body += piece
        if monotonic() > deadline:
            raise _late()
        if len(body) > _LONGEST_ANSWER:
            raise EmbeddingAnswerError("the embedding endpoint's answer is too long")
    return bytes(body)


def _late() -> EmbeddingOutageError:
    return EmbeddingOutageError("the embedding endpoint gave no whole answer in time")


def _failure_of(answer: httpx.Response) -> EmbeddingError | ConfigurationError:
    status = answer.status_code
    if status in _PASSING or status >= _SERVER_ERROR:
        return EmbeddingOutageError(
            f"the embedding endpoint answered {status}",
            retry_after=_seconds(answer.headers.get("retry-after", "")),
        )
    if status in _REFUSED:
        return EmbeddingRefusedError(f"the embedding endpoint refused a text with {status}")
    return ConfigurationError(
        f"the embedding endpoint answered {status}: check its base URL, model and key"
    )


def _seconds(text: str) -> float:
    return float(text) if text.isdecimal() else 0.0  # one that names a date is asked by backoff


def read_vectors(body: bytes, count: int) -> list[list[float]]:
    """Read an answer's vectors in the order of the texts, whatever order it has them in.

    Raises:
        EmbeddingAnswerError: it is not one list of numbers for each of `count` texts.
    """
    try:
        rows = json.loads(body)["data"]
        found = {row["index"]: row["embedding"] for row in rows}
    except (ValueError, KeyError, TypeError, RecursionError):
        raise EmbeddingAnswerError("the embedding endpoint's answer has no rows") from None
    if len(rows) != count or set(found) != set(range(count)):
        raise EmbeddingAnswerError(
            f"the embedding endpoint was given {count} texts and answered for others"
        )
    return [_numbers(found[index]) for index in range(count)]


def _numbers(row: object) -> list[float]:
    if isinstance(row, list) and row and all(type(number) in {int, float} for number in row):
        try:
            return [float(number) for number in row]
        except OverflowError:
            pass
    raise EmbeddingAnswerError("the embedding endpoint's answer has a row that is no vector")
