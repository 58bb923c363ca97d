"""Rows of the state tables, for tests that look at them past every wall."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from types import SimpleNamespace
from typing import Any

Sql = Callable[..., list[tuple[Any, ...]]]


def chat_row(sql: Sql, chat: str = "c1") -> SimpleNamespace:
    """Return a chat's state row."""
    return _row(sql, "chat_state", "chat", chat)


def scope_row(sql: Sql, scope_key: str) -> SimpleNamespace:
    """Return a scope's state row."""
    return _row(sql, "scope_state", "scope_key", scope_key)


def runs(sql: Sql, kind: str = "extract", key: str | None = None) -> list[SimpleNamespace]:
    """Return the runs of a kind by start."""
    names = _names(sql, "run")
    rows = sql(
        "SELECT * FROM run WHERE kind = %s AND (%s::text IS NULL OR key = %s) "
        "ORDER BY started_at, token",
        kind,
        key,
        key,
    )
    return [SimpleNamespace(**dict(zip(names, row, strict=True))) for row in rows]


def await_lock_waiter(sql: Sql, count: int = 1) -> None:
    """Return once so many sessions of this database wait for a lock.

    Raises:
        TimeoutError: none did for half a minute: the race is not the one that the test means.
    """
    deadline = monotonic() + 30
    while (
        sql(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND wait_event_type = 'Lock'"
        )[0][0]
        < count
    ):
        if monotonic() > deadline:
            raise TimeoutError


def _names(sql: Sql, table: str) -> list[str]:
    return [
        name
        for (name,) in sql(
            "SELECT column_name FROM information_schema.columns WHERE table_name = %s "
            "AND table_schema = 'public' ORDER BY ordinal_position",
            table,
        )
    ]


def _row(sql: Sql, table: str, column: str, value: str) -> SimpleNamespace:
    (row,) = sql(f"SELECT * FROM {table} WHERE {column} = %s", value)
    return SimpleNamespace(**dict(zip(_names(sql, table), row, strict=True)))
