"""What a connection that brought no answer broke on, in words that say where to look.

The client's own errors do not tell a refusal from a broken answer: the transport's below them do.
No message repeats a host's words.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator

from openai import APITimeoutError

from jobs.minds.body_limit import BodyTooLargeError

_BEFORE_SENDING = frozenset(
    {"ConnectError", "ConnectTimeout", "PoolTimeout", "ProxyError", "UnsupportedProtocol"}
)
_CAUSES: tuple[tuple[type[BaseException], str], ...] = (
    (BodyTooLargeError, "sends more than an answer can be: is the base URL right?"),
    (
        ssl.SSLCertVerificationError,
        "shows a certificate that is not trusted here: set SSL_CERT_FILE, or mend it",
    ),
    (ssl.SSLError, "does not speak TLS: is https right in the base URL?"),
    (socket.gaierror, "has a name that does not resolve: check the base URL and the DNS"),
    (ConnectionRefusedError, "refuses connections: is it running, and is the port right?"),
)


def was_sent(error: Exception) -> bool:
    """Whether the question went out, and so may cost something."""
    return type(error.__cause__).__name__ not in _BEFORE_SENDING


def describe_break(error: Exception) -> str:
    """Say what happened instead of an answer."""
    chain = tuple(_causes(error))
    for kind, words in _CAUSES:
        if any(isinstance(cause, kind) for cause in chain):
            return f"the model endpoint {words}"
    if not was_sent(error):
        return "the model endpoint cannot be reached: check the base URL and the network"
    late = isinstance(error, TimeoutError | APITimeoutError)
    return f"the model endpoint {'gave no whole answer in time' if late else 'broke off'}"


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
