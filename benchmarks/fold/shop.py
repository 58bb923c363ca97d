"""The jobs of one process, run in turn: sweep, and what the sweep rings."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from benchmarks.fold.minds import Mind
from jobs.consolidator import Consolidator
from jobs.extractor import Extractor
from jobs.forget import Forgetter
from jobs.heartbeat import Heartbeat
from jobs.policies import Policy
from jobs.store.sweeping import Ring
from jobs.sweep import Sweeper
from jobs.tombstone import ForgetKey
from memory_core.stores.database import Database

_KEY = ForgetKey(secret="foldbench " * 4)  # of marks in a database that lives as long as a run


@dataclass(kw_only=True, slots=True)
class Shop:
    """The jobs of one process."""

    extractor: Extractor
    consolidator: Consolidator
    sweeper: Sweeper
    forgetter: Forgetter
    heartbeat: Heartbeat
    rung: list[Ring] = field(default_factory=list)

    @classmethod
    def open(cls, database: Database, mind: Mind) -> Shop:
        """Set the jobs up around a mind."""
        rung: list[Ring] = []
        policy = Policy()
        heartbeat = Heartbeat(database, "foldbench", policy)
        random = Random(7)  # noqa: S311 - jitter
        return cls(
            heartbeat=heartbeat,
            extractor=Extractor(
                database=database,
                reader=mind.reader,
                heartbeat=heartbeat,
                policy=policy,
                bell=rung.append,
                random=random,
                forget_key=_KEY,
            ),
            consolidator=Consolidator(
                database=database,
                planner=mind.planner,
                heartbeat=heartbeat,
                policy=policy,
                random=random,
            ),
            sweeper=Sweeper(database=database, policy=policy, bell=rung.append),
            forgetter=Forgetter(database=database, key=_KEY),
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
