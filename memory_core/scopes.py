"""Scopes: whose memory it is, and the injective key of each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ScopeKind(StrEnum):
    """Who reads a scope."""

    AGENT_USER = "agent-user"  # one agent with one user
    USER = "user"  # every agent of the workspace with one user
    AGENT_ORG = "agent-org"  # one agent with anyone


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeRef:
    """A scope by its parts."""

    workspace: str
    kind: ScopeKind
    agent: str | None = None
    user: str | None = None
    team: str | None = None
