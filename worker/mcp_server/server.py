"""The MCP server: what it offers, and how each request reaches its bound memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mcp_types as types
from anyio.to_thread import run_sync
from mcp import MCPError
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server

from memory_core.provider import MemoryProvider
from memory_core.tools import SAVE, SEARCH, is_error
from worker.version import VERSION

URI = "memfold://memory"
PROMPT = "memory"

_ABOUT = "What is remembered of this user, as data with instructions for its use."
_INSTRUCTIONS = (
    f"Long-term memory of one user. Read the resource {URI} at the beginning of a conversation, "
    "search before you say that you do not know, and save what the user asks to keep."
)

Context = ServerRequestContext[Any, Any]
Find = Callable[[Context], MemoryProvider]  # whose memory a request reaches


def build_server(find: Find) -> Server[Any]:
    """Return a server of bound memories.

    Args:
        find: returns the memory of a request by who sent it, never by what it asks.
    """
    offer = _Offer(find)
    return Server(
        "memfold",
        version=VERSION,
        instructions=_INSTRUCTIONS,
        on_list_tools=offer.list_tools,
        on_call_tool=offer.call_tool,
        on_list_resources=offer.list_resources,
        on_read_resource=offer.read_resource,
        on_list_prompts=offer.list_prompts,
        on_get_prompt=offer.get_prompt,
    )


class _Offer:
    """The handlers of the server."""

    def __init__(self, find: Find) -> None:
        self._find = find

    async def list_tools(self, context: Context, _params: Any) -> types.ListToolsResult:
        """List the tools; nothing can be saved where there is no user."""
        memory = await run_sync(self._find, context)
        named = [definition["function"] for definition in memory.tools.definitions]
        offered = [tool for tool in named if memory.home is not None or tool["name"] != SAVE]
        return types.ListToolsResult(tools=[_tool(tool) for tool in offered])

    async def call_tool(
        self, context: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        """Carry out a call; what went wrong is the answer's text, for the model to mend."""
        memory = await run_sync(self._find, context)
        answer = await run_sync(memory.tools.call, params.name, params.arguments or {})
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=answer)], is_error=is_error(answer)
        )

    async def list_resources(self, _context: Context, _params: Any) -> types.ListResourcesResult:
        """List the one resource."""
        block = types.Resource(uri=URI, name="memory", description=_ABOUT, mime_type="text/plain")
        return types.ListResourcesResult(resources=[block])

    async def read_resource(
        self, context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """Return the block, which is empty while the store is away."""
        if params.uri != URI:
            raise MCPError(types.INVALID_PARAMS, f"uri: there is none but {URI}")
        memory = await run_sync(self._find, context)
        text = await run_sync(memory.context_block)
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=URI, mime_type="text/plain", text=text)]
        )

    async def list_prompts(self, _context: Context, _params: Any) -> types.ListPromptsResult:
        """List the one prompt."""
        query = types.PromptArgument(
            name="query", description="Also show what answers this.", required=False
        )
        return types.ListPromptsResult(
            prompts=[types.Prompt(name=PROMPT, description=_ABOUT, arguments=[query])]
        )

    async def get_prompt(
        self, context: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """Return the block as a message, with hits for a query."""
        given = dict(params.arguments or {})
        query = given.pop("query", None)
        if params.name != PROMPT:
            raise MCPError(types.INVALID_PARAMS, f"name: there is no prompt but {PROMPT!r}")
        if given:
            raise MCPError(types.INVALID_PARAMS, "arguments: there is none but 'query'")
        memory = await run_sync(self._find, context)
        text = await run_sync(memory.context_block, query)
        content = types.TextContent(type="text", text=text)
        return types.GetPromptResult(
            description=_ABOUT, messages=[types.PromptMessage(role="user", content=content)]
        )


def _tool(function: dict[str, Any]) -> types.Tool:
    search = function["name"] == SEARCH
    return types.Tool(
        name=function["name"],
        description=function["description"],
        input_schema=function["parameters"],
        annotations=types.ToolAnnotations(read_only_hint=search, destructive_hint=False),
    )
