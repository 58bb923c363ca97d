"""Keeps several children running until it is told to stop.

    run:  start all → wait for a signal or a child's end
            SIGTERM, SIGINT, SIGHUP   stop all, answer 0; a second signal kills
            a child ended             start it again after a backoff; too often: stop all, answer 1

A child that exits with code 2 (wrong usage or set-up) would do so again, so it is not restarted.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from types import FrameType, TracebackType
from typing import Any, Self

from worker.processes import STOP_SIGNALS, ChildCommand, kill_session, spawn, stop_signals_held

USAGE_ERROR = 2


@dataclass(frozen=True, kw_only=True)
class RestartPolicy:
    """When an ended child is started again. Times in seconds."""

    first_after: float = 0.5
    most_after: float = 15.0
    give_up_after_count: int = 6  # ends in a row, each before `stable_after`
    stable_after: float = 60.0  # one that ran so long begins anew

    def delay(self, end_count: int) -> float | None:
        """The wait before the next start after this many ends in a row; None: give up."""
        if end_count >= self.give_up_after_count:
            return None
        return min(self.first_after * 2.0 ** (end_count - 1), self.most_after)


class Supervisor:
    """Starts, watches and ends children; adopts ones that run already.

    `grace` is how long a stop order may take before it is killed. `report` gets one line for each
    event, `started` the name and process id at every start. Use it from the main thread.
    """

    def __init__(
        self,
        commands: Iterable[ChildCommand],
        *,
        adopted: Sequence[tuple[ChildCommand, subprocess.Popen[bytes]]] = (),
        policy: RestartPolicy | None = None,
        grace: float = 30.0,
        report: Callable[[str], None] | None = None,
        started: Callable[[str, int], None] | None = None,
    ) -> None:
        self._policy = policy or RestartPolicy()
        self._grace = grace
        self._report = report or _print_error
        self._started = started or (lambda _name, _pid: None)
        self._children = [_Child(command, process) for command, process in adopted]
        self._children += [_Child(command) for command in commands]

    def run(self) -> int:
        """Runs until a stop signal (0) or until a child cannot be kept alive (1)."""
        with _Wakeups() as wakeups:
            try:
                return self._watch(wakeups)
            finally:
                wakeups.when_asked_again(self.kill)
                self.stop()

    def start(self) -> None:
        """Starts every child that does not run."""
        for child in self._children:
            if child.process is None:
                self._start_child(child)

    def stop(self) -> None:
        """Ends every child, one stop order after the other, and waits for them."""
        for order in sorted({child.command.stop_order for child in self._children}):
            group = [child for child in self._children if child.command.stop_order == order]
            for child in group:
                child.ask_to_stop()
            deadline = monotonic() + self._grace
            for child in group:
                child.await_end(deadline)

    def kill(self) -> None:
        """Kills every child and what it started, now."""
        for child in self._children:
            if child.process is not None:
                kill_session(child.process)

    def _watch(self, wakeups: _Wakeups) -> int:
        self.start()
        # Tending comes first: an adopted child may have ended before anyone listened.
        while self._tend(monotonic()):
            if wakeups.wait(self._seconds_to_next_start(monotonic())):
                self._report("stopping: what is at work ends first; a second signal kills it")
                return 0
        return 1

    def _tend(self, now: float) -> bool:
        """Notes ends and starts what is due; False when a child is given up."""
        for child in self._children:
            if child.has_ended() and not self._plan_restart(child, now):
                return False
            if child.start_at is not None and child.start_at <= now:
                self._start_child(child)
        return True

    def _plan_restart(self, child: _Child, now: float) -> bool:
        code = child.note_end(now, self._policy.stable_after)
        delay = None if code == USAGE_ERROR else self._policy.delay(child.end_count)
        if delay is None:
            self._report(f"{child.command.name} ended with code {code}; giving up")
            return False
        self._report(f"{child.command.name} ended with code {code}; again in {delay:g} s")
        child.start_at = now + delay
        return True

    def _start_child(self, child: _Child) -> None:
        child.start(monotonic())
        assert child.process is not None, "it was started"
        self._started(child.command.name, child.process.pid)

    def _seconds_to_next_start(self, now: float) -> float | None:
        due = [child.start_at for child in self._children if child.start_at is not None]
        return max(0.0, min(due) - now) if due else None


class _Child:
    """One command and its present process. Times are monotonic seconds."""

    def __init__(
        self, command: ChildCommand, process: subprocess.Popen[bytes] | None = None
    ) -> None:
        self.command = command
        self.process = process
        self.started_at = monotonic()
        self.start_at: float | None = None
        self.end_count = 0

    def start(self, now: float) -> None:
        with stop_signals_held():
            self.process = spawn(self.command)
        self.started_at = now
        self.start_at = None

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def note_end(self, now: float, stable_after: float) -> int:
        assert self.process is not None, "only a started child ends"
        kill_session(self.process)
        code: int = self.process.returncode
        self.process = None
        self.end_count = 1 if now - self.started_at >= stable_after else self.end_count + 1
        return code

    def ask_to_stop(self) -> None:
        self.start_at = None
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(self.command.stop_signal)

    def await_end(self, deadline: float) -> None:
        if self.process is None:
            return
        try:
            self.process.wait(timeout=max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            kill_session(self.process)
            self.process.wait()
        else:
            kill_session(self.process)
        self.process = None


class _Wakeups:
    """Turns signals into readable bytes, so that waiting for a child or an order costs nothing."""

    def __init__(self) -> None:
        self._asked = False
        self._again: Callable[[], None] | None = None
        self._former: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        self._read, self._write = os.pipe()
        os.set_blocking(self._read, False)
        os.set_blocking(self._write, False)
        self._former_wakeup = signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        for number in STOP_SIGNALS:
            # `nohup` ignores SIGHUP on purpose.
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._former[number] = signal.signal(number, self._ask)
        self._former[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, _ignore)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._former.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._former_wakeup)
        os.close(self._read)
        os.close(self._write)

    def wait(self, timeout: float | None) -> bool:
        """Sleeps until a signal or the time-out; says whether a stop was asked for."""
        if not self._asked:
            select.select([self._read], [], [], timeout)
            self._drain()
        return self._asked

    def when_asked_again(self, action: Callable[[], None]) -> None:
        """What a further stop signal does from now on."""
        self._again = action

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self._asked = True
        if self._again is not None:
            self._again()

    def _drain(self) -> None:
        try:
            while os.read(self._read, 1024):
                pass
        except BlockingIOError:
            return


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """A signal without a handler writes no wake-up byte."""


def _print_error(line: str) -> None:
    print(f"memfold: {line}", file=sys.stderr, flush=True)  # noqa: T201 -- the operator's terminal
