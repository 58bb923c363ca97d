"""Tombstones in Postgres: put by a forget, asked before words are read and before they are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import Connection, select, text
from sqlalchemy.dialects.postgresql import insert

from jobs import tables as t
from jobs.errors import MindConfigurationError
from jobs.tombstone import ForgetKey
from memory_core.stores.arrays import one_of

_FIND = text(
    """
    SELECT (SELECT min(key_id) FROM forget_tombstone WHERE workspace = :workspace) AS first_key,
           (SELECT max(key_id) FROM forget_tombstone WHERE workspace = :workspace) AS last_key,
           ARRAY(SELECT digest FROM forget_tombstone
                  WHERE workspace = :workspace AND digest = ANY (:digests)) AS found
    """
)


def put_tombstones(
    connection: Connection, workspace: str, key: ForgetKey, digests: Iterable[str]
) -> int:
    """Store tombstones; return how many are new."""
    rows = [{"workspace": workspace, "digest": d, "key_id": key.id} for d in sorted({*digests})]
    if not rows:
        return 0
    new = connection.execute(
        insert(t.forget_tombstone).on_conflict_do_nothing().returning(t.forget_tombstone.c.digest),
        rows,
    ).scalars()
    return len(list(new))


def find_tombstones(
    connection: Connection, workspace: str, key: ForgetKey | None, digests: Collection[str]
) -> frozenset[str]:
    """Return which of these digests have a tombstone.

    Raises:
        MindConfigurationError: there are tombstones that this key did not make: without theirs,
            forgotten words would be learned again.
    """
    row = connection.execute(_FIND, {"workspace": workspace, "digests": list(digests)}).one()
    if row.first_key is not None:
        own = key.id if key else None
        if {row.first_key, row.last_key} != {own}:
            raise MindConfigurationError(
                "MEMFOLD_FORGET_KEY is not the key with which this workspace's tombstones were "
                "made: set it, for every worker, to the one that memfold forget was run with"
            )
    return frozenset(row.found)


def is_buried(connection: Connection, workspace: str, digests: Collection[str]) -> bool:
    """Tell whether any of these digests has a tombstone by now."""
    if not digests:
        return False
    d = t.forget_tombstone.c
    found = select(d.digest).where(d.workspace == workspace, one_of(d.digest, digests)).limit(1)
    return connection.execute(found).one_or_none() is not None
