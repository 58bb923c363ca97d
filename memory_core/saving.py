"""Saves: what an agent or a person asks to keep, as values.

saved               an episode was written, and is found by the next search
already-known       it stands there already, under the id named
needs-confirmation  it may replace what stands there: say which, or `none` to keep both
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from memory_core.errors import InvalidInputError, UsageError
from memory_core.provenance import Provenance, Trust
from memory_core.scopes import ScopeRef
from memory_core.sections import Section

KEEP_BOTH = "none"  # as `supersedes`: beside its rivals, replacing none


class SaveStatus(StrEnum):
    """What became of a save."""

    SAVED = "saved"
    ALREADY_KNOWN = "already-known"
    NEEDS_CONFIRMATION = "needs-confirmation"


@dataclass(frozen=True, kw_only=True, slots=True)
class ToldSave:
    """What a save was told of its rivals."""

    text: str
    at: datetime  # when it was saved
    replaces: str | None = None  # a line, or KEEP_BOTH: it stands beside all that was said by then
    instead_of: tuple[str, ...] = ()  # texts that waited for their fold, and gave way to it


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What the saves of a scope were told of their rivals, where they were told anything."""

    waiting: tuple[ToldSave, ...] = ()  # for a fold
    placed: Mapping[str, ToldSave] = field(default_factory=dict)  # by the line that rests on it


class SaveLimitError(UsageError):
    """More saves than a turn or a day may have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PendingSave:
    """What was asked to be kept and no fold has placed yet."""

    episode: str
    text: str
    day: date
    section: Section
    supersedes: str | None = None  # the line that it replaces, or KEEP_BOTH


@dataclass(frozen=True, kw_only=True, slots=True)
class SaveRequest:
    """A statement to keep, and who asks for it where.

    `by_person`: a human did it with his own hands (command line, console, a host that vouches).
    `trust_saves`: what counts where no chat tells what the user said.

    Raises:
        InvalidInputError: the section is no heading.
    """

    scope: ScopeRef
    text: str
    aliases: tuple[str, ...] = ()
    supersedes: str | None = None  # id of a line or of an earlier save; `none`: keep both
    section: Section | None = None  # None: by its slot, else Other
    chat: str | None = None
    by_person: bool = False
    trust_saves: bool = False

    def __post_init__(self) -> None:
        # hosts give it as a plain text too, and an episode is there for good
        if self.section is not None and self.section not in set(Section):
            raise InvalidInputError("section", f"{self.section!r} is none of {', '.join(Section)}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Rival:
    """What stands there and may be replaced."""

    id: str  # `m…` of a line, `e…` of a save that no fold has placed yet
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SaveReport:
    """What became of a save; the tool's answer, the command's and the host's."""

    status: SaveStatus
    scope: str
    id: str | None = None  # the episode that was written, or what says it already
    text: str | None = None  # as it stands there
    provenance: Provenance | None = None
    trust: Trust | None = None
    rivals: tuple[Rival, ...] = ()
    remarks: tuple[str, ...] = field(default=())  # what was left out or is to be known

    def as_dict(self) -> Mapping[str, Any]:
        """Return it as JSON; what is empty is left out."""
        found: dict[str, Any] = {
            "status": str(self.status),
            "id": self.id,
            "text": self.text,
            "provenance": self.provenance and str(self.provenance),
            "trust": self.trust and str(self.trust),
            "rivals": [{"id": rival.id, "text": rival.text} for rival in self.rivals],
            "remarks": list(self.remarks),
        }
        return {key: value for key, value in found.items() if value}
