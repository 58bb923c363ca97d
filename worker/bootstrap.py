"""The composition root: which adapter stands behind which port."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from uuid import uuid4

from jobs.bell import Bell, silent
from jobs.breaker import Breaker
from jobs.chat_source import NamedSource, load_source
from jobs.consolidator import Consolidator
from jobs.embedding import EmbeddingFiller
from jobs.embedding_thread import EmbeddingThread
from jobs.extractor import Extractor
from jobs.forget import Forgetter
from jobs.heartbeat import Heartbeat
from jobs.lease import JobKind
from jobs.minds.endpoint import Endpoint
from jobs.minds.guarding import Guard
from jobs.minds.openai_compatible import OpenAIPlanner, OpenAIReader
from jobs.minds.protocol import Planner, Reader
from jobs.minds.rules.reader import RulesReader
from jobs.mirror import Mirror
from jobs.sweep import Sweeper
from memory_core.embedding.protocol import Embedder
from memory_core.stores.database import Database
from memory_core.stores.schema import check_ready
from worker.embedders import find_embedder
from worker.settings import Settings
from worker.version import VERSION

_SWEEP = "sweep"  # the queue of the one process that fills vectors
PATIENCE = 10.0  # seconds that a worker's transaction waits for a database that restarts


@dataclass(frozen=True, kw_only=True, slots=True)
class Services:
    """Everything that a task or a command calls."""

    settings: Settings
    database: Database
    heartbeat: Heartbeat
    sweeper: Sweeper
    extractor: Extractor
    consolidator: Consolidator
    mirror: Mirror | None  # None: MEMFOLD_MIRROR_DIR is not set
    vectors: EmbeddingThread | None  # None: no embedder, or another process sweeps

    def mirror_scope(self, workspace: str, scope_key: str) -> None:
        """Bring a scope's files up to date, where there is a mirror; the step after a commit."""
        if self.mirror is not None:
            self.mirror.try_write(workspace, scope_key)

    def close(self) -> None:
        """Stop the threads and close the pool."""
        if self.vectors is not None:
            self.vectors.close()
        self.heartbeat.stop()
        self.database.close()


def new_owner() -> str:
    """Return an owner id like no other: a restarted process is a new owner."""
    return f"{socket.gethostname()}:{os.getpid()}:{uuid4().hex[:12]}"


def open_database(settings: Settings) -> Database:
    """Open the store and refuse what it must not run on.

    Raises:
        ConfigurationError: no URL, or a login or schema that is not right.
        StoreUnavailableError: it does not answer.
    """
    database = Database(settings.need_database(), pool_size=settings.concurrency, patience=PATIENCE)
    check_ready(database)
    return database


def build_services(
    settings: Settings,
    *,
    bell: Bell = silent,
    queues: Sequence[str] = (),
    database: Database | None = None,
) -> Services:
    """Put the parts together.

    Args:
        settings: as read from the environment.
        bell: how other jobs are rung.
        queues: what this process serves; with none it is not listed among the living.
        database: an open one, if there is one.
    """
    database = database or open_database(settings)
    heartbeat = Heartbeat(database, new_owner(), settings.policy, queues=queues, version=VERSION)
    mirror = Mirror(database, settings.mirror_dir) if settings.mirror_dir else None
    written = mirror.try_write if mirror else None
    forgetter = Forgetter(database=database, key=settings.forget_key, written=written)
    vectors = _vectors(settings, database, heartbeat.owner) if _SWEEP in queues else None
    sweeper = Sweeper(
        database=database,
        policy=settings.policy,
        bell=bell,
        sources=_sources(settings),
        forgetter=forgetter,
        afterwards=[step for step in (mirror and mirror.repair, vectors) if step],
        shares=settings.extract_endpoint is not None,
    )

    def breaker(kind: JobKind, endpoint: Endpoint) -> Breaker:
        # where nobody hears the bell, rows that were taken for rung would only wait for longer
        closed = None if bell is silent else partial(sweeper.ring_waiting, kind)
        return Breaker(database=database, endpoint=endpoint, policy=settings.policy, closed=closed)

    return Services(
        settings=settings,
        database=database,
        heartbeat=heartbeat,
        sweeper=sweeper,
        mirror=mirror,
        vectors=vectors,
        extractor=Extractor(
            database=database,
            reader=_reader(settings.extract_endpoint, breaker),
            heartbeat=heartbeat,
            policy=settings.policy,
            bell=bell,
            forget_key=settings.forget_key,
        ),
        consolidator=Consolidator(
            database=database,
            planner=_planner(settings.consolidate_endpoint, breaker),
            heartbeat=heartbeat,
            policy=settings.policy,
        ),
    )


def _sources(settings: Settings) -> Sequence[NamedSource]:
    named = settings.chat_source
    return [load_source(named, workspace=settings.workspace)] if named else ()


def _vectors(settings: Settings, database: Database, owner: str) -> EmbeddingThread | None:
    embedder = find_embedder(settings.embeddings)
    if embedder is None:
        return None
    return EmbeddingThread(make_filler(settings, database, owner, embedder))


def make_filler(
    settings: Settings, database: Database, owner: str, embedder: Embedder
) -> EmbeddingFiller:
    """Return what fills the vectors of an embedder."""
    return EmbeddingFiller(
        database=database,
        embedder=embedder,
        holder=owner,
        policy=settings.policy,
        batch=settings.embeddings.batch,
    )


_Guards = Callable[[JobKind, Endpoint], Guard]


def _reader(endpoint: Endpoint | None, guard: _Guards) -> Reader:
    if endpoint is None:
        return RulesReader()
    return OpenAIReader(endpoint, guard(JobKind.EXTRACT, endpoint))


def _planner(endpoint: Endpoint | None, guard: _Guards) -> Planner | None:
    if endpoint is None:
        return None
    return OpenAIPlanner(endpoint, guard(JobKind.CONSOLIDATE, endpoint))
