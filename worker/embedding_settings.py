"""The settings of embeddings: none, the model on this machine, or an endpoint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from memory_core.embedding.endpoint import EmbeddingEndpoint
from memory_core.errors import ConfigurationError

PREFIX = "MEMFOLD_EMBEDDINGS"
# name behind the prefix, default, meaning
EMBEDDING_VARIABLES = (
    ("", "", "off, local or http; empty: local where memfold[embeddings] is installed, else off"),
    ("_BASE_URL", "", "endpoint that serves /embeddings, up to and with /v1 (http)"),
    ("_MODEL", "", "embedding model that it serves"),
    ("_API_KEY", "", "its key"),
    ("_WIDTH", "0", "numbers of a vector, asked for as dimensions; 0: the model's own"),
    ("_QUERY_TYPE", "", "input_type of a question, such as query; empty: not sent"),
    ("_PASSAGE_TYPE", "", "input_type of what is kept, such as passage; empty: not sent"),
    ("_QUERY_PREFIX", "", "put in front of a question, such as query:"),
    ("_PASSAGE_PREFIX", "", "put in front of what is kept, such as passage:"),
    ("_ALIKE", "", "cosine over which two texts say much the same; empty: not known"),
    ("_BATCH", "64", "texts of one call"),
    ("_QUERY_TIMEOUT", "3", "seconds that a question's call may take"),
    ("_PASSAGE_TIMEOUT", "60", "seconds that any other call may take"),
)


class Choice(StrEnum):
    """Where vectors come from."""

    OFF = "off"
    LOCAL = "local"
    HTTP = "http"


@dataclass(frozen=True, kw_only=True, slots=True)
class EmbeddingSettings:
    """What was chosen."""

    choice: Choice | None = None  # None: local where it is installed
    endpoint: EmbeddingEndpoint | None = None  # of `http`

    @property
    def batch(self) -> int:
        """How many texts are embedded and stored at once."""
        return self.endpoint.batch if self.endpoint else 1_000


def read_embeddings(value: Callable[[str], str]) -> EmbeddingSettings:
    """Read the settings by their full names.

    Raises:
        ConfigurationError: one is not valid; names the variable.
    """
    named = value(PREFIX).lower()
    if not named:
        return EmbeddingSettings()
    if named not in set(Choice):
        raise ConfigurationError(f"{PREFIX}: {named!r} is none of off, local, http")
    choice = Choice(named)
    return EmbeddingSettings(
        choice=choice, endpoint=_endpoint(value) if choice is Choice.HTTP else None
    )


def _endpoint(value: Callable[[str], str]) -> EmbeddingEndpoint:
    def text(name: str) -> str:
        return value(f"{PREFIX}_{name}")

    try:
        return EmbeddingEndpoint(
            base_url=text("BASE_URL"),
            model=text("MODEL"),
            api_key=text("API_KEY"),
            width=_whole("width", text("WIDTH")),
            query_type=text("QUERY_TYPE"),
            passage_type=text("PASSAGE_TYPE"),
            query_prefix=text("QUERY_PREFIX"),
            passage_prefix=text("PASSAGE_PREFIX"),
            alike=_number("alike", text("ALIKE")) if text("ALIKE") else None,
            batch=_whole("batch", text("BATCH")),
            query_timeout=_number("query_timeout", text("QUERY_TIMEOUT")),
            passage_timeout=_number("passage_timeout", text("PASSAGE_TIMEOUT")),
        )
    except ConfigurationError as error:
        field, _, reason = str(error).partition(": ")
        raise ConfigurationError(f"{PREFIX}_{field.upper()}: {reason}") from error


def _whole(field: str, text: str) -> int:
    if not text.isdecimal():
        raise ConfigurationError(f"{field}: {text!r} is not a whole number from 0")
    return int(text)


def _number(field: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ConfigurationError(f"{field}: {text!r} is not a number") from None
