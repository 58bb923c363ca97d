"""One thread beside the sweep that fills vectors: a slow endpoint delays no sweep.

Each sweep wakes it; while it works, further wakings are dropped. It rests twenty times as long as
it took to find nothing to do, so that looking never takes more than a twentieth of a core.
"""

from __future__ import annotations

import logging
from threading import Event, Lock, Thread

from jobs.embedding import EmbeddingFiller
from memory_core.clock import monotonic
from memory_core.errors import MemfoldError

log = logging.getLogger(__name__)

_REST = 20
_PATIENCE = 5.0  # seconds that an ending process waits; a call may take longer, and may be lost


class EmbeddingThread:
    """Fills in the background when it is called; starts nothing before."""

    def __init__(self, filler: EmbeddingFiller) -> None:
        self._filler = filler
        self._stop = Event()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._rests_until = 0.0  # monotonic seconds

    def __call__(self) -> None:
        """Fill what is behind, unless a thread is at it or rests."""
        with self._lock:
            busy = self._thread is not None and self._thread.is_alive()
            if busy or self._stop.is_set() or monotonic() < self._rests_until:
                return
            self._thread = Thread(target=self._run, name="memfold-embedding", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop behind the batch at hand, and wait for it a little."""
        self._stop.set()
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(_PATIENCE)

    def _run(self) -> None:
        began = monotonic()
        try:
            reports = self._filler.fill_all(self._stop)
        except MemfoldError as error:
            log.warning("filling vectors failed, the next sweep tries again: %s", error)
            return
        except Exception:  # the thread is a boundary
            log.exception("filling vectors failed, the next sweep tries again")
            return
        if all(report.outcome in {"idle", "held"} for report in reports):
            ended = monotonic()
            self._rests_until = ended + _REST * (ended - began)
