"""Keys by which remote hosts reach memory: made here, shown once, kept as a hash.

    made ── revoked        a revoked key stays listed and opens nothing

A key has 256 random bits, so one round of SHA-256 keeps it. Whose memory it opens stands in its
row: nothing that a request holds can name another.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, Row, func, select, update
from sqlalchemy.dialects.postgresql import insert

from memory_core.errors import InvalidInputError, NotFoundError
from memory_core.hashing import sha256_hex
from memory_core.scopes import check_id
from memory_core.stores import tables as t

_PREFIX = "mfk_"  # so that a scanner of leaked secrets can know one
_BYTES = 32
_ID_DIGITS = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class Binding:
    """Whose memory is opened: of this user with this agent, of the user, of the agent.

    Raises:
        InvalidInputError: neither user nor agent, or an id is not valid.
    """

    user: str | None = None
    agent: str | None = None
    team: str | None = None
    org: bool = True  # the agent's memory common to all its users is read too
    trust_saves: bool = False  # a save counts as the user's own, though no chat bears it out

    def __post_init__(self) -> None:
        if self.user is None and self.agent is None:
            raise InvalidInputError("user", "is missing, and agent too; name one of them")
        for field, value in (("user", self.user), ("agent", self.agent), ("team", self.team)):
            if value is not None:
                check_id(field, value)


@dataclass(frozen=True, kw_only=True, slots=True)
class ApiKey:
    """A key without its secret."""

    workspace: str
    id: str
    name: str | None
    binding: Binding
    created_at: datetime
    revoked_at: datetime | None


def add_key(
    connection: Connection, workspace: str, binding: Binding, *, name: str | None = None
) -> tuple[str, str]:
    """Make a key; return its id and its secret, which can never be read again."""
    secret = f"{_PREFIX}{secrets.token_urlsafe(_BYTES)}"
    digest = sha256_hex(secret)
    key_id = f"k{digest[:_ID_DIGITS]}"
    connection.execute(insert(t.workspace).values(workspace=workspace).on_conflict_do_nothing())
    connection.execute(
        insert(t.api_key).values(
            workspace=workspace,
            id=key_id,
            digest=digest,
            name=name,
            user_id=binding.user,
            agent=binding.agent,
            team=binding.team,
            org=binding.org,
            trust_saves=binding.trust_saves,
        )
    )
    return key_id, secret


def find_key(connection: Connection, secret: str) -> ApiKey | None:
    """Find the key of any workspace that this opens and that was not revoked.

    It takes the sweeper's role: whoever brings the key names no workspace.
    """
    if not secret.startswith(_PREFIX):
        return None
    k = t.api_key.c
    row = connection.execute(
        select(t.api_key).where(k.digest == sha256_hex(secret), k.revoked_at.is_(None))
    ).one_or_none()
    return None if row is None else _key(row)


def load_keys(connection: Connection, workspace: str) -> list[ApiKey]:
    """Load the keys of a workspace, the oldest first."""
    k = t.api_key.c
    rows = connection.execute(
        select(t.api_key).where(k.workspace == workspace).order_by(k.created_at, k.id)
    )
    return [_key(row) for row in rows]


def revoke_key(connection: Connection, workspace: str, key_id: str) -> ApiKey:
    """Let a key open nothing from here on; a second time changes nothing.

    Raises:
        NotFoundError: no such key in this workspace.
    """
    k = t.api_key.c
    row = connection.execute(
        update(t.api_key)
        .where(k.workspace == workspace, k.id == key_id)
        .values(revoked_at=func.coalesce(k.revoked_at, func.memfold_now()))
        .returning(t.api_key)
    ).one_or_none()
    if row is None:
        raise NotFoundError(
            f"key: {key_id!r} is none of workspace {workspace!r}; see memfold keys list"
        )
    return _key(row)


def _key(row: Row[tuple[object, ...]]) -> ApiKey:
    return ApiKey(
        workspace=row.workspace,
        id=row.id,
        name=row.name,
        binding=Binding(
            user=row.user_id,
            agent=row.agent,
            team=row.team,
            org=row.org,
            trust_saves=row.trust_saves,
        ),
        created_at=row.created_at,
        revoked_at=row.revoked_at,
    )
