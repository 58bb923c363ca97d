"""Serving one bound memory over the standard streams of this process."""

from __future__ import annotations

import anyio
from mcp.server.stdio import stdio_server

from memory_core.provider import MemoryProvider
from worker.mcp_server.server import build_server


def run_stdio(memory: MemoryProvider) -> None:
    """Serve until the host closes our standard input."""
    anyio.run(_serve, memory)


async def _serve(memory: MemoryProvider) -> None:
    server = build_server(lambda _context: memory)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())
