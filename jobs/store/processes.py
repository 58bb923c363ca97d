"""State changes of the process table: who is alive, and since when not."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, text

_SEEN = text(
    """
    -- new or seen before → seen now
    INSERT INTO process (owner, queues, version) VALUES (:owner, :queues, :version)
    ON CONFLICT (owner) DO UPDATE SET seen_at = memfold_now()
    """
)

_GONE = text("DELETE FROM process WHERE owner = :owner OR seen_at < memfold_now() - interval '1 d'")


def report_alive(
    connection: Connection, owner: str, *, queues: Sequence[str], version: str
) -> None:
    """Say that this process lives (role: sweeper)."""
    connection.execute(_SEEN, {"owner": owner, "queues": list(queues), "version": version})


def report_gone(connection: Connection, owner: str) -> None:
    """Take this process off the list, and those not seen for a day."""
    connection.execute(_GONE, {"owner": owner})
