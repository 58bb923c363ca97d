"""The offset a time was written with: the database keeps instants only."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone


def offset_minutes(at: datetime) -> int:
    """Return an aware time's offset from UTC in whole minutes."""
    return round((at.utcoffset() or timedelta()).total_seconds() / 60)


def local_time(at: datetime, minutes: int) -> datetime:
    """Give a stored instant its sender's offset back."""
    return at.astimezone(timezone(timedelta(minutes=minutes)))
