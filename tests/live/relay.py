"""A relay before a real endpoint: passes all on as it is, and keeps what was asked and answered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Self
from urllib.parse import urlsplit


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """One request and what came back."""

    request: dict[str, Any]
    status: int
    answer: dict[str, Any]

    @property
    def usage(self) -> dict[str, Any]:
        """What the server says that it read and wrote."""
        return self.answer.get("usage") or {}

    @property
    def finish_reason(self) -> str:
        """How the answer ended; the status where there is none."""
        choices = self.answer.get("choices")
        return choices[0]["finish_reason"] if choices else str(self.status)

    @property
    def text(self) -> str:
        """What the model wrote."""
        return self.answer["choices"][0]["message"]["content"] or ""


class Relay:
    """Stands between memfold and an endpoint, on a free port until closed."""

    def __init__(self, base_url: str) -> None:
        self.target = urlsplit(base_url).netloc
        self.exchanges: list[Exchange] = []  # in the order of their answers
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.daemon_threads = True
        self._server.relay = self
        self._thread = Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)

    @property
    def base_url(self) -> str:
        """The address up to `/v1`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        relay = self.server.relay
        body = self.rfile.read(int(self.headers["Content-Length"]))
        connection = HTTPConnection(relay.target)
        connection.request("POST", self.path, body, {"Content-Type": "application/json"})
        answered = connection.getresponse()
        answer = answered.read()
        connection.close()
        relay.exchanges.append(
            Exchange(request=json.loads(body), status=answered.status, answer=json.loads(answer))
        )
        self.send_response(answered.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # inherited name
        """Say nothing: what was asked stands in `exchanges`."""
