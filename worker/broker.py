"""Whether the broker answers: asked once before anything is started on it."""

from __future__ import annotations

from urllib.parse import urlsplit

from kombu import Connection
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from memory_core.errors import BrokerUnavailableError, ConfigurationError

_TIMEOUT = 3  # seconds


def check_broker(url: str) -> None:
    """Connect to the broker once.

    Raises:
        BrokerUnavailableError: it does not answer, or does not let us in.
        ConfigurationError: the URL is none of a broker.
    """
    options = {"socket_connect_timeout": _TIMEOUT, "socket_timeout": _TIMEOUT}
    try:
        with Connection(url, transport_options=options, connect_timeout=_TIMEOUT) as connection:
            connection.ensure_connection(max_retries=1, interval_start=0, timeout=_TIMEOUT)
    except (KombuError, RedisError, OSError) as error:
        raise BrokerUnavailableError(
            f"the broker at {_where(url)} cannot be reached; is Redis running, "
            "and is REDIS_URL right?",
            detail=str(error),
        ) from error
    except (KeyError, ValueError) as error:
        raise ConfigurationError(
            "REDIS_URL: it must be like redis://:password@host:6379/0", detail=str(error)
        ) from error


def _where(url: str) -> str:
    """Return host and port, without the password."""
    return urlsplit(url).netloc.rpartition("@")[2] or "that address"
