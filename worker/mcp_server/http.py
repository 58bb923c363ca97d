"""Serving many hosts over HTTP on the loopback; the key of each request says whose memory.

Every request is looked up by its own key, so a revoked one opens nothing from the next request on,
and no session carries one key's memory to another.
"""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from typing import Any

import uvicorn
from anyio.to_thread import run_sync
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from memory_core.errors import ConfigurationError, StoreUnavailableError
from memory_core.provider import MemoryProvider
from memory_core.stores.api_key_store import ApiKey, find_key
from memory_core.stores.database import Database, DatabaseRole
from worker.mcp_server.server import Context, build_server
from worker.mcp_server.tenants import Tenants

HOST = "127.0.0.1"
PATH = "/mcp"
_KEY = "memfold.api_key"  # in the ASGI scope of a request that was let in
_SCHEME = "bearer "
_LONGEST = 200  # characters of a header that is looked at
_NOT_ALLOWED = 1008  # of a websocket: against the policy
_GRACE = 5  # seconds in which requests may end


class KeyGate:
    """Lets in the requests that bring a key that stands.

    Args:
        app: what is behind it.
        find: looks a key up.
    """

    def __init__(self, app: ASGIApp, find: Callable[[str], ApiKey | None]) -> None:
        self._app = app
        self._find = find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse with 401 or 503, or hand on with the key in the scope."""
        if scope["type"] == "websocket":  # nobody is asked for a key there, so nobody is let in
            await send({"type": "websocket.close", "code": _NOT_ALLOWED})
            return
        if scope["type"] == "http":
            try:
                key = await run_sync(self._find, _secret(scope))
            except StoreUnavailableError:
                away = {"error": "memory cannot be reached just now; try again"}
                await JSONResponse(away, 503)(scope, receive, send)
                return
            if key is None:
                stranger = {"error": "give a key that stands as Authorization: Bearer mfk_…"}
                headers = {"WWW-Authenticate": "Bearer"}
                await JSONResponse(stranger, 401, headers)(scope, receive, send)
                return
            scope[_KEY] = key
        await self._app(scope, receive, send)


def _secret(scope: Scope) -> str:
    for name, value in scope["headers"]:
        text = str(value, "latin-1")
        if name == b"authorization" and text[: len(_SCHEME)].lower() == _SCHEME:
            return text[len(_SCHEME) : _LONGEST].strip()
    return ""


def build_app(database: Database, tenants: Tenants) -> ASGIApp:
    """Return the application: the gate, and the server of bound memories behind it."""

    def look_up(secret: str) -> ApiKey | None:
        if not secret:
            return None
        with database.transaction(role=DatabaseRole.SWEEPER) as connection:
            return find_key(connection, secret)

    def memory_of(context: Context) -> MemoryProvider:
        assert context.request is not None  # every message over HTTP comes with its request
        return bound_memory(tenants, context.request.scope[_KEY])

    inner = build_server(memory_of).streamable_http_app(
        streamable_http_path=PATH, stateless_http=True, json_response=True, host=HOST
    )
    return KeyGate(inner, look_up)


def bound_memory(tenants: Tenants, key: ApiKey) -> MemoryProvider:
    """Return the memory that a key opens."""
    binding = key.binding
    return tenants.client(key.workspace).provider(
        user=binding.user,
        agent=binding.agent,
        team=binding.team,
        org=binding.org,
        trust_saves=binding.trust_saves,
    )


def listen(port: int) -> socket.socket:
    """Take a port of the loopback; 0 takes a free one.

    Raises:
        ConfigurationError: it is taken, or not allowed.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen()  # who is told the address may come before the server is up
    except OSError as error:
        listening.close()
        raise ConfigurationError(
            f"port: {port} of {HOST} cannot be taken; choose another", detail=str(error)
        ) from error
    return listening


def run_http(app: Any, listening: socket.socket) -> None:
    """Serve until SIGINT or SIGTERM; requests under way may end."""
    for signalled in (signal.SIGINT, signal.SIGTERM):
        # raised anew after the server has ended, they must not keep us from closing the store
        signal.signal(signalled, lambda *_: None)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=_GRACE,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[listening])
