"""A scope's episodes and index in a real database, past the jobs that usually write them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import uuid4

from memory_core.episodes import Episode
from memory_core.index.fold import fold
from memory_core.index.model import Index
from memory_core.index.operations import Add
from memory_core.index.rewrite import Cause
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.stores.database import Database
from memory_core.stores.episode_store import insert_episodes, load_pending
from memory_core.stores.index_store import NewVersion, load_index, replace_index
from memory_core.stores.participants import ensure_scope
from tests.fakes.memories import NOW, Story

RUN = str(uuid4())


class Shelf:
    """What is kept of one user in one workspace."""

    def __init__(
        self, database: Database, *, workspace: str = "default", user: str = "zed"
    ) -> None:
        self.database = database
        self.scope = ScopeRef(workspace=workspace, kind=ScopeKind.USER, user=user)
        self.story = Story()

    @property
    def place(self) -> tuple[str, str]:
        """Workspace and scope key."""
        return self.scope.workspace, self.scope.key

    def open(self) -> Shelf:
        """Make the rows of the scope."""
        with self.database.transaction(self.scope.workspace) as connection:
            connection.exec_driver_sql(
                "INSERT INTO workspace VALUES (%s) ON CONFLICT DO NOTHING", (self.scope.workspace,)
            )
            ensure_scope(connection, self.scope)
        return self

    def say(self, words: str, line: str, **more: object) -> Episode:
        """Seal an episode of this scope, not stored yet."""
        episode = self.story.say(words, line, scope_key=self.scope.key, **more)
        return replace(episode, run=RUN)

    def put(self, *episodes: Episode) -> frozenset[str]:
        """Store episodes; return the ids of those that are new."""
        with self.database.transaction(self.scope.workspace) as connection:
            return insert_episodes(connection, self.scope.workspace, episodes)

    def pending(self, limit: int = 100) -> list[str]:
        """The ids of the episodes that wait, in the order of their fold."""
        with self.database.transaction(self.scope.workspace) as connection:
            return [p.episode.id for p in load_pending(connection, *self.place, limit=limit)]

    def index(self) -> Index:
        """The newest version."""
        with self.database.transaction(self.scope.workspace) as connection:
            return load_index(connection, *self.place)

    def adding(self, *episodes: Episode, before: Index | None = None) -> NewVersion:
        """Fold each episode into a line of its own, not stored yet."""
        by_id = {e.id: e for e in episodes}
        adds: Sequence[Add] = [Add(episodes=(e.id,)) for e in episodes]
        folded = fold(before or self.index(), adds, by_id, NOW)
        return NewVersion(
            after=folded.after,
            cause=Cause.FOLDED,
            episodes=by_id,
            messages=self.story.messages,
            sources=folded.sources,
            report=[{"effect": "invented"}],
            run=RUN,
            token=1,
        )

    def replace(self, new: NewVersion) -> int | None:
        """Store a version in a transaction of its own."""
        with self.database.transaction(self.scope.workspace) as connection:
            return replace_index(connection, self.scope.workspace, new)
