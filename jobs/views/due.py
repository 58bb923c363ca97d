"""What a sweep would ring now: chats with what is unread of them, and scopes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from jobs.due import CHAT_GATE, SCOPE_GATE
from jobs.policies import Policy
from jobs.store.rereads import ChatWindow


@dataclass(frozen=True, kw_only=True, slots=True)
class DueScope:
    """A scope with something pending."""

    workspace: str
    scope_key: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Due:
    """All of it."""

    chats: Sequence[ChatWindow]  # what is unread of each
    scopes: Sequence[DueScope]


_CHATS = """
    SELECT cs.workspace, cs.chat, cs.watermark + 1 AS first, cs.last_position AS last
      FROM chat_state cs JOIN chat c USING (workspace, chat)
    """
_DUE_CHATS = text(
    f"{_CHATS} WHERE cs.due_at <= memfold_now() AND {CHAT_GATE} ORDER BY cs.workspace, cs.chat"
)
_UNREAD = text(
    f"""{_CHATS}
     WHERE cs.workspace = :workspace AND cs.watermark < cs.last_position
       AND cs.quarantined_at IS NULL AND c.origin = 'interactive' AND c.deleted_at IS NULL
       AND c.memory_mode = 'on'
     ORDER BY cs.chat
    """
)
_DUE_SCOPES = text(
    f"""
    SELECT ss.workspace, ss.scope_key FROM scope_state ss
     WHERE ss.due_at <= memfold_now() AND {SCOPE_GATE} ORDER BY ss.workspace, ss.scope_key
    """
)
_PENDING = text(
    """
    SELECT DISTINCT p.workspace, p.scope_key FROM pending_episode p
     WHERE p.workspace = :workspace ORDER BY p.scope_key
    """
)


def load_due(connection: Connection, policy: Policy) -> Due:
    """Load what a sweep would ring now, of all workspaces (role: sweeper)."""
    binds = policy.parameters()
    return Due(
        chats=[ChatWindow(**row) for row in connection.execute(_DUE_CHATS, binds).mappings()],
        scopes=[DueScope(**row) for row in connection.execute(_DUE_SCOPES, binds).mappings()],
    )


def load_forceable(connection: Connection, workspace: str) -> Due:
    """Load what a forced sweep of a workspace would ring."""
    binds = {"workspace": workspace}
    return Due(
        chats=[ChatWindow(**row) for row in connection.execute(_UNREAD, binds).mappings()],
        scopes=[DueScope(**row) for row in connection.execute(_PENDING, binds).mappings()],
    )
