"""The tools by which a model reads and writes memory, in the form of the OpenAI API.

They are bound when they are made: no argument of theirs names a workspace, a scope, a user or a
chat. A call never raises for what a model asked wrongly or for a store that is away; its answer
says so, and the turn goes on.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from memory_core.errors import MemfoldError, UsageError
from memory_core.saving import SaveReport
from memory_core.text.sanitise import show
from memory_core.text.shown_values import show_values

log = logging.getLogger(__name__)

SEARCH = "memory_search"
SAVE = "memory_save"
USED = "memory_used"

_MOST_HITS = 20
_FAILED = '{"error": '  # hits begin with create_safety, and a report with its status


class BoundMemory(Protocol):
    """A memory whose scopes were chosen by the host."""

    def search_text(self, query: str, limit: int = 10) -> str:
        """Return the hits as a model is shown them."""

    def save(
        self, text: str, *, aliases: Sequence[str] = (), supersedes: str | None = None
    ) -> SaveReport:
        """Keep a statement."""

    def memory_used(self, ids: Sequence[str]) -> int:
        """Count ids that the agent cites as used."""


def _function(name: str, description: str, **properties: Mapping[str, Any]) -> dict[str, Any]:
    required = [key for key, schema in properties.items() if "default" not in schema]
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": {
                "type": "object",
                "properties": {key: dict(schema) for key, schema in properties.items()},
                "required": required,
                "additionalProperties": False,
            },
        },
    }


_TEXTS = {"type": "array", "items": {"type": "string"}}

DEFINITIONS: tuple[dict[str, Any], ...] = (
    _function(
        SEARCH,
        "Search what is remembered of this user. Returns lines with id, date, text and trust, and "
        "create_safety, which says whether the very thing is remembered already.",
        query={"type": "string", "description": "What to look for, in the user's own words."},
        limit={
            "type": "integer",
            "minimum": 1,
            "maximum": _MOST_HITS,
            "default": 5,
            "description": "How many hits at most.",
        },
    ),
    _function(
        SAVE,
        "Keep one statement that the user made or asked to keep. Search first: save nothing whose "
        "create_safety is exists. One self-contained sentence, real dates instead of 'today'.",
        text={"type": "string", "description": "The statement, in the user's language."},
        aliases={
            **_TEXTS,
            "default": [],
            "description": "Other names that the user himself gave for what it is about.",
        },
        supersedes={
            "type": ["string", "null"],
            "default": None,
            "description": "Id of the line that it replaces; 'none' to keep it beside the lines "
            "that an earlier call named as rivals.",
        },
    ),
    _function(
        USED,
        "Say which remembered lines your answer rests on.",
        ids={**_TEXTS, "description": "Their ids, such as m7k2p9qa."},
    ),
)


class Toolbox:
    """The tools of one bound memory.

    Args:
        memory: what they read and write.
    """

    def __init__(self, memory: BoundMemory) -> None:
        self._memory = memory
        self._tools: dict[str, Callable[[Mapping[str, Any]], str]] = {
            SEARCH: self._search,
            SAVE: self._save,
            USED: self._used,
        }

    @property
    def definitions(self) -> list[dict[str, Any]]:
        """The tools as `tools=` of a chat completion takes them."""
        return [json.loads(json.dumps(definition)) for definition in DEFINITIONS]

    def call(self, name: str, arguments: str | Mapping[str, Any]) -> str:
        """Carry out a model's call; return what it is to be told.

        Args:
            name: of the tool.
            arguments: as the model gave them: JSON, or read already.
        """
        tool = self._tools.get(name)
        if tool is None:
            return _error(f"there is no tool {name!r}; there are {', '.join(self._tools)}")
        try:
            return tool(_read(name, arguments))
        except UsageError as error:
            return _error(str(error))
        except MemfoldError:
            log.warning("memory is away; the turn goes on without", exc_info=True)
            return _error("memory cannot be reached just now; go on without it")

    def _search(self, given: Mapping[str, Any]) -> str:
        if not given["query"].strip():
            raise ToolArgumentError("query: is empty; say what to look for")
        return self._memory.search_text(given["query"], min(given.get("limit", 5), _MOST_HITS))

    def _save(self, given: Mapping[str, Any]) -> str:
        report = self._memory.save(
            given["text"],
            aliases=given.get("aliases") or (),
            supersedes=given.get("supersedes") or None,
        )
        return json.dumps(show_values(report.as_dict()), ensure_ascii=False)

    def _used(self, given: Mapping[str, Any]) -> str:
        ids = given["ids"]
        ignored = len(ids) - self._memory.memory_used(ids)
        return json.dumps({"status": "noted", **({"ignored": ignored} if ignored else {})})


_PYTHON = {"string": str, "integer": int, "array": list, "null": type(None)}
_SCHEMAS = {d["function"]["name"]: d["function"]["parameters"] for d in DEFINITIONS}


class ToolArgumentError(UsageError):
    """An argument of a tool is not as its schema says."""


def _read(name: str, arguments: str | Mapping[str, Any]) -> Mapping[str, Any]:
    """Check arguments against the tool's schema.

    Raises:
        ToolArgumentError: they are no object, or one is missing, unknown or of a wrong type.
    """
    schema = _SCHEMAS[name]
    given = _parsed(arguments)
    properties = schema["properties"]
    for key in given:
        if key not in properties:
            # a name in front, such as `user:`, would read like somebody's turn and be quoted
            raise ToolArgumentError(f"no such argument {key!r}; there are {', '.join(properties)}")
    for key in schema["required"]:
        if key not in given:
            raise ToolArgumentError(f"{key}: is missing")
    for key, value in given.items():
        _check_type(key, value, properties[key])
    return given


def _parsed(arguments: str | Mapping[str, Any]) -> Mapping[str, Any]:
    if isinstance(arguments, Mapping):
        return arguments
    try:
        given = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        raise ToolArgumentError("the arguments are no JSON; give one object") from None
    if not isinstance(given, dict):
        raise ToolArgumentError("the arguments are no object; give one object")
    return given


def _check_type(key: str, value: Any, schema: Mapping[str, Any]) -> None:
    named = schema["type"]
    kinds = [named] if isinstance(named, str) else list(named)
    fits = type(value) in {_PYTHON[kind] for kind in kinds}
    if fits and isinstance(value, list):
        fits = all(isinstance(item, str) for item in value)
    if not fits:
        raise ToolArgumentError(f"{key}: must be {' or '.join(kinds)}")
    if isinstance(value, int) and value < schema.get("minimum", value):
        raise ToolArgumentError(f"{key}: must be at least {schema['minimum']}")


def is_error(answer: str) -> bool:
    """Tell whether a call's answer says that it failed."""
    return answer.startswith(_FAILED)


def _error(reason: str) -> str:
    return json.dumps({"error": show(reason)}, ensure_ascii=False)  # it may quote a line
