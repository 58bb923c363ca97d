"""The JSON object in a model's answer, whatever stands around it, or the flaw that it has.

    answer ── reasoning off ── candidates ── JSON, repaired where little is damaged ── Pydantic

Of several objects that fit the last one holds: models write drafts and examples before the answer.
A flaw is a `ContentError` whose message is ours and fit to be told to the model: it names places
and kinds, never what was written. An answer that breaks off is refused, not completed: closing
its brackets would pass a part for the whole.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import accumulate
from typing import Any, TypeVar

import json_repair
from pydantic import BaseModel, ValidationError

from jobs.errors import ContentError

AnswerT = TypeVar("AnswerT", bound=BaseModel)

LONGEST_ANSWER = 400_000  # characters; repairing takes time with the square of the damage
_FLAWS_NAMED = 5
_MOST_MISSES = 200  # braces that begin no object; each costs a look at what follows
_DEEPEST = 50  # brackets; an answer has five, and each level costs the repair a look at the rest
_DECODER = json.JSONDecoder(strict=False)

_TAGS = "think|thinking|thought|reasoning"
_THOUGHT = re.compile(rf"<({_TAGS})>.*?</\1>|\[THINK\].*?\[/THINK\]", re.DOTALL | re.IGNORECASE)
_THOUGHT_OPEN = re.compile(rf"<(?:{_TAGS})>|\[THINK\]", re.IGNORECASE)
_THOUGHT_END = re.compile(rf"^.*(?:</(?:{_TAGS})>|\[/THINK\])", re.DOTALL | re.IGNORECASE)
# what servers without a parser for it let through: each channel's text, the answer's last
_CHANNEL = re.compile(r"^.*<\|channel\|>final\b.*?<\|message\|>", re.DOTALL)
_CHANNEL_OPEN = re.compile(r"<\|channel\|>")
_FENCE = re.compile(r"```[a-z0-9]*[ \t]*\n?(.*?)```", re.DOTALL | re.IGNORECASE)


def parse_answer(text: str, shape: type[AnswerT]) -> AnswerT:
    """Return the answer as `shape`.

    Raises:
        ContentError: it is empty, prose, cut off, damaged or of another shape.
    """
    text = _without_reasoning(text)
    whole = _find_object(text)
    for found in (_strict(whole), *_candidates(text)):
        for value in (found, *_wrapped(found)):
            with suppress(ValidationError):
                return shape.model_validate(value)
    try:
        return shape.model_validate(_read_object(whole))
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
    text = _CHANNEL.sub("", _THOUGHT.sub("", text))
    # some servers put the opening tag into the prompt and return only the closing one
    text = _THOUGHT_END.sub("", text).strip()
    before = text.partition("{")[0]
    if _THOUGHT_OPEN.search(before) or _CHANNEL_OPEN.search(before):
        raise ContentError("its reasoning never ended")
    return text


def _find_object(text: str) -> str:
    """Return everything from the first brace to the last: the answer, where there is just one."""
    start = text.find("{")
    if start < 0:
        raise ContentError("it held no JSON object")
    end = text.rfind("}")
    if end < start:
        raise ContentError("it broke off")
    return text[start : end + 1]


def _strict(text: str) -> Any:
    try:
        return json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None


def _candidates(text: str) -> Iterator[Any]:
    """Yield the objects in the answer: fenced ones first, of each kind the last one first."""
    for found in reversed(_FENCE.findall(text)):
        with suppress(ContentError):
            yield _read_object(_find_object(found))
    yield from reversed(list(_objects(text)))


def _objects(text: str) -> Iterator[Any]:
    """Yield whole objects, one after the other; a brace that begins none is passed over."""
    at, misses = text.find("{"), 0
    while at >= 0 and misses < _MOST_MISSES:
        try:
            found, end = _DECODER.raw_decode(text, at)
            yield found
        except (ValueError, RecursionError):
            end, misses = at + 1, misses + 1
        at = text.find("{", end)


def _wrapped(found: Any) -> Iterator[Any]:
    """Yield what stands one level deeper: a tool call written out, or a name around the answer."""
    for value in found.values() if isinstance(found, dict) else ():
        yield _strict(value) if isinstance(value, str) and value.startswith("{") else value


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
    if _depth(text) > _DEEPEST:
        raise ContentError("it was nested too deep")
    try:
        return json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError):
        raise ContentError("it was no JSON") from None


def _depth(text: str) -> int:
    steps = (1 if bracket in "{[" else -1 for bracket in re.findall(r"[{}\[\]]", text))
    return max(accumulate(steps), default=0)


def _places(error: ValidationError) -> str:
    """Name places and kinds; Pydantic's own sentences repeat the input."""
    flaws = dict.fromkeys(
        f"{'.'.join(str(part) for part in flaw['loc'][:3]) or 'object'} ({flaw['type']})"
        for flaw in error.errors(include_input=False, include_url=False, include_context=False)
    )
    return ", ".join(list(flaws)[:_FLAWS_NAMED])
