"""A stream through the real thing: ledger, sweep, extraction, fold, on a real database.

    for each round:  clock to the day ── the host appends ── clock past the idle time
                     ── sweep, work off ── look at each user's index ── the host forgets

The clock is the database's own, moved as its test role may; message times never gate work.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import psycopg

from benchmarks.fold.gold import Kind, Place, Stream
from benchmarks.fold.host import WORKSPACE, Host, scope_of
from benchmarks.fold.leaks import Traces, find_leaks
from benchmarks.fold.matching import Shown
from benchmarks.fold.minds import Mind
from benchmarks.fold.scoring import Scorer, UserScore
from benchmarks.fold.shop import Shop
from memory_core.index.grammar import parse_index
from memory_core.stores.database import Database
from memory_core.stores.episode_store import load_scope_episodes
from memory_core.stores.index_store import find_version, load_sources

_QUIET = timedelta(minutes=11)
_COOLED = timedelta(minutes=16)
_MOST_SWEEPS = 6


@dataclass(frozen=True, kw_only=True, slots=True)
class Bill:
    """What all runs cost."""

    runs: int
    calls: int
    input_tokens: int
    output_tokens: int

    @property
    def weighted(self) -> int:
        """Prompt and four times the completion, in tokens."""
        return self.input_tokens + 4 * self.output_tokens


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What a stream came to with a mind."""

    mind: str
    stream: Stream
    scores: Mapping[str, UserScore]
    leaks: Counter[str]  # kind → values found where they may not be
    refusals: Counter[str]  # reasons for which statements and plans were refused
    bill: Bill


def run_stream(  # noqa: PLR0913 - what it runs on
    stream: Stream,
    mind: Mind,
    *,
    name: str,
    database_url: str,
    admin_url: str,
    asked: frozenset[Kind] = frozenset(),
    progress: Callable[[int], None] = lambda _: None,
) -> Outcome:
    """Fold a stream with a mind on a fresh database, and score it after each round.

    Args:
        stream: users, chats and gold.
        mind: reads and plans.
        name: of the mind, for the table.
        database_url: of the login `memfold`, migrated and empty.
        admin_url: of a superuser, who moves the clock and looks into every table.
        asked: kinds of allowed rows that a good index is expected to hold.
        progress: is told the number of folds done.
    """
    database = Database(database_url)
    shop = Shop.open(database, mind)
    host = Host(stream, database, shop.forgetter)
    messages = stream.messages()
    scorers = {
        user.id: Scorer(stream, user.id, asked=asked, messages=messages) for user in stream.users
    }
    try:
        with psycopg.connect(admin_url, autocommit=True) as admin, _recorded_logs() as logs:
            for each in stream.rounds:
                _move_clock(admin, each.ends_at)
                host.append(each)
                _work_off(shop, admin, each.ends_at + _QUIET)
                for user, scorer in scorers.items():
                    scorer.fold(each.number, _look(database, user))
                host.forget(each.number)
                progress(each.number + 1)
            host.forget()
            traces = Traces(logs="\n".join(logs), bodies=mind.bodies())
            return Outcome(
                mind=name,
                stream=stream,
                scores={user: scorer.score for user, scorer in scorers.items()},
                leaks=find_leaks(admin, stream, traces),
                refusals=_refusals(admin),
                bill=_bill(admin),
            )
    finally:
        shop.heartbeat.stop()
        database.close()


def _work_off(shop: Shop, admin: psycopg.Connection, at: datetime) -> None:
    """Sweep until nothing is due, each time past the cooldown of the last folds."""
    for sweep in range(_MOST_SWEEPS):
        _move_clock(admin, at + sweep * _COOLED)
        if not shop.sweep():
            return


def _move_clock(admin: psycopg.Connection, to: datetime) -> None:
    admin.execute(
        "INSERT INTO test_clock (ahead) VALUES (%s - clock_timestamp()) "
        "ON CONFLICT (only_row) DO UPDATE SET ahead = excluded.ahead",
        (to,),
    )


def _look(database: Database, user: str) -> list[Shown]:
    """Return the lines of a user's index with the messages they rest on."""
    scope = scope_of(user)
    with database.transaction(WORKSPACE) as connection:
        version = find_version(connection, WORKSPACE, scope)
        if version is None:
            return []
        sources = load_sources(connection, WORKSPACE, scope)
        places: dict[str, frozenset[Place]] = {
            episode.id: frozenset((e.chat, e.position) for e in episode.content.evidence)
            for episode in load_scope_episodes(connection, WORKSPACE, scope)
        }
    return [
        Shown(
            text=entry.text,
            cites=frozenset[Place]().union(
                *(places.get(s, frozenset()) for s in sources.get(entry.id, entry.sources))
            ),
            ending=str(entry.ending.kind) if entry.ending else None,
        )
        for entry in parse_index(version.text).entries
    ]


def _refusals(admin: psycopg.Connection) -> Counter[str]:
    rows = admin.execute("SELECT unnest(violations) FROM run").fetchall()
    return Counter(str(row[0]).split(":")[0].split(" ")[0] for row in rows)


def _bill(admin: psycopg.Connection) -> Bill:
    row = admin.execute(
        "SELECT count(*), coalesce(sum(calls), 0), coalesce(sum(input_tokens), 0), "
        "coalesce(sum(output_tokens), 0) FROM run"
    ).fetchone()
    runs, calls, read, written = map(int, row or (0, 0, 0, 0))
    return Bill(runs=runs, calls=calls, input_tokens=read, output_tokens=written)


@contextmanager
def _recorded_logs() -> Iterator[list[str]]:
    """Record every log line of memfold, fields included, while the block runs."""
    kept: list[str] = []

    class Recorder(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            fields: dict[str, Any] = record.__dict__
            kept.append(f"{record.getMessage()} {fields}")

    recorder = Recorder(logging.DEBUG)
    loggers = [logging.getLogger(name) for name in ("jobs", "memory_core")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(recorder)
        logger.setLevel(logging.DEBUG)
    try:
        yield kept
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(recorder)
            logger.setLevel(level)
