"""One answer of an endpoint: its text, or the failure that it is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from jobs.errors import ContentError, ContextTooLongError, OutageError
from jobs.minds.endpoint import Endpoint
from jobs.minds.tokens import count_tokens
from jobs.usage import Usage


@dataclass(frozen=True, kw_only=True, slots=True)
class Completion:
    """What a model wrote and what it cost."""

    text: str
    usage: Usage


class _Lenient(BaseModel):
    model_config = ConfigDict(extra="ignore")


class CutOffError(ContextTooLongError):
    """The answer was cut off at its largest size."""


class _Function(_Lenient):
    arguments: Any = None


class _ToolCall(_Lenient):
    function: _Function


class _Message(_Lenient):
    content: Any = None  # reasoning in fields of its own is left where it is
    refusal: Any = None
    tool_calls: list[_ToolCall] | None = None
    function_call: _Function | None = None  # what tool calls were called before

    @property
    def text(self) -> str:
        """What was written, wherever: some models call a tool that nobody offered."""
        calls = [call.function for call in self.tool_calls or ()]
        calls += [self.function_call] if self.function_call else []
        return next((_text(call.arguments) for call in calls), "") or _text(self.content)


class _Choice(_Lenient):
    message: _Message
    finish_reason: Any = None


class _Envelope(_Lenient):
    choices: list[_Choice] = Field(min_length=1)
    usage: Any = None


def read_completion(body: str, *, prompt: str, endpoint: Endpoint) -> Completion:
    """Read the body of a chat completion; `prompt` is what was asked, for bills left out.

    Raises:
        OutageError: the body is no chat completion; a gateway's page, for example.
        CutOffError: the answer ends at its largest size.
        ContentError: the model refused, or a filter did.
    """
    try:
        envelope = _Envelope.model_validate_json(body)
    except ValidationError:
        spent = endpoint.usage_of(input_tokens=count_tokens(prompt, endpoint.model))
        raise OutageError("the model endpoint sent no chat completion", usage=spent) from None
    choice = envelope.choices[0]
    text = choice.message.text
    usage = _billed(envelope.usage, prompt=prompt, answer=text, endpoint=endpoint)
    if choice.finish_reason == "error":  # a gateway's word for a provider that failed under way
        raise OutageError("the model endpoint broke off its answer", usage=usage)
    if choice.finish_reason == "length":
        raise CutOffError(usage=usage)
    if choice.finish_reason == "content_filter":
        raise ContentError("a content filter stopped the answer", usage=usage)
    if choice.message.refusal:
        raise ContentError("the model refused to answer", usage=usage)
    return Completion(text=text, usage=usage)


def _text(value: object) -> str:
    """Return text as it is, text parts joined, and an object, which some servers send, as JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    parts = value if isinstance(value, list) else []
    return "".join(_text(part.get("text")) for part in parts if isinstance(part, dict))


def _billed(reported: object, *, prompt: str, answer: str, endpoint: Endpoint) -> Usage:
    tokens = reported if isinstance(reported, dict) else {}
    details = tokens.get("prompt_tokens_details")
    cached = _count(details.get("cached_tokens")) if isinstance(details, dict) else None
    asked, answered = _count(tokens.get("prompt_tokens")), _count(tokens.get("completion_tokens"))
    model = endpoint.model
    return endpoint.usage_of(
        input_tokens=count_tokens(prompt, model) if asked is None else asked,
        output_tokens=count_tokens(answer, model) if answered is None else answered,
        cached_tokens=cached or 0,
    )


def _count(value: object) -> int | None:
    return max(0, value) if isinstance(value, int) else None
