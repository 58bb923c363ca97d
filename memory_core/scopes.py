"""Scopes: whose memory it is, and the injective key of each.

    agent-user   __private_root/_memory/[_team/<team>/]<agent>/u-<user>/
    user         __private_root/_memory/[_team/<team>/]_user/u-<user>/
    agent-org    _memory/[_team/<team>/]<agent>/org/

An encoded id never begins with `_`, so no id can pass for `_user` or `_team`; it holds no `/`, `:`
or upper-case letter, so keys differ on a case-insensitive file system as well. Ids are never
normalised and keys never parsed back: the scope's row holds the parts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from memory_core.errors import InvalidInputError
from memory_core.hashing import sha256_hex

_ID_BYTES = 1024
_ENCODED_BYTES = 120
_HEAD_BYTES = 60
_DIGEST_DIGITS = 32
# `_` and `.` are free only inside: at the ends they would collide with our own folders, `..`, and
# the trailing dots that some file systems drop
_UNSAFE = re.compile(r"[^a-z0-9._-]|^[._]|[._]$")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


class ScopeKind(StrEnum):
    """Who reads a scope."""

    AGENT_USER = "agent-user"  # one agent with one user
    USER = "user"  # every agent of the workspace with one user
    AGENT_ORG = "agent-org"  # one agent with anyone


# which of agent and user a kind needs; it refuses the other
_PARTS = {
    ScopeKind.AGENT_USER: {"agent", "user"},
    ScopeKind.USER: {"user"},
    ScopeKind.AGENT_ORG: {"agent"},
}


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeRef:
    """A scope by its parts; every id is opaque.

    Raises:
        InvalidInputError: an id is missing, superfluous or not valid; the error names the field.
    """

    workspace: str
    kind: ScopeKind
    agent: str | None = None
    user: str | None = None
    team: str | None = None  # None differs from every team

    def __post_init__(self) -> None:
        check_id("workspace", self.workspace)
        if self.kind not in _PARTS:
            raise InvalidInputError("kind", f"must be one of {', '.join(ScopeKind)}")
        _check_part("agent", self.agent, self.kind)
        _check_part("user", self.user, self.kind)
        if self.team is not None:
            check_id("team", self.team)

    @property
    def root(self) -> str:
        """The scope's folder, relative, with a trailing slash."""
        team = "" if self.team is None else f"_team/{encode_id(self.team)}/"
        agent = "_user" if self.agent is None else encode_id(self.agent)
        if self.user is None:
            return f"_memory/{team}{agent}/org/"
        return f"__private_root/_memory/{team}{agent}/u-{encode_id(self.user)}/"

    @property
    def key(self) -> str:
        """`<workspace>:<root>`: unique over all scopes."""
        return f"{encode_id(self.workspace)}:{self.root}"


def check_id(field: str, value: str) -> str:
    """Return the id unchanged.

    Raises:
        InvalidInputError: it is empty, over 1,024 bytes of UTF-8, or holds NUL or a lone surrogate.
    """
    if not value:
        raise InvalidInputError(field, "is empty; leave it out or give an id")
    if "\0" in value:
        raise InvalidInputError(field, "holds a NUL character; take it out")
    if _SURROGATE.search(value):
        raise InvalidInputError(field, "holds a lone surrogate; send valid Unicode")
    size = len(value.encode())
    if size > _ID_BYTES:
        raise InvalidInputError(field, f"is {size} bytes long; at most {_ID_BYTES} are allowed")
    return value


def encode_id(raw: str) -> str:
    """Return a folder name for an id: injective, lower-case ASCII, at most 120 bytes.

    Safe are `[a-z0-9-]`, and `_` and `.` other than first or last; the rest is percent-encoded
    UTF-8. What would be longer becomes its first 60 bytes, `~` and 32 hex digits of the id's
    SHA-256; a `~` in an id is encoded, so the two forms never meet.
    """
    encoded = _UNSAFE.sub(lambda match: _percent(match[0]), raw)
    if len(encoded) <= _ENCODED_BYTES:
        return encoded
    return f"{encoded[:_HEAD_BYTES]}~{sha256_hex(raw)[:_DIGEST_DIGITS]}"


def scopes_fed(
    workspace: str, agent: str | None, team: str | None, users: Iterable[str]
) -> tuple[ScopeRef, ...]:
    """Return the scopes that a chat feeds: one for each different user, in the order given.

    With an agent these are its `agent-user` scopes, without one the `user` scopes; never both.
    """
    kind = ScopeKind.USER if agent is None else ScopeKind.AGENT_USER
    return tuple(
        ScopeRef(workspace=workspace, kind=kind, agent=agent, user=user, team=team)
        for user in dict.fromkeys(users)
    )


def _check_part(field: str, value: str | None, kind: ScopeKind) -> None:
    needed = field in _PARTS[kind]
    if needed and value is None:
        raise InvalidInputError(field, f"is missing; a scope of kind {kind} needs it")
    if not needed and value is not None:
        raise InvalidInputError(field, f"does not belong to a scope of kind {kind}; leave it out")
    if value is not None:
        check_id(field, value)


def _percent(character: str) -> str:
    return "".join(f"%{byte:02x}" for byte in character.encode())
