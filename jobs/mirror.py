"""The file mirror: each scope's MEMORY.md, episodes and snapshots as files, for people and tools.

    <folder>/<workspace>/<the scope's root>/MEMORY.md            may be edited
                                            episodes/<id>.md     written once
                                            snapshots/<N>.md     written once

Written by a step after each commit and repaired by each sweep; the database stays the truth. A
MEMORY.md that a person changed is taken in as an edit of the version that its header names. What
cannot be taken in is kept beside it as `MEMORY.md.refused`, and nothing is overwritten.

A sweep looks at so many scopes and so many files, each workspace having an equal share, and goes
on from there in the next; scopes with files that hold forgotten words come first.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from jobs.editing import edit_index
from jobs.mirror_files import REFUSED, Stamps, Writing, digest, index_hash, kept_aside, stamps
from jobs.store import mirroring
from jobs.store.mirroring import INDEX_FILE, KeptAside, MirroredScope, WrittenFile
from memory_core.errors import MemfoldError, StoreUnavailableError
from memory_core.hashing import sha256_hex
from memory_core.stores.database import Database, DatabaseRole
from memory_core.stores.files import Folder, FolderError
from memory_core.stores.index_store import find_version

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Bounds:
    """How much one sweep does, over all workspaces."""

    workspaces: int = 100
    scopes: int = 1_000  # looked at
    writes: int = 100  # of them, found to have changed
    files: int = 1_000  # read and compared with what was written
    at_once: int = 1_000  # files of one scope written while it is locked


@dataclass(frozen=True, kw_only=True, slots=True)
class _Seen:
    """A scope as it was left by this process."""

    mark: tuple[int, int]
    stamps: Stamps


@dataclass(kw_only=True, slots=True)
class _Turn:
    """How far the sweeps of this process have come in a workspace."""

    scope: str = ""
    file: tuple[str, str] = ("", "")  # scope and path


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
    bounds: Bounds = field(default_factory=Bounds)
    _seen: dict[str, _Seen] = field(default_factory=dict)
    _turns: dict[str, _Turn] = field(default_factory=dict)
    _workspace: str = ""  # the last one that a sweep has been to
    _lock: Lock = field(default_factory=Lock)

    def write(self, workspace: str, scope_key: str) -> None:
        """Bring a scope's files up to date; the step after a commit.

        Raises:
            FolderError: a file cannot be written; those written before stay, the next sweep goes
                on.
        """
        scope = self._find(workspace, scope_key)
        if scope is not None:
            self._sync(scope)

    def try_write(self, workspace: str, scope_key: str) -> None:
        """Do the same where a full disk must not fail what was done; it is logged."""
        try:
            self.write(workspace, scope_key)
        except FolderError as error:
            _say_behind(error)

    def repair(self) -> None:
        """Take in what people changed, and write what is missing or behind; a sweep's last step."""
        try:
            with self.database.transaction(role=DatabaseRole.SWEEPER) as connection:
                behind = mirroring.find_behind(connection, self.bounds.writes)
            self._write_all(self._find(*place) for place in behind)
            workspaces = self._next_workspaces()
            for workspace in workspaces:
                self._check_files(workspace, len(workspaces))
                self._look_at_scopes(workspace, len(workspaces))
        except FolderError as error:
            _say_behind(error)

    # -- whose turn it is ----------------------------------------------------------------------

    def _next_workspaces(self) -> list[str]:
        with self.database.transaction(role=DatabaseRole.SWEEPER) as connection:
            limit = self.bounds.workspaces
            found = mirroring.next_workspaces(connection, self._workspace, limit)
        self._workspace = found[-1] if len(found) == limit else ""
        return found

    def _look_at_scopes(self, workspace: str, sharing: int) -> None:
        turn = self._turns.setdefault(workspace, _Turn())
        limit = max(1, self.bounds.scopes // sharing)
        with self.database.transaction(workspace) as connection:
            scopes = mirroring.next_scopes(connection, workspace, turn.scope, limit)
        left = max(1, self.bounds.writes // sharing)
        for scope in scopes:
            if self._is_stale(scope):
                self._try_sync(scope)
                left -= 1
            turn.scope = scope.scope.key
            if left == 0:
                return
        if len(scopes) < limit:
            turn.scope = ""

    def _check_files(self, workspace: str, sharing: int) -> None:
        """Compare some files with what was written; what does not match is written again."""
        turn = self._turns.setdefault(workspace, _Turn())
        limit = max(1, self.bounds.files // sharing)
        with self.database.transaction(workspace) as connection:
            files = mirroring.next_files(connection, workspace, turn.file, limit)
            keys = {file.scope_key for file in files}
            found = [mirroring.find_scope(connection, workspace, key) for key in sorted(keys)]
        scopes = {scope.scope.key: scope for scope in found if scope}
        for key, paths in self._damaged(files, scopes).items():
            self._try_sync(scopes[key], damaged=paths)
        turn.file = (files[-1].scope_key, files[-1].path) if len(files) == limit else ("", "")

    def _damaged(
        self, files: Iterable[WrittenFile], scopes: Mapping[str, MirroredScope]
    ) -> dict[str, list[str]]:
        damaged: dict[str, list[str]] = {}
        for file in files:
            scope = scopes.get(file.scope_key)
            raw = self._files(scope).read(file.path) if scope else None
            if scope and (raw is None or digest(raw) != file.hash):
                damaged.setdefault(file.scope_key, []).append(file.path)
        return damaged

    def _is_stale(self, scope: MirroredScope) -> bool:
        seen = self._seen.get(scope.scope.key)
        if seen is None or seen.mark != scope.mark:
            return True
        files = self._files(scope)
        return any(files.stamp(path) != stamp for path, stamp in seen.stamps.items())

    # -- one scope -----------------------------------------------------------------------------

    def _find(self, workspace: str, scope_key: str) -> MirroredScope | None:
        with self.database.transaction(workspace) as connection:
            return mirroring.find_scope(connection, workspace, scope_key)

    def _files(self, scope: MirroredScope) -> Folder:
        return Folder(self.folder / scope.folder)

    def _write_all(self, scopes: Iterator[MirroredScope | None]) -> None:
        for scope in scopes:
            if scope is not None:
                self._try_sync(scope)

    def _try_sync(self, scope: MirroredScope, damaged: Iterable[str] = ()) -> None:
        """Bring one scope's files up to date; what cannot be taken in holds up no other scope."""
        try:
            self._sync(scope, damaged)
        except FolderError:
            raise  # the folder itself: no other scope would fare better
        except (MemfoldError, SQLAlchemyError):
            log.exception("the files of scope %s could not be brought up to date", scope.scope.key)

    def _sync(self, scope: MirroredScope, damaged: Iterable[str] = ()) -> None:
        workspace, key = scope.scope.workspace, scope.scope.key
        files = self._files(scope)
        hand = self._take_in(scope, files)
        with self._lock, self.database.transaction(workspace) as connection:
            forgotten = mirroring.lock_mirror(connection, workspace, key)
            if index_hash(files) != hand.content_hash:
                return  # saved once more meanwhile: the next sweep takes it in
            if forgotten:
                self._drop_kept_aside(scope, files, hand)
            elif hand.reason:
                self._keep_aside(connection, scope, files, hand)
                hand = _Hand()
            writing = Writing(
                connection=connection,
                scope=scope,
                files=files,
                as_read=hand.content_hash,
                most=self.bounds.at_once,
                damaged=set(damaged),
            )
            done = writing.run()
            if done:
                mirroring.end_forgotten(connection, workspace, key)
        self._seen.pop(key, None)
        left = stamps(files)
        if done and index_hash(files) == writing.newest:  # else the next sweep goes on
            self._seen[key] = _Seen(mark=scope.mark, stamps=left)

    def _take_in(self, scope: MirroredScope, files: Folder) -> _Hand:
        workspace, key = scope.scope.workspace, scope.scope.key
        with self.database.transaction(workspace) as connection:
            mirroring.begin_mirror(connection, workspace, key)
            written = mirroring.load_written(connection, workspace, key)
            stored = find_version(connection, workspace, key)
        raw = files.read(INDEX_FILE)
        if raw is None:
            return _Hand()
        hand = _Hand(content_hash=digest(raw))
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

    def _keep_aside(
        self, connection: Connection, scope: MirroredScope, files: Folder, hand: _Hand
    ) -> None:
        path = files.keep_aside(INDEX_FILE, REFUSED)
        kept = KeptAside(scope_key=scope.scope.key, path=path, reason=hand.reason)
        mirroring.record_refusal(connection, scope.scope.workspace, kept, hand.content_hash)
        # not why: the reason may quote a line
        log.warning("an edited index was refused", extra={"scope": kept.scope_key, "path": path})

    def _drop_kept_aside(self, scope: MirroredScope, files: Folder, hand: _Hand) -> None:
        """Keep no file that may hold what was forgotten since it was saved."""
        for path in kept_aside(files):
            files.remove(path)
        if hand.reason:
            log.warning(
                "an edited index was refused and is not kept: words of its scope were forgotten",
                extra={"scope": scope.scope.key},
            )


def _say_behind(error: FolderError) -> None:
    log.warning("the mirror is behind until a sweep can write it: %s", error)
