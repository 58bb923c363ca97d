"""The jobs of one process over a real database, with a bell that only takes note."""

from __future__ import annotations

from random import Random

from jobs.consolidator import Consolidator
from jobs.extractor import Extractor
from jobs.forget import Forgetter
from jobs.heartbeat import Heartbeat
from jobs.minds.protocol import Planner, Reader, Sharing
from jobs.minds.rules.reader import RulesReader
from jobs.policies import Policy
from jobs.store.chats import force_chats
from jobs.store.sweeping import Ring
from jobs.sweep import Sweeper
from jobs.tombstone import ForgetKey
from memory_core.stores.database import Database
from memory_core.stores.index_store import find_version

FORGET_KEY = ForgetKey(secret="invented " * 8)


class StillHeartbeat(Heartbeat):
    """Beats only where a test says so: a rescue passes over the rows that a beat holds."""

    def start(self) -> None:
        """Start no thread."""


class Office:
    """Extractor, consolidator and sweeper under one owner."""

    def __init__(
        self,
        database: Database,
        *,
        policy: Policy | None = None,
        reader: Reader | None = None,
        planner: Planner | None = None,
        owner: str = "office",
        forget_key: ForgetKey | None = FORGET_KEY,
    ) -> None:
        self.database = database
        self.policy = policy or Policy()
        self.rung: list[Ring] = []
        self.heartbeat = StillHeartbeat(database, owner, self.policy)
        self.extractor = Extractor(
            database=database,
            reader=reader or RulesReader(),
            heartbeat=self.heartbeat,
            policy=self.policy,
            bell=self.rung.append,
            random=Random(7),
            forget_key=forget_key,
        )
        self.consolidator = Consolidator(
            database=database,
            planner=planner,
            heartbeat=self.heartbeat,
            policy=self.policy,
            random=Random(7),
        )
        self.forgetter = Forgetter(database=database, key=forget_key)
        self.sweeper = Sweeper(
            database=database,
            policy=self.policy,
            bell=self.rung.append,
            forgetter=self.forgetter,
            shares=isinstance(reader, Sharing),
        )

    def force(self, workspace: str = "default") -> None:
        """Let everything unread be read now."""
        with self.database.transaction(workspace) as connection:
            force_chats(connection, workspace)

    def work_off(self) -> None:
        """Do what was rung, until nothing rings any more."""
        while self.rung:
            ring = self.rung.pop(0)
            if ring.kind == "extract":
                self.extractor.extract(ring.workspace, ring.key, alone=ring.alone)
            else:
                self.consolidator.consolidate(ring.workspace, ring.key)

    def fold_all(self, workspace: str = "default") -> None:
        """Read and fold everything there is."""
        self.force(workspace)
        self.sweeper.sweep(any_time=True)
        self.work_off()

    def index_text(self, scope_key: str, workspace: str = "default") -> str:
        """Return the scope's MEMORY.md, empty when there is none."""
        with self.database.transaction(workspace) as connection:
            version = find_version(connection, workspace, scope_key)
        return version.text if version else ""

    def close(self) -> None:
        """Stop the heartbeat."""
        self.heartbeat.stop()
