"""A folder of files that are written whole or not at all: temporary file, fsync, rename."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkstemp

from memory_core.errors import MemfoldError

_TEMPORARY = ".writing"
_PROBE = ".probe"

Stamp = tuple[int, int, int]  # changes with a file: modified at, size, inode


class FolderError(MemfoldError):
    """The folder cannot be read or written."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Files below one folder; paths are relative to it, with `/`.

    Raises:
        FolderError: from every method, where the file system refuses; names path and reason.
    """

    root: Path

    def read(self, path: str) -> bytes | None:
        """Return what a file holds; None when there is none."""
        try:
            return (self.root / path).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise self._error(path, error) from error

    def stamp(self, path: str) -> Stamp | None:
        """Return what changes when a file is written; None when there is none."""
        try:
            found = (self.root / path).stat()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            raise self._error(path, error) from error
        return (found.st_mtime_ns, found.st_size, found.st_ino)

    def write(self, path: str, text: str) -> None:
        """Replace a file; at no moment is it half-written, and a failure leaves it as it was."""
        target = self.root / path
        try:
            target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, temporary = mkstemp(dir=target.parent, prefix=".", suffix=_TEMPORARY)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(text.encode())
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, target)  # noqa: PTH105 - atomic, and the name is a string
            except BaseException:
                with suppress(FileNotFoundError):
                    os.unlink(temporary)  # noqa: PTH108 - the same
                raise
            _sync(target.parent)
        except OSError as error:
            raise self._error(path, error) from error

    def remove(self, path: str) -> None:
        """Take a file away, if it is there."""
        try:
            (self.root / path).unlink(missing_ok=True)
        except NotADirectoryError:
            return
        except OSError as error:
            raise self._error(path, error) from error

    def keep_aside(self, path: str, name: str) -> str:
        """Give a file another name beside it, overwriting none; return its new path."""
        source = self.root / path
        folder = path.rpartition("/")[0]
        number = 1
        try:
            while True:
                chosen = name if number == 1 else f"{name}-{number}"
                target = source.parent / chosen
                if not target.exists():
                    source.rename(target)
                    return f"{folder}/{chosen}" if folder else chosen
                number += 1
        except OSError as error:
            raise self._error(path, error) from error

    def names(self, folder: str) -> set[str]:
        """Return the names of what lies in a folder; none where there is no such folder."""
        try:
            return set(os.listdir(self.root / folder))  # noqa: PTH208 - names are all it takes
        except (FileNotFoundError, NotADirectoryError):
            return set()
        except OSError as error:
            raise self._error(folder, error) from error

    def sweep_temporary(self, folder: str) -> None:
        """Take away what a writer that was killed left behind; only where nobody writes."""
        try:
            for left in (self.root / folder).glob(f".*{_TEMPORARY}"):
                left.unlink(missing_ok=True)
        except OSError as error:
            raise self._error(folder, error) from error

    def _error(self, path: str, error: OSError) -> FolderError:
        return FolderError(f"{self.root / path}: {error.strerror or error}")


def _sync(folder: Path) -> None:
    """Make a rename last through a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def check_folder(root: Path) -> None:
    """Try to write a file below a folder, and take it away.

    Raises:
        FolderError: it cannot be written.
    """
    folder = Folder(root)
    folder.write(_PROBE, "memfold doctor was here\n")
    folder.remove(_PROBE)
