"""A process of its own that runs a script of ours, and what it leaves behind."""

from __future__ import annotations

import os
import pwd
import select
import subprocess
import sys
import textwrap
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Self

import psutil

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0


class HostProcess:
    """Runs a script in the checkout, reads what it prints, and kills it at the end of a test."""

    def __init__(
        self, script: str, *, user: str | None = None, python: str = sys.executable
    ) -> None:
        site_packages = Path(psutil.__file__).parents[1]
        account = pwd.getpwnam(user) if user else None
        self.process = subprocess.Popen(
            [python, "-c", textwrap.dedent(script)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{site_packages}"},
            stdout=subprocess.PIPE,
            user=account and account.pw_uid,
            group=account and account.pw_gid,
            extra_groups=[] if account else None,
        )
        self.text = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    @property
    def pid(self) -> int:
        return self.process.pid

    def read_until(self, wanted: str, count: int = 1) -> str:
        """Everything printed so far, once it holds `wanted` so often."""
        deadline = monotonic() + PATIENCE
        while self.text.count(wanted) < count:
            assert self._read(deadline), f"ended or went silent, having said: {self.text}"
        return self.text

    def wait(self) -> int:
        """The exit code; `text` then holds all that was printed."""
        deadline = monotonic() + PATIENCE
        while self._read(deadline):
            pass
        return self.process.wait(timeout=max(0.1, deadline - monotonic()))

    def family(self) -> Family:
        """This process and all below it, as they are now."""
        below = psutil.Process(self.pid).children(recursive=True)
        return Family([self.pid, *(child.pid for child in below)])

    def _read(self, deadline: float) -> bool:
        assert self.process.stdout is not None
        descriptor = self.process.stdout.fileno()
        readable, _, _ = select.select([descriptor], [], [], max(0.0, deadline - monotonic()))
        chunk = os.read(descriptor, 65536) if readable else b""
        self.text += chunk.decode(errors="replace")
        return bool(chunk)


class Family:
    """Processes held by descriptors taken while they lived, so that no number is reused."""

    def __init__(self, pids: Iterable[int]) -> None:
        self._descriptors: dict[int, int] = {}
        for pid in pids:
            with suppress(ProcessLookupError):
                self._descriptors[pid] = os.pidfd_open(pid)

    def __len__(self) -> int:
        return len(self._descriptors)

    def survivors(self) -> list[int]:
        """The ones that do not end in time. A zombie has ended."""
        alive = []
        for pid, descriptor in self._descriptors.items():
            readable, _, _ = select.select([descriptor], [], [], PATIENCE / 3)
            if not readable:
                alive.append(pid)
            os.close(descriptor)
        return alive
