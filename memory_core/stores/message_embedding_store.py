"""Vectors of messages in pgvector: put once, gone with the words of a forgotten message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, text
from sqlalchemy.dialects.postgresql import insert

from memory_core.stores import tables as t
from memory_core.stores.embedding_store import unit_vector

_WITHOUT = text(
    """
    SELECT m.chat, m.position, m.content FROM message m
      JOIN chat c ON c.workspace = m.workspace AND c.chat = m.chat
       AND c.origin = 'interactive' AND c.deleted_at IS NULL
     WHERE m.workspace = :workspace AND m.memory_mode = 'on' AND m.role <> 'system'
       AND m.content IS NOT NULL AND m.content ~ '\\w'
       AND NOT EXISTS (SELECT FROM message_embedding v
                        WHERE v.workspace = m.workspace AND v.chat = m.chat
                          AND v.position = m.position AND v.model = :model)
     ORDER BY m.chat, m.position
     LIMIT :limit
    """
)


def messages_without_vector(
    connection: Connection, workspace: str, model: str, limit: int
) -> dict[tuple[str, int], str]:
    """Return messages that searches may reach and that have no vector of a model, by place."""
    rows = connection.execute(_WITHOUT, {"workspace": workspace, "model": model, "limit": limit})
    return {(row.chat, row.position): row.content for row in rows}


def put_message_embeddings(
    connection: Connection,
    workspace: str,
    model: str,
    vectors: Mapping[tuple[str, int], Sequence[float]],
) -> None:
    """Store a model's vectors by chat and position; those that are there stay as they are.

    Raises:
        InvalidInputError: a vector is zero, not finite, too wide, or not as wide as the others.
    """
    if not vectors:
        return
    width = len(next(iter(vectors.values())))
    rows = [
        {
            "workspace": workspace,
            "chat": chat,
            "position": position,
            "model": model,
            "vector": unit_vector(vector, width),
        }
        for (chat, position), vector in vectors.items()
    ]
    connection.execute(insert(t.message_embedding).on_conflict_do_nothing(), rows)
