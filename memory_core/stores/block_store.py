"""What a turn is shown, read in one indexed statement for all its scopes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Connection, text

from memory_core.saving import PendingSave
from memory_core.sections import Section

_READ = text(
    """
    -- a LIMIT keeps each look-up one by its key, however large or new the tables are
    SELECT k.scope_key, coalesce(ss.version, 0) AS version,
           CASE WHEN ss.version <> k.known THEN
             (SELECT v.text FROM index_version v
               WHERE v.workspace = ss.workspace AND v.scope_key = ss.scope_key
                 AND v.version = ss.version) END AS text,
           (SELECT json_agg(json_build_array(e.id, e.description, e.section, s.supersedes,
                     (SELECT (v.at AT TIME ZONE 'UTC'
                              + make_interval(mins => v.utc_offset_minutes))::date
                        FROM episode_evidence v
                       WHERE v.workspace = e.workspace AND v.episode = e.id
                       ORDER BY v.ordinal LIMIT 1)) ORDER BY e.seq)
              FROM pending_episode p
              CROSS JOIN LATERAL (SELECT s.supersedes FROM save s
                WHERE s.workspace = p.workspace AND s.episode = p.episode LIMIT 1) s
              CROSS JOIN LATERAL (SELECT e.* FROM episode e
                WHERE e.workspace = p.workspace AND e.id = p.episode LIMIT 1) e
             WHERE p.workspace = :workspace AND p.scope_key = k.scope_key) AS saves
      FROM unnest(CAST(:keys AS text[]), CAST(:known AS integer[])) k (scope_key, known)
      LEFT JOIN LATERAL (SELECT * FROM scope_state ss
        WHERE ss.workspace = :workspace AND ss.scope_key = k.scope_key LIMIT 1) ss ON true
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredScope:
    """What a scope holds now."""

    version: int  # 0: nothing was written yet
    text: str | None  # None: the version is the known one, or 0
    saves: tuple[PendingSave, ...]


def read_scopes(
    connection: Connection, workspace: str, known: Mapping[str, int]
) -> dict[str, StoredScope]:
    """Read scopes' indexes, but for versions that are known, and the saves that wait for a fold.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        known: scope key → the version at hand, 0 for none.
    """
    rows = connection.execute(
        _READ, {"workspace": workspace, "keys": list(known), "known": list(known.values())}
    )
    return {
        row.scope_key: StoredScope(
            version=row.version, text=row.text, saves=tuple(map(_save, row.saves or ()))
        )
        for row in rows
    }


def _save(fields: Sequence[Any]) -> PendingSave:
    episode, line, section, supersedes, day = fields
    return PendingSave(
        episode=episode,
        text=line,
        day=date.fromisoformat(day),
        section=Section(section),
        supersedes=supersedes,
    )
