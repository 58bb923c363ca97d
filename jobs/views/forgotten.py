"""What forgetting took out of earlier versions, as the receipts tell it."""

from __future__ import annotations

from sqlalchemy import Connection, text

_REDACTED = text(
    """
    SELECT DISTINCT jsonb_array_elements_text(receipt -> 'snapshots' -> CAST(:scope_key AS text))
      FROM forget_request
     WHERE workspace = :workspace
       AND jsonb_typeof(receipt -> 'snapshots' -> CAST(:scope_key AS text)) = 'array'
    """
)


def find_redacted(connection: Connection, workspace: str, scope_key: str) -> frozenset[int]:
    """Return the versions that hold less today than when they were written."""
    place = {"workspace": workspace, "scope_key": scope_key}
    return frozenset(map(int, connection.execute(_REDACTED, place).scalars()))
