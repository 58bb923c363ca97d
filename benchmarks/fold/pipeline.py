"""A stream through the real thing: ledger, sweep, extraction, fold, on a real database.

    for each round:  clock to the day ── append ── clock past the idle time ── sweep, work off
                     ── look at each user's index

The clock is the database's own, moved as its test role may; message times never gate work.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

import psycopg

from benchmarks.fold.gold import Kind, Line, Place, Stream, User
from benchmarks.fold.leaks import Traces, find_leaks
from benchmarks.fold.matching import Shown
from benchmarks.fold.minds import Mind
from benchmarks.fold.scoring import Scorer, UserScore
from jobs.consolidator import Consolidator
from jobs.extractor import Extractor
from jobs.heartbeat import Heartbeat
from jobs.policies import Policy
from jobs.store.sweeping import Ring
from jobs.sweep import Sweeper
from memory_core.incoming import IncomingMessage, parse_message
from memory_core.index.grammar import parse_index
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.stores.database import Database
from memory_core.stores.episode_store import load_scope_episodes
from memory_core.stores.index_store import find_version, load_sources
from memory_core.stores.ledger import Ledger

WORKSPACE = "default"
AGENT = "helper"
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
    leaks: Counter[str]  # "secret" and "injected" → values found where they may not be
    refusals: Counter[str]  # reasons for which statements and plans were refused
    bill: Bill


@dataclass(kw_only=True, slots=True)
class _Shop:
    """The jobs of one process."""

    database: Database
    extractor: Extractor
    consolidator: Consolidator
    sweeper: Sweeper
    heartbeat: Heartbeat
    rung: list[Ring] = field(default_factory=list)

    @classmethod
    def open(cls, database: Database, mind: Mind) -> _Shop:
        rung: list[Ring] = []
        policy = Policy()
        heartbeat = Heartbeat(database, "foldbench", policy)
        random = Random(7)  # noqa: S311 - jitter
        return cls(
            database=database,
            heartbeat=heartbeat,
            extractor=Extractor(
                database=database,
                reader=mind.reader,
                heartbeat=heartbeat,
                policy=policy,
                bell=rung.append,
                random=random,
            ),
            consolidator=Consolidator(
                database=database,
                planner=mind.planner,
                heartbeat=heartbeat,
                policy=policy,
                random=random,
            ),
            sweeper=Sweeper(database=database, policy=policy, bell=rung.append),
            rung=rung,
        )

    def sweep(self) -> bool:
        """Sweep and work off what was rung; tell whether anything was."""
        report = self.sweeper.sweep(any_time=True)
        while self.rung:
            ring = self.rung.pop(0)
            if ring.kind == "extract":
                self.extractor.extract(ring.workspace, ring.key, alone=ring.alone)
            else:
                self.consolidator.consolidate(ring.workspace, ring.key)
        return bool(report.extract or report.consolidate)


def run_stream(
    stream: Stream,
    mind: Mind,
    *,
    name: str,
    database_url: str,
    admin_url: str,
    asked: frozenset[Kind] = frozenset(),
) -> Outcome:
    """Fold a stream with a mind on a fresh database, and score it after each round.

    Args:
        stream: users, chats and gold.
        mind: reads and plans.
        name: of the mind, for the table.
        database_url: of the login `memfold`, migrated and empty.
        admin_url: of a superuser, who moves the clock and looks into every table.
        asked: kinds of allowed rows that a good index is expected to hold.
    """
    database = Database(database_url)
    shop = _Shop.open(database, mind)
    ledger = Ledger(database)
    scorers = {user.id: Scorer(stream, user.id, asked=asked) for user in stream.users}
    users = {user.id: user for user in stream.users}
    try:
        with psycopg.connect(admin_url, autocommit=True) as admin, _recorded_logs() as logs:
            for each in stream.rounds:
                _move_clock(admin, each.ends_at)
                ledger.append(_incoming(line, users) for line in each.lines)
                _work_off(shop, admin, each.ends_at + _QUIET)
                for user, scorer in scorers.items():
                    scorer.fold(each.number, _look(database, user))
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


def _work_off(shop: _Shop, admin: psycopg.Connection, at: datetime) -> None:
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


def _incoming(line: Line, users: Mapping[str, User]) -> IncomingMessage:
    person = {"user": line.speaker} if line.speaker in users else {"speaker": line.speaker}
    return parse_message(
        {
            "workspace": WORKSPACE,
            "chat": line.chat,
            "agent": AGENT,
            "role": line.role,
            "content": line.content,
            "at": line.at,
            "position": line.position,
            **person,
        }
    )


def _look(database: Database, user: str) -> list[Shown]:
    """Return the lines of a user's index with the messages they rest on."""
    scope = ScopeRef(workspace=WORKSPACE, kind=ScopeKind.AGENT_USER, agent=AGENT, user=user).key
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
