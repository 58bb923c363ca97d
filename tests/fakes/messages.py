"""Invented messages for tests."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from memory_core.incoming import IncomingMessage, parse_message

START = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)


def said(content: str, *, minute: int = 0, **fields: Any) -> IncomingMessage:
    """An invented message of user `u-mira` in chat `c1`, unless the fields say otherwise."""
    return parse_message(
        {
            "chat": "c1",
            "role": "user",
            "user": "u-mira",
            "content": content,
            "at": (START + timedelta(minutes=minute)).isoformat(),
            **fields,
        }
    )
