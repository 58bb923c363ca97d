"""A file that is being read: its size, how far the reading has come, and its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from memory_core.errors import InvalidInputError

LINE_BYTES = 64 * 2**20
_SKIP_BYTES = 2**20
_HEAD_BYTES = 64 * 2**10
_BOM = b"\xef\xbb\xbf"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, kw_only=True, slots=True)
class RefusedLine:
    """A record that was left out."""

    line: int  # from 1; in a format that has no lines, the number of the record
    reason: str  # names the field and the way out


class Source:
    """A file of messages, open for reading; use it in a `with` statement.

    Raises:
        InvalidInputError: the file is missing, not readable, or not UTF-8 by its byte order mark.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.position = 0  # bytes read, for a progress bar
        self.line = 0  # number of the record read last, as in `RefusedLine.line`
        try:
            self._file: BinaryIO = path.open("rb")
        except OSError as error:
            reason = f"cannot be read: {error.strerror or error}"
            raise InvalidInputError(str(path), reason) from None
        self.size = path.stat().st_size
        self.head = self._file.read(_HEAD_BYTES)  # what a format is told by
        if self.head.startswith(_WIDE_BOMS):
            self.close()
            raise InvalidInputError(str(path), "is UTF-16; save it as UTF-8")
        self.head = self.head.removeprefix(_BOM)
        self._rewind()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; doing so twice is no error."""
        self._file.close()

    def lines(self) -> Iterator[tuple[int, bytes | None]]:
        """Yield each line's number and bytes without its end; None for a line over 64 MB."""
        self._rewind()
        number = 0
        while line := self._file.readline(LINE_BYTES + 1):
            number += 1
            self.line = number
            self.position += len(line)
            too_long = len(line) > LINE_BYTES and not line.endswith(b"\n")
            if too_long:
                self._skip_line()
            yield number, None if too_long else line.rstrip(b"\r\n")

    def read_all(self) -> bytes:
        """Return the whole file; `position` stays for the caller to move."""
        self._rewind()
        return self._file.read()

    def _rewind(self) -> None:
        self._file.seek(0)
        self.position = len(_BOM) if self._file.read(len(_BOM)) == _BOM else 0
        self._file.seek(self.position)

    def _skip_line(self) -> None:
        while rest := self._file.readline(_SKIP_BYTES):
            self.position += len(rest)
            if rest.endswith(b"\n"):
                return
