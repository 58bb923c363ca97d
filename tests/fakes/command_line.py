"""Running the command on the servers of a test: within this process, or as a process of its own."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any
from unittest.mock import patch

from worker.cli.main import run

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, str(ROOT / "memfold.py"))
NOWHERE = "127.0.0.1:1"  # a port at which nobody listens


@dataclass(frozen=True, kw_only=True)
class Done:
    """How a command ended and what it printed."""

    code: int
    stdout: str
    stderr: str


@contextmanager
def logs_as_before() -> Iterator[None]:
    """Undo what a command does to this process's logs: its stderr is gone after it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


class CommandLine:
    """The command `memfold` with an environment of its own."""

    def __init__(self, folder: Path, **environment: str) -> None:
        kept = ("PATH", "HOME", "LANG", "TMPDIR")
        self.folder = folder
        self.environment = {
            **{name: os.environ[name] for name in kept if name in os.environ},
            "MEMFOLD_DATA_DIR": str(folder / "data"),
            "MEMFOLD_EMBEDDINGS": "off",  # weights take a second to load
            **environment,
        }

    def __call__(self, *arguments: str, **environment: str) -> Done:
        """Run it within this process: quick, and all but the exit itself."""
        out, err = StringIO(), StringIO()
        with (
            patch.dict(os.environ, self._environment(environment), clear=True),
            redirect_stdout(out),
            redirect_stderr(err),
            logs_as_before(),
        ):
            code = run(arguments)
        return Done(code=code, stdout=out.getvalue(), stderr=err.getvalue())

    def json(self, *arguments: str, code: int = 0, **environment: str) -> Any:
        """Run with --json and return what it printed, having checked the exit code."""
        done = self(*arguments, "--json", **environment)
        assert done.code == code, done.stderr
        return json.loads(done.stdout)

    def process(self, *arguments: str, **environment: str) -> Done:
        """Run the real command as a process."""
        ended = subprocess.run(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=self._environment(environment),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Done(code=ended.returncode, stdout=ended.stdout, stderr=ended.stderr)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the real command and return at once; stdout and stderr are one pipe."""
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @contextmanager
    def running(self, *arguments: str) -> Iterator[subprocess.Popen[str]]:
        """Start the real command for the duration of a block; what it says goes to a file.

        Nobody reads it meanwhile: a pipe would fill up and hold the command.
        """
        with (self.folder / "running.log").open("w") as log:
            process = subprocess.Popen(
                [*COMMAND, *arguments],
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                text=True,
            )
            try:
                yield process
            finally:
                process.terminate()
                process.wait(60)

    def _environment(self, more: Mapping[str, str]) -> dict[str, str]:
        return {**self.environment, **more}
