"""A real HTTP server that speaks `/v1/chat/completions` and `/v1/embeddings` by a script.

In a test:

    with ScriptedEndpoint(lambda request: Answer(content='{"operations": []}')) as endpoint:
        ...endpoint.base_url, endpoint.requests, endpoint.count

As a process, counting for whoever started it (`GET /count`, `GET /requests`):

    python tests/fakes/scripted_endpoint.py [--port 0]     prints its base URL, then serves

The process answers by `facts_from_transcript`: deterministic, invents nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

Request = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the endpoint does with one request."""

    content: str | None = ""
    finish_reason: str = "stop"
    refusal: str | None = None
    message: dict[str, Any] | None = None  # None: made of content and refusal
    status: int = 200
    body: str | bytes | None = None  # None: a chat completion made of the above
    headers: dict[str, str] = field(default_factory=dict)
    usage: dict[str, Any] | None = None  # None: characters / 4
    no_usage: bool = False
    delay: float = 0.0  # seconds before the first byte
    trickle: float = 0.0  # seconds between the bytes of the body
    reset: bool = False  # hang up without an answer
    unannounced: bool = False  # the body ends where the connection does, without a length


_PATHS = ("/chat/completions", "/embeddings")

Script = Callable[[Request], Answer]


def in_turn(*answers: Answer) -> Script:
    """Give these answers one after the other, the last one for ever."""
    left = list(answers)
    lock = threading.Lock()

    def script(_request: Request) -> Answer:
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    return script


def saying(content: object) -> Answer:
    """Answer with this value as JSON."""
    return Answer(content=json.dumps(content, ensure_ascii=False))


class ScriptedEndpoint:
    """The server, on a free port of the loopback until closed; `requests` holds each body."""

    def __init__(
        self,
        script: Script,
        *,
        port: int = 0,
        models_status: int = 404,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.script = script
        self.models_status = models_status  # of the list of models, which some servers lack
        self.requests: list[Request] = []
        self.headers: list[dict[str, str]] = []  # by lower-case name, the path as `:path`
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", port), self)
        if tls is not None:
            self._server.socket = tls.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False
            )
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.05,), daemon=True
        )

    @property
    def base_url(self) -> str:
        """The address up to `/v1`."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def count(self) -> int:
        """How many completions were asked for."""
        with self._lock:
            return len(self.requests)

    def record(self, request: Request, headers: dict[str, str]) -> None:
        """Keep what was asked."""
        with self._lock:
            self.requests.append(request)
            self.headers.append(headers)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def serve(self) -> None:
        """Serve in this thread until interrupted."""
        self._server.serve_forever()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, address: tuple[str, int], endpoint: ScriptedEndpoint) -> None:
        super().__init__(address, _Handler)
        self.endpoint = endpoint
        self.closing = threading.Event()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        endpoint = self.server.endpoint
        found = {"/count": endpoint.count, "/requests": endpoint.requests}.get(self.path)
        status = 404 if found is None else 200
        if self.path == "/v1/models":
            found, status = {"object": "list", "data": []}, endpoint.models_status
        self._send(Answer(status=status, body=json.dumps(found)), b"")

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if not urlsplit(self.path).path.endswith(_PATHS):
            self._send(Answer(status=404, body=_error("no such path")), raw)
            return
        request: Request = json.loads(raw)
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.endpoint.record(request, headers | {":path": self.path})
        answer = self.server.endpoint.script(request)
        # a caller that gave up is what some scripts are about
        with suppress(BrokenPipeError, ConnectionResetError):
            self._send(answer, raw, request)

    def _send(self, answer: Answer, raw: bytes, request: Request | None = None) -> None:
        self.server.closing.wait(answer.delay)
        if answer.reset:
            self.close_connection = True
            return
        body = _body(answer, raw, request or {})
        self.send_response(answer.status)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        if answer.unannounced:
            del headers["Content-Length"]
            self.close_connection = True
        for name, value in (headers | answer.headers).items():
            self.send_header(name, value)
        self.end_headers()
        for piece in _pieces(body, answer.trickle):
            self.wfile.write(piece)
            self.wfile.flush()
            if answer.trickle and self.server.closing.wait(answer.trickle):
                self.close_connection = True
                return

    def handle(self) -> None:
        # a caller that knows no such server's certificate, or speaks to it without TLS
        with suppress(ssl.SSLError, ConnectionResetError):
            super().handle()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # inherited name
        """Say nothing: what was asked stands in `requests`."""


def _pieces(body: bytes, trickle: float) -> Iterator[bytes]:
    if not trickle:
        yield body
        return
    for at in range(len(body)):
        yield body[at : at + 1]


def _body(answer: Answer, raw: bytes, request: Request) -> bytes:
    if answer.body is not None:
        return answer.body.encode() if isinstance(answer.body, str) else answer.body
    if answer.status >= 400:
        return _error("scripted").encode()
    message = answer.message or {
        "role": "assistant",
        "content": answer.content,
        "refusal": answer.refusal,
    }
    completion: dict[str, Any] = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": int(time.monotonic()),
        "model": request.get("model", "scripted"),
        "choices": [{"index": 0, "message": message, "finish_reason": answer.finish_reason}],
    }
    if not answer.no_usage:
        completion["usage"] = answer.usage or _usage(raw, answer.content or "")
    return json.dumps(completion, ensure_ascii=False).encode()


def _usage(raw: bytes, content: str) -> dict[str, Any]:
    asked, answered = len(raw.decode()) // 4, len(content) // 4
    return {
        "prompt_tokens": asked,
        "completion_tokens": answered,
        "total_tokens": asked + answered,
        "prompt_tokens_details": {"cached_tokens": 0},
    }


def _error(message: str, code: str | None = None) -> str:
    return json.dumps({"error": {"message": message, "type": None, "code": code}})


# -- a deterministic "model" ---------------------------------------------------------------------

_FENCED = re.compile(r"<<< ([0-9a-f]+)\n(.*?)\n\1 >>>", re.DOTALL)
_NUMBERED = re.compile(r"^\[(\d+)\] user [^:\n]*: (.*(?:\n    .*)*)", re.MULTILINE)
_OFFERED = re.compile(r"^\((\d+)\) ", re.MULTILINE)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_FIRST_PERSON = re.compile(r"^(?:I|I'm|I've|My)\s")
_NOT_SAID = re.compile(r"\b(?:if|maybe|might|would|could|hope)\b|\?$", re.IGNORECASE)
_SENTENCE_LENGTH = range(25, 200)


def facts_from_transcript(request: Request) -> Answer:
    """Answer as a dull, honest model: each plain first-person sentence, each episode as it is."""
    shown = "\n".join(m["content"] for m in request["messages"] if m["role"] == "user")
    fenced = _FENCED.search(shown)
    data = fenced[2] if fenced else ""
    schema = request.get("response_format", {}).get("json_schema", {}).get("name")
    if schema == "extract":
        return saying(_reading(data))
    numbers = [int(number) for number in _OFFERED.findall(data)]
    return saying({"operations": [{"op": "add", "episodes": [number]} for number in numbers]})


def _reading(data: str) -> dict[str, Any]:
    statements = [
        {
            "messages": [int(number)],
            "text": f'Said: "{sentence}"',
            "section": "Events",
            "date": None,
            "aliases": [],
        }
        for number, content in _NUMBERED.findall(data)
        for sentence in _first_person(content)
    ]
    return {"language": "en", "nothing_durable": not statements, "statements": statements}


def _first_person(content: str) -> Sequence[str]:
    sentences = [found.strip() for found in _SENTENCE.findall(content)]
    return [
        sentence
        for sentence in dict.fromkeys(sentences)
        if len(sentence) in _SENTENCE_LENGTH
        and _FIRST_PERSON.match(sentence)
        and not _NOT_SAID.search(sentence)
        and '"' not in sentence
    ]


def main() -> None:
    """Serve until interrupted, the base URL on the first line of stdout."""
    parser = argparse.ArgumentParser(description="A scripted model endpoint for tests.")
    parser.add_argument("--port", type=int, default=0, help="0: a free one")
    endpoint = ScriptedEndpoint(facts_from_transcript, port=parser.parse_args().port)
    print(endpoint.base_url, flush=True)  # noqa: T201  # the starter reads it
    with suppress(KeyboardInterrupt):
        endpoint.serve()


if __name__ == "__main__":
    main()
