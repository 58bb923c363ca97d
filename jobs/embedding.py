"""Filling vectors, off the path of every commit: what search compares a question with.

    behind? ── claim ── read a batch ── embed, outside of any transaction ── put, marks on ── …
                                         └── a text that is refused: halves, then it alone

Losing a fill loses at most a batch's call. A text that the model does not take is noted once, but
only after the model took another one: an endpoint that refuses everything has something else wrong.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from random import Random
from threading import Event

from sqlalchemy.exc import IntegrityError

from jobs.policies import Policy, backoff_delay
from jobs.store import embeddings as store
from jobs.store.embeddings import Batch, Filling, Item
from jobs.store.mirroring import next_workspaces
from memory_core.embedding.protocol import Embedder
from memory_core.embedding.vectors import check_vectors
from memory_core.errors import (
    ConfigurationError,
    EmbeddingAnswerError,
    EmbeddingError,
    EmbeddingOutageError,
    EmbeddingRefusedError,
    InvalidInputError,
)
from memory_core.stores.database import Database, DatabaseRole

log = logging.getLogger(__name__)

_PROBE = "memory"  # what every model takes
_WORKSPACES = 100  # looked at in one round
Progress = Callable[["FillReport"], None]


@dataclass(frozen=True, kw_only=True, slots=True)
class FillReport:
    """What a fill did."""

    model: str  # the embedder's id
    outcome: str = "idle"  # idle, filled, stopped, failed; held: by another, or by a failure's wait
    episodes: int = 0  # that have a vector now
    messages: int = 0
    refused: int = 0  # texts that the model does not take
    error: str | None = None

    def plus(self, batch: Batch, refused: int) -> FillReport:
        """Add what became of a batch."""
        made = len(batch.texts) - refused
        return replace(
            self,
            episodes=self.episodes + (made if batch.kind == "episode" else 0),
            messages=self.messages + (made if batch.kind == "message" else 0),
            refused=self.refused + refused,
        )

    def ending(self, outcome: str, error: str | None = None) -> FillReport:
        """Say how it ended."""
        return replace(self, outcome=outcome, error=error)


class EmbeddingFiller:
    """Fills one model's vectors.

    Args:
        database: the store.
        embedder: makes the vectors.
        holder: unique per process start.
        policy: how long to wait after failures.
        batch: texts read, embedded and stored at once.
    """

    def __init__(
        self,
        *,
        database: Database,
        embedder: Embedder,
        holder: str,
        policy: Policy,
        batch: int = 256,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._holder = holder
        self._policy = policy
        self._batch = batch
        self._after = ""  # the last workspace of the round before
        self._random = Random()  # noqa: S311  jitter

    def fill_all(self, stop: Event | None = None) -> list[FillReport]:
        """Fill what is behind in the next workspaces; each round begins where the last ended."""
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            names = next_workspaces(connection, self._after, _WORKSPACES)
        self._after = names[-1] if len(names) == _WORKSPACES else ""
        return [self.fill(name, stop=stop) for name in names if not (stop and stop.is_set())]

    def fill(
        self,
        workspace: str,
        *,
        any_time: bool = False,
        stop: Event | None = None,
        progress: Progress | None = None,
    ) -> FillReport:
        """Fill what is behind in a workspace.

        Args:
            workspace: the tenant.
            any_time: do not wait out an earlier failure.
            stop: ends the fill behind the batch at hand.
            progress: told after each batch.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        if self._read(workspace) is None:
            return self._report()
        filling = self._claim(workspace, any_time=any_time)
        if filling is None:
            return self._report().ending("held")
        return self._fill(filling, stop or Event(), progress or _silent)

    def rebuild(self, workspace: str, *, only_missing: bool, progress: Progress) -> FillReport:
        """Make all vectors of a workspace anew, or look for every text that has none.

        Raises:
            StoreUnavailableError: the database does not answer.
        """
        filling = self._claim(workspace, any_time=True)
        if filling is None:
            return self._report().ending("held")
        with self._database.transaction(workspace) as connection:
            again = store.look_again if only_missing else store.start_over
            again(connection, workspace, filling.model)
        return self._fill(filling, Event(), progress)

    def _report(self) -> FillReport:
        return FillReport(model=self._embedder.id)

    def _claim(self, workspace: str, *, any_time: bool) -> Filling | None:
        wanted = Filling(workspace=workspace, model=self._embedder.id, holder=self._holder)
        with self._database.transaction(workspace) as connection:
            return store.claim(connection, wanted, any_time=any_time)

    def _read(self, workspace: str) -> Batch | None:
        with self._database.transaction(workspace) as connection:
            return store.find_behind(connection, workspace, self._embedder.id, self._batch)

    def _fill(self, filling: Filling, stop: Event, progress: Progress) -> FillReport:
        report = self._report()
        try:
            while not stop.is_set():
                batch = self._read(filling.workspace)
                if batch is None:
                    return self._end(filling, report.ending("filled"))
                made = _Made(self._embedder, batch.texts)
                report, held = self._put(filling, batch, made, report)
                progress(report)
                if not held:
                    return report.ending("held")
        except (EmbeddingError, ConfigurationError, InvalidInputError) as error:
            return self._fail(filling, report, error)
        return self._leave(filling, report.ending("stopped"))

    def _put(
        self, filling: Filling, batch: Batch, made: _Made, report: FillReport
    ) -> tuple[FillReport, bool]:
        """Store a batch; return what is done in all, and whether the claim holds."""
        try:
            with self._database.transaction(filling.workspace) as connection:
                held = store.put(connection, filling, batch, made.vectors, made.refusals)
        except IntegrityError:  # an episode was forgotten meanwhile: the next batch is without it
            return report, True
        return report.plus(batch, len(made.refusals)), held

    def _end(self, filling: Filling, report: FillReport) -> FillReport:
        with self._database.transaction(filling.workspace) as connection:
            store.end(connection, filling)
        return report

    def _leave(self, filling: Filling, report: FillReport) -> FillReport:
        with self._database.transaction(filling.workspace) as connection:
            store.leave(connection, filling)
        return report

    def _fail(self, filling: Filling, report: FillReport, error: Exception) -> FillReport:
        wait = self._wait(error, filling.failures + 1)
        log.warning("vectors are not filled: %s", error, extra={"workspace": filling.workspace})
        with self._database.transaction(filling.workspace) as connection:
            store.fail(connection, filling, _class_of(error), str(error), wait)
        return report.ending("failed", str(error))

    def _wait(self, error: Exception, failures: int) -> timedelta:
        asked = error.retry_after if isinstance(error, EmbeddingOutageError) else 0.0
        return backoff_delay(self._policy, failures, self._random, at_least=asked)


class _Made:
    """What the embedder made of some texts.

    Raises:
        EmbeddingError: nothing can be had now, or the embedder refuses whatever it is given.
        ConfigurationError: something must be mended.
    """

    def __init__(self, embedder: Embedder, texts: Mapping[Item, str]) -> None:
        self.vectors: dict[Item, list[float]] = {}
        self.refusals: dict[Item, str] = {}  # why
        self._embedder = embedder
        self._probed = False
        self._make(list(texts.items()))

    def _make(self, texts: Sequence[tuple[Item, str]]) -> None:
        if not texts:
            return
        try:
            vectors = self._embed([content for _, content in texts])
        except (EmbeddingRefusedError, EmbeddingAnswerError) as error:
            self._probe()
            if len(texts) == 1:
                self.refusals[texts[0][0]] = _class_of(error)
                return
            middle = len(texts) // 2
            self._make(texts[:middle])
            self._make(texts[middle:])
            return
        self.vectors.update(zip((item for item, _ in texts), vectors, strict=True))

    def _embed(self, contents: Sequence[str]) -> list[list[float]]:
        vectors = self._embedder.embed(contents, "passage")
        if len(vectors) != len(contents):
            raise EmbeddingAnswerError
        check_vectors(vectors, self._embedder.dimensions)
        return vectors

    def _probe(self) -> None:
        """Go on only if the embedder takes anything at all."""
        if not self._probed:
            self._embed([_PROBE])
            self._probed = True


def _class_of(error: Exception) -> str:
    match error:
        case EmbeddingOutageError():
            return "outage"
        case EmbeddingRefusedError():
            return "refused"
        case EmbeddingAnswerError():
            return "no vector"
        case _:
            return "config"


def _silent(_report: FillReport) -> None:
    """Tell nobody."""
