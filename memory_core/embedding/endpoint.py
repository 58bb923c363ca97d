"""Where an embedding model is reached, and how it wants to be asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from memory_core.errors import ConfigurationError
from memory_core.hashing import sha256_hex

MAX_WIDTH = 16_000  # of a vector in pgvector


@dataclass(frozen=True, kw_only=True, slots=True)
class EmbeddingEndpoint:
    """An endpoint that serves `/embeddings` as OpenAI does, and one model behind it.

    Raises:
        ConfigurationError: for a value no call could be made with; it names the field.
    """

    base_url: str  # up to and with `/v1`
    model: str
    api_key: str = field(default="", repr=False)  # empty: a server that asks for none
    width: int = 0  # asked for as `dimensions`; 0: the model's own
    query_type: str = ""  # sent as `input_type`; empty: not sent
    passage_type: str = ""
    query_prefix: str = ""  # put in front of a text, with a space
    passage_prefix: str = ""
    alike: float | None = None  # cosine over which two texts say much the same; None: not known
    batch: int = 64  # texts a call
    query_timeout: float = 3.0  # seconds for a whole call: a turn waits for it
    passage_timeout: float = 60.0

    def __post_init__(self) -> None:
        address = urlsplit(self.base_url)
        if address.scheme not in {"http", "https"} or not address.hostname:
            raise ConfigurationError(
                "base_url: not an http(s) address; give one such as http://…/v1"
            )
        if not self.api_key.isascii():
            raise ConfigurationError("api_key: holds a character that no header can carry")
        if not self.model:
            raise ConfigurationError("model: empty; name the model that the endpoint serves")
        if not 0 <= self.width <= MAX_WIDTH:
            raise ConfigurationError(f"width: must be from 0 to {MAX_WIDTH}")
        if self.alike is not None and not -1 <= self.alike <= 1:
            raise ConfigurationError("alike: must be from -1 to 1")
        for name in ("batch", "query_timeout", "passage_timeout"):
            if getattr(self, name) <= 0:
                raise ConfigurationError(f"{name}: must be more than 0")

    @property
    def id(self) -> str:
        """Name what makes vectors comparable: the model, its width, and how passages are put."""
        name = f"{self.model}:{self.width}" if self.width else self.model
        asked = f"{self.passage_type}\0{self.passage_prefix}"
        return name if asked == "\0" else f"{name}+{sha256_hex(asked)[:6]}"
