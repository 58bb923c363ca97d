"""State changes of forgetting in the ledger: what is concerned, holders outrun, words taken out."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, text

from jobs.store.forget_requests import Target
from memory_core.errors import NotFoundError

# -- which messages and episodes ---------------------------------------------------------------

_OWN_CHATS = """NOT EXISTS (SELECT FROM participant other
        WHERE other.workspace = m.workspace AND other.chat = m.chat AND other.kind = 'human'
          AND other.user_id IS DISTINCT FROM :user_id)"""

_MESSAGES = {
    "message": "m.chat = :chat AND m.position = :position",
    "chat": "m.chat = :chat",
    # a user's own words, and the whole of chats in which no other human takes part
    "user": f"""EXISTS (SELECT FROM participant p WHERE p.workspace = m.workspace
        AND p.chat = m.chat AND p.user_id = :user_id
        AND (p.participant = m.participant OR {_OWN_CHATS}))""",
    "entry": """EXISTS (SELECT FROM episode_evidence v
        WHERE v.workspace = m.workspace AND v.chat = m.chat AND v.position = m.position
          AND v.episode = ANY (:episodes))""",
}

_EXISTS = {
    "message": """SELECT FROM message
        WHERE workspace = :workspace AND chat = :chat AND position = :position""",
    "chat": "SELECT FROM chat WHERE workspace = :workspace AND chat = :chat",
    "user": """SELECT FROM participant WHERE workspace = :workspace AND user_id = :user_id
        UNION SELECT FROM scope WHERE workspace = :workspace AND user_id = :user_id""",
    "entry": """SELECT FROM entry_source
        WHERE workspace = :workspace AND scope_key = :scope_key AND entry = :entry""",
}

_HINT = {
    "message": "message {position} of chat {chat!r} does not exist",
    "chat": "chat: {chat!r} does not exist",
    "user": "user: {user_id!r} is unknown",
    "entry": "entry: ^{entry} never was a line of {scope_key!r}",
}
_SEE = {"message": "chats", "chat": "chats", "user": "scopes", "entry": "index show"}


def check_target(connection: Connection, workspace: str, target: Target) -> None:
    """Refuse what is not there.

    Raises:
        NotFoundError: nothing of this name in this workspace.
    """
    named = target.parameters()
    known = connection.execute(
        text(f"SELECT EXISTS ({_EXISTS[target.kind]})"), {"workspace": workspace, **named}
    ).scalar_one()
    if not known:
        hint = _HINT[target.kind].format(**named)
        raise NotFoundError(f"{hint} in workspace {workspace!r}; see memfold {_SEE[target.kind]}")


def find_messages(
    connection: Connection, workspace: str, target: Target, episodes: Collection[str]
) -> set[tuple[str, int]]:
    """Return chat and position of the messages to be forgotten, less those that already are.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        target: what is to be forgotten.
        episodes: behind the entry, where an entry is.
    """
    query = text(
        f"""
        SELECT m.chat, m.position FROM message m
         WHERE m.workspace = :workspace AND m.content IS NOT NULL AND {_MESSAGES[target.kind]}
        """
    )
    named = {"workspace": workspace, **target.parameters(), "episodes": list(episodes)}
    rows = connection.execute(query, named)
    return {(row.chat, row.position) for row in rows}


_CITING = text(
    """
    SELECT DISTINCT v.episode FROM episode_evidence v
      JOIN unnest(CAST(:chats AS text[]), CAST(:positions AS integer[])) f (chat, position)
        ON v.chat = f.chat AND v.position BETWEEN f.position AND f.position + :reach
     WHERE v.workspace = :workspace
    """
)


def find_citing(
    connection: Connection, workspace: str, places: Collection[tuple[str, int]], *, reach: int = 0
) -> frozenset[str]:
    """Return the episodes with evidence at these places, or up to `reach` messages after one."""
    parameters = {"workspace": workspace, "reach": reach, **_unzipped(places)}
    return frozenset(connection.execute(_CITING, parameters).scalars())


_CITED = text(
    """
    SELECT DISTINCT v.chat, v.position FROM episode_evidence v
      JOIN unnest(CAST(:chats AS text[]), CAST(:positions AS integer[])) f (chat, position)
        ON v.chat = f.chat AND v.position = f.position
     WHERE v.workspace = :workspace
    """
)


def find_cited(
    connection: Connection, workspace: str, places: Collection[tuple[str, int]]
) -> set[tuple[str, int]]:
    """Return those of the places that episodes rest on."""
    rows = connection.execute(_CITED, {"workspace": workspace, **_unzipped(places)})
    return {(row.chat, row.position) for row in rows}


def _unzipped(places: Collection[tuple[str, int]]) -> dict[str, list[Any]]:
    ordered = sorted(places)
    return {"chats": [c for c, _ in ordered], "positions": [p for _, p in ordered]}


_OF_USER = text(
    """
    SELECT e.id FROM episode e JOIN scope s USING (workspace, scope_key)
     WHERE e.workspace = :workspace AND s.user_id = :user_id
    """
)

_USERS_SCOPES = text(
    "SELECT scope_key FROM scope WHERE workspace = :workspace AND user_id = :user_id"
)


def find_episodes_of_user(connection: Connection, workspace: str, user_id: str) -> frozenset[str]:
    """Return all episodes of the scopes that are a user's own."""
    named = {"workspace": workspace, "user_id": user_id}
    return frozenset(connection.execute(_OF_USER, named).scalars())


_CONCERNED = text(
    """
    SELECT f.scope_key FROM chat_feed f WHERE f.workspace = :workspace AND f.chat = ANY (:chats)
    UNION SELECT e.scope_key FROM episode e
     WHERE e.workspace = :workspace AND e.id = ANY (:episodes)
    """
)


def find_scopes(
    connection: Connection, workspace: str, chats: Collection[str], episodes: Collection[str]
) -> set[str]:
    """Return the scopes that these chats feed and these episodes are of."""
    named = {"workspace": workspace, "chats": list(chats), "episodes": list(episodes)}
    return set(connection.execute(_CONCERNED, named).scalars())


def find_scopes_of_user(connection: Connection, workspace: str, user_id: str) -> set[str]:
    """Return the scopes that are a user's own."""
    named = {"workspace": workspace, "user_id": user_id}
    return set(connection.execute(_USERS_SCOPES, named).scalars())


# -- leases ------------------------------------------------------------------------------------

_RAISE = text(
    """
    -- held by anyone or free → free under a higher token: the commit of a holder is refused
    INSERT INTO lease AS l (workspace, kind, key, token)
    SELECT :workspace, :kind, k.key, 1
      FROM unnest(CAST(:keys AS text[])) k (key) ORDER BY k.key COLLATE "C"
    ON CONFLICT (workspace, kind, key) DO UPDATE
      SET owner = NULL, expires_at = NULL, token = l.token + 1
    """
)

_OUTRUN = text(
    """
    -- started under an earlier token → stale
    UPDATE run r SET outcome = 'stale', finished_at = memfold_now(),
      reason = 'what it read was to be forgotten'
      FROM lease l
     WHERE l.workspace = :workspace AND l.kind = :kind AND l.key = ANY (:keys)
       AND r.workspace = l.workspace AND r.kind = l.kind AND r.key = l.key
       AND r.token < l.token AND r.outcome = 'started'
    RETURNING r.key
    """
)

_LOCK_CHATS = text(
    """
    SELECT FROM chat_state WHERE workspace = :workspace AND chat = ANY (:keys)
     ORDER BY chat COLLATE "C" FOR UPDATE
    """
)

_CHATS_DUE = text(
    """
    -- held by whoever lost it, or with something unread → looked at by the next sweep
    UPDATE chat_state SET due_at = memfold_now(),
      attempts = CASE WHEN chat = ANY (:outrun) THEN greatest(attempts - 1, 0) ELSE attempts END
     WHERE workspace = :workspace AND chat = ANY (:keys)
       AND watermark < last_position AND quarantined_at IS NULL
    """
)

_LOCK_SCOPES = text(
    """
    SELECT FROM scope_state WHERE workspace = :workspace AND scope_key = ANY (:outrun)
     ORDER BY scope_key COLLATE "C" FOR UPDATE
    """
)

_SCOPES_DUE = text(
    """
    -- held by whoever lost it → looked at by the next sweep
    UPDATE scope_state SET due_at = memfold_now()
     WHERE workspace = :workspace AND scope_key = ANY (:outrun)
    """
)


def raise_leases(
    connection: Connection, workspace: str, kind: str, keys: Collection[str]
) -> list[str]:
    """Make every holder of these leases stale; return whose runs were going on."""
    named = {"workspace": workspace, "kind": kind, "keys": sorted(keys)}
    connection.execute(_RAISE, named)
    return list(connection.execute(_OUTRUN, named).scalars())


def wake_chats(
    connection: Connection, workspace: str, chats: Collection[str], outrun: Collection[str]
) -> None:
    """Let the chats be read again whose readers lost their leases: attempts given back."""
    named = {"workspace": workspace, "keys": sorted(chats), "outrun": list(outrun)}
    connection.execute(_LOCK_CHATS, named)
    connection.execute(_CHATS_DUE, named)


def wake_scopes(connection: Connection, workspace: str, outrun: Collection[str]) -> None:
    """Let the scopes be folded again whose folds lost their leases."""
    named = {"workspace": workspace, "outrun": sorted(outrun)}
    connection.execute(_LOCK_SCOPES, named)
    connection.execute(_SCOPES_DUE, named)


# -- the words ----------------------------------------------------------------------------------

_TAKE_WORDS = text(
    """
    -- said → a row without words, which a further import finds present
    UPDATE message m SET content = NULL, content_hash = NULL
      FROM (SELECT s.chat, s.position
              FROM unnest(CAST(:chats AS text[]), CAST(:positions AS integer[])) n (chat, position)
              JOIN message s ON s.workspace = :workspace AND s.chat = n.chat
               AND s.position = n.position
             -- locked in the order of those who read them, so that none waits in a circle
             ORDER BY s.chat COLLATE "C", s.position FOR UPDATE OF s) f
     WHERE m.workspace = :workspace AND m.chat = f.chat AND m.position = f.position
    """
)

_TAKE_DIRECTIONS = text(
    """
    -- found by the direction of its words → not found
    DELETE FROM message_embedding v
     USING unnest(CAST(:chats AS text[]), CAST(:positions AS integer[])) f (chat, position)
     WHERE v.workspace = :workspace AND v.chat = f.chat AND v.position = f.position
    """
)

_TAKE_NAMES = text(
    """
    -- shown by name → an id
    UPDATE participant SET name = NULL
     WHERE workspace = :workspace AND name IS NOT NULL
       AND (chat = :chat AND :kind = 'chat' OR user_id = :user_id AND :kind = 'user')
    """
)

_UNSHOW_CHAT = text(
    """
    DELETE FROM delivered_span WHERE workspace = :workspace AND chat = :chat AND :kind = 'chat'
    """
)


def take_words(
    connection: Connection, workspace: str, target: Target, places: Collection[tuple[str, int]]
) -> None:
    """Take the words out of the ledger; the rows stay."""
    said = {"workspace": workspace, **_unzipped(places)}
    connection.execute(_TAKE_WORDS, said)
    connection.execute(_TAKE_DIRECTIONS, said)
    named = {"workspace": workspace, **target.parameters()}
    connection.execute(_TAKE_NAMES, named)
    connection.execute(_UNSHOW_CHAT, named)
