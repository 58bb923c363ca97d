"""What is asked of a model, and the request that makes an endpoint answer in a schema.

json_schema    response_format, strict      the server lets nothing else be written
tool           one tool, and it must be called
json_object    response_format              the schema stands at the end of the prompt
plain          nothing                      the same
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from jobs.minds.endpoint import Endpoint, StructuredOutput

_IN_WORDS = "Answer with one JSON object that fits this JSON schema, and nothing else:\n"


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What is asked; the static part goes first, so that an endpoint can cache it."""

    name: str  # of the schema
    schema: dict[str, Any]
    system: str  # byte-identical between calls
    user: str
    answer_tokens: int | None = None  # the answer's largest size; None: the endpoint's

    @property
    def text(self) -> str:
        """Everything that is paid for, for estimates."""
        return self.system + self.user + str(self.schema)


def request_fields(question: Question, endpoint: Endpoint) -> dict[str, Any]:
    """Return the body of the request for a chat completion."""
    fields: dict[str, Any] = {
        "model": endpoint.model,
        "messages": [
            {"role": "system", "content": _system(question, endpoint.structured_output)},
            {"role": "user", "content": question.user},
        ],
        str(endpoint.output_limit): question.answer_tokens or endpoint.max_output_tokens,
        **_shape(question, endpoint.structured_output),
    }
    if endpoint.temperature is not None:
        fields["temperature"] = endpoint.temperature
    return fields | endpoint.extra_fields


def _system(question: Question, mode: StructuredOutput) -> str:
    if mode in {StructuredOutput.JSON_SCHEMA, StructuredOutput.TOOL}:
        return question.system
    schema = json.dumps(question.schema, ensure_ascii=False, separators=(",", ":"))
    return f"{question.system.rstrip()}\n\n{_IN_WORDS}{schema}\n"


def _shape(question: Question, mode: StructuredOutput) -> dict[str, Any]:
    named = {"name": question.name, "strict": True}
    if mode is StructuredOutput.JSON_SCHEMA:
        schema = {**named, "schema": question.schema}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}
    if mode is StructuredOutput.JSON_OBJECT:
        return {"response_format": {"type": "json_object"}}
    if mode is StructuredOutput.TOOL:
        tool = {"type": "function", "function": {**named, "parameters": question.schema}}
        choice = {"type": "function", "function": {"name": question.name}}
        return {"tools": [tool], "tool_choice": choice}
    return {}
