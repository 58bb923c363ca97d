"""The history checker: what must hold of any database of memfold, whatever went wrong before.

Each check returns violations as text, none when all is well. They read past every wall, so the
connection is a superuser's:

    python -m tests.faults.history postgresql://…      exit 1 when something does not hold

S6 (calls against what the endpoint saw) and S7 (what is left over in a live process) need more than
the rows and belong to the harness.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from sqlalchemy import Connection, create_engine, text

from jobs.windows import redacted
from memory_core.episodes import Episode, episode_id
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.grammar import IndexFormatError, body_hash, parse_index, render_index
from memory_core.index.model import Index
from memory_core.index.rewrite import Dossier
from memory_core.index.validator import validate_rewrite
from memory_core.stores.database import driver_url
from memory_core.stores.episode_store import load_episodes, load_scope_episodes
from memory_core.stores.index_store import StoredVersion, load_history
from memory_core.stores.transcript import read_places

COMMITTED = "('done', 'nothing', 'known', 'refused', 'failed')"  # endings that passed the fence

Check = Callable[[Connection], list[str]]


def _found(connection: Connection, **statements: str) -> list[str]:
    """Run each statement; a row is a violation of the rule that it is named after."""
    return [
        f"{rule}: {' '.join(str(value) for value in row)}"
        for rule, statement in statements.items()
        for row in connection.execute(text(statement))
    ]


def check_windows(connection: Connection) -> list[str]:
    """S1: each message up to the watermark is in exactly one committed window."""
    return _found(
        connection,
        S1_overlap="""
            SELECT a.workspace, a.chat, a.window_from, b.window_from
              FROM extraction_key a JOIN extraction_key b USING (workspace, chat)
             WHERE a.key < b.key AND int4range(a.window_from, a.window_to, '[]')
                                  && int4range(b.window_from, b.window_to, '[]')""",
        S1_coverage="""
            SELECT cs.workspace, cs.chat, cs.watermark, sum(k.window_to - k.window_from + 1)
              FROM chat_state cs LEFT JOIN extraction_key k USING (workspace, chat)
             GROUP BY cs.workspace, cs.chat, cs.watermark
            HAVING coalesce(sum(k.window_to - k.window_from + 1), 0) <> cs.watermark + 1
                OR coalesce(max(k.window_to), -1) <> cs.watermark""",
        S1_messages="""
            SELECT cs.workspace, cs.chat, cs.last_position, count(m.*)
              FROM chat_state cs LEFT JOIN message m USING (workspace, chat)
             GROUP BY cs.workspace, cs.chat, cs.last_position
            HAVING count(m.*) <> cs.last_position + 1""",
        S1_run="""
            SELECT k.workspace, k.chat, k.window_from, r.outcome
              FROM extraction_key k LEFT JOIN run r ON r.workspace = k.workspace AND r.id = k.run
             WHERE r.outcome IS DISTINCT FROM k.outcome OR r.key <> k.chat""",
    )


def check_tokens(connection: Connection) -> list[str]:
    """S2: per lease the tokens increase, and no commit carries a lower one than an earlier."""
    return _found(
        connection,
        S2_start="""
            SELECT workspace, kind, key, token FROM (
              SELECT r.*, lag(started_at) OVER lease_order AS before FROM run r
              WINDOW lease_order AS (PARTITION BY workspace, kind, key ORDER BY token)) ordered
             WHERE started_at < before""",
        S2_commit=f"""
            SELECT workspace, kind, key, token FROM (
              SELECT r.*, max(token) OVER (
                PARTITION BY workspace, kind, key ORDER BY finished_at, token
                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS highest
                FROM run r WHERE outcome IN {COMMITTED}) ordered
             WHERE token <= highest""",
        S2_lease="""
            SELECT r.workspace, r.kind, r.key, r.token, l.token
              FROM run r LEFT JOIN lease l USING (workspace, kind, key)
             WHERE l.token IS NULL OR r.token > l.token""",
    )


def check_watermarks(connection: Connection) -> list[str]:
    """S3: in the order of the commits each window begins where the one before it ended."""
    return _found(
        connection,
        S3_order="""
            SELECT workspace, chat, window_from, ended FROM (
              SELECT k.workspace, k.chat, k.window_from,
                     lag(k.window_to, 1, -1) OVER (
                       PARTITION BY k.workspace, k.chat ORDER BY r.token) AS ended
                FROM extraction_key k JOIN run r ON r.workspace = k.workspace AND r.id = k.run
              ) ordered
             WHERE window_from <> ended + 1""",
    )


def check_overlaps(connection: Connection) -> list[str]:
    """S4: no two runs of one lease both committed over overlapping times."""
    return _found(
        connection,
        S4_overlap=f"""
            SELECT a.workspace, a.kind, a.key, a.token, b.token
              FROM run a JOIN run b USING (workspace, kind, key)
             WHERE a.token < b.token AND a.outcome IN {COMMITTED} AND b.outcome IN {COMMITTED}
               AND a.finished_at > b.started_at""",
    )


def check_waiting(connection: Connection) -> list[str]:
    """S5: what is undone is due, held, waiting with a reason or in quarantine with one."""
    return _found(
        connection,
        S5_chat="""
            SELECT cs.workspace, cs.chat FROM chat_state cs JOIN chat c USING (workspace, chat)
             WHERE cs.watermark < cs.last_position AND cs.quarantined_at IS NULL
               AND c.origin = 'interactive' AND c.deleted_at IS NULL AND c.memory_mode = 'on'
               AND cs.due_at IS NULL
               AND NOT EXISTS (SELECT FROM lease l WHERE l.workspace = cs.workspace
                                  AND l.kind = 'extract' AND l.key = cs.chat
                                  AND l.owner IS NOT NULL)""",
        S5_reason="""
            SELECT workspace, chat, outcome FROM chat_state
             WHERE (quarantined_at IS NOT NULL OR not_before IS NOT NULL)
               AND (error_class IS NULL OR last_error IS NULL)""",
        S5_scope="""
            SELECT ss.workspace, ss.scope_key FROM scope_state ss
             WHERE ss.due_at IS NULL
               AND EXISTS (SELECT FROM pending_episode p WHERE p.workspace = ss.workspace
                              AND p.scope_key = ss.scope_key AND p.not_before < 'infinity')
               AND NOT EXISTS (SELECT FROM lease l WHERE l.workspace = ss.workspace
                                  AND l.kind = 'consolidate' AND l.key = ss.scope_key
                                  AND l.owner IS NOT NULL)""",
        S5_pending="""
            SELECT workspace, scope_key, episode FROM pending_episode
             WHERE not_before = 'infinity' AND reason IS NULL""",
        S5_run="""
            SELECT r.workspace, r.kind, r.key, r.token
              FROM run r JOIN lease l USING (workspace, kind, key)
             WHERE r.outcome = 'started' AND (l.owner IS NULL OR l.token <> r.token)""",
    )


def check_rest(connection: Connection) -> list[str]:
    """S5 once all work is over: nothing is held, nothing due is left without a stated reason."""
    return _found(
        connection,
        S5_held="SELECT workspace, kind, key, owner FROM lease WHERE owner IS NOT NULL",
        S5_unread="""
            SELECT cs.workspace, cs.chat, cs.outcome
              FROM chat_state cs JOIN chat c USING (workspace, chat)
             WHERE cs.watermark < cs.last_position AND cs.quarantined_at IS NULL
               AND c.origin = 'interactive' AND c.deleted_at IS NULL AND c.memory_mode = 'on'
               AND cs.error_class IS NULL""",
        S5_unfolded="""
            SELECT p.workspace, p.scope_key, p.episode
              FROM pending_episode p JOIN scope_state ss USING (workspace, scope_key)
             WHERE p.reason IS NULL AND ss.error_class IS NULL""",
    )


_SAID = """(
    SELECT e.workspace, e.id, e.scope_key, e.speaker, e.run, v.chat, v.position
      FROM episode e JOIN episode_evidence v ON v.workspace = e.workspace AND v.episode = e.id
     WHERE e.provenance = 'user-said')"""


def check_walls(connection: Connection) -> list[str]:
    """S8: no row of one workspace or scope is derived from another's."""
    return _found(
        connection,
        S8_evidence="""
            SELECT v.workspace, v.episode, v.chat, v.position FROM episode_evidence v
              LEFT JOIN message m USING (workspace, chat, position)
             WHERE m.content_hash IS DISTINCT FROM v.message_hash""",
        S8_speaker=f"""
            SELECT said.workspace, said.id, said.scope_key, said.chat
              FROM {_SAID} said JOIN message m USING (workspace, chat, position)
              JOIN participant p USING (workspace, chat, participant)
              JOIN scope s USING (workspace, scope_key)
             WHERE m.participant <> said.speaker OR p.user_id IS DISTINCT FROM s.user_id
                OR NOT EXISTS (SELECT FROM chat_feed f WHERE f.workspace = said.workspace
                                  AND f.chat = said.chat AND f.scope_key = said.scope_key)""",
        S8_read="""
            SELECT v.workspace, v.episode, v.chat, v.position FROM episode_evidence v
              JOIN message m USING (workspace, chat, position)
              JOIN chat c USING (workspace, chat)
             WHERE m.memory_mode <> 'on' OR c.origin <> 'interactive'""",
        S8_run=f"""
            SELECT said.workspace, said.id, said.chat, r.key
              FROM {_SAID} said LEFT JOIN run r ON r.workspace = said.workspace AND r.id = said.run
             WHERE r.key IS DISTINCT FROM said.chat""",
        S8_source="""
            SELECT s.workspace, s.scope_key, s.entry, s.episode
              FROM entry_source s JOIN episode e ON e.workspace = s.workspace AND e.id = s.episode
             WHERE e.scope_key <> s.scope_key""",
        S8_pending="""
            SELECT p.workspace, p.scope_key, p.episode
              FROM pending_episode p JOIN episode e
                ON e.workspace = p.workspace AND e.id = p.episode
             WHERE e.scope_key <> p.scope_key""",
        S8_version="""
            SELECT v.workspace, v.scope_key, v.version
              FROM index_version v JOIN run r ON r.workspace = v.workspace AND r.id = v.run
             WHERE r.key <> v.scope_key OR r.token <> v.token""",
    )


def check_indexes(connection: Connection) -> list[str]:
    """S9: every stored index parses, is canonical, follows the one before it and may do so."""
    scopes = connection.execute(
        text("SELECT workspace, scope_key, version FROM scope_state ORDER BY 1, 2")
    ).all()
    return [
        f"S9: {scope.workspace} {scope.scope_key} {flaw}"
        for scope in scopes
        for flaw in _chain_flaws(connection, scope.workspace, scope.scope_key, scope.version)
    ]


def _chain_flaws(connection: Connection, workspace: str, scope_key: str, newest: int) -> list[str]:
    history = load_history(connection, workspace, scope_key)
    flaws: list[str] = []
    if [stored.version for stored in history] != list(range(1, newest + 1)):
        flaws.append(f"has versions {[stored.version for stored in history]}, not 1 to {newest}")
    before: Index | None = None
    for stored in history:
        try:
            after = parse_index(stored.text)
        except IndexFormatError as error:
            return [*flaws, f"version {stored.version} does not parse: {error}"]
        flaws += _version_flaws(stored, before, after)
        dossier = _dossier(connection, workspace, after)
        found = validate_rewrite(before, stored.text, dossier, DEFAULT_BUDGET, stored.cause)
        flaws += [f"version {stored.version}: {violation}" for violation in found]
        before = after
    return flaws


def _version_flaws(stored: StoredVersion, before: Index | None, after: Index) -> list[str]:
    flaws = []
    if render_index(after) != stored.text or body_hash(after) != stored.body_hash:
        flaws.append(f"version {stored.version} is not what its hash says")
    if before and body_hash(before) == body_hash(after):
        flaws.append(f"version {stored.version} changes nothing")
    return flaws


_SOURCES = text(
    """
    SELECT entry, episode, version FROM entry_source
     WHERE workspace = :workspace AND scope_key = :scope_key AND version <= :version
    """
)


def _dossier(connection: Connection, workspace: str, after: Index) -> Dossier:
    """Gather what a version rested on when it was written."""
    place = {"workspace": workspace, "scope_key": after.scope_key, "version": after.version}
    sources = connection.execute(_SOURCES, place).all()
    new = sorted({row.episode for row in sources if row.version == after.version})
    episodes: dict[str, Episode] = {
        episode.id: episode for episode in load_episodes(connection, workspace, new)
    }
    places = {
        (evidence.chat, evidence.position)
        for episode in episodes.values()
        for evidence in episode.content.evidence
    }
    messages = read_places(connection, workspace, places)
    return Dossier(
        episodes=episodes,
        known_episodes=frozenset(row.episode for row in sources),
        known_entries=frozenset(row.entry for row in sources if row.version < after.version),
        messages={place: redacted(message) for place, message in messages.items()},
    )


_HASHES = """
    SELECT workspace, scope_key, version FROM (
      SELECT v.*, lag(body_hash) OVER (
        PARTITION BY workspace, scope_key ORDER BY version) AS before FROM index_version v) chained
     WHERE previous_hash IS DISTINCT FROM before"""


def check_chain(connection: Connection) -> list[str]:
    """S9: each version names the hash of the one before it."""
    return _found(connection, S9_chain=_HASHES)


def check_episodes(connection: Connection) -> list[str]:
    """S10: no episode changed: its content still hashes to its id."""
    workspaces = connection.execute(text("SELECT workspace FROM workspace")).scalars().all()
    return [
        f"S10: {workspace} {episode.id}"
        for workspace in workspaces
        for episode in load_scope_episodes(connection, workspace)
        if episode_id(episode.content) != episode.id
    ]


JOBS: tuple[Check, ...] = (
    check_windows,
    check_tokens,
    check_watermarks,
    check_overlaps,
    check_waiting,
)
MEMORIES: tuple[Check, ...] = (check_walls, check_indexes, check_chain, check_episodes)


def find_violations(connection: Connection, *, at_rest: bool = False) -> list[str]:
    """Return everything that does not hold; `at_rest` says that all work should be over."""
    checks = (*JOBS, *MEMORIES, *([check_rest] if at_rest else []))
    return [violation for check in checks for violation in check(connection)]


def main() -> int:
    """Check the database of the URL given; print what does not hold."""
    with create_engine(driver_url(sys.argv[1])).connect() as connection:
        found = find_violations(connection)
    print(*found, sep="\n")  # noqa: T201 - a command
    return int(bool(found))


if __name__ == "__main__":
    raise SystemExit(main())
