"""Forgetting for good: a message, a chat, a user, or a line with all that it rests on.

    ask     one transaction: tombstones, words out of the ledger, every lease concerned raised
    finish  another: episodes, lines, snapshots and all that hangs on them removed, receipt written

From the first on no words can be read any more and every holder is stale, so the second removes
all that rests on them. What a crash leaves between the two, the sweep finishes.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from jobs.errors import MindConfigurationError
from jobs.store import forgetting, mirroring
from jobs.store.forget_removal import remove
from jobs.store.forget_requests import (
    Request,
    Target,
    ask,
    find_unfinished,
    finish,
    load_receipt,
    take_up,
)
from jobs.store.runs import new_run_id
from jobs.store.tombstones import find_tombstones, put_tombstones
from jobs.tombstone import ForgetKey
from jobs.windows import CONTEXT_MESSAGES
from memory_core.errors import ConfigurationError, MemfoldError
from memory_core.index.forgetting import depends_on
from memory_core.messages import Message, Role
from memory_core.stores.database import Database, DatabaseRole
from memory_core.stores.episode_store import load_episodes
from memory_core.stores.removal import allow_removal, load_full_sources, load_lines
from memory_core.stores.transcript import read_places

__all__ = ["ForgetReport", "Forgetter", "Preview", "Target"]

log = logging.getLogger(__name__)

_CRASHED_AFTER = timedelta(minutes=1)  # without a finish: whoever asked is not at it any more

Place = tuple[str, int]
Written = Callable[[str, str], None]  # workspace, scope key: a scope's memory changed


@dataclass(frozen=True, kw_only=True, slots=True)
class Preview:
    """What a forget would be about."""

    messages: int
    episodes: int
    scopes: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ForgetReport:
    """What a forget removed: counts and ids, no content."""

    workspace: str
    request: str
    target: Target
    receipt: Mapping[str, Any]
    mirror_behind: tuple[str, ...] = ()  # scopes whose files a sweep has still to clear


@dataclass(frozen=True, kw_only=True, slots=True)
class _Found:
    """What a target comes to."""

    places: frozenset[Place]
    cited: frozenset[Place]  # those that episodes rest on
    episodes: frozenset[str]  # that go whatever is left of their evidence
    scopes: frozenset[str]

    @property
    def chats(self) -> frozenset[str]:
        """The chats of the messages."""
        return frozenset(chat for chat, _ in self.places)


def _nothing(_workspace: str, _scope_key: str) -> None:
    pass


class Forgetter:
    """Forgets what it is told to."""

    def __init__(
        self, *, database: Database, key: ForgetKey | None, written: Written | None = None
    ) -> None:
        self._database = database
        self._key = key
        self._written = written or _nothing

    def preview(self, workspace: str, target: Target) -> Preview:
        """Count what a forget would be about; nothing is changed.

        Raises:
            NotFoundError: nothing of this name in this workspace.
        """
        with self._database.transaction(workspace) as connection:
            found = _find(connection, workspace, target)
            citing = forgetting.find_citing(connection, workspace, found.places)
        return Preview(
            messages=len(found.places),
            episodes=len(citing | found.episodes),
            scopes=tuple(sorted(found.scopes)),
        )

    def forget(self, workspace: str, target: Target) -> ForgetReport:
        """Forget for good; return the receipt.

        Raises:
            NotFoundError: nothing of this name in this workspace.
            ConfigurationError: there is no key for tombstones, or another one was used before.
        """
        if self._key is None:
            raise ConfigurationError(
                "MEMFOLD_FORGET_KEY is not set: forgetting leaves keyed marks, so that the same "
                "words are not learned again; set it to a long random text, here and for every "
                "worker, and keep it outside the database"
            )
        with self._database.transaction(workspace) as connection:
            request = self._ask(connection, workspace, target, self._key)
        return self.finish(workspace, request)

    def resume(self, age: timedelta = _CRASHED_AFTER) -> list[ForgetReport]:
        """Finish what crashes left between the two transactions; one that fails stops no other."""
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            left = find_unfinished(connection, age)
        tried = [self._try_finish(workspace, request) for workspace, request in left]
        return [report for report in tried if report is not None]

    def _try_finish(self, workspace: str, request: str) -> ForgetReport | None:
        try:
            return self.finish(workspace, request)
        except (MemfoldError, SQLAlchemyError):
            log.exception(
                "a forget could not be finished, tried again by the next sweep",
                extra={"workspace": workspace, "request": request},
            )
            return None

    def finish(self, workspace: str, request: str) -> ForgetReport:
        """Remove what rests on the words of a request; one that is finished is left alone."""
        scopes: Collection[str] = ()
        with self._database.transaction(workspace) as connection:
            left = take_up(connection, workspace, request)
            if left is not None:
                scopes, receipt = remove(connection, left)
                finish(connection, left, receipt)
        for scope_key in sorted(scopes):
            self._written(workspace, scope_key)
        return self._report(workspace, request, scopes)

    def _report(self, workspace: str, request: str, scopes: Collection[str]) -> ForgetReport:
        with self._database.transaction(workspace) as connection:
            target, receipt = load_receipt(connection, workspace, request)
            behind = mirroring.behind_among(connection, workspace, scopes)
        log.info("forgotten", extra={"workspace": workspace, "request": request})
        return ForgetReport(
            workspace=workspace,
            request=request,
            target=target,
            receipt=receipt,
            mirror_behind=behind,
        )

    def _ask(self, connection: Connection, workspace: str, target: Target, key: ForgetKey) -> str:
        request = new_run_id()
        _refuse_another(connection, workspace, key)
        found = _find(connection, workspace, target)
        _outrun(connection, workspace, found)
        found = _find(connection, workspace, target)  # what they wrote just before, too
        read = _read(connection, workspace, found.places)
        buried = _buried(found, read)
        digests = key.digests(workspace, read.values())
        put = put_tombstones(connection, workspace, key, [digests[place] for place in buried])
        dependent = _dependent(connection, workspace, found.places, read)
        allow_removal(connection)
        forgetting.take_words(connection, workspace, target, found.places)
        ask(
            connection,
            Request(
                workspace=workspace,
                id=request,
                target=target,
                places=found.places,
                episodes=found.episodes | dependent,
                receipt={"messages": len(found.places), "tombstones": put},
            ),
        )
        return request


def _refuse_another(connection: Connection, workspace: str, key: ForgetKey) -> None:
    """Refuse a key other than the one of the tombstones that are there."""
    try:
        find_tombstones(connection, workspace, key, ())
    except MindConfigurationError as error:
        raise ConfigurationError(str(error)) from error


def _find(connection: Connection, workspace: str, target: Target) -> _Found:
    forgetting.check_target(connection, workspace, target)
    episodes, scopes = frozenset[str](), set[str]()
    if target.user_id is not None:
        episodes = forgetting.find_episodes_of_user(connection, workspace, target.user_id)
        scopes = forgetting.find_scopes_of_user(connection, workspace, target.user_id)
    if target.scope_key is not None and target.entry is not None:
        lines = load_lines(connection, workspace, target.scope_key)
        sources = load_full_sources(connection, workspace, target.scope_key, lines.values())
        episodes = frozenset(sources.get(target.entry, ()))
        scopes = {target.scope_key}
    places = forgetting.find_messages(connection, workspace, target, episodes)
    citing = forgetting.find_citing(connection, workspace, places, reach=CONTEXT_MESSAGES)
    chats = {chat for chat, _ in places}
    scopes |= forgetting.find_scopes(connection, workspace, chats, episodes | citing)
    return _Found(
        places=frozenset(places),
        cited=frozenset(forgetting.find_cited(connection, workspace, places)),
        episodes=episodes,
        scopes=frozenset(scopes),
    )


def _outrun(connection: Connection, workspace: str, found: _Found) -> None:
    """Make every holder stale: leases before chats before scopes, as commits lock them.

    Leases of chats come before those of scopes, here and in the removal: two forgets never
    wait for one another in a circle.
    """
    reading = forgetting.raise_leases(connection, workspace, "extract", found.chats)
    folding = forgetting.raise_leases(connection, workspace, "consolidate", found.scopes)
    forgetting.wake_chats(connection, workspace, found.chats, reading)
    forgetting.wake_scopes(connection, workspace, folding)


def _read(
    connection: Connection, workspace: str, places: Collection[Place]
) -> dict[Place, Message]:
    """Read the messages to be forgotten, and those that they may have been said in answer to."""
    before = {(chat, position - 1) for chat, position in places}
    return read_places(connection, workspace, {*places, *before})


def _buried(found: _Found, read: Mapping[Place, Message]) -> list[Place]:
    """Return the messages that get a tombstone: what users said, and what else was evidence."""
    return [
        place
        for place, message in read.items()
        if place in found.places and (message.role is Role.USER or place in found.cited)
    ]


def _dependent(
    connection: Connection,
    workspace: str,
    places: Collection[Place],
    read: Mapping[Place, Message],
) -> frozenset[str]:
    """Return the episodes that lean on a message to be forgotten without naming it as evidence."""
    near = forgetting.find_citing(connection, workspace, places, reach=CONTEXT_MESSAGES)
    naming = forgetting.find_citing(connection, workspace, places)
    episodes = load_episodes(connection, workspace, sorted(near - naming))
    around = {
        (e.chat, position)
        for episode in episodes
        for e in episode.content.evidence
        for position in range(e.position - CONTEXT_MESSAGES, e.position + 1)
    }
    messages = {**read_places(connection, workspace, around), **read}
    return frozenset(e.id for e in episodes if depends_on(e, set(places), messages))
