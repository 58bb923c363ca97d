"""A scripted model that calls a tool."""

from __future__ import annotations

import json
from typing import Any

from tests.fakes.scripted_endpoint import Answer


def calling(tool: str, **arguments: Any) -> Answer:
    """Answer with one call of a tool."""
    call = {
        "id": f"call-{tool}",
        "type": "function",
        "function": {"name": tool, "arguments": json.dumps(arguments)},
    }
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    body = {
        "id": "chatcmpl-scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
    return Answer(body=json.dumps(body))
