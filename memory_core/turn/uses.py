"""What turns made use of, gathered and written in batches.

A turn does not wait for its bookkeeping: what is gathered is written by a thread a few seconds
later, or when the batch is full. A crash loses the last batch at most.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from threading import Lock, Timer

from memory_core.clock import database_now
from memory_core.errors import MemfoldError
from memory_core.stores.database import Database
from memory_core.stores.usage_store import local_date, record_uses, served_turn

log = logging.getLogger(__name__)

BATCH = 64  # uses
WAIT = 5.0  # seconds from the first of a batch to its writing
_MOST = 10_000  # uses kept while the store is away


class UseLog:
    """The uses of one workspace's memory by this process.

    Args:
        database: the store.
        workspace: the tenant.
        wait: seconds that a batch is gathered.
    """

    def __init__(self, database: Database, workspace: str, *, wait: float = WAIT) -> None:
        self._database = database
        self._workspace = workspace
        self._wait = wait
        self._lock = Lock()
        self._used: dict[str, list[str]] = {}  # scope → ids; none: it only served a turn
        self._timer: Timer | None = None

    def note(self, scope_key: str, ids: Iterable[str] = ()) -> None:
        """Note that a scope served a turn, which made use of these lines or episodes."""
        with self._lock:
            kept = self._used.setdefault(scope_key, [])
            kept += list(ids)[: _MOST - len(kept)]
            full = sum(map(len, self._used.values())) >= BATCH
            if self._timer is None:
                self._start(0.0 if full else self._wait)
            elif full:
                self._timer.cancel()
                self._start(0.0)

    def _start(self, seconds: float) -> None:
        self._timer = Timer(seconds, self.flush)
        self._timer.daemon = True
        self._timer.start()

    def flush(self) -> None:
        """Write what was gathered; what cannot be written waits for the next batch."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            batch, self._used = self._used, {}
        for scope_key in sorted(batch):
            try:
                self._write(scope_key, batch[scope_key])
            except MemfoldError:
                log.warning("uses could not be written; they are kept for later", exc_info=True)
                self._keep(scope_key, batch[scope_key])
            except Exception:  # the thread's boundary; what fails for what it holds fails for ever
                log.exception("uses of one scope cannot be written and are dropped")

    def _write(self, scope_key: str, ids: list[str]) -> None:
        with self._database.transaction(self._workspace) as connection:
            served_turn(
                connection, self._workspace, scope_key, local_date(connection, self._workspace)
            )
            if ids:
                now = database_now(connection)
                record_uses(connection, self._workspace, scope_key, ids, now)

    def _keep(self, scope_key: str, ids: list[str]) -> None:
        with self._lock:
            later = self._used.get(scope_key, [])
            self._used[scope_key] = [*ids, *later][:_MOST]
