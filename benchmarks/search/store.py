"""Invented episodes with random vectors: made by statements, as a million would take hours else."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import psycopg
from sqlalchemy import create_engine

from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.stores.database import driver_url
from memory_core.stores.vector_index import create_vector_index

MODEL = "invented-64"
WIDTH = 64
WORDS = 4_000  # of the vocabulary
_SYLLABLES = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
_BATCH = 20_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Size:
    """How much there is."""

    episodes: int
    scopes: int


def scope_of(number: int) -> ScopeRef:
    """Return an invented user's scope."""
    return ScopeRef(workspace="default", kind=ScopeKind.USER, user=f"u{number}")


def word_of(number: int) -> str:
    """Return an invented word: the rarest has the highest number, none begins like its neighbour.

    Args:
        number: from 0, below `WORDS`.
    """
    choose = Random(number)  # noqa: S311  invented words
    return "".join(choose.choices(_SYLLABLES, k=2 + number % 3)) + _SYLLABLES[number % 70]


def index_vectors(admin_url: str) -> None:
    """Make the approximate index of the vectors."""
    engine = create_engine(driver_url(admin_url))
    with engine.begin() as connection:
        connection.exec_driver_sql("SET LOCAL maintenance_work_mem = '512MB'")
        create_vector_index(connection, MODEL, WIDTH)
    engine.dispose()


def fill(admin_url: str, size: Size) -> None:
    """Make scopes, episodes of eight words each, and a vector an episode."""
    with psycopg.connect(admin_url, autocommit=True) as admin:
        admin.execute("INSERT INTO workspace VALUES ('default') ON CONFLICT DO NOTHING")
        admin.execute("SELECT setseed(0.5)")
        admin.execute("CREATE TEMP TABLE vocabulary (number int PRIMARY KEY, word text)")
        with admin.cursor() as cursor:
            words = [(number, word_of(number)) for number in range(WORDS)]
            cursor.executemany("INSERT INTO vocabulary VALUES (%s, %s)", words)
        with admin.cursor() as cursor:
            rows = [(f"u{n}", scope_of(n).key) for n in range(size.scopes)]
            cursor.executemany(
                "INSERT INTO scope (workspace, kind, user_id, scope_key)"
                " VALUES ('default', 'user', %s, %s)",
                rows,
            )
        for start in range(0, size.episodes, _BATCH):
            span = {"first": start, "last": min(start + _BATCH, size.episodes) - 1}
            admin.execute(_EPISODES, {**span, "scopes": size.scopes, "words": WORDS})
            admin.execute(_EVIDENCE, span)
            admin.execute(_VECTORS, {**span, "model": MODEL, "width": WIDTH})
        admin.execute("VACUUM ANALYZE")


# the scope's number is the episode's modulo the scopes: neighbours in the table are strangers
_EPISODES = """
    INSERT INTO episode (workspace, id, scope_key, provenance, speaker, section, description, body,
                         aliases, language, prompt_version, model, run)
    SELECT 'default', 'e' || n, s.scope_key, 'user-said', 'x', 'Other', w.line, w.line, '{}', 'en',
           'v', 'm', '00000000-0000-0000-0000-000000000000'
      FROM generate_series(%(first)s::int, %(last)s::int) n
      JOIN scope s ON s.workspace = 'default' AND s.user_id = 'u' || (n %% %(scopes)s)
     CROSS JOIN LATERAL (
       SELECT string_agg(d.word, ' ') AS line
         FROM (SELECT floor(power(random(), 2) * %(words)s)::int AS number
                 FROM generate_series(1, 8 + n * 0)) drawn
         JOIN vocabulary d USING (number)) w
"""
_EVIDENCE = """
    INSERT INTO episode_evidence
    SELECT 'default', 'e' || n, 0, 'c', n, 0, 1, 'h', timestamptz '2026-01-01' + n * interval '1 s',
           0
      FROM generate_series(%(first)s::int, %(last)s::int) n
"""
_VECTORS = """
    INSERT INTO episode_embedding (workspace, episode, model, vector)
    SELECT 'default', 'e' || n, %(model)s,
           (SELECT array_agg(random() - 0.5) FROM generate_series(1, %(width)s + n * 0))::vector
      FROM generate_series(%(first)s::int, %(last)s::int) n
"""
