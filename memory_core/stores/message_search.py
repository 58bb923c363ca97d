"""What of the ledger a search may reach, and which messages have a question's words.

Reach is decided here and nowhere else. A chat is reached if it feeds one of the scopes, is
interactive, and is neither deleted nor quarantined. With other people in it, only the stretch is
reached in which a bound user takes part: from his first message to his last, and on to where the
next other person speaks. Off-time, system and forgotten messages, and those that a quarantined
episode rests on, are never read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, Row, text

from memory_core.index.asking import ASKED_BEFORE
from memory_core.messages import Role
from memory_core.stores.offsets import local_time

MAX_POSTINGS = 20_000  # of one question: the newest
_LONGEST_BEGINNING = 500  # code points: a tsquery takes no word of 2,047 bytes


@dataclass(frozen=True, kw_only=True, slots=True)
class ReachedChat:
    """The part of a chat that is bound to the asker."""

    chat: str
    first: int
    last: int  # included
    people: tuple[str, ...]  # ids and names of who speaks there


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundWord:
    """A word of a message that begins as asked."""

    chat: str
    position: int
    word: str
    count: int
    length: int  # different words of the message


@dataclass(frozen=True, kw_only=True, slots=True)
class NearMessage:
    """Where a message stands by its vector, from 1; None: too far behind to matter."""

    chat: str
    position: int
    rank: int | None  # by itself
    rank_around: int | None  # by the seven messages around it


@dataclass(frozen=True, kw_only=True, slots=True)
class SaidMessage:
    """A message as it was said."""

    chat: str
    position: int
    role: Role
    speaker: str  # participant id
    name: str | None
    content: str
    at: datetime  # aware, in the sender's offset
    told_before: tuple[str, ...] = ()  # what tools told an assistant in the same turn
    asked_before: tuple[str, ...] = ()  # what users said last before words of no user


_REACH = text(
    """
    WITH fed AS (
      SELECT c.workspace, c.chat, cs.last_position, array_agg(DISTINCT s.user_id) AS users
        FROM chat_feed f
        JOIN scope s ON s.workspace = f.workspace AND s.scope_key = f.scope_key
        JOIN chat c ON c.workspace = f.workspace AND c.chat = f.chat
         AND c.agent IS NOT DISTINCT FROM s.agent AND c.team IS NOT DISTINCT FROM s.team
        JOIN chat_state cs ON cs.workspace = c.workspace AND cs.chat = c.chat
       WHERE f.workspace = :workspace AND f.scope_key = ANY (:scope_keys)
         AND s.kind IN ('user', 'agent-user') AND s.user_id IS NOT NULL
         AND c.origin = 'interactive' AND c.deleted_at IS NULL AND cs.quarantined_at IS NULL
         AND (CAST(:chats AS text[]) IS NULL OR f.chat = ANY (:chats))
         AND f.chat <> ALL (:not_in)
       GROUP BY c.workspace, c.chat, cs.last_position)
    SELECT fed.chat, coalesce(own.first, 0) AS first, people.people,
           least(fed.last_position, coalesce(behind.stranger - 1, fed.last_position)) AS last
      FROM fed
     CROSS JOIN LATERAL (
       SELECT array_agg(DISTINCT w.word) AS people,
              bool_or(p.kind = 'human' AND coalesce(p.user_id <> ALL (fed.users), true))
                AS strangers
         FROM participant p CROSS JOIN LATERAL (VALUES (p.participant), (p.name)) w (word)
        WHERE p.workspace = fed.workspace AND p.chat = fed.chat AND w.word IS NOT NULL) people
      LEFT JOIN LATERAL (
       SELECT min(m.position) AS first, max(m.position) AS last
         FROM message m JOIN participant p USING (workspace, chat, participant)
        WHERE people.strangers AND m.workspace = fed.workspace AND m.chat = fed.chat
          AND p.kind = 'human' AND p.user_id = ANY (fed.users)) own ON true
      LEFT JOIN LATERAL (
       SELECT min(m.position) AS stranger
         FROM message m JOIN participant p USING (workspace, chat, participant)
        WHERE people.strangers AND m.workspace = fed.workspace AND m.chat = fed.chat
          AND m.position > own.last AND p.kind = 'human'
          AND coalesce(p.user_id <> ALL (fed.users), true)) behind ON true
      LEFT JOIN message newest ON newest.workspace = fed.workspace AND newest.chat = fed.chat
       AND newest.position = fed.last_position
     WHERE NOT people.strangers OR own.first IS NOT NULL
     ORDER BY newest.at DESC, fed.chat
    """
)

# the conditions of every read; `b` is the part of a chat that is reached. Of the days asked for,
# those beside them are read too: a day is its sender's own, and messages around one tell of it
_READABLE = """
      FROM unnest(CAST(:names AS text[]), CAST(:firsts AS integer[]), CAST(:lasts AS integer[]))
             b (chat, first, last)
      JOIN message m ON m.workspace = :workspace AND m.chat = b.chat
       AND m.position BETWEEN b.first AND b.last
       AND m.memory_mode = 'on' AND m.content IS NOT NULL AND m.role = ANY (:roles)
       AND (CAST(:since AS date) IS NULL OR m.at >= CAST(:since AS date) - 2)
       AND (CAST(:until AS date) IS NULL OR m.at < CAST(:until AS date) + 3)
"""
_SUSPECT = """
  EXISTS (SELECT FROM episode_evidence v
            JOIN episode_quarantine q ON q.workspace = v.workspace AND q.episode = v.episode
           WHERE v.workspace = m.workspace AND v.chat = m.chat AND v.position = m.position)
"""

_WORDS = text(
    f"""
    SELECT m.chat, m.position, length(m.terms) AS length, w.lexeme AS word,
           cardinality(w.positions) AS times
    {_READABLE} AND m.terms @@ CAST(:wanted AS tsquery)
     CROSS JOIN LATERAL unnest(m.terms) w
     WHERE w.lexeme ^@ ANY (:beginnings)
     ORDER BY m.at DESC, m.chat, m.position DESC, word
     LIMIT {MAX_POSTINGS}
    """
)

_VOCABULARY = text(
    f"""
    SELECT DISTINCT w.lexeme
      FROM (SELECT m.terms {_READABLE} ORDER BY m.at DESC LIMIT 2000) newest
     CROSS JOIN LATERAL unnest(tsvector_to_array(newest.terms)) w (lexeme)
     WHERE char_length(w.lexeme) BETWEEN :least AND :most AND w.lexeme LIKE ANY (:patterns)
    """  # noqa: S608  its parts are constants of this file
)

_NEAR = text(
    f"""
    WITH rated AS (
      SELECT m.chat, m.position, m.at,
             CASE WHEN vector_dims(v.vector) = vector_dims(CAST(:vector AS vector))
                  THEN 1 - (v.vector <=> CAST(:vector AS vector)) END AS likeness,
             CAST(m.at AT TIME ZONE 'UTC' + make_interval(mins => m.utc_offset_minutes) AS date)
               AS day
      {_READABLE}
        JOIN message_embedding v ON v.workspace = m.workspace AND v.chat = m.chat
         AND v.position = m.position AND v.model = :model),
    around AS (
      SELECT *, avg(likeness) OVER (PARTITION BY chat ORDER BY position
                                    RANGE BETWEEN 3 PRECEDING AND 3 FOLLOWING)
               AS likeness_around
        FROM rated
       WHERE likeness IS NOT NULL),
    ranked AS (
      SELECT chat, position,
             row_number() OVER (ORDER BY likeness DESC, at DESC, chat, position) AS rank,
             row_number() OVER (ORDER BY likeness_around DESC, at DESC, chat, position)
               AS rank_around
        FROM around
       WHERE day BETWEEN coalesce(CAST(:since AS date), '-infinity')
                     AND coalesce(CAST(:until AS date), 'infinity'))
    SELECT * FROM ranked WHERE rank <= :depth OR rank_around <= :depth
    """  # noqa: S608  its parts are constants of this file
)

_CONTENT = text(
    f"""
    SELECT m.chat, m.position, m.role, m.participant, p.name, m.content, m.at,
           m.utc_offset_minutes, told.contents AS told_before,
           asked.contents AS asked_before
      FROM unnest(CAST(:names AS text[]), CAST(:positions AS integer[])) b (chat, position)
      JOIN message m ON m.workspace = :workspace AND m.chat = b.chat AND m.position = b.position
       AND m.memory_mode = 'on' AND m.content IS NOT NULL AND m.role = ANY (:roles)
      JOIN participant p ON p.workspace = m.workspace AND p.chat = m.chat
       AND p.participant = m.participant
      LEFT JOIN LATERAL (
       SELECT array_agg(t.content ORDER BY t.position) AS contents
         FROM message t
        WHERE m.role = 'assistant' AND t.workspace = m.workspace AND t.chat = m.chat
          AND t.role = 'tool' AND t.content IS NOT NULL
          AND t.position BETWEEN m.position - 20 AND m.position - 1
          AND NOT EXISTS (SELECT FROM message u
                           WHERE u.workspace = m.workspace AND u.chat = m.chat AND u.role = 'user'
                             AND u.position BETWEEN t.position AND m.position)) told ON true
      LEFT JOIN LATERAL (
       SELECT array_agg(u.content) AS contents
         FROM (SELECT q.content FROM message q
                WHERE m.role <> 'user' AND q.workspace = m.workspace AND q.chat = m.chat
                  AND q.role = 'user' AND q.content IS NOT NULL AND q.memory_mode = 'on'
                  AND q.position BETWEEN m.position - 20 AND m.position - 1
                ORDER BY q.position DESC LIMIT {ASKED_BEFORE}) u) asked ON true
     WHERE NOT {_SUSPECT}
    """  # noqa: S608  its parts are constants of this file
)


def find_reach(
    connection: Connection,
    workspace: str,
    scope_keys: Sequence[str],
    *,
    chats: Collection[str] = (),
    not_in: Collection[str] = (),
) -> list[ReachedChat]:
    """Find the chats, and the parts of them, that searches of these scopes may look at.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        scope_keys: whose memory the asker is bound to.
        chats: only these; empty: any.
        not_in: none of these.

    Returns:
        The chats, that of the newest message first.
    """
    rows = connection.execute(
        _REACH,
        {
            "workspace": workspace,
            "scope_keys": list(scope_keys),
            "chats": sorted(chats) or None,
            "not_in": sorted(not_in),
        },
    )
    return [
        ReachedChat(chat=r.chat, first=r.first, last=r.last, people=tuple(r.people)) for r in rows
    ]


class MessageSearch:
    """Reads within a reach.

    Args:
        connection: of the workspace.
        workspace: the tenant.
        reach: what `find_reach` found.
        roles: whose messages are wanted.
        days: the first and the last day, None: any; what is read by words may lie just beside.
    """

    def __init__(
        self,
        connection: Connection,
        workspace: str,
        reach: Sequence[ReachedChat],
        roles: Collection[Role],
        days: tuple[date | None, date | None] = (None, None),
    ) -> None:
        self._connection = connection
        self._place = {
            "workspace": workspace,
            "names": [part.chat for part in reach],
            "firsts": [part.first for part in reach],
            "lasts": [part.last for part in reach],
            "roles": [str(role) for role in roles if role is not Role.SYSTEM],
            "since": days[0],
            "until": days[1],
        }

    def find_words(self, beginnings: Collection[str]) -> list[FoundWord]:
        """Find the words that begin so, of the newest messages first."""
        if not beginnings or not self._place["names"]:
            return []
        asked = {"wanted": begins_with(beginnings), "beginnings": sorted(beginnings)}
        rows = self._connection.execute(_WORDS, {**self._place, **asked})
        return [
            FoundWord(
                chat=row.chat,
                position=row.position,
                word=row.word,
                count=row.times,
                length=row.length,
            )
            for row in rows
        ]

    def vocabulary(self, least: int, most: int, patterns: Sequence[str]) -> list[str]:
        """Return the words of so many letters in the newest messages that are LIKE any pattern."""
        asked = {"least": least, "most": most, "patterns": list(patterns)}
        return list(self._connection.execute(_VOCABULARY, {**self._place, **asked}).scalars())

    def find_near(self, model: str, vector: Sequence[float], depth: int) -> list[NearMessage]:
        """Find the messages nearest to a vector, by themselves and by those around them."""
        asked = {"model": model, "vector": vector_text(vector), "depth": depth}
        return [
            NearMessage(
                chat=row.chat,
                position=row.position,
                rank=row.rank if row.rank <= depth else None,
                rank_around=row.rank_around if row.rank_around <= depth else None,
            )
            for row in self._connection.execute(_NEAR, {**self._place, **asked})
        ]

    def read(self, places: Sequence[tuple[str, int]]) -> Iterator[SaidMessage]:
        """Read messages; those that may not be shown are absent."""
        asked = {"names": [chat for chat, _ in places], "positions": [at for _, at in places]}
        for row in self._connection.execute(_CONTENT, {**self._place, **asked}):
            yield _said(row)


def _said(row: Row[Any]) -> SaidMessage:
    return SaidMessage(
        chat=row.chat,
        position=row.position,
        role=Role(row.role),
        speaker=row.participant,
        name=row.name,
        content=row.content,
        at=local_time(row.at, row.utc_offset_minutes),
        told_before=tuple(row.told_before or ()),
        asked_before=tuple(row.asked_before or ()),
    )


def vector_text(vector: Sequence[float]) -> str:
    """Return a vector as pgvector reads it."""
    return f"[{','.join(map(repr, vector))}]"


def begins_with(beginnings: Collection[str]) -> str:
    """Return the text of a tsquery for words that begin with any of these."""
    cut = sorted({word[:_LONGEST_BEGINNING] for word in beginnings})
    quoted = (word.replace("\\", "\\\\").replace("'", "''") for word in cut)
    return " | ".join(f"'{word}':*" for word in quoted)
