"""Child processes: how one is started, so that it never outlives us."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType
from typing import Literal

STOP_SIGNALS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
SHIM = Path(__file__).with_name("child.py")

RunAs = Literal["plain", "namespace", "nobody"]


@dataclass(frozen=True, kw_only=True)
class ChildCommand:
    """A command and how its process is started, watched and ended.

    Start children from the main thread: Linux sends the death signal when the *thread* that
    started a child ends.
    """

    name: str
    arguments: tuple[str, ...]  # the first is looked up on no path: give an absolute one
    environment: Mapping[str, str] | None = None  # None: ours
    output: Path | None = None  # a log file to append to; None: our stdout and stderr
    folder: Path | None = None  # working directory; None: ours
    stop_signal: signal.Signals = signal.SIGTERM
    death_signal: signal.Signals = signal.SIGKILL  # sent on Linux when we end without a word
    run_as: RunAs = "plain"
    stop_order: int = 0  # lower ones end first, equal ones together
    inherited: tuple[int, ...] = ()  # file descriptors that stay open in the child


def spawn(command: ChildCommand) -> subprocess.Popen[bytes]:
    """Starts the command in a session of its own, with its death signal armed."""
    arguments = [*_shim(command), *command.arguments]
    if command.output is None:
        return _popen(command, arguments, None)
    log = os.open(command.output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        return _popen(command, arguments, log)
    finally:
        os.close(log)


@contextmanager
def stop_signals_held() -> Iterator[None]:
    """Keep stop signals until the end: one that interrupts a start would leave a child unknown."""
    if current_thread() is not main_thread():  # no handler ever runs there
        yield
        return
    came: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    heeded = [number for number in STOP_SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    former = {number: signal.signal(number, note) for number in heeded}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)
        for late in came:
            signal.raise_signal(late)


def run_to_end(command: ChildCommand) -> subprocess.CompletedProcess[str]:
    """Runs a short command the way `spawn` would and returns its code and output."""
    return subprocess.run(  # noqa: S603 -- the caller's own fixed command
        [*_shim(command), *command.arguments],
        env=command.environment,
        cwd=command.folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def end(command: ChildCommand, process: subprocess.Popen[bytes], *, grace: float) -> None:
    """Stops one child: its stop signal, `grace` seconds, then SIGKILL to its whole session."""
    if process.poll() is None:
        process.send_signal(command.stop_signal)
    try:
        process.wait(timeout=grace)
    except subprocess.TimeoutExpired:
        kill_session(process)
        process.wait()


def kill_session(process: subprocess.Popen[bytes]) -> None:
    """Kills a child and what it started; a child that has gone is no error."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
    except PermissionError:  # macOS says this of a group of zombies
        process.kill()


def _shim(command: ChildCommand) -> list[str]:
    parent, death = str(os.getpid()), str(int(command.death_signal))
    return [sys.executable, "-I", "-S", str(SHIM), parent, death, command.run_as]


def _popen(
    command: ChildCommand, arguments: list[str], output: int | None
) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 -- the caller's own fixed command
        arguments,
        env=command.environment,
        cwd=command.folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        pass_fds=command.inherited,
        start_new_session=True,
    )
