"""Which chats may be read together: those with the same agent and the same users.

Both follow from the scopes that a chat feeds, so chats that feed the same scopes belong together.
One that has failed or was lost is read alone until it is done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from jobs.due import CHAT_GATE
from jobs.policies import Policy
from jobs.store.sweeping import Ring

_LINE_CHARACTERS = 40  # what stands before a message, about

_COMPANIONS = text(
    f"""
    WITH fed AS (
      SELECT array_agg(scope_key ORDER BY scope_key COLLATE "C") AS scopes FROM chat_feed
       WHERE workspace = :workspace AND chat = :chat
    ), due AS (  -- few, before what they say is measured
    SELECT cs.workspace, cs.chat, cs.watermark, cs.last_received_at
      FROM fed, chat_feed shared JOIN chat_state cs USING (workspace, chat)
           JOIN chat c USING (workspace, chat)
     WHERE shared.workspace = :workspace AND shared.scope_key = fed.scopes[1] AND cs.chat <> :chat
       AND cs.watermark < cs.last_position AND cs.failures = 0 AND cs.losses = 0 AND {CHAT_GATE}
       AND NOT EXISTS (SELECT FROM lease l WHERE l.workspace = cs.workspace AND l.kind = 'extract'
                          AND l.key = cs.chat AND l.owner IS NOT NULL)
       AND fed.scopes = (SELECT array_agg(f.scope_key ORDER BY f.scope_key COLLATE "C")
                           FROM chat_feed f WHERE f.workspace = cs.workspace AND f.chat = cs.chat)
     ORDER BY cs.last_received_at, cs.chat COLLATE "C" LIMIT :most)
    SELECT due.chat, unread.characters FROM due CROSS JOIN LATERAL (
        SELECT coalesce(sum(length(m.content) + :line), 0) AS characters FROM message m
         WHERE m.workspace = due.workspace AND m.chat = due.chat AND m.position > due.watermark
           AND m.memory_mode = 'on') unread
     ORDER BY due.last_received_at, due.chat COLLATE "C"
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Companion:
    """A chat that may be read with another."""

    chat: str
    characters: int  # unread, about


def find_companions(
    connection: Connection, workspace: str, chat: str, policy: Policy
) -> list[Companion]:
    """Find the chats that could be read now in one call with this one, oldest first."""
    rows = connection.execute(
        _COMPANIONS,
        {
            **policy.parameters(),
            "workspace": workspace,
            "chat": chat,
            "line": _LINE_CHARACTERS,
            "most": policy.chats_per_call,
        },
    )
    return [Companion(chat=row.chat, characters=int(row.characters)) for row in rows]


_LEADERS = text(
    """
    -- of chats that belong together every n-th is rung: its job takes the others along
    WITH rung AS (
      SELECT r.workspace, r.chat, cs.failures + cs.losses = 0 AS sound,
             (SELECT array_agg(f.scope_key ORDER BY f.scope_key) FROM chat_feed f
               WHERE f.workspace = r.workspace AND f.chat = r.chat) AS scopes
        FROM unnest(CAST(:workspaces AS text[]), CAST(:chats AS text[])) AS r (workspace, chat)
             JOIN chat_state cs USING (workspace, chat)
    ), placed AS (
      SELECT *, row_number() OVER (PARTITION BY workspace, scopes, sound
                                   ORDER BY chat COLLATE "C") AS place FROM rung)
    SELECT workspace, chat FROM placed
     WHERE scopes IS NULL OR NOT sound OR place % :every = 1
    """
)


def choose_leaders(connection: Connection, rings: Sequence[Ring], policy: Policy) -> list[Ring]:
    """Choose which of the chats to ring, so that the others can be read with them."""
    if not policy.shares_calls:
        return list(rings)
    rows = connection.execute(
        _LEADERS,
        {
            "workspaces": [ring.workspace for ring in rings],
            "chats": [ring.key for ring in rings],
            "every": policy.chats_per_call,
        },
    )
    leaders = {(row.workspace, row.chat) for row in rows}
    return [ring for ring in rings if ring.alone or (ring.workspace, ring.key) in leaders]
