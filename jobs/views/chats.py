"""Chats: how far each is read and where it stands."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, text

from jobs.policies import Policy
from jobs.views.standing import CHAT_STANDING


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatView:
    """A chat of the ledger."""

    chat: str
    agent: str | None
    team: str | None
    users: tuple[str, ...]
    messages: int
    unread: int
    standing: str  # see `jobs.views.standing`
    due_at: datetime | None
    not_before: datetime | None
    attempts: int
    losses: int
    error_class: str | None
    last_error: str | None
    quarantined_at: datetime | None


_CHATS = text(
    f"""
    SELECT cs.chat, c.agent, c.team,
           ARRAY(SELECT DISTINCT p.user_id FROM participant p WHERE p.workspace = cs.workspace
                    AND p.chat = cs.chat AND p.user_id IS NOT NULL ORDER BY 1) AS users,
           cs.last_position + 1 AS messages, cs.last_position - cs.watermark AS unread,
           {CHAT_STANDING} AS standing, cs.due_at, cs.not_before, cs.attempts, cs.losses,
           cs.error_class, cs.last_error, cs.quarantined_at
      FROM chat_state cs JOIN chat c USING (workspace, chat)
     WHERE cs.workspace = :workspace
       AND (NOT :quarantined OR cs.quarantined_at IS NOT NULL)
     ORDER BY cs.chat
    """
)


def load_chats(
    connection: Connection, workspace: str, policy: Policy, *, quarantined: bool = False
) -> list[ChatView]:
    """Load the chats of a workspace by id, or those that are quarantined."""
    rows = connection.execute(
        _CHATS, {**policy.parameters(), "workspace": workspace, "quarantined": quarantined}
    )
    return [ChatView(**{**row, "users": tuple(row["users"])}) for row in rows.mappings()]
