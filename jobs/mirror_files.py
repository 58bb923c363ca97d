"""One scope's files, written from the database while its mirror is locked.

Of what is written once, a file is written when it or its row is missing, or when its row says that
it was written from another text. What the database does not know goes; what is no name of ours is
a person's and stays.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection

from jobs.store import mirroring
from jobs.store.mirroring import INDEX_FILE, MirroredScope
from memory_core.formats.episode_markdown import render_episode
from memory_core.hashing import sha256_hex
from memory_core.stores.episode_store import load_episodes
from memory_core.stores.files import Folder, Stamp
from memory_core.stores.index_store import find_version

REFUSED = f"{INDEX_FILE}.refused"

Stamps = Mapping[str, Stamp | None]  # path → what changes with the file

_EPISODES_AT_ONCE = 500
_OURS = re.compile(r"episodes/e[0-9a-hjkmnp-tv-z]{16,}\.md|snapshots/\d{4,}\.md")


def digest(raw: bytes) -> str:
    """Return the hash of a file as its row keeps it."""
    return hashlib.sha256(raw).hexdigest()


def index_hash(files: Folder) -> str:
    """Return the hash of a scope's MEMORY.md as it is now; empty when there is none."""
    raw = files.read(INDEX_FILE)
    return "" if raw is None else digest(raw)


def kept_aside(files: Folder) -> list[str]:
    """Return the paths of all files that could not be taken in and are still there."""
    return sorted(name for name in files.names("") if name.startswith(REFUSED))


def stamps(files: Folder) -> Stamps:
    """Return what tells that a person touched a scope's files: the index and those kept aside."""
    return {path: files.stamp(path) for path in (INDEX_FILE, *kept_aside(files))}


@dataclass(kw_only=True, slots=True)
class Writing:
    """One scope's files."""

    connection: Connection
    scope: MirroredScope
    files: Folder
    as_read: str  # hash of the MEMORY.md that may be replaced; empty: there was none
    most: int  # files written in one go
    damaged: Collection[str] = ()  # paths that do not hold what was written
    newest: str = ""  # hash of the newest version; empty: none is kept
    _written: dict[str, str] = field(default_factory=dict)
    _left: int = 0

    def run(self) -> bool:
        """Write what is missing or differs, remove what is no more; tell whether that is all.

        It is not where there was too much for one go, or a person was faster with the index.
        """
        known = mirroring.load_written(self.connection, self._workspace, self._key)
        versions, episodes = mirroring.load_wanted(self.connection, self._workspace, self._key)
        for folder in ("", "episodes", "snapshots"):
            self.files.sweep_temporary(folder)
        there = self._there()
        sound = {p: h for p, h in known.items() if p in there and p not in self.damaged}
        wanted = self._write_versions(versions, sound) | self._write_episodes(episodes, sound)
        for path in there - wanted:
            self.files.remove(path)
        aside = set(kept_aside(self.files))
        gone = [path for path in known if path not in wanted | aside | {INDEX_FILE}]
        mirroring.drop_written(self.connection, self._workspace, self._key, gone)
        mirroring.record_written(self.connection, self._workspace, self._key, self._written)
        return self._left == 0

    @property
    def _workspace(self) -> str:
        return self.scope.scope.workspace

    @property
    def _key(self) -> str:
        return self.scope.scope.key

    @property
    def _room(self) -> int:
        return max(self.most - len(self._written), 0)

    def _there(self) -> set[str]:
        paths = (
            f"{folder}/{name}"
            for folder in ("episodes", "snapshots")
            for name in self.files.names(folder)
        )
        return {path for path in paths if _OURS.fullmatch(path)}

    def _write_versions(self, versions: Mapping[int, str], sound: Mapping[str, str]) -> set[str]:
        newest = max(versions, default=0)
        self.newest = versions.get(newest, "")
        paths = {n: INDEX_FILE if n == newest else f"snapshots/{n:04}.md" for n in versions}
        for number, path in sorted(paths.items(), reverse=True):
            held = index_hash(self.files) if number == newest else sound.get(path)
            if held == versions[number]:
                continue
            if self._room == 0 or (number == newest and held != self.as_read):
                self._left += 1
                continue
            stored = find_version(self.connection, self._workspace, self._key, number)
            if stored is not None:
                self._write(path, stored.text)
        return set(paths.values())

    def _write_episodes(self, ids: list[str], sound: Mapping[str, str]) -> set[str]:
        paths = {episode: f"episodes/{episode}.md" for episode in ids}
        missing = [episode for episode, path in paths.items() if path not in sound]
        now = missing[: self._room]
        self._left += len(missing) - len(now)
        for first in range(0, len(now), _EPISODES_AT_ONCE):
            some = now[first : first + _EPISODES_AT_ONCE]
            for episode in load_episodes(self.connection, self._workspace, some):
                self._write(paths[episode.id], render_episode(episode))
        return set(paths.values())

    def _write(self, path: str, text: str) -> None:
        self.files.write(path, text)
        self._written[path] = sha256_hex(text)
