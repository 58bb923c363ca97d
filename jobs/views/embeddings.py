"""Which models have vectors in a workspace, and how far each goes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, text

from jobs.store.embeddings import EMBEDDABLE


@dataclass(frozen=True, kw_only=True, slots=True)
class EmbeddingView:
    """A model's vectors in a workspace."""

    model: str
    width: int | None  # None: no vector yet
    episodes: int  # with a vector
    messages: int
    refused: int  # texts that the model does not take
    missing: int  # texts without one, of episodes and of messages that searches reach
    filled_at: datetime | None  # when last nothing was missing
    not_before: datetime | None  # when it is tried again after a failure
    failures: int
    error_class: str | None
    last_error: str | None


_MODELS = text(
    """
    SELECT model FROM embedding_model WHERE workspace = :workspace
    UNION SELECT CAST(:current AS text) WHERE :current IS NOT NULL
    ORDER BY 1
    """
)

_STATE = text(
    f"""
    SELECT :model AS model, m.width, e.made AS episodes, s.made AS messages,
           e.refused + s.refused AS refused, e.missing + s.missing AS missing,
           m.filled_at, m.not_before, coalesce(m.failures, 0) AS failures, m.error_class,
           m.last_error
      FROM (SELECT count(v.vector) AS made, count(v.refusal) AS refused,
                   count(*) FILTER (WHERE v.episode IS NULL) AS missing
              FROM episode x
              LEFT JOIN episode_embedding v ON v.workspace = x.workspace AND v.episode = x.id
               AND v.model = :model
             WHERE x.workspace = :workspace) e
     CROSS JOIN (SELECT count(v.vector) AS made, count(v.refusal) AS refused,
                        count(*) FILTER (WHERE v.chat IS NULL AND {EMBEDDABLE}) AS missing
              FROM message m
              JOIN chat c ON c.workspace = m.workspace AND c.chat = m.chat
              LEFT JOIN message_embedding v ON v.workspace = m.workspace AND v.chat = m.chat
               AND v.position = m.position AND v.model = :model
             WHERE m.workspace = :workspace) s
      LEFT JOIN embedding_model m ON m.workspace = :workspace AND m.model = :model
    """
)


def load_embeddings(
    connection: Connection, workspace: str, current: str | None
) -> list[EmbeddingView]:
    """Load every model that has vectors here, and the current one even if it has none."""
    named = {"workspace": workspace, "current": current}
    models = connection.execute(_MODELS, named).scalars().all()
    return [_load(connection, workspace, model) for model in models]


def _load(connection: Connection, workspace: str, model: str) -> EmbeddingView:
    row = connection.execute(_STATE, {"workspace": workspace, "model": model}).mappings().one()
    return EmbeddingView(**row)
