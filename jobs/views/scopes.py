"""Scopes: whose they are, how many lines are active, how much is pending."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, text

from memory_core.index.grammar import parse_index
from memory_core.scopes import ScopeKind, ScopeRef


@dataclass(frozen=True, kw_only=True, slots=True)
class ScopeView:
    """A scope of the workspace."""

    scope: str
    kind: str
    agent: str | None
    user: str | None
    team: str | None
    version: int
    active: int  # lines
    pending: int  # episodes


_SCOPES = text(
    """
    SELECT s.scope_key, s.kind, s.agent, s.user_id, s.team, ss.version, v.text,
           (SELECT count(*) FROM pending_episode p
             WHERE p.workspace = s.workspace AND p.scope_key = s.scope_key) AS pending
      FROM scope s JOIN scope_state ss USING (workspace, scope_key)
      LEFT JOIN index_version v ON v.workspace = ss.workspace AND v.scope_key = ss.scope_key
                               AND v.version = ss.version
     WHERE s.workspace = :workspace
     ORDER BY s.scope_key
    """
)

_SCOPE = text(
    """
    SELECT workspace, kind, agent, user_id, team FROM scope
     WHERE workspace = :workspace AND scope_key = :scope_key
    """
)


def load_scopes(connection: Connection, workspace: str) -> list[ScopeView]:
    """Load the scopes of a workspace by key."""
    return [_view(row) for row in connection.execute(_SCOPES, {"workspace": workspace})]


def find_scope(connection: Connection, workspace: str, scope_key: str) -> ScopeRef | None:
    """Find a scope by its key: a chat has fed it, or something was kept in it."""
    place = {"workspace": workspace, "scope_key": scope_key}
    row = connection.execute(_SCOPE, place).one_or_none()
    if row is None:
        return None
    return ScopeRef(
        workspace=row.workspace,
        kind=ScopeKind(row.kind),
        agent=row.agent,
        user=row.user_id,
        team=row.team,
    )


def _view(row: Row[Any]) -> ScopeView:
    return ScopeView(
        scope=row.scope_key,
        kind=row.kind,
        agent=row.agent,
        user=row.user_id,
        team=row.team,
        version=row.version,
        active=len(parse_index(row.text).active) if row.text else 0,
        pending=row.pending,
    )
