"""`memfold sweep`: look for what is due and ring it; with --wait until all of it is done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from datetime import timedelta
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bars

from jobs.bell import Bell
from jobs.quote import Quote
from jobs.store.chats import force_chats
from jobs.store.scopes import force_scopes
from jobs.sweep import Sweeper, SweepReport
from jobs.views.due import load_due, load_forceable
from jobs.views.progress import Progress, Tally, load_progress
from jobs.views.standing import REASONS
from worker.app import CeleryBell, make_app
from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import (
    amount,
    print_fields,
    print_json,
    print_line,
    print_remark,
    print_table,
)
from worker.cli.price import describe_price, say_price
from worker.cli.session import Session, open_session
from worker.waiting import Patience, Wait, WaitReport, refuse_silence


def sweep(
    *,
    now: Annotated[
        bool, typer.Option("--now", help="Pass quiet times and cooldowns of the workspace.")
    ] = False,
    wait: Annotated[bool, typer.Option("--wait", help="Until the workspace is done.")] = False,
    timeout: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="Of --wait; exit 3 when it is over.")
    ] = 900,
    dry_run: Annotated[
        bool,
        typer.Option(
            "--dry-run", help="Say what would be rung and bought, and its price; change nothing."
        ),
    ] = False,
    once: Annotated[  # noqa: ARG001 - it is what a sweep is
        bool, typer.Option("--once", help="Sweep once, as without it.")
    ] = False,
    workspace: options.Workspace = None,
    data_dir: options.DataDir = None,
    as_json: options.Json = False,
) -> int:
    """Ring the chats and scopes that are due; workers do the work."""
    with open_session(workspace=workspace, data_dir=data_dir) as session:
        if dry_run:
            return _quote(session, now=now, as_json=as_json)
        bell = CeleryBell(make_app(session.settings.need_redis()))
        if wait:
            return _sweep_and_wait(session, bell, timeout, now=now, as_json=as_json)
        return _sweep(session, bell, now=now, as_json=as_json)


def _quote(session: Session, *, now: bool, as_json: bool) -> int:
    if now:
        with session.read() as connection:
            due = load_forceable(connection, session.workspace)
    else:
        with session.sweep_role() as connection:
            due = load_due(connection, session.settings.policy)
    with session.services() as services:
        quotes = [
            *(services.extractor.quote(window) for window in due.chats),
            *(services.consolidator.quote(one.workspace, one.scope_key) for one in due.scopes),
        ]
    price = sum(quotes, Quote()).usage
    if as_json:
        counts = {"dry_run": True, "extract": len(due.chats), "consolidate": len(due.scopes)}
        print_json({**counts, **describe_price(price)})
    else:
        chats, scopes = amount(len(due.chats), "chat"), amount(len(due.scopes), "scope")
        print_line(f"would ring {chats} and {scopes}, and buy {say_price(price)}")
    return ExitCode.DONE


def _sweep(session: Session, bell: Bell, *, now: bool, as_json: bool) -> int:
    with _sweeper(session, bell) as sweeper:
        _force(session, now=now)
        swept = sweeper.sweep(any_time=True)
    refuse_silence(swept)
    if as_json:
        with session.read() as connection:
            progress = load_progress(connection, session.workspace, session.settings.policy)
        print_json({**_counts(progress), "sweep": asdict(swept)})
    else:
        print_line(_rung(swept))
    return ExitCode.DONE


def _sweep_and_wait(
    session: Session, bell: Bell, timeout: float, *, now: bool, as_json: bool
) -> int:
    policy, workspace = session.settings.policy, session.workspace
    with session.read() as connection:
        before = load_progress(connection, workspace, policy).totals
    with _sweeper(session, bell) as sweeper, _bars() as show:
        _force(session, now=now)
        report = Wait(
            database=session.database,
            sweeper=sweeper,
            workspace=workspace,
            policy=policy,
            show=show,
            remark=print_remark,
        ).run(before, Patience(timeout=timedelta(seconds=timeout)))
    _print(report, as_json=as_json)
    return _exit_code(report)


@contextmanager
def _sweeper(session: Session, bell: Bell) -> Iterator[Sweeper]:
    with session.services(bell) as services:
        yield services.sweeper


def _force(session: Session, *, now: bool) -> None:
    """Let everything that is there be done now; what comes later waits for its time."""
    if now:
        with session.read() as connection:
            force_chats(connection, session.workspace)
        with session.read() as connection:
            force_scopes(connection, session.workspace)


def _exit_code(report: WaitReport) -> int:
    chats, scopes = report.progress.chats, report.progress.scopes
    if chats.failed or scopes.failed or chats.quarantined:
        return ExitCode.FAILED
    return ExitCode.DONE if report.in_time else ExitCode.UNFINISHED


def _print(report: WaitReport, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                **_counts(report.progress),
                **asdict(report.happened),
                "in_time": report.in_time,
                "sweep": asdict(report.swept),
            }
        )
    else:
        print_table(
            ("work", "done", "waiting", "quarantined", "left"),
            (_row("chats", report.progress.chats), _row("scopes", report.progress.scopes)),
        )
        print_line()
        print_fields(asdict(report.happened))
    for noun, tally in (("chat", report.progress.chats), ("scope", report.progress.scopes)):
        _say_what_is_left(noun, tally, in_time=report.in_time)


def _say_what_is_left(noun: str, tally: Tally, *, in_time: bool) -> None:
    for reason, count in tally.reasons.items():
        print_remark(f"waiting: {amount(count, noun)}: {REASONS[reason]}")
    if tally.quarantined:
        print_remark(f"quarantined: {amount(tally.quarantined, noun)}: see memfold quarantine list")
    if tally.left and not in_time:
        print_remark(f"not done in time: {amount(tally.left, noun)}, still due")


def _counts(progress: Progress) -> Mapping[str, Any]:
    return {"chats": _tally(progress.chats), "scopes": _tally(progress.scopes)}


def _tally(tally: Tally) -> Mapping[str, Any]:
    return {
        "done": tally.done,
        "waiting": tally.waiting,
        "quarantined": tally.quarantined,
        "left": tally.left,
        "reasons": tally.reasons,
    }


def _row(noun: str, tally: Tally) -> tuple[object, ...]:
    return (noun, tally.done, tally.waiting, tally.quarantined, tally.left)


def _rung(swept: SweepReport) -> str:
    return (
        f"rang {amount(swept.extract, 'chat')} and {amount(swept.consolidate, 'scope')}; "
        f"{swept.put_off} put off, {amount(swept.rescued, 'lease')} rescued, "
        f"{amount(swept.pulled, 'message')} pulled"
    )


class _Bars:
    """Shows how much is settled."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._tasks = {noun: bars.add_task(noun, total=None) for noun in ("chats", "scopes")}

    def __call__(self, progress: Progress) -> None:
        for noun, tally in (("chats", progress.chats), ("scopes", progress.scopes)):
            total = sum(tally.by_standing.values())
            self._bars.update(self._tasks[noun], total=total, completed=total - tally.left)


@contextmanager
def _bars() -> Iterator[_Bars]:
    console = Console(stderr=True)
    with Bars(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        console=console,
        disable=not console.is_terminal,
    ) as bars:
        yield _Bars(bars)
