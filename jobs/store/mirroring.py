"""State changes of the file mirror: what was written last, which files were kept aside."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, select, text
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
    forgets: int  # finished in its workspace

    @property
    def mark(self) -> tuple[int, int, int]:
        """What differs when its files may have to."""
        return (self.version, self.newest, self.forgets)

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


_SCOPES = text(
    """
    SELECT s.scope_key, s.kind, s.agent, s.user_id, s.team, ss.version,
           coalesce((SELECT max(e.seq) FROM episode e WHERE e.workspace = s.workspace
                        AND e.scope_key = s.scope_key), 0) AS newest,
           (SELECT count(*) FROM forget_request f WHERE f.workspace = s.workspace
               AND f.finished_at IS NOT NULL) AS forgets
      FROM scope s JOIN scope_state ss USING (workspace, scope_key)
     WHERE s.workspace = :workspace
       AND (CAST(:scope_key AS text) IS NULL OR s.scope_key = :scope_key)
     ORDER BY s.scope_key
    """
)

_LOCK = text(
    """
    SELECT FROM mirror_state WHERE workspace = :workspace AND scope_key = :scope_key
       AND path = :path FOR UPDATE
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


def list_workspaces(connection: Connection) -> list[str]:
    """List all workspaces (role: sweeper)."""
    return list(connection.execute(text("SELECT workspace FROM workspace ORDER BY 1")).scalars())


def load_mirrored(
    connection: Connection, workspace: str, scope_key: str | None = None
) -> list[MirroredScope]:
    """Load one scope, or all of the workspace."""
    rows = connection.execute(_SCOPES, {"workspace": workspace, "scope_key": scope_key})
    return [
        MirroredScope(
            scope=ScopeRef(
                workspace=workspace,
                kind=ScopeKind(row.kind),
                agent=row.agent,
                user=row.user_id,
                team=row.team,
            ),
            version=row.version,
            newest=row.newest,
            forgets=row.forgets,
        )
        for row in rows
    ]


def lock_mirror(connection: Connection, workspace: str, scope_key: str) -> None:
    """Let one process at a time write a scope's files."""
    place = {"workspace": workspace, "scope_key": scope_key, "path": INDEX_FILE}
    connection.execute(insert(t.mirror_state).values(**place, hash="").on_conflict_do_nothing())
    connection.execute(_LOCK, place).one()


def load_written(connection: Connection, workspace: str, scope_key: str) -> dict[str, str]:
    """Load path → hash of what was written last."""
    m = t.mirror_state.c
    rows = connection.execute(
        select(m.path, m.hash).where(m.workspace == workspace, m.scope_key == scope_key)
    )
    return {row.path: row.hash for row in rows}


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


def forget_written(
    connection: Connection, workspace: str, scope_key: str, paths: Collection[str]
) -> None:
    """Forget files that are no more."""
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
