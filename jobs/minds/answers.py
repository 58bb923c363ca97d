"""The JSON object in a model's answer, whatever stands around it, or the flaw that it has.

    answer ── reasoning off ── fence off ── JSON, repaired where little is damaged ── Pydantic

A flaw is a `ContentError` whose message is ours and fit to be told to the model: it names places
and kinds, never what was written. An answer that breaks off is refused, not completed: closing
its brackets would pass a part for the whole.
"""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

from jobs.errors import ContentError

AnswerT = TypeVar("AnswerT", bound=BaseModel)

LONGEST_ANSWER = 400_000  # characters; repairing takes time with the square of the damage
_FLAWS_NAMED = 5

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_THOUGHT_OPEN = re.compile(r"<(?:think|thinking|reasoning)>", re.IGNORECASE)
_THOUGHT_END = re.compile(r"^.*</(?:think|thinking|reasoning)>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[a-z0-9]*\s*\n?(\{.*\})\s*```", re.DOTALL | re.IGNORECASE)


def parse_answer(text: str, shape: type[AnswerT]) -> AnswerT:
    """Return the answer as `shape`.

    Raises:
        ContentError: it is empty, prose, cut off, damaged or of another shape.
    """
    try:
        return shape.model_validate(_read_object(_find_object(_without_reasoning(text))))
    except ValidationError as error:
        raise ContentError(f"these fields do not fit the schema: {_places(error)}") from None


def _without_reasoning(text: str) -> str:
    text = text.strip()
    if not text:
        raise ContentError("it was empty")
    if len(text) > LONGEST_ANSWER:
        raise ContentError("it was far too long")
    if text.startswith(("{", "```")):
        return text  # a tag from here on is part of what was said
    text = _THOUGHT.sub("", text)
    # some servers put the opening tag into the prompt and return only the closing one
    text = _THOUGHT_END.sub("", text).strip()
    if _THOUGHT_OPEN.match(text):
        raise ContentError("its reasoning never ended")
    return text


def _find_object(text: str) -> str:
    fenced = _FENCE.search(text)
    if fenced:
        return fenced[1]
    start = text.find("{")
    if start < 0:
        raise ContentError("it held no JSON object")
    end = text.rfind("}")
    if end < start:
        raise ContentError("it broke off")
    return text[start : end + 1]


def _read_object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text, strict=False)
    except RecursionError:
        raise ContentError("it was nested too deep") from None
    except ValueError:
        found = _repaired(text)
    if not isinstance(found, dict):
        raise ContentError("it was no JSON object")
    return found


def _repaired(text: str) -> object:
    if text.count("{") != text.count("}") or text.count("[") != text.count("]"):
        raise ContentError("its JSON broke off or its brackets do not match")
    try:
        return json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError):
        raise ContentError("it was no JSON") from None


def _places(error: ValidationError) -> str:
    """Name places and kinds; Pydantic's own sentences repeat the input."""
    flaws = dict.fromkeys(
        f"{'.'.join(str(part) for part in flaw['loc'][:3]) or 'object'} ({flaw['type']})"
        for flaw in error.errors(include_input=False, include_url=False, include_context=False)
    )
    return ", ".join(list(flaws)[:_FLAWS_NAMED])
