"""Taking out for good what was forgotten: episodes, and the lines of every version of an index.

The one place that changes what is written once elsewhere. A snapshot keeps its number, its time
and its other lines; its hash is that of the text it has now, so the chain of hashes holds and
tells nothing of the lines that are gone.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, text
from sqlalchemy.dialects.postgresql import JSONB

from memory_core.index.forgetting import Verdict, merged_sources, snapshot_without
from memory_core.index.grammar import body_hash, parse_index, render_index
from memory_core.index.model import Entry
from memory_core.stores import tables as t
from memory_core.stores.arrays import one_of
from memory_core.stores.index_store import load_history, load_sources

_ALLOW = text("SELECT set_config('app.forgetting', 'on', true)")


def allow_removal(connection: Connection) -> None:
    """Lift the ban on changes to what is written once, until the transaction ends."""
    connection.execute(_ALLOW)


def load_lines(connection: Connection, workspace: str, scope_key: str) -> dict[str, Entry]:
    """Load every line that any kept version holds, in its newest form, by id."""
    lines: dict[str, Entry] = {}
    for version in load_history(connection, workspace, scope_key):
        if version.text:
            lines |= {entry.id: entry for entry in parse_index(version.text).entries}
    return lines


def load_full_sources(
    connection: Connection, workspace: str, scope_key: str, lines: Iterable[Entry]
) -> dict[str, tuple[str, ...]]:
    """Load all that each line rests on, the sources of lines merged into it included."""
    return merged_sources(lines, load_sources(connection, workspace, scope_key))


# -- snapshots ---------------------------------------------------------------------------------

_VERSIONS = text(
    """
    SELECT version, text, body_hash, previous_hash, report FROM index_version
     WHERE workspace = :workspace AND scope_key = :scope_key ORDER BY version FOR UPDATE
    """
)

_REWRITE = text(
    """
    -- written → without what was forgotten; number, time and cause stay
    UPDATE index_version SET text = :text, body_hash = :body_hash, previous_hash = :previous_hash,
      report = :report
     WHERE workspace = :workspace AND scope_key = :scope_key AND version = :version
    """
).bindparams(bindparam("report", type_=JSONB))


def redact_versions(
    connection: Connection, workspace: str, scope_key: str, verdict: Verdict
) -> tuple[int, ...]:
    """Take what is gone out of every version's text; return the versions that held any of it.

    A thinned version has no text to read, so its hash, which could still confirm a guess of the
    lines it had, is replaced by chance.
    """
    place = {"workspace": workspace, "scope_key": scope_key}
    changed: list[int] = []
    previous: str | None = None
    for row in connection.execute(_VERSIONS, place).all():
        now = _redacted(row, verdict)
        now["previous_hash"] = previous
        if any(getattr(row, name) != value for name, value in now.items()):
            connection.execute(_REWRITE, {**place, **now, "version": row.version})
        if row.text != now["text"]:
            changed.append(row.version)
        previous = now["body_hash"]
    return tuple(changed)


def _redacted(row: Row[Any], verdict: Verdict) -> dict[str, Any]:
    report = [_silenced(effect, verdict) for effect in row.report]
    if row.text is None:
        return {"text": None, "body_hash": secrets.token_hex(32), "report": report}
    index = parse_index(row.text)
    left = snapshot_without(index, verdict)
    if left == index:
        return {"text": row.text, "body_hash": row.body_hash, "report": report}
    return {"text": render_index(left), "body_hash": body_hash(left), "report": report}


def _silenced(effect: Mapping[str, Any], verdict: Verdict) -> dict[str, Any]:
    """Return an effect without its reason, which may quote, where it names what is gone."""
    names = {effect.get("entry"), *(effect.get("episodes") or ())}
    concerned = names & verdict.gone or names & verdict.episodes
    return {**effect, "reason": ""} if concerned and "reason" in effect else dict(effect)


# -- episodes and what hangs on them -----------------------------------------------------------

_SOURCE_ANEW = text(
    """
    -- rested on a forgotten episode → rests on the one minted from what is left of it
    INSERT INTO entry_source (workspace, scope_key, entry, episode, version)
    SELECT s.workspace, s.scope_key, s.entry, a.anew, s.version
      FROM entry_source s
      JOIN unnest(CAST(:old AS text[]), CAST(:anew AS text[])) a (old, anew) ON a.old = s.episode
     WHERE s.workspace = :workspace AND s.scope_key = :scope_key
    ON CONFLICT DO NOTHING
    """
)

_PEND = text(
    """
    -- placed under a line that is gone → waits for its fold as if it were new
    INSERT INTO pending_episode (workspace, scope_key, episode, evidence_at, chat, position)
    SELECT DISTINCT ON (e.id) e.workspace, e.scope_key, e.id, v.at, v.chat, v.position
      FROM episode e JOIN episode_evidence v ON v.workspace = e.workspace AND v.episode = e.id
     WHERE e.workspace = :workspace AND e.id = ANY (:episodes)
       AND NOT EXISTS (SELECT FROM episode_retirement r
                        WHERE r.workspace = e.workspace AND r.episode = e.id)
       AND NOT EXISTS (SELECT FROM episode_quarantine q
                        WHERE q.workspace = e.workspace AND q.episode = e.id)
     ORDER BY e.id, v.at DESC, v.ordinal
    ON CONFLICT DO NOTHING
    """
)

_NOT_PENDING = text(
    "DELETE FROM pending_episode WHERE workspace = :workspace AND episode = ANY (:episodes)"
)

_OF_EPISODES = (  # in the order in which they name one another
    (t.pending_episode, "episode"),
    (t.episode_embedding, "episode"),
    (t.episode_retirement, "episode"),
    (t.episode_quarantine, "episode"),
    (t.episode_review, "episode"),
    (t.entry_source, "episode"),
    (t.save, "episode"),
    (t.episode_evidence, "episode"),
    (t.episode, "id"),
)

_UNUSED = text(
    """
    DELETE FROM usage WHERE workspace = :workspace AND scope_key = :scope_key
       AND entry = ANY (:entries)
    """
)

_UNJUDGED = text(
    """
    -- judged a line that no version holds any more → not judged: the verdict has its words
    DELETE FROM episode_review r USING episode e
     WHERE r.workspace = :workspace AND r.line IS NOT NULL AND r.line <> ALL (:kept)
       AND e.workspace = r.workspace AND e.id = r.episode AND e.scope_key = :scope_key
    """
)

_UNSHOWN = text(
    """
    DELETE FROM delivered_span WHERE workspace = :workspace AND scope_key = :scope_key
       AND (entry = ANY (:entries) OR line = ANY (:lines))
    """
)


_UNQUOTED = text(
    """
    -- shown as a hit of a search → not shown: the words themselves stood there
    DELETE FROM delivered_span WHERE workspace = :workspace AND scope_key = '' AND kind = 'hit'
       AND entry = ANY (:places)
    """
)


def remove_quotations(
    connection: Connection, workspace: str, places: Iterable[tuple[str, int]]
) -> None:
    """Remove what chats were shown of these messages by searches."""
    named = [f"{chat}#{position}" for chat, position in places]  # the ids of such hits
    connection.execute(_UNQUOTED, {"workspace": workspace, "places": named})


def source_anew(
    connection: Connection, workspace: str, scope_key: str, anew: Mapping[str, str]
) -> None:
    """Let lines rest on the episodes that were minted anew, by forgotten episode."""
    connection.execute(
        _SOURCE_ANEW,
        {
            "workspace": workspace,
            "scope_key": scope_key,
            "old": list(anew),
            "anew": list(anew.values()),
        },
    )


def pend_again(connection: Connection, workspace: str, episodes: Collection[str]) -> None:
    """Let live episodes wait for a fold once more."""
    connection.execute(_PEND, {"workspace": workspace, "episodes": list(episodes)})


def unpend(connection: Connection, workspace: str, episodes: Collection[str]) -> None:
    """Take episodes out of those that wait for a fold."""
    connection.execute(_NOT_PENDING, {"workspace": workspace, "episodes": list(episodes)})


def remove_episodes(
    connection: Connection, workspace: str, episodes: Collection[str]
) -> dict[str, int]:
    """Remove episodes and all that hangs on them; return how many rows of each table.

    Needs `allow_removal`, and that no line names them any more.
    """
    counts = {
        table.name: connection.execute(
            delete(table).where(
                table.c.workspace == workspace, one_of(table.c[column], list(episodes))
            )
        ).rowcount
        for table, column in _OF_EPISODES
    }
    return {table: count for table, count in counts.items() if count}


def remove_traces(
    connection: Connection,
    workspace: str,
    scope_key: str,
    gone: Mapping[str, str],
    said: Collection[str],
) -> None:
    """Remove the uses of lines that are gone, and what chats were shown of them.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        scope_key: whose lines.
        gone: their texts, by id.
        said: the lines of forgotten episodes.
    """
    place = {"workspace": workspace, "scope_key": scope_key, "entries": list(gone)}
    connection.execute(_UNUSED, place)
    connection.execute(_UNSHOWN, {**place, "lines": [*gone.values(), *said]})


def remove_verdicts(
    connection: Connection, workspace: str, scope_key: str, kept: Collection[str]
) -> None:
    """Remove verdicts on other lines than those of the texts that are kept."""
    place = {"workspace": workspace, "scope_key": scope_key, "kept": list(kept)}
    connection.execute(_UNJUDGED, place)
