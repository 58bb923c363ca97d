"""An approximate index over one model's vectors, for scopes too large to compare one by one.

An index covers all scopes and is filtered behind the scan, so it pays only where a scope holds a
good part of a large table. pgvector's iterative scan reads on until enough rows of the scope are
found; where it gives up early, the caller compares exactly.
"""

from __future__ import annotations

import re

from sqlalchemy import Connection, text

from memory_core.errors import InvalidInputError
from memory_core.hashing import sha256_hex

EXACT_MOST = 20_000  # episodes of a search's scopes up to which they are compared one by one
_VECTOR_WIDTH = 2_000  # pgvector's limit of an index over `vector`
_HALFVEC_WIDTH = 4_000  # and over `halfvec`
_PLAIN = re.compile(r"[\w .:/+-]{1,200}")

_THERE = text("SELECT to_regclass(:name) IS NOT NULL")
_SETTINGS = text(
    "SELECT set_config('hnsw.iterative_scan', 'strict_order', true), "
    "set_config('hnsw.ef_search', '600', true), set_config('hnsw.max_scan_tuples', '40000', true)"
)


def create_vector_index(connection: Connection, model: str, width: int) -> None:
    """Make the index of a model's vectors unless it is there; the connection is the owner's.

    Raises:
        InvalidInputError: the vectors are too wide for any index, or the model's id is not plain.
    """
    connection.execute(
        text(
            f"CREATE INDEX IF NOT EXISTS {index_name(model, width)} ON episode_embedding "
            f"USING hnsw (({indexed(model, width)}) {_type(width)}_cosine_ops) "
            f"WHERE {covered(model, width)}"
        )
    )


def has_vector_index(connection: Connection, model: str, width: int) -> bool:
    """Tell whether the index of a model's vectors is there."""
    if width > _HALFVEC_WIDTH or not _PLAIN.fullmatch(model):
        return False
    found = connection.execute(_THERE, {"name": index_name(model, width)})
    return bool(found.scalar_one())


def read_by_index(connection: Connection) -> None:
    """Let this transaction's scans of such an index read on until there are enough rows."""
    connection.execute(_SETTINGS)


def index_name(model: str, width: int) -> str:
    """Return the index's name, which a model's id cannot break."""
    return f"episode_vector_{sha256_hex(model)[:12]}_{width}"


def indexed(model: str, width: int, value: str = "vector") -> str:
    """Return the expression that the index is over, or another value in its type.

    Raises:
        InvalidInputError: the vectors are too wide for any index, or the model's id is not plain.
    """
    if not _PLAIN.fullmatch(model):
        raise InvalidInputError("model", f"{model!r} has characters that an index cannot name")
    if width > _HALFVEC_WIDTH:
        raise InvalidInputError("width", f"{width} is over {_HALFVEC_WIDTH}, the most of an index")
    return f"CAST({value} AS {_type(width)}({width}))"


def literal(model: str) -> str:
    """Return a plain model id as a statement names it: a partial index knows no parameters."""
    return "'" + model.replace(":", r"\:") + "'"


def covered(model: str, width: int, of: str = "") -> str:
    """Return which rows the index holds; a statement that is to use it must say the same.

    In another workspace the same model may have vectors of another width, which are none of it.
    """
    return f"{of}model = {literal(model)} AND vector_dims({of}vector) = {width}"


def _type(width: int) -> str:
    return "vector" if width <= _VECTOR_WIDTH else "halfvec"
