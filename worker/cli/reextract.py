"""`memfold reextract`: read again, with the prompt of today, what an earlier one has read."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated

import typer

from jobs.extractor import Extractor
from jobs.quote import Quote
from jobs.store.rereads import ChatWindow, find_read_windows
from jobs.views.budgets import find_today
from jobs.views.progress import load_progress
from memory_core.clock import database_now
from memory_core.errors import UsageError
from memory_core.scopes import check_id
from memory_core.stores.transcript import load_chat_facts
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import amount, print_fields, print_json, print_remark
from worker.cli.price import say_price
from worker.cli.runs import parse_since
from worker.cli.session import Session, open_session


@dataclass(frozen=True, kw_only=True, slots=True)
class RereadReport:
    """What reading again came to."""

    read: int = 0  # windows
    failed: int = 0
    left: int = 0  # windows that nobody came to, for want of money
    known: int = 0  # windows that this prompt version had read before
    new_episodes: int = 0  # of the workspace meanwhile; what is said in the same words is not new
    reason: str | None = None  # of the last window that was not read


def reextract(
    *,
    since: Annotated[
        str, typer.Option(metavar="DATE", help="Read since then: 2026-02-03, 7d or a full time.")
    ],
    chat: options.Chat = None,
    yes: Annotated[bool, typer.Option("--yes", help="Buy it without a question.")] = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Read windows of before again under a raised prompt version, in this process.

    It says the price first and asks. Nothing is bought twice: what this version has read already is
    passed over, so a run that was stopped is taken up by running it again.
    """
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        windows = _find(session, since, chat)
        with session.services() as services:
            extractor = services.extractor
            quotes = [extractor.quote(window) for window in windows]
            unread = [w for w, quote in zip(windows, quotes, strict=True) if quote.windows]
            if unread and not yes:
                _ask(quotes)
            report = _read(session, extractor, unread)
    report = replace(report, known=len(windows) - len(unread))
    if as_json:
        print_json(report)
    else:
        print_fields(asdict(report))
    if report.left:
        print_remark("run it again when the budget allows: memfold budget")
    return ExitCode.FAILED if report.failed else ExitCode.DONE


def _find(session: Session, since: str, chat: str | None) -> Sequence[ChatWindow]:
    with session.read() as connection:
        if chat is not None:
            load_chat_facts(connection, session.workspace, check_id("chat", chat))
        day = find_today(connection, session.workspace, session.settings.policy)
        zone = day.time_zone if day else "UTC"
        start = parse_since(since, database_now(connection), zone)
        return find_read_windows(connection, session.workspace, start, chat)


def _ask(quotes: Sequence[Quote]) -> None:
    """Ask a person at a terminal; anybody else has to say it beforehand.

    Raises:
        UsageError: there is nobody to ask, or the answer is no.
    """
    total = sum(quotes, Quote())
    print_remark(f"reads {amount(total.windows, 'window')} again: {say_price(total.usage)}")
    if not sys.stdin.isatty():
        raise UsageError("nothing was read: repeat with --yes")
    if not typer.confirm("Read again?", err=True):
        raise UsageError("nothing was read")


def _read(session: Session, extractor: Extractor, windows: Sequence[ChatWindow]) -> RereadReport:
    report = RereadReport(left=len(windows))
    before = _count_episodes(session)
    for window in windows:
        one = extractor.reextract(window)
        if one.outcome == "skipped" and one.run:  # for want of money: the rest would be too
            report = replace(report, reason=one.reason)
            break
        failed = one.outcome not in {"done", "nothing", "known"}
        report = replace(
            report,
            read=report.read + (not failed),
            failed=report.failed + failed,
            left=report.left - 1,
            reason=one.reason if failed else report.reason,
        )
    return replace(report, new_episodes=_count_episodes(session) - before)


def _count_episodes(session: Session) -> int:
    with session.read() as connection:
        return load_progress(connection, session.workspace, session.settings.policy).totals.episodes
