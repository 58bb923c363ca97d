"""The one shape in which a message arrives: by import, over HTTP, from a host.

    {"chat": "c-1", "role": "user", "user": "u-42", "content": "I moved to Oslo.",
     "at": "2026-04-12T03:53:00+08:00"}

Optional are workspace, agent, team, speaker, name, key, position, time_zone, origin, memory_mode
and parent_chat. NUL and lone surrogates in the content become U+FFFD and are counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
)
from pydantic_core import PydanticCustomError

from memory_core.errors import InvalidInputError
from memory_core.messages import Participant, ParticipantKind, Role
from memory_core.scopes import check_id
from memory_core.text.normalise import clean, one_line

_RFC_3339 = re.compile(
    r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)?", re.ASCII
)
_MAX_POSITION = 2**31 - 1


class Origin(StrEnum):
    """Who leads a chat: people, or a program whose words are no one's memory."""

    INTERACTIVE = "interactive"
    MACHINE = "machine"


class MemoryMode(StrEnum):
    """Whether a message may be remembered; one said while it is off is never read."""

    ON = "on"
    OFF = "off"


def _refuse(reason: str) -> PydanticCustomError:
    return PydanticCustomError("memfold", "{reason}", {"reason": reason})


def _checked_id(value: str, info: ValidationInfo) -> str:
    try:
        return check_id(info.field_name or "id", value)
    except InvalidInputError as error:
        raise _refuse(error.reason) from None


def _aware_time(value: object) -> datetime:
    at = value if isinstance(value, datetime) else _parse_time(value)
    if at.utcoffset() is None:
        raise _refuse("has no time zone; end it in Z or an offset such as +08:00")
    try:
        at.astimezone(UTC)
    except OverflowError:
        raise _refuse("lies outside the years 1 to 9999 in UTC") from None
    return at


def _parse_time(value: object) -> datetime:
    if not isinstance(value, str) or not _RFC_3339.fullmatch(value):
        raise _refuse("is not an RFC 3339 time; write it like 2026-04-12T03:53:00+08:00")
    try:
        return datetime.fromisoformat(value.upper())
    except ValueError:
        raise _refuse(f"{value!r} does not exist in the calendar or on the clock") from None


def _known_zone(value: str) -> str:
    try:
        ZoneInfo(value)
    except (ValueError, OSError, LookupError):
        raise _refuse(f"{value!r} is no IANA time zone; give one like Europe/Oslo") from None
    return value


def _said_content(value: str) -> str:
    if not value.strip():
        raise _refuse("is empty; there is nothing to remember, leave the message out")
    return value


def _storable_name(value: str) -> str | None:
    return one_line(clean(value)[0]) or None


Id = Annotated[str, AfterValidator(_checked_id)]


class IncomingMessage(BaseModel):
    """One message as it arrives, checked; it has no position in the ledger yet.

    Validate through `parse_message`, which names the field and the way out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    workspace: Id = "default"
    chat: Id
    agent: Id | None = None  # the chat's agent; without one its users' own scopes are fed
    team: Id | None = None
    role: Annotated[Role, Field(strict=False)]
    speaker: Id | None = None  # participant id; see `speaker_id`
    user: Id | None = None  # the human's id in the workspace
    name: Annotated[str, AfterValidator(_storable_name)] | None = None
    content: Annotated[str, AfterValidator(_said_content)]
    at: Annotated[datetime, BeforeValidator(_aware_time)]
    key: Id | None = None  # unique in the chat: makes a retry a no-op
    position: Annotated[int, Field(ge=0, le=_MAX_POSITION)] | None = None
    time_zone: Annotated[str, AfterValidator(_known_zone)] | None = None  # the speaker's, IANA
    origin: Annotated[Origin, Field(strict=False)] = Origin.INTERACTIVE
    memory_mode: Annotated[MemoryMode, Field(strict=False)] = MemoryMode.ON
    parent_chat: Id | None = None

    _replaced: int = PrivateAttr(default=0)

    @property
    def replaced(self) -> int:
        """How many characters of the content no database could hold."""
        return self._replaced

    @property
    def speaker_id(self) -> str:
        """The participant's id: the speaker's, else the user's or agent's, else the role."""
        if self.speaker is not None:
            return self.speaker
        if self.role is Role.USER:
            return self.user or self.role
        if self.role is Role.ASSISTANT:
            return self.agent or self.role
        return self.role

    def participant(self) -> Participant:
        """Return who speaks: user a human, tool a tool, assistant and system an agent."""
        human = self.role is Role.USER
        return Participant(
            id=self.speaker_id,
            kind=_KINDS[self.role],
            user=self.user if human else None,
            name=self.name,
            time_zone=self.time_zone,
        )


_KINDS = {
    Role.USER: ParticipantKind.HUMAN,
    Role.ASSISTANT: ParticipantKind.AGENT,
    Role.TOOL: ParticipantKind.TOOL,
    Role.SYSTEM: ParticipantKind.AGENT,
}

# pydantic's own words say what it expected, not what to do
_REASONS = {
    "missing": "is missing; every message needs it",
    "extra_forbidden": "is not a field of a message; take it out",
    "string_type": "must be a text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "greater_than_equal": "must not be negative",
    "less_than_equal": f"must be at most {_MAX_POSITION}",
    "string_unicode": "holds a lone surrogate; send valid Unicode",
}


def parse_message(fields: Mapping[str, Any]) -> IncomingMessage:
    """Return the message of these fields, `None` meaning left out.

    Raises:
        InvalidInputError: for the first field that is wrong, in the order of the shape.
    """
    given = {name: value for name, value in fields.items() if value is not None}
    replaced = 0
    if isinstance(given.get("content"), str):
        given["content"], replaced = clean(given["content"])
    try:
        message = IncomingMessage.model_validate(given)
    except ValidationError as error:
        raise _first_problem(error) from None
    message._replaced = replaced  # noqa: SLF001  a private attribute, set once before anyone sees it
    return message


def _first_problem(error: ValidationError) -> InvalidInputError:
    problem = error.errors(include_url=False, include_context=True)[0]
    field = ".".join(str(part) for part in problem["loc"][:1]) or "message"
    reason = _REASONS.get(problem["type"])
    if reason is None and problem["type"] == "enum":
        reason = f"must be one of {problem['ctx']['expected'].replace(chr(39), '')}"
    return InvalidInputError(field, reason or problem["msg"])
