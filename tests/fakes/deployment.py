"""memfold as an operator runs it: the real command, workers and beats as processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from worker.run_file import StackUrls

ROOT = Path(__file__).resolve().parents[2]
LAUNCHER = [sys.executable, str(ROOT / "memfold.py")]
FAST = {  # periods for tests in which workers die
    "MEMFOLD_LEASE_TTL": "2",
    "MEMFOLD_HEARTBEAT": "0.5",
    "MEMFOLD_SWEEP_PERIOD": "1",
    "MEMFOLD_SWEEP_SCHEDULE": "* * * * * *",
}


class Deployment:
    """One database and broker, and the processes that a test starts over them."""

    def __init__(self, urls: StackUrls, folder: Path, settings: Mapping[str, str]) -> None:
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.environment = {
            **{name: value for name, value in os.environ.items() if "MEMFOLD" not in name},
            "DATABASE_URL": urls.database_url,
            "MIGRATE_DATABASE_URL": urls.migrate_database_url,
            "REDIS_URL": urls.redis_url,
            "MEMFOLD_DATA_DIR": str(folder / "none"),
            "MEMFOLD_EMBEDDINGS": "off",  # weights take a second to load
            "MEMFOLD_CONCURRENCY": "8",
            **settings,
        }

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command that runs on; its output goes to a file of the test's folder."""
        log = self._folder / f"{len(self._processes)}-{arguments[0]}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*LAUNCHER, *arguments],
                env=self.environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def run(self, *arguments: str, code: int = 0) -> str:
        """Run a command to its end, assert its exit code and return its stdout."""
        done = subprocess.run(
            [*LAUNCHER, *arguments],
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert done.returncode == code, (
            f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
        )
        return done.stdout

    def ask(self, *arguments: str, code: int = 0) -> Any:
        """Run a command with `--json` and return what it prints."""
        return json.loads(self.run(*arguments, "--json", code=code))

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """SIGKILL a command; its children die with it."""
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        """Stop what still runs."""
        for process in self._processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
        for process in self._processes:
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill(process)


def wait_until(condition: Callable[[], Any], *, seconds: float = 60) -> Any:
    """Poll rows until the condition holds, and return what it returned."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, "it did not come to pass"
        time.sleep(0.05)
    return found
