"""Where a statement comes from, and how far it is trusted."""

from __future__ import annotations

from enum import StrEnum


class Provenance(StrEnum):
    """Who vouches for a statement."""

    USER_SAID = "user-said"
    USER_REQUESTED = "user-requested"
    TOOL_DERIVED = "tool-derived"
    ASSISTANT_SAID = "assistant-said"


class Trust(StrEnum):
    """The trust mark shown to readers."""

    UNVERIFIED = "unverified"
    CORROBORATED = "corroborated"
    REQUESTED = "requested"
