"""Vectors of messages in pgvector: put once, gone with the words of a forgotten message."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, text

from memory_core.stores.embedding_store import settle_width, unit_vector
from memory_core.stores.message_search import vector_text

# the lock waits for a forget that is under way, and then finds the message without words
_PUT = text(
    """
    INSERT INTO message_embedding (workspace, chat, position, model, vector)
    SELECT m.workspace, m.chat, m.position, :model, CAST(v.vector AS vector)
      FROM unnest(CAST(:chats AS text[]), CAST(:positions AS integer[]), CAST(:vectors AS text[]))
             v (chat, position, vector)
      JOIN (SELECT * FROM message
             WHERE workspace = :workspace AND content IS NOT NULL
               AND (chat, position) IN (SELECT unnest(CAST(:chats AS text[])),
                                               unnest(CAST(:positions AS integer[])))
             ORDER BY chat COLLATE "C", position FOR SHARE) m
        ON m.chat = v.chat AND m.position = v.position
    ON CONFLICT DO NOTHING
    """
)


def put_message_embeddings(
    connection: Connection,
    workspace: str,
    model: str,
    vectors: Mapping[tuple[str, int], Sequence[float]],
) -> int:
    """Store a model's vectors by chat and position; return how many are new.

    Those that are there stay as they are, and a message without words gets none.

    Raises:
        InvalidInputError: a vector is zero, not finite, too wide, or not as wide as the others.
    """
    if not vectors:
        return 0
    width = settle_width(connection, workspace, model, len(next(iter(vectors.values()))))
    asked = {
        "workspace": workspace,
        "model": model,
        "chats": [chat for chat, _ in vectors],
        "positions": [position for _, position in vectors],
        "vectors": [vector_text(unit_vector(vector, width)) for vector in vectors.values()],
    }
    return connection.execute(_PUT, asked).rowcount
