"""The error tree. A class's docstring is its message; its attributes say what to do about it.

MemfoldError                 exit 1
├── UsageError               exit 2: the caller can mend it
│   ├── InvalidInputError    a field is wrong; names it and the way out
│   ├── NotFoundError        unknown chat, scope, run …
│   └── AppendOnlyError      a message that was stored with other content
├── ConfigurationError       exit 2: a setting, role, schema or extension
├── StoreUnavailableError    the database cannot be reached
├── BrokerUnavailableError   the broker cannot be reached
├── EmbeddingError           no vectors of these texts
│   ├── EmbeddingOutageError   later perhaps: time-out, 429, 5xx
│   ├── EmbeddingRefusedError  the model does not take one of the texts
│   └── EmbeddingAnswerError   an answer that is no vector a text
├── IndexRefusedError        a rewrite that the validator refuses
└── VersionConflictError     the index or value moved on meanwhile
"""

from __future__ import annotations

from typing import ClassVar


class MemfoldError(Exception):
    """Something went wrong in memfold."""

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str | None = None, *, detail: str = "") -> None:
        super().__init__(message or (type(self).__doc__ or "").strip())
        self.detail = detail


class UsageError(MemfoldError):
    """The request cannot be carried out as it stands."""

    exit_code = 2


class InvalidInputError(UsageError):
    """A field of the input is not valid."""

    def __init__(self, field: str, reason: str, *, detail: str = "") -> None:
        super().__init__(f"{field}: {reason}", detail=detail)
        self.field = field
        self.reason = reason


class NotFoundError(UsageError):
    """What was asked for does not exist."""


class AppendOnlyError(UsageError):
    """The ledger is append-only: this message was stored with other content."""


class ConfigurationError(MemfoldError):
    """memfold is not set up to do this."""

    exit_code = 2


class StoreUnavailableError(MemfoldError):
    """The database cannot be reached."""


class BrokerUnavailableError(MemfoldError):
    """The broker cannot be reached."""


class EmbeddingError(MemfoldError):
    """The embedder gave no vectors."""


class EmbeddingOutageError(EmbeddingError):
    """The embedding endpoint does not answer.

    `retry_after` is the least wait in seconds that it asked for.
    """

    def __init__(
        self, message: str | None = None, *, retry_after: float = 0.0, detail: str = ""
    ) -> None:
        super().__init__(message or "the embedding endpoint does not answer", detail=detail)
        self.retry_after = retry_after


class EmbeddingRefusedError(EmbeddingError):
    """The embedding model does not take one of these texts."""


class EmbeddingAnswerError(EmbeddingError):
    """The embedder's answer is not one usable vector a text."""


class IndexRefusedError(MemfoldError):
    """The validator refuses this rewrite of the index."""


class VersionConflictError(MemfoldError):
    """It was written by someone else meanwhile."""
