"""Uses in Postgres: what turns made use of, and the clocks by which unused lines expire.

A clock counts days on which its scope served a turn, not days of the calendar. It starts when a
line becomes active and starts anew with each use; the folds themselves are no use.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, text

from memory_core.index.model import Index
from memory_core.index.retention import Use, Uses

_LOCAL_DATE = text(
    """
    SELECT (memfold_now() AT TIME ZONE time_zone)::date FROM workspace WHERE workspace = :workspace
    """
)

_SERVED = text(
    """
    -- a first turn of a local day → one more day on every clock of the scope; what it lets expire
    -- is looked for on the next day
    UPDATE scope_state ss SET last_turn_on = :day, days_served = days_served + 1,
      upkeep_on = least(upkeep_on, CAST(:day AS date) + 1),
      upkeep_at = least(upkeep_at, (CAST(:day AS date) + 1)::timestamp AT TIME ZONE w.time_zone)
      FROM workspace w
     WHERE w.workspace = ss.workspace AND ss.workspace = :workspace AND ss.scope_key = :scope_key
       AND (ss.last_turn_on IS NULL OR ss.last_turn_on < :day)
    """
)

_USED = text(
    """
    -- used → its clock starts anew; ids of no line of this scope count nothing
    INSERT INTO usage AS u (workspace, scope_key, entry, uses, used_at, used_again, day_count)
    SELECT ss.workspace, ss.scope_key, i.entry, i.uses, :at, true, ss.days_served
      FROM (SELECT f.entry, count(*) AS uses
              FROM (SELECT DISTINCT n.ordinal, s.entry
                      FROM unnest(CAST(:items AS text[])) WITH ORDINALITY n (item, ordinal)
                      JOIN entry_source s ON n.item IN (s.entry, s.episode)
                     WHERE s.workspace = :workspace AND s.scope_key = :scope_key) f
             GROUP BY f.entry) i
      JOIN scope_state ss ON ss.workspace = :workspace AND ss.scope_key = :scope_key
     ORDER BY i.entry
    ON CONFLICT (workspace, scope_key, entry) DO UPDATE
      SET uses = u.uses + excluded.uses, used_at = greatest(u.used_at, excluded.used_at),
          used_again = true, day_count = excluded.day_count
    """
)

_LOCK = text(
    "SELECT FROM usage WHERE workspace = :workspace AND scope_key = :scope_key "
    "ORDER BY entry FOR UPDATE"
)

_USES = text(
    """
    SELECT ss.days_served, u.entry, u.day_count, u.used_at, u.used_again
      FROM scope_state ss LEFT JOIN usage u USING (workspace, scope_key)
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
    """
)

_MOVED = text(
    """
    -- became active → its clock starts; left the active lines → no use of it counts yet
    INSERT INTO usage (workspace, scope_key, entry, day_count)
    SELECT ss.workspace, ss.scope_key, m.entry, ss.days_served
      FROM scope_state ss, unnest(CAST(:entries AS text[])) m (entry)
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
     ORDER BY m.entry
    ON CONFLICT (workspace, scope_key, entry) DO UPDATE
      SET used_again = false, day_count = excluded.day_count
    """
)

_GONE = text(
    """
    DELETE FROM usage WHERE workspace = :workspace AND scope_key = :scope_key
       AND entry <> ALL (CAST(:entries AS text[]))
    """
)


def local_date(connection: Connection, workspace: str) -> date:
    """Return today's date in the workspace's zone."""
    today: date = connection.execute(_LOCAL_DATE, {"workspace": workspace}).scalar_one()
    return today


def served_turn(connection: Connection, workspace: str, scope_key: str, on: date) -> None:
    """Record that a scope's memory served a turn on this local date; a second one adds nothing.

    In one transaction with `record_uses` it comes first: commits lock the scope's row before the
    rows of its lines.
    """
    connection.execute(_SERVED, {"workspace": workspace, "scope_key": scope_key, "day": on})


def record_uses(
    connection: Connection, workspace: str, scope_key: str, items: Iterable[str], at: datetime
) -> int:
    """Record uses in one statement; return how many lines they count for.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        scope_key: whose memory served the turn.
        items: ids of entries, or of episodes for the entries that rest on them; one that stands
            several times was used as often.
        at: when (aware).
    """
    place = {"workspace": workspace, "scope_key": scope_key}
    return connection.execute(_USED, {**place, "items": list(items), "at": at}).rowcount


def load_uses(
    connection: Connection, workspace: str, scope_key: str, *, lock: bool = False
) -> Uses:
    """Load what is known of the use of a scope's lines.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        scope_key: whose lines.
        lock: keep further uses waiting until the transaction ends.
    """
    place = {"workspace": workspace, "scope_key": scope_key}
    if lock:
        connection.execute(_LOCK, place)
    rows = connection.execute(_USES, place).all()
    return Uses(
        days_served=rows[0].days_served if rows else 0,
        by_entry={
            row.entry: Use(day_count=row.day_count, used_at=row.used_at, used_again=row.used_again)
            for row in rows
            if row.entry is not None
        },
    )


def follow_entries(
    connection: Connection,
    place: Mapping[str, Any],
    before: Index,
    after: Index,
    sources: Mapping[str, Collection[str]],
) -> None:
    """Start, restart and drop clocks as a new version asks for.

    Args:
        connection: of the workspace.
        place: workspace and scope key.
        before: the version that is replaced.
        after: the new one.
        sources: the episodes that are new under an entry; a new source of an old line is a use.
    """
    was = {entry.id for entry in before.active}
    now = {entry.id for entry in after.active}
    connection.execute(_LOCK, place)
    connection.execute(_MOVED, {**place, "entries": sorted(was ^ now)})
    sourced = [entry for entry in sorted(was & now) if sources.get(entry)]
    if sourced:
        record_uses(connection, place["workspace"], place["scope_key"], sourced, after.written_at)
    if {entry.id for entry in before.entries} - {entry.id for entry in after.entries}:
        connection.execute(_GONE, {**place, "entries": [entry.id for entry in after.entries]})
