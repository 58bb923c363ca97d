"""Where a model is reached, what it costs and how long it may take."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from jobs.usage import Usage
from memory_core.errors import ConfigurationError
from memory_core.hashing import sha256_hex

_PER_MILLION = 1_000_000


class StructuredOutput(StrEnum):
    """How the endpoint is made to keep to a schema; the first that works is the best."""

    JSON_SCHEMA = "json_schema"  # strict: the server lets nothing else be written
    TOOL = "tool"  # the schema as the arguments of the one tool there is
    JSON_OBJECT = "json_object"  # some object; the schema stands in the prompt
    PLAIN = "plain"  # whatever is written; the schema stands in the prompt


class OutputLimit(StrEnum):
    """The request field that bounds the answer; servers know one or the other."""

    MAX_COMPLETION_TOKENS = "max_completion_tokens"
    MAX_TOKENS = "max_tokens"


@dataclass(frozen=True, kw_only=True, slots=True)
class Endpoint:
    """An OpenAI-compatible endpoint and one model behind it.

    Raises:
        ConfigurationError: for a value no call could be made with; it names the field.
    """

    base_url: str = field(repr=False)  # up to and with `/v1`; of Azure, up to and with `/openai`
    model: str  # of Azure, the deployment
    api_key: str = field(default="", repr=False)  # empty: a server that asks for none
    input_price: float = 0.0  # per million tokens, in the operator's currency
    cached_price: float | None = None  # of prompt tokens from a cache; None: the input price
    output_price: float = 0.0
    context_tokens: int = 128_000  # prompt and answer together
    max_output_tokens: int = 4_096
    connect_timeout: float = 5.0  # seconds
    read_timeout: float = 120.0  # seconds without a byte
    total_timeout: float = 180.0  # seconds for the whole call, however steadily it trickles
    structured_output: StructuredOutput = StructuredOutput.JSON_SCHEMA
    output_limit: OutputLimit = OutputLimit.MAX_COMPLETION_TOKENS
    temperature: float | None = None  # None: the server's own; some models refuse any other
    api_version: str = ""  # Azure's; empty: any other server
    extra_body: str = ""  # a JSON object whose fields go into each request as they are

    def __post_init__(self) -> None:
        address = urlsplit(self.base_url)
        if address.scheme not in {"http", "https"} or not address.hostname:
            raise ConfigurationError(
                "base_url: not an http(s) address; give one such as http://…/v1"
            )
        if not self.model:
            raise ConfigurationError("model: empty; name the model that the endpoint serves")
        for name in ("connect_timeout", "read_timeout", "total_timeout", "max_output_tokens"):
            if getattr(self, name) <= 0:
                raise ConfigurationError(f"{name}: must be more than 0")
        if self.context_tokens <= self.max_output_tokens:
            raise ConfigurationError("context_tokens: must be more than max_output_tokens")
        if not isinstance(_json(self.extra_body), dict):
            raise ConfigurationError('extra_body: not a JSON object such as {"top_k": 1}')

    @property
    def id(self) -> str:
        """A name of this endpoint as it is set up: once a setting is mended it is another."""
        parts = (
            self.base_url.rstrip("/"),
            self.model,
            self.api_key,
            self.api_version,
            self.structured_output,
            self.output_limit,
            str(self.temperature),
            self.extra_body,
        )
        return sha256_hex("\0".join(parts))[:24]

    @property
    def place(self) -> str:
        """The base URL without the name and password that it may hold."""
        address = urlsplit(self.base_url)
        return urlunsplit(address._replace(netloc=address.netloc.rpartition("@")[2], query=""))

    @property
    def extra_fields(self) -> dict[str, Any]:
        """What goes into each request beside what memfold asks for."""
        return dict(_json(self.extra_body))

    @property
    def prompt_tokens(self) -> int:
        """How many tokens of the context are left for the prompt."""
        return self.context_tokens - self.max_output_tokens

    def usage_of(
        self, *, input_tokens: int, output_tokens: int = 0, cached_tokens: int = 0
    ) -> Usage:
        """Return one call's usage with its price; cached tokens are part of the input."""
        cached = min(cached_tokens, input_tokens)
        cached_price = self.input_price if self.cached_price is None else self.cached_price
        cost = (
            (input_tokens - cached) * self.input_price
            + cached * cached_price
            + output_tokens * self.output_price
        ) / _PER_MILLION
        return Usage(
            calls=1,
            input_tokens=input_tokens,
            cached_tokens=cached,
            output_tokens=output_tokens,
            cost=cost,
        )


def _json(text: str) -> Any:
    try:
        return json.loads(text or "{}")
    except ValueError:
        return None
