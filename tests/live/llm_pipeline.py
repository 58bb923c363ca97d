"""One process of memfold, put together from its settings as a worker is; the bell only notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from jobs.store.chats import force_chats
from jobs.store.scopes import force_scopes
from jobs.store.sweeping import Ring
from tests.fakes.command_line import CommandLine
from worker.bootstrap import Services, build_services
from worker.settings import load_settings

MOST_JOBS = 40  # more than the few chats of a test can need


class Pipeline:
    """Imports, sweeps, reads and folds."""

    def __init__(self, command: CommandLine) -> None:
        self.command = command
        self.rung: list[Ring] = []
        self.services: Services = build_services(
            load_settings(command.environment), bell=self.rung.append
        )

    def take_in(self, *messages: dict[str, Any]) -> None:
        """Import these messages as a file."""
        path = self.command.folder / "chats.jsonl"
        path.write_text("".join(f"{json.dumps(message)}\n" for message in messages))
        assert self.command.json("import", str(path))["messages"] == len(messages)

    def run(self) -> None:
        """Read all that is unread now, and fold what comes of it."""
        with self.services.database.transaction("default") as connection:
            force_chats(connection, "default")
        self.services.sweeper.sweep(any_time=True)
        for _ in range(MOST_JOBS):
            if not self.rung:
                return
            self._work(self.rung.pop(0))
        raise AssertionError("the jobs come to no end")

    def fold(self) -> None:
        """Fold what is pending, whatever it waits for."""
        with self.services.database.transaction("default") as connection:
            force_scopes(connection, "default")
        for scope in self.command.json("scopes"):
            self.services.consolidator.consolidate("default", scope["scope"])

    def runs(self, kind: str | None = None) -> Sequence[dict[str, Any]]:
        """Return what was done, by start."""
        found = self.command.json("runs")
        return [run for run in found if kind in (None, run["kind"])]

    def close(self) -> None:
        """Stop the heartbeat and close the pool."""
        self.services.close()

    def _work(self, ring: Ring) -> None:
        if ring.kind == "extract":
            self.services.extractor.extract(ring.workspace, ring.key, alone=ring.alone)
        else:
            self.services.consolidator.consolidate(ring.workspace, ring.key)
