"""State changes of the file mirror: what was written last, which files were kept aside.

The row of a scope's MEMORY.md stands before any of its files does, is the lock of whoever writes
them, and says whether words were forgotten since: then no process with the mirror has been there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from jobs import tables as t
from memory_core.scopes import ScopeKind, ScopeRef, encode_id
from memory_core.stores.arrays import one_of

INDEX_FILE = "MEMORY.md"


@dataclass(frozen=True, kw_only=True, slots=True)
class MirroredScope:
    """A scope that the mirror keeps, and what tells whether it has changed."""

    scope: ScopeRef
    version: int
    newest: int  # sequence number of its newest episode; 0: none

    @property
    def mark(self) -> tuple[int, int]:
        """What differs when its files have to; a forget is told by its own row."""
        return (self.version, self.newest)

    @property
    def folder(self) -> str:
        """Its folder below the mirror's, with a trailing slash."""
        return f"{encode_id(self.scope.workspace)}/{self.scope.root}"


@dataclass(frozen=True, kw_only=True, slots=True)
class KeptAside:
    """A file that could not be taken in."""

    scope_key: str
    path: str  # below the scope's folder
    reason: str


@dataclass(frozen=True, kw_only=True, slots=True)
class WrittenFile:
    """A file as it was written last."""

    scope_key: str
    path: str  # below the scope's folder
    hash: str


_SCOPES = """
    SELECT s.workspace, s.scope_key, s.kind, s.agent, s.user_id, s.team, ss.version,
           coalesce((SELECT max(e.seq) FROM episode e WHERE e.workspace = s.workspace
                        AND e.scope_key = s.scope_key), 0) AS newest
      FROM scope s JOIN scope_state ss USING (workspace, scope_key)
     WHERE s.workspace = :workspace
"""
_SCOPE = text(f"{_SCOPES} AND s.scope_key = :scope_key")
_NEXT_SCOPES = text(f"{_SCOPES} AND s.scope_key > :after ORDER BY s.scope_key LIMIT :limit")

_NEXT_WORKSPACES = text(
    "SELECT workspace FROM workspace WHERE workspace > :after ORDER BY workspace LIMIT :limit"
)

_LOCK = text(
    """
    SELECT forgotten FROM mirror_state
     WHERE workspace = :workspace AND scope_key = :scope_key AND path = :path FOR UPDATE
    """
)

_SNAPSHOTS = text(
    """
    SELECT version, encode(sha256(convert_to(text, 'UTF8')), 'hex') AS hash FROM index_version
     WHERE workspace = :workspace AND scope_key = :scope_key AND text <> ''
     ORDER BY version
    """
)

_EPISODES = text(
    "SELECT id FROM episode WHERE workspace = :workspace AND scope_key = :scope_key ORDER BY seq"
)

_NEXT_FILES = text(
    """
    SELECT scope_key, path, hash FROM mirror_state
     WHERE workspace = :workspace AND (scope_key, path) > (:scope_key, :path)
       AND path <> :index_file AND refusal IS NULL
     ORDER BY scope_key, path LIMIT :limit
    """
)


def list_workspaces(connection: Connection) -> list[str]:
    """List all workspaces (role: sweeper)."""
    return list(connection.execute(text("SELECT workspace FROM workspace ORDER BY 1")).scalars())


def next_workspaces(connection: Connection, after: str, limit: int) -> list[str]:
    """List some workspaces behind one (role: sweeper)."""
    return list(connection.execute(_NEXT_WORKSPACES, {"after": after, "limit": limit}).scalars())


def find_scope(connection: Connection, workspace: str, scope_key: str) -> MirroredScope | None:
    """Load one scope; there may be none of this key."""
    place = {"workspace": workspace, "scope_key": scope_key}
    row = connection.execute(_SCOPE, place).one_or_none()
    return _scope(row) if row else None


def next_scopes(
    connection: Connection, workspace: str, after: str, limit: int
) -> list[MirroredScope]:
    """Load some scopes of a workspace, those behind one."""
    place = {"workspace": workspace, "after": after, "limit": limit}
    return [_scope(row) for row in connection.execute(_NEXT_SCOPES, place)]


def _scope(row: Row[Any]) -> MirroredScope:
    return MirroredScope(
        scope=ScopeRef(
            workspace=row.workspace,
            kind=ScopeKind(row.kind),
            agent=row.agent,
            user=row.user_id,
            team=row.team,
        ),
        version=row.version,
        newest=row.newest,
    )


# -- what was written --------------------------------------------------------------------------


def begin_mirror(connection: Connection, workspace: str, scope_key: str) -> None:
    """Let a scope have files: a forget finds by this row that there may be some."""
    place = {"workspace": workspace, "scope_key": scope_key, "path": INDEX_FILE}
    connection.execute(insert(t.mirror_state).values(**place, hash="").on_conflict_do_nothing())


def lock_mirror(connection: Connection, workspace: str, scope_key: str) -> bool:
    """Let one process at a time write a scope's files; tell whether a forget waits for it."""
    place = {"workspace": workspace, "scope_key": scope_key, "path": INDEX_FILE}
    forgotten: bool = connection.execute(_LOCK, place).scalar_one()
    return forgotten


def load_written(connection: Connection, workspace: str, scope_key: str) -> dict[str, str]:
    """Load path → hash of what was written last."""
    m = t.mirror_state.c
    rows = connection.execute(
        select(m.path, m.hash).where(m.workspace == workspace, m.scope_key == scope_key)
    )
    return {row.path: row.hash for row in rows}


def next_files(
    connection: Connection, workspace: str, after: tuple[str, str], limit: int
) -> list[WrittenFile]:
    """Load some files that were written once, those behind a scope's path."""
    scope_key, path = after
    place = {"workspace": workspace, "scope_key": scope_key, "path": path}
    rows = connection.execute(_NEXT_FILES, {**place, "index_file": INDEX_FILE, "limit": limit})
    return [WrittenFile(scope_key=r.scope_key, path=r.path, hash=r.hash) for r in rows]


def load_wanted(
    connection: Connection, workspace: str, scope_key: str
) -> tuple[dict[int, str], list[str]]:
    """Load the hash of each version that has a text, and the ids of all episodes."""
    place = {"workspace": workspace, "scope_key": scope_key}
    versions = {row.version: row.hash for row in connection.execute(_SNAPSHOTS, place)}
    return versions, list(connection.execute(_EPISODES, place).scalars())


def record_written(
    connection: Connection, workspace: str, scope_key: str, written: Mapping[str, str]
) -> None:
    """Record path → hash of what was written."""
    _record(connection, [_row(workspace, scope_key, p, h, None) for p, h in written.items()])


def record_refusal(
    connection: Connection, workspace: str, kept: KeptAside, content_hash: str
) -> None:
    """Record a file that was kept aside, and why."""
    row = _row(workspace, kept.scope_key, kept.path, content_hash, kept.reason)
    _record(connection, [row])


def _row(
    workspace: str, scope_key: str, path: str, content_hash: str, refusal: str | None
) -> dict[str, Any]:
    return {
        "workspace": workspace,
        "scope_key": scope_key,
        "path": path,
        "hash": content_hash,
        "refusal": refusal,
    }


def _record(connection: Connection, rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    statement = insert(t.mirror_state)
    connection.execute(
        statement.on_conflict_do_update(
            index_elements=["workspace", "scope_key", "path"],
            set_={
                "hash": statement.excluded.hash,
                "refusal": statement.excluded.refusal,
                "written_at": func.memfold_now(),
            },
        ),
        rows,
    )


def drop_written(
    connection: Connection, workspace: str, scope_key: str, paths: Collection[str]
) -> None:
    """Take the rows of files that are no more."""
    m = t.mirror_state.c
    if paths:
        connection.execute(
            delete(t.mirror_state).where(
                m.workspace == workspace, m.scope_key == scope_key, one_of(m.path, paths)
            )
        )


def load_kept_aside(connection: Connection, workspace: str) -> list[KeptAside]:
    """Load the files of a workspace that could not be taken in."""
    m = t.mirror_state.c
    rows = connection.execute(
        select(m.scope_key, m.path, m.refusal)
        .where(m.workspace == workspace, m.refusal.is_not(None))
        .order_by(m.scope_key, m.path)
    )
    return [KeptAside(scope_key=r.scope_key, path=r.path, reason=r.refusal) for r in rows]


# -- forgets -----------------------------------------------------------------------------------

_MARK = text(
    """
    -- as the memory is → holds forgotten words, until a process with the mirror was there
    UPDATE mirror_state SET forgotten = true
     WHERE workspace = :workspace AND scope_key = :scope_key AND path = :path
    """
)

_BEHIND = text(
    """
    SELECT workspace, scope_key FROM mirror_state WHERE forgotten
     ORDER BY workspace, scope_key LIMIT :limit
    """
)


def mark_forgotten(connection: Connection, workspace: str, scope_key: str) -> None:
    """Say that a scope's files hold forgotten words; why one was kept aside may quote them."""
    m = t.mirror_state.c
    place = {"workspace": workspace, "scope_key": scope_key, "path": INDEX_FILE}
    connection.execute(_MARK, place)  # first: it waits for whoever writes the files
    connection.execute(
        delete(t.mirror_state).where(
            m.workspace == workspace, m.scope_key == scope_key, m.refusal.is_not(None)
        )
    )


def end_forgotten(connection: Connection, workspace: str, scope_key: str) -> None:
    """Say that no file of the scope holds forgotten words any more."""
    m = t.mirror_state.c
    connection.execute(
        update(t.mirror_state)
        .where(m.workspace == workspace, m.scope_key == scope_key, m.forgotten)
        .values(forgotten=False)
    )


def find_behind(connection: Connection, limit: int) -> list[tuple[str, str]]:
    """Return workspace and key of scopes whose files hold forgotten words (role: sweeper)."""
    return [(row.workspace, row.scope_key) for row in connection.execute(_BEHIND, {"limit": limit})]


def last_written(connection: Connection) -> datetime | None:
    """Return when a file was written last, by whichever process (role: sweeper)."""
    newest = select(func.max(t.mirror_state.c.written_at))
    written_at: datetime | None = connection.execute(newest).scalar_one()
    return written_at


def behind_among(
    connection: Connection, workspace: str, scopes: Collection[str]
) -> tuple[str, ...]:
    """Return which of these scopes have files that hold forgotten words."""
    m = t.mirror_state.c
    query = select(m.scope_key).where(
        m.workspace == workspace, m.forgotten, one_of(m.scope_key, scopes)
    )
    return tuple(sorted(connection.execute(query).scalars()))
