"""Working values in Postgres.

A value changes in one statement, whose WHERE compares the version; only a new key locks its scope,
so that no scope ever has more keys than it may.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from memory_core.errors import InvalidInputError, VersionConflictError
from memory_core.scopes import ScopeRef
from memory_core.stores import tables as t
from memory_core.stores.arrays import one_of
from memory_core.stores.delivery import DeliveryKind
from memory_core.stores.save_store import lock_scope
from memory_core.working import MOST_KEYS, NEW, WorkingValue

_w = t.working_memory.c
_ANEW = {"version": text("DEFAULT"), "updated_at": func.memfold_now()}


def find_value(connection: Connection, scope: ScopeRef, key: str) -> WorkingValue | None:
    """Find a value by its key."""
    found = select(t.working_memory).where(*_at(scope), _w.key == key)
    row = connection.execute(found).one_or_none()
    return None if row is None else _value(row)


def list_values(
    connection: Connection, scope: ScopeRef, *, after: str, most: int
) -> list[WorkingValue]:
    """Load values by key, from the one behind `after` on."""
    listed = select(t.working_memory).where(*_at(scope), _w.key > after)
    return [_value(row) for row in connection.execute(listed.order_by(_w.key).limit(most))]


def load_values(
    connection: Connection, workspace: str, scopes: Iterable[str]
) -> dict[str, tuple[WorkingValue, ...]]:
    """Load all values of these scopes, by scope and key."""
    found: dict[str, list[WorkingValue]] = {scope_key: [] for scope_key in scopes}
    listed = select(t.working_memory).where(_w.workspace == workspace, one_of(_w.scope_key, found))
    for row in connection.execute(listed.order_by(_w.key)):
        found[row.scope_key].append(_value(row))
    return {scope_key: tuple(values) for scope_key, values in found.items()}


def put_value(
    connection: Connection, scope: ScopeRef, key: str, value: Any, *, version: int | None
) -> WorkingValue:
    """Write a value; return it as it stands now.

    Args:
        connection: of the workspace.
        scope: whose value it is; made where it is new.
        key: checked before, as the value was.
        value: what JSON knows.
        version: that it must be at; `NEW`: it must not be there; None: whatever is there.

    Raises:
        VersionConflictError: somebody else wrote it meanwhile.
        InvalidInputError: the scope has as many keys as it may.
    """
    row = None if version == NEW else _replace(connection, scope, key, value, version)
    if row is None and not version:
        row = _add(connection, scope, key, value, version)
    if row is None:
        raise _conflict(key, find_value(connection, scope, key))
    return _value(row)


def _replace(
    connection: Connection, scope: ScopeRef, key: str, value: Any, version: int | None
) -> Row[Any] | None:
    """At any version, or at the one that was read → at a later one."""
    return connection.execute(
        update(t.working_memory)
        .where(*_at(scope), _w.key == key, *_still(version))
        .values(value=value, **_ANEW)
        .returning(t.working_memory)
    ).one_or_none()


def _add(
    connection: Connection, scope: ScopeRef, key: str, value: Any, version: int | None
) -> Row[Any] | None:
    """Absent → there; there since a moment ago → at a later version, where any will do."""
    lock_scope(connection, scope)
    others = select(func.count()).where(*_at(scope), _w.key != key)
    if connection.execute(others).scalar_one() >= MOST_KEYS:
        raise InvalidInputError(
            "key", f"{key!r} is one too many: a scope holds {MOST_KEYS}; delete one first"
        )
    new = insert(t.working_memory).values(
        workspace=scope.workspace, scope_key=scope.key, key=key, value=value
    )
    at_any = new.on_conflict_do_update(
        index_elements=(_w.workspace, _w.scope_key, _w.key),
        set_={"value": new.excluded.value, **_ANEW},
    )
    either = new.on_conflict_do_nothing() if version == NEW else at_any
    return connection.execute(either.returning(t.working_memory)).one_or_none()


def delete_value(connection: Connection, scope: ScopeRef, key: str, *, version: int | None) -> bool:
    """At any version, or at the one that was read → absent; return whether it was there.

    Raises:
        VersionConflictError: somebody else wrote it meanwhile.
    """
    gone = delete(t.working_memory).where(*_at(scope), _w.key == key, *_still(version))
    if connection.execute(gone).rowcount:
        return True
    found = find_value(connection, scope, key) if version is not None else None
    if found is not None:
        raise _conflict(key, found)
    return False


def remove_working(connection: Connection, workspace: str, scopes: Collection[str]) -> int:
    """Remove all values of these scopes, and that chats were shown them; return how many went."""
    d = t.delivered_span.c
    shown = (d.kind == DeliveryKind.WORKING, one_of(d.scope_key, scopes))
    connection.execute(delete(t.delivered_span).where(d.workspace == workspace, *shown))
    theirs = (_w.workspace == workspace, one_of(_w.scope_key, scopes))
    return connection.execute(delete(t.working_memory).where(*theirs)).rowcount


def _at(scope: ScopeRef) -> tuple[ColumnElement[bool], ...]:
    return _w.workspace == scope.workspace, _w.scope_key == scope.key


def _still(version: int | None) -> tuple[ColumnElement[bool], ...]:
    return () if version is None else (_w.version == version,)


def _conflict(key: str, found: WorkingValue | None) -> VersionConflictError:
    now = "gone" if found is None else f"at version {found.version}"
    return VersionConflictError(f"version: {key!r} is {now}; get it again and decide anew")


def _value(row: Row[Any]) -> WorkingValue:
    return WorkingValue(
        key=row.key, value=row.value, version=row.version, updated_at=row.updated_at
    )
