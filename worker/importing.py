"""Importing files of messages into the ledger, in batches of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memory_core.formats.reading import AUTO, read_messages
from memory_core.formats.source import RefusedLine, Source
from memory_core.incoming import IncomingMessage
from memory_core.stores.ledger import Ledger

BATCH_MESSAGES = 1_000
BATCH_CHARACTERS = 4_000_000
LISTED_REFUSALS = 1_000  # in the report; each is said when it is met, and all are counted

Numbered = tuple[int, IncomingMessage]


@dataclass(frozen=True, kw_only=True, slots=True)
class FileRefusal:
    """A record that did not go in."""

    line: int
    reason: str
    file: str


@dataclass(kw_only=True, slots=True)
class ImportReport:
    """What an import did."""

    chats: int = 0  # that messages of these files belong to
    messages: int = 0  # newly appended
    skipped: int = 0  # stored before
    refused: list[FileRefusal] = field(default_factory=list)
    refused_count: int = 0
    replaced: int = 0  # characters no database can hold, now U+FFFD


class Importer:
    """Reads files into the ledger.

    `workspace` is as for `read_messages`; `progress` is called with the file and the bytes read of
    it, `refuse` with each refusal.
    """

    def __init__(
        self,
        ledger: Ledger,
        *,
        workspace: str | None,
        format_name: str = AUTO,
        progress: Callable[[Path, int], None],
        refuse: Callable[[FileRefusal], None],
    ) -> None:
        self._ledger = ledger
        self._workspace = workspace
        self._format = format_name
        self._progress = progress
        self._refuse = refuse
        self._chats: set[tuple[str, str]] = set()
        self.report = ImportReport()

    def count_bad_records(self, path: Path) -> int:
        """Read a file and report what could not go in; nothing is stored.

        Raises:
            InvalidInputError: the file is wrong as a whole.
        """
        before = self.report.refused_count
        with Source(path) as source:
            for _, record in self._records(source):
                if isinstance(record, RefusedLine):
                    self._note(path, record.line, record.reason)
        return self.report.refused_count - before

    def import_file(self, path: Path) -> None:
        """Append a file's messages; what is refused is reported and the rest goes in.

        Raises:
            InvalidInputError: the file is wrong as a whole.
        """
        with Source(path) as source:
            for batch in self._batches(path, source):
                self._append(path, batch)
                self._progress(path, source.position)

    def _records(self, source: Source) -> Iterator[tuple[int, IncomingMessage | RefusedLine]]:
        for record in read_messages(source, self._format, self._workspace):
            yield source.line, record

    def _batches(self, path: Path, source: Source) -> Iterator[list[Numbered]]:
        batch: list[Numbered] = []
        characters = 0
        for line, record in self._records(source):
            if isinstance(record, RefusedLine):
                self._note(path, record.line, record.reason)
                continue
            batch.append((line, record))
            characters += len(record.content)
            if len(batch) >= BATCH_MESSAGES or characters >= BATCH_CHARACTERS:
                yield batch
                batch, characters = [], 0
        yield batch

    def _append(self, path: Path, batch: Sequence[Numbered]) -> None:
        lines = {id(message): line for line, message in batch}
        appended = self._ledger.append([message for _, message in batch])
        self._chats |= appended.chats
        self.report.chats = len(self._chats)
        self.report.messages += appended.appended
        self.report.skipped += appended.skipped
        self.report.replaced += sum(message.replaced for _, message in batch)
        for refusal in appended.refused:
            self._note(path, lines[id(refusal.message)], refusal.reason)

    def _note(self, path: Path, line: int, reason: str) -> None:
        refusal = FileRefusal(line=line, reason=reason, file=str(path))
        self.report.refused_count += 1
        if len(self.report.refused) < LISTED_REFUSALS:
            self.report.refused.append(refusal)
        self._refuse(refusal)
