"""The one clock: `memfold_now()` in the database, and the monotonic clock for local waits."""

from __future__ import annotations

from datetime import datetime
from time import monotonic

from sqlalchemy import Connection, text

__all__ = ["database_now", "monotonic"]


def database_now(connection: Connection) -> datetime:
    """Return the store's time (aware), which a test role may have moved."""
    now: datetime = connection.execute(text("SELECT memfold_now()")).scalar_one()
    return now
