"""Embeddings of episodes in pgvector: put once, at unit length.

Only the direction of a vector counts, and pgvector's 4-byte sums would overflow on long ones and
vanish on short ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, exists, select, text
from sqlalchemy.dialects.postgresql import insert

from memory_core.embedding.endpoint import MAX_WIDTH
from memory_core.errors import InvalidInputError
from memory_core.stores import tables as t


def put_embeddings(
    connection: Connection, workspace: str, model: str, vectors: Mapping[str, Sequence[float]]
) -> int:
    """Store a model's vectors by episode id; return how many are new, the others stay as they are.

    Raises:
        InvalidInputError: a vector is zero, not finite, too wide, or not as wide as the others.
    """
    if not vectors:
        return 0
    width = settle_width(connection, workspace, model, len(next(iter(vectors.values()))))
    rows = [
        {
            "workspace": workspace,
            "episode": episode,
            "model": model,
            "vector": unit_vector(vector, width),
        }
        for episode, vector in vectors.items()
    ]
    new = connection.execute(
        insert(t.episode_embedding)
        .on_conflict_do_nothing()
        .returning(t.episode_embedding.c.episode),
        rows,
    ).scalars()
    return len(list(new))


_SETTLE = text(
    """
    -- no vector yet → as wide as this one; else as it was
    INSERT INTO embedding_model AS m (workspace, model, width) VALUES (:workspace, :model, :width)
    ON CONFLICT (workspace, model) DO UPDATE SET width = coalesce(m.width, excluded.width)
    RETURNING width
    """
)


def lacks_vectors(
    connection: Connection, workspace: str, model: str, scope_keys: Sequence[str]
) -> bool:
    """Tell whether the model has yet to be asked about an episode of these scopes."""
    e, v = t.episode.c, t.episode_embedding.c
    filled = exists().where(v.workspace == e.workspace, v.episode == e.id, v.model == model)
    missing = exists().where(e.workspace == workspace, e.scope_key.in_(scope_keys), ~filled)
    return bool(connection.execute(select(missing)).scalar_one())


def settle_width(connection: Connection, workspace: str, model: str, width: int) -> int:
    """Return how wide a model's vectors are here: as wide as the first that was put.

    Raises:
        InvalidInputError: the width is none of a vector.
    """
    if not 0 < width <= MAX_WIDTH:
        raise InvalidInputError("vector", f"has {width} numbers; a vector has 1 to {MAX_WIDTH}")
    asked = {"workspace": workspace, "model": model, "width": width}
    return int(connection.execute(_SETTLE, asked).scalar_one())


def unit_vector(vector: Sequence[float], width: int) -> list[float]:
    """Return a vector at length 1.

    Raises:
        InvalidInputError: it is zero, not finite, too wide, or not of this width.
    """
    if not 0 < len(vector) <= MAX_WIDTH or len(vector) != width:
        raise InvalidInputError(
            "vector", f"has {len(vector)} numbers; this model's have {min(width, MAX_WIDTH)}"
        )
    if not all(map(math.isfinite, vector)):
        raise InvalidInputError("vector", "holds a number that is not finite; embed the text anew")
    largest = max(map(abs, vector))
    if not largest:
        raise InvalidInputError("vector", "is zero and has no direction; embed a text with words")
    scaled = [number / largest for number in vector]  # so that the length cannot overflow
    length = math.hypot(*scaled)
    return [number / length for number in scaled]
