"""The file mirror: each scope's MEMORY.md, episodes and snapshots as files, for people and tools.

    <folder>/<workspace>/<the scope's root>/MEMORY.md            may be edited
                                            episodes/<id>.md     written once
                                            snapshots/<N>.md     written once

Written by a step after each commit and repaired by each sweep; the database stays the truth. A
MEMORY.md that a person changed is taken in as an edit of the version that its header names. What
cannot be taken in is kept beside it as `MEMORY.md.refused`, and nothing is overwritten.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from jobs.editing import edit_index
from jobs.store import mirroring
from jobs.store.mirroring import INDEX_FILE, KeptAside, MirroredScope
from memory_core.errors import MemfoldError, StoreUnavailableError
from memory_core.formats.episode_markdown import render_episode
from memory_core.hashing import sha256_hex
from memory_core.stores.database import Database, DatabaseRole
from memory_core.stores.episode_store import load_episodes
from memory_core.stores.files import Folder, FolderError, Stamp
from memory_core.stores.index_store import find_version

log = logging.getLogger(__name__)

REFUSED = f"{INDEX_FILE}.refused"
_EPISODES_AT_ONCE = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class _Seen:
    """A scope as it was left by this process."""

    mark: tuple[int, int, int]
    stamps: Mapping[str, Stamp | None]


@dataclass(kw_only=True, slots=True)
class _Hand:
    """A MEMORY.md as it was found."""

    content_hash: str = ""
    reason: str = ""  # why it could not be taken in


@dataclass(slots=True)
class Mirror:
    """Keeps the files of all scopes below one folder."""

    database: Database
    folder: Path
    _seen: dict[str, _Seen] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def write(self, workspace: str, scope_key: str, *, forgetting: bool = False) -> None:
        """Bring a scope's files up to date; the step after a commit.

        Args:
            workspace: the scope's.
            scope_key: its key.
            forgetting: what was kept aside may hold what has to go, and goes.

        Raises:
            FolderError: a file cannot be written; those written before stay, the next sweep goes
                on.
        """
        with self.database.transaction(workspace) as connection:
            scopes = mirroring.load_mirrored(connection, workspace, scope_key)
        for scope in scopes:
            if forgetting:
                self._drop_kept_aside(scope)
            self._sync(scope)

    def try_write(self, workspace: str, scope_key: str) -> None:
        """Do the same where a full disk must not fail what was done; it is logged."""
        self._try_write(workspace, scope_key, forgetting=False)

    def forget(self, workspace: str, scope_key: str) -> None:
        """Do the same behind a forget."""
        self._try_write(workspace, scope_key, forgetting=True)

    def _try_write(self, workspace: str, scope_key: str, *, forgetting: bool) -> None:
        try:
            self.write(workspace, scope_key, forgetting=forgetting)
        except FolderError as error:
            log.warning("the mirror is behind until a sweep can write it: %s", error)

    def repair(self) -> None:
        """Take in what people changed, and write what is missing or behind; a sweep's last step."""
        try:
            with self.database.transaction(role=DatabaseRole.SWEEPER) as connection:
                workspaces = mirroring.list_workspaces(connection)
            for workspace in workspaces:
                with self.database.transaction(workspace) as connection:
                    scopes = mirroring.load_mirrored(connection, workspace)
                for scope in scopes:
                    if self._is_stale(scope):
                        self._try_sync(scope)
        except FolderError as error:
            log.warning("the mirror is behind until a sweep can write it: %s", error)

    def _try_sync(self, scope: MirroredScope) -> None:
        """Bring one scope's files up to date; what cannot be taken in holds up no other scope."""
        try:
            self._sync(scope)
        except FolderError:
            raise  # the folder itself: no other scope would fare better
        except (MemfoldError, SQLAlchemyError):
            log.exception("the files of scope %s could not be brought up to date", scope.scope.key)

    def _is_stale(self, scope: MirroredScope) -> bool:
        seen = self._seen.get(scope.scope.key)
        if seen is None or seen.mark != scope.mark:
            return True
        files = Folder(self.folder / scope.folder)
        return any(files.stamp(path) != stamp for path, stamp in seen.stamps.items())

    def _sync(self, scope: MirroredScope) -> None:
        workspace, key = scope.scope.workspace, scope.scope.key
        files = Folder(self.folder / scope.folder)
        hand = self._take_in(scope, files)
        with self._lock, self.database.transaction(workspace) as connection:
            mirroring.lock_mirror(connection, workspace, key)
            if not self._is_as_read(files, hand):
                return  # saved once more meanwhile: the next sweep takes it in
            if hand.reason:
                self._keep_aside(connection, scope, files, hand)
            writing = _Writing(connection=connection, scope=scope, files=files)
            stamps = writing.run()
        self._seen[key] = _Seen(mark=scope.mark, stamps=stamps)

    def _drop_kept_aside(self, scope: MirroredScope) -> None:
        workspace, key = scope.scope.workspace, scope.scope.key
        files = Folder(self.folder / scope.folder)
        with self.database.transaction(workspace) as connection:
            kept = mirroring.load_kept_aside(connection, workspace)
        for file in kept:
            if file.scope_key == key:
                files.remove(file.path)

    def _take_in(self, scope: MirroredScope, files: Folder) -> _Hand:
        raw = files.read(INDEX_FILE)
        if raw is None:
            return _Hand()
        workspace, key = scope.scope.workspace, scope.scope.key
        hand = _Hand(content_hash=_digest(raw))
        with self.database.transaction(workspace) as connection:
            written = mirroring.load_written(connection, workspace, key)
            stored = find_version(connection, workspace, key)
        current = sha256_hex(stored.text) if stored else ""
        if hand.content_hash in {written.get(INDEX_FILE), current}:
            return hand
        try:
            text = raw.decode()
            report = edit_index(self.database, workspace, key, text)
        except StoreUnavailableError:
            raise
        except UnicodeDecodeError:
            hand.reason = "the file is not UTF-8"
        except MemfoldError as error:
            hand.reason = str(error)
        else:
            hand.reason = "; ".join(f"not done: {line}" for line in report.left)
            for remark in report.remarks:
                log.info("an edit of a mirrored index: %s", remark, extra={"scope": key})
        return hand

    def _is_as_read(self, files: Folder, hand: _Hand) -> bool:
        raw = files.read(INDEX_FILE)
        return ("" if raw is None else _digest(raw)) == hand.content_hash

    def _keep_aside(
        self, connection: Connection, scope: MirroredScope, files: Folder, hand: _Hand
    ) -> None:
        path = files.keep_aside(INDEX_FILE, REFUSED)
        kept = KeptAside(scope_key=scope.scope.key, path=path, reason=hand.reason)
        mirroring.record_refusal(connection, scope.scope.workspace, kept, hand.content_hash)
        log.warning("an edited index was refused: %s", kept.reason, extra={"scope": kept.scope_key})


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


@dataclass(kw_only=True, slots=True)
class _Writing:
    """One scope's files, while its mirror is locked."""

    connection: Connection
    scope: MirroredScope
    files: Folder
    _written: dict[str, str] = field(default_factory=dict)

    def run(self) -> dict[str, Stamp | None]:
        """Write what is missing or differs, remove what is no more; return each file's stamp."""
        known = mirroring.load_written(self.connection, self.workspace, self.key)
        versions, episodes = mirroring.load_wanted(self.connection, self.workspace, self.key)
        for folder in ("", "episodes", "snapshots"):
            self.files.sweep_temporary(folder)
        wanted = self._write_versions(versions) | self._write_episodes(episodes, known)
        gone = [path for path in known if path not in wanted and self._is_gone(path)]
        mirroring.forget_written(self.connection, self.workspace, self.key, gone)
        mirroring.record_written(self.connection, self.workspace, self.key, self._written)
        aside = {path for path in known if path.startswith(REFUSED) and path not in gone}
        return {path: self.files.stamp(path) for path in wanted | aside | {INDEX_FILE}}

    @property
    def workspace(self) -> str:
        """The scope's workspace."""
        return self.scope.scope.workspace

    @property
    def key(self) -> str:
        """The scope's key."""
        return self.scope.scope.key

    def _write_versions(self, versions: Mapping[int, str]) -> set[str]:
        newest = max(versions, default=0)
        paths = {n: INDEX_FILE if n == newest else f"snapshots/{n:04}.md" for n in versions}
        for number, path in paths.items():
            if self._differs(path, versions[number]):
                stored = find_version(self.connection, self.workspace, self.key, number)
                if stored is not None:
                    self._write(path, stored.text)
        return set(paths.values())

    def _write_episodes(self, ids: list[str], known: Mapping[str, str]) -> set[str]:
        paths = {episode: f"episodes/{episode}.md" for episode in ids}
        missing = [e for e, path in paths.items() if self._differs(path, known.get(path, ""))]
        for first in range(0, len(missing), _EPISODES_AT_ONCE):
            some = missing[first : first + _EPISODES_AT_ONCE]
            for episode in load_episodes(self.connection, self.workspace, some):
                self._write(paths[episode.id], render_episode(episode))
        return set(paths.values())

    def _differs(self, path: str, wanted_hash: str) -> bool:
        raw = self.files.read(path)
        return raw is None or _digest(raw) != wanted_hash

    def _write(self, path: str, text: str) -> None:
        self.files.write(path, text)
        self._written[path] = sha256_hex(text)

    def _is_gone(self, path: str) -> bool:
        """Take away what is no more; a person's file that was kept aside is the person's."""
        if path.startswith(REFUSED):
            return self.files.read(path) is None
        if path != INDEX_FILE:
            self.files.remove(path)
        return path != INDEX_FILE
