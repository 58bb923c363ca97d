"""State changes of vectors: who fills a model's, how far they go, what the model does not take.

    behind ── claim ──> held ── put, mark on ──> held … ── end ──> filled
      ^                  └── fail ──> waiting (not before …) ──┐
      └────────────────────────────────────────────────────────┘

A chat is behind when it has messages above its mark, a scope when it has episodes above its own;
both grow under the lock of their state row, so nothing appears below a mark. Vectors are put once
and are the same whoever made them, so a holder that lost its claim does no harm.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Literal

from sqlalchemy import Connection, text

from memory_core.embedding.protocol import LONGEST_TEXT
from memory_core.stores.embedding_store import put_embeddings
from memory_core.stores.message_embedding_store import put_message_embeddings

HOLD = timedelta(minutes=5)  # until a silent holder has lost its claim; one batch takes less
_MOST_CHATS = 500  # of one batch
_MOST_SCOPES = 64  # of one batch: each may hold as many as are wanted
Item = tuple[str, int]  # a message by chat and position, an episode by id and number
Kind = Literal["message", "episode"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """Texts that have no vector yet, and how far the marks go once they have."""

    kind: Kind
    texts: Mapping[Item, str] = field(repr=False)
    marks: Mapping[str, int]  # by chat or scope key


_CLAIM = text(
    """
    -- nobody's, or its holder silent → held
    INSERT INTO embedding_model AS m (workspace, model, held_by, held_until)
    VALUES (:workspace, :model, :holder, memfold_now() + :hold)
    ON CONFLICT (workspace, model) DO UPDATE
      SET held_by = excluded.held_by, held_until = excluded.held_until
     WHERE (m.held_until IS NULL OR m.held_until <= memfold_now())
       AND (:any_time OR m.not_before IS NULL OR m.not_before <= memfold_now())
    RETURNING failures
    """
)

_KEEP = text(
    """
    UPDATE embedding_model SET held_until = memfold_now() + :hold
     WHERE workspace = :workspace AND model = :model AND held_by = :holder
    """
)

_END = text(
    """
    -- held → filled
    UPDATE embedding_model SET held_by = NULL, held_until = NULL, not_before = NULL, failures = 0,
      error_class = NULL, last_error = NULL, filled_at = memfold_now()
     WHERE workspace = :workspace AND model = :model AND held_by = :holder
    """
)

_LEAVE = text(
    """
    -- held → nobody's
    UPDATE embedding_model SET held_by = NULL, held_until = NULL
     WHERE workspace = :workspace AND model = :model AND held_by = :holder
    """
)

_FAIL = text(
    """
    -- held → waiting
    UPDATE embedding_model SET held_by = NULL, held_until = NULL, failures = failures + 1,
      not_before = memfold_now() + :wait, error_class = :error_class, last_error = :message
     WHERE workspace = :workspace AND model = :model AND held_by = :holder
    """
)

# a message that searches may reach, and that says something
EMBEDDABLE = """
  m.memory_mode = 'on' AND m.role <> 'system' AND m.content IS NOT NULL AND m.content ~ '\\w'
  AND c.origin = 'interactive' AND c.deleted_at IS NULL
"""

_MESSAGES = text(
    f"""
    WITH behind AS (
      SELECT s.chat, s.last_received_at AS newest, coalesce(k.through, -1) AS after,
             s.last_position AS last
        FROM chat_state s
        LEFT JOIN embedding_mark k ON k.workspace = s.workspace AND k.key = s.chat
         AND k.kind = 'message' AND k.model = :model
       WHERE s.workspace = :workspace AND s.last_position > coalesce(k.through, -1)
       ORDER BY newest DESC NULLS LAST, s.chat
       LIMIT {_MOST_CHATS}),
    enough AS (
      SELECT *, sum(last - after) OVER (ORDER BY newest DESC NULLS LAST, chat)
                - (last - after) AS before
        FROM behind)
    SELECT b.chat AS key, b.last, t.position AS number, b.chat AS id, t.content
      FROM enough b
      LEFT JOIN LATERAL (
        SELECT m.position, left(m.content, {LONGEST_TEXT}) AS content
          FROM message m JOIN chat c ON c.workspace = m.workspace AND c.chat = m.chat
         WHERE m.workspace = :workspace AND m.chat = b.chat AND {EMBEDDABLE}
           AND m.position > b.after AND m.position <= b.last
           AND NOT EXISTS (SELECT FROM message_embedding v
                            WHERE v.workspace = m.workspace AND v.chat = m.chat
                              AND v.position = m.position AND v.model = :model)
         ORDER BY m.position LIMIT :most) t ON true
     WHERE b.before < :most
     ORDER BY b.newest DESC NULLS LAST, b.chat, t.position
     LIMIT :most
    """
)

_EPISODES = text(
    f"""
    WITH behind AS (
      SELECT s.scope_key, n.last, coalesce(k.through, 0) AS after
        FROM scope s
       CROSS JOIN LATERAL (SELECT max(e.seq) AS last FROM episode e
                            WHERE e.workspace = s.workspace AND e.scope_key = s.scope_key) n
        LEFT JOIN embedding_mark k ON k.workspace = s.workspace AND k.key = s.scope_key
         AND k.kind = 'episode' AND k.model = :model
       WHERE s.workspace = :workspace AND n.last > coalesce(k.through, 0)
       ORDER BY n.last DESC
       LIMIT {_MOST_SCOPES})
    SELECT b.scope_key AS key, b.last, t.seq AS number, t.id,
           left(concat_ws(E'\\n', e.description, nullif(memfold_joined(e.aliases), ''),
                          nullif(e.body, e.description)), {LONGEST_TEXT}) AS content
      FROM behind b
      LEFT JOIN LATERAL (
        SELECT n.id, n.seq FROM episode n
         WHERE n.workspace = :workspace AND n.scope_key = b.scope_key
           AND n.seq > b.after AND n.seq <= b.last
           AND NOT EXISTS (SELECT FROM episode_embedding v
                            WHERE v.workspace = n.workspace AND v.episode = n.id
                              AND v.model = :model)
         ORDER BY n.seq LIMIT :most) t ON true
      LEFT JOIN episode e ON e.workspace = :workspace AND e.id = t.id
     ORDER BY b.last DESC, t.seq
     LIMIT :most
    """
)

_MARK = text(
    """
    -- so far → further
    INSERT INTO embedding_mark AS k (workspace, model, kind, key, through)
    SELECT :workspace, :model, :kind, n.key, n.through
      FROM unnest(CAST(:keys AS text[]), CAST(:throughs AS bigint[])) n (key, through)
     ORDER BY n.key
    ON CONFLICT (workspace, model, kind, key) DO UPDATE
      SET through = greatest(k.through, excluded.through)
    """
)

_REFUSE_MESSAGES = text(
    """
    -- without a vector → without one for good
    INSERT INTO message_embedding (workspace, chat, position, model, refusal)
    SELECT :workspace, r.id, r.number, :model, r.reason
      FROM unnest(CAST(:ids AS text[]), CAST(:numbers AS bigint[]), CAST(:reasons AS text[]))
             r (id, number, reason)
    ON CONFLICT DO NOTHING
    """
)

_REFUSE_EPISODES = text(
    """
    -- without a vector → without one for good
    INSERT INTO episode_embedding (workspace, episode, model, refusal)
    SELECT e.workspace, e.id, :model, r.reason
      FROM unnest(CAST(:ids AS text[]), CAST(:reasons AS text[])) r (id, reason)
      JOIN episode e ON e.workspace = :workspace AND e.id = r.id
    ON CONFLICT DO NOTHING
    """
)

_START_OVER = tuple(
    text(f"DELETE FROM {table} WHERE workspace = :workspace AND model = :model")
    for table in ("episode_embedding", "message_embedding", "embedding_mark")
)
_NO_WIDTH = text(
    """
    -- as wide as its vectors were → as wide as the next
    UPDATE embedding_model SET width = NULL, filled_at = NULL
     WHERE workspace = :workspace AND model = :model
    """
)
_NO_MARKS = _START_OVER[-1]
_NO_MODEL = text(
    """
    -- nobody's → gone
    DELETE FROM embedding_model WHERE workspace = :workspace AND model = :model AND held_by IS NULL
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Filling:
    """A claimed model of a workspace."""

    workspace: str
    model: str
    holder: str  # unique per process start
    failures: int = 0

    @property
    def place(self) -> dict[str, str]:
        """What its statements name."""
        return {"workspace": self.workspace, "model": self.model, "holder": self.holder}


def claim(connection: Connection, filling: Filling, *, any_time: bool) -> Filling | None:
    """Claim a model; None: someone else fills it, or it waits, unless `any_time`."""
    asked = {**filling.place, "hold": HOLD, "any_time": any_time}
    failures = connection.execute(_CLAIM, asked).scalar_one_or_none()
    if failures is None:
        return None
    return Filling(
        workspace=filling.workspace,
        model=filling.model,
        holder=filling.holder,
        failures=failures,
    )


def find_behind(connection: Connection, workspace: str, model: str, most: int) -> Batch | None:
    """Find texts without a vector, episodes first, the newest chats and scopes first.

    A batch may have no text and still move marks: over messages that nobody searches.
    """
    asked = {"workspace": workspace, "model": model, "most": most}
    kinds: tuple[Kind, ...] = ("episode", "message")
    for kind in kinds:
        rows = connection.execute(_EPISODES if kind == "episode" else _MESSAGES, asked).all()
        if rows:
            marks = {row.key: row.last for row in rows}
            if len(rows) == most and rows[-1].number is not None:
                marks[rows[-1].key] = rows[-1].number  # it may have more than were read
            texts = {(r.id, r.number): r.content for r in rows if r.number is not None}
            return Batch(kind=kind, texts=texts, marks=marks)
    return None


def put(
    connection: Connection,
    filling: Filling,
    batch: Batch,
    vectors: Mapping[Item, Sequence[float]],
    refusals: Mapping[Item, str],
) -> bool:
    """Store what became of a batch; return whether the claim still holds.

    Raises:
        InvalidInputError: a vector is not as wide as those of the model here.
    """
    workspace, model = filling.workspace, filling.model
    kept = connection.execute(_KEEP, {**filling.place, "hold": HOLD}).rowcount == 1
    if batch.kind == "message":
        put_message_embeddings(connection, workspace, model, vectors)
    else:
        by_id = {episode: vector for (episode, _), vector in vectors.items()}
        put_embeddings(connection, workspace, model, by_id)
    if refusals:
        connection.execute(
            _REFUSE_MESSAGES if batch.kind == "message" else _REFUSE_EPISODES,
            {
                "workspace": workspace,
                "model": model,
                "ids": [name for name, _ in refusals],
                "numbers": [number for _, number in refusals],
                "reasons": list(refusals.values()),
            },
        )
    _mark(connection, filling, batch)
    return kept


def _mark(connection: Connection, filling: Filling, batch: Batch) -> None:
    connection.execute(
        _MARK,
        {
            **filling.place,
            "kind": batch.kind,
            "keys": list(batch.marks),
            "throughs": list(batch.marks.values()),
        },
    )


def end(connection: Connection, filling: Filling) -> None:
    """Say that every text has what it gets."""
    connection.execute(_END, filling.place)


def leave(connection: Connection, filling: Filling) -> None:
    """Leave the rest to whoever comes next."""
    connection.execute(_LEAVE, filling.place)


def fail(
    connection: Connection, filling: Filling, error_class: str, message: str, wait: timedelta
) -> None:
    """Say why the rest waits, and how long."""
    failed = {"error_class": error_class, "message": message, "wait": wait}
    connection.execute(_FAIL, {**filling.place, **failed})


def look_again(connection: Connection, workspace: str, model: str) -> None:
    """Take back the marks, so that every text without a vector is found."""
    connection.execute(_NO_MARKS, {"workspace": workspace, "model": model})


def start_over(connection: Connection, workspace: str, model: str) -> None:
    """Remove a model's vectors here, to be made anew; the claim stays."""
    for statement in (*_START_OVER, _NO_WIDTH):
        connection.execute(statement, {"workspace": workspace, "model": model})


def drop(connection: Connection, workspace: str, model: str) -> None:
    """Remove a model and its vectors here."""
    for statement in (*_START_OVER, _NO_MODEL):
        connection.execute(statement, {"workspace": workspace, "model": model})
