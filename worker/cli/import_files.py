"""`memfold import`: files of messages into the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from memory_core.formats.reading import AUTO, FORMATS, get_format
from memory_core.formats.source import Source
from memory_core.stores.ledger import Ledger
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import amount, print_json, print_line, print_remark, printable
from worker.cli.session import open_session
from worker.importing import FileRefusal, Importer, ImportReport

DEFAULT_WORKSPACE = "default"  # of messages that name none
_FORMATS = ", ".join((AUTO, *(known.name for known in FORMATS)))


def import_files(
    *,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Files of messages.")],
    format_name: Annotated[
        str, typer.Option("--format", metavar="NAME", help=f"One of {_FORMATS}.")
    ] = AUTO,
    strict: Annotated[
        bool, typer.Option("--strict", help="Import nothing of a file that has a bad line.")
    ] = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Append files of messages to the ledger; what is stored already is skipped.

    A bad line is reported with its number and reason and the rest goes in; the exit code is 1 then.
    """
    if format_name != AUTO:
        get_format(format_name)
    sizes = _sizes(files)
    spoilt: list[Path] = []  # of --strict
    with (
        open_session(workspace=workspace, data_dir=data_dir) as session,
        _progress_bar(sizes) as progress,
    ):
        importer = Importer(
            Ledger(session.database),
            workspace=_walls(workspace, session.workspace),
            format_name=format_name,
            progress=progress,
            refuse=_say_refusal,
        )
        for path in dict.fromkeys(files):
            if strict and importer.count_bad_records(path):
                spoilt.append(path)
            else:
                importer.import_file(path)
    _print(importer.report, as_json=as_json)
    for path in spoilt:
        print_remark(f"nothing of {path} was imported, since it has bad lines")
    if spoilt:
        return ExitCode.USAGE
    return ExitCode.FAILED if importer.report.refused_count else ExitCode.DONE


def _walls(named: str | None, default: str) -> str | None:
    """Return the workspace that all messages must belong to; None: each may name its own."""
    return default if named is not None or default != DEFAULT_WORKSPACE else None


def _sizes(files: Sequence[Path]) -> dict[Path, int]:
    """Open each file once, so that a wrong name is said before anything is imported."""
    sizes = {}
    for path in files:
        with Source(path) as source:
            sizes[path] = source.size
            if source.size <= len(source.head) and not source.head.strip():
                print_remark(f"{path} is empty: there is nothing to import")
    return sizes


class _ProgressBar:
    """Shows how many bytes are read."""

    def __init__(self, bar: Progress, sizes: dict[Path, int]) -> None:
        self._bar = bar
        self._tasks = {path: bar.add_task(path.name, total=size) for path, size in sizes.items()}

    def __call__(self, path: Path, position: int) -> None:
        self._bar.update(self._tasks[path], completed=position)


@contextmanager
def _progress_bar(sizes: dict[Path, int]) -> Iterator[_ProgressBar]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn())
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        yield _ProgressBar(bar, sizes)


def _say_refusal(refusal: FileRefusal) -> None:
    print_remark(f"{refusal.file}, line {refusal.line}: {refusal.reason}")


def _print(report: ImportReport, *, as_json: bool) -> None:
    if as_json:
        print_json(report)
        return
    line = f"{amount(report.messages, 'message')} of {amount(report.chats, 'chat')} imported"
    if report.skipped:
        line += f", {report.skipped} were there already"
    if report.refused_count:
        line += f", {report.refused_count} refused"
    if report.replaced:
        line += f"; {amount(report.replaced, 'character')} replaced by U+FFFD"
    print_line(printable(line))
