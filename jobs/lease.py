"""Leases: the right to work on a chat or scope for a while, proved by a fencing token."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class JobKind(StrEnum):
    """What a lease is for."""

    EXTRACT = "extract"
    CONSOLIDATE = "consolidate"


@dataclass(frozen=True, kw_only=True, slots=True)
class Lease:
    """A held lease."""

    workspace: str
    kind: JobKind
    key: str  # chat id or scope key
    owner: str  # unique per process start
    token: int

    @property
    def place(self) -> tuple[str, str, str]:
        """The lease row's key."""
        return (self.workspace, str(self.kind), self.key)


@dataclass(frozen=True, kw_only=True, slots=True)
class Caller:
    """Who claims."""

    owner: str  # the process start
    alone: bool = False  # the only job of its process
    message_id: str | None = None  # of the message that rang; the log carries it too
