"""The shapes that a model is asked for.

The schema that is sent is strict: every field required, nothing else allowed. What comes back is
read with patience, since a server that ignores the schema still may answer well.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from memory_core.dates import parse_partial_date
from memory_core.errors import InvalidInputError
from memory_core.index.operations import SkipReason
from memory_core.sections import Section
from memory_core.text.normalise import clean, one_line

_SECTIONS = {section.casefold(): section for section in Section}
# bounds are checked here: not every server that keeps to a schema knows them
_DROPPED_KEYS = frozenset({"$defs", "title", "default", "description", "minItems"})
_NULLABLE_TEXT = {"type": ["string", "null"]}
# the kind of the flaw, since its kind is all that the model is told of one
_CONTRADICTION = "nothing_durable is true exactly where statements is empty"
_TEXT_OR_NULL = [{"type": "string"}, {"type": "null"}]


def _line(value: object) -> object:
    return one_line(clean(value)[0]) if isinstance(value, str) else value


def _section(value: object) -> object:
    # a heading of the model's own is no reason to lose the statement
    return (
        _SECTIONS.get(value.strip().casefold(), Section.OTHER) if isinstance(value, str) else value
    )


def _date(value: object) -> object:
    # an unreadable date is unknown; the evidence keeps its own day
    try:
        return str(parse_partial_date(value.strip())) if isinstance(value, str) else None
    except InvalidInputError:
        return None


def _language(value: object) -> object:
    code = (
        re.match(r"[a-z]{2,3}(?![a-z])", value.strip().casefold())
        if isinstance(value, str)
        else None
    )
    return code[0] if code else "en"


Line = Annotated[str, BeforeValidator(_line)]
Heading = Annotated[Section, BeforeValidator(_section)]
When = Annotated[str | None, BeforeValidator(_date)]
Language = Annotated[str, BeforeValidator(_language)]
Numbers = Annotated[tuple[int, ...], Field(min_length=1)]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class StatementAnswer(_Shape):
    """One statement, resting on the messages of these numbers.

    Most have neither date nor other names: the schema lets these be left out, but not one alone,
    since a strict one knows no optional fields.
    """

    messages: Numbers
    text: Line
    section: Heading
    date: When = None
    aliases: tuple[Line, ...] = ()

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        whole = handler.resolve_ref_schema(handler(core_schema))
        fields = whole["properties"]
        short = {name: fields[name] for name in fields if name not in {"date", "aliases"}}
        return {"anyOf": [{"type": "object", "properties": short}, whole]}


class ReadingAnswer(_Shape):
    """What a reader found; saying so is the only way to have found nothing."""

    language: Language = "en"
    nothing_durable: bool
    statements: tuple[StatementAnswer, ...]

    @model_validator(mode="after")
    def _says_so(self) -> ReadingAnswer:
        if self.nothing_durable == bool(self.statements):
            raise PydanticCustomError(_CONTRADICTION, _CONTRADICTION)
        return self


class AddAnswer(_Shape):
    """A line taken from the first episode as it stands; the shortest, since it is the commonest."""

    op: Literal["add"]
    episodes: Numbers


class EntryAnswer(_Shape):
    """What episodes do to entries, or an add in the planner's own words."""

    op: Literal["confirm", "supersede", "retract", "merge", "add", "alias", "unalias"]
    entries: tuple[int, ...] = ()
    episodes: tuple[int, ...] = ()
    text: Line | None = None  # of the line, or the alias


class SkipAnswer(_Shape):
    """Episodes that become no line."""

    op: Literal["skip"]
    episodes: Numbers
    reason: SkipReason


OperationAnswer = AddAnswer | EntryAnswer | SkipAnswer


class PlanAnswer(_Shape):
    """A planner's operations, at least one."""

    operations: Annotated[tuple[OperationAnswer, ...], Field(min_length=1)]


def strict_schema(shape: type[BaseModel]) -> dict[str, Any]:
    """Return the shape as a strict JSON schema: short, without references."""
    schema = shape.model_json_schema()
    return _strict(schema, schema.get("$defs", {}))  # type: ignore[no-any-return]


def _strict(node: Any, known: dict[str, Any]) -> Any:  # JSON is what it is
    if isinstance(node, list):
        return [_strict(item, known) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return _strict(known[node["$ref"].rpartition("/")[2]], known)
    kept = {
        key: _properties(value, known) if key == "properties" else _strict(value, known)
        for key, value in node.items()
        if key not in _DROPPED_KEYS
    }
    if "properties" in kept:
        kept |= {"required": list(kept["properties"]), "additionalProperties": False}
    return _NULLABLE_TEXT if kept.get("anyOf") == _TEXT_OR_NULL else kept


def _properties(fields: dict[str, Any], known: dict[str, Any]) -> dict[str, Any]:
    return {name: _strict(value, known) for name, value in fields.items()}
