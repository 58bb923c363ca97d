"""`run.json`: where the servers of a data directory can be reached, while they run."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

RUN_FILE = "run.json"
LOCK_FILE = "lock"
FORGET_KEY_FILE = "forget.key"


@dataclass(frozen=True, kw_only=True)
class StackUrls:
    """The addresses of one running stack, passwords included."""

    database_url: str  # the login that takes memfold_app or memfold_sweeper
    migrate_database_url: str  # memfold_owner
    admin_database_url: str  # the superuser: set-up and audit only
    redis_url: str


def find_live_run(data_dir: Path) -> StackUrls | None:
    """The addresses of the stack that runs on this data directory, if one does.

    A run file without a living holder of the lock is left over from a crash and answers None.
    """
    run = read_run(data_dir)
    if run is None or not is_locked(data_dir) or not is_alive(run[0]):
        return None
    return run[1]


def read_run(data_dir: Path) -> tuple[int, StackUrls] | None:
    """The process id and addresses that the run file names, living or not."""
    try:
        found = json.loads((data_dir / RUN_FILE).read_text(encoding="utf-8"))
        return int(found["pid"]), StackUrls(**found["urls"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_run(data_dir: Path, urls: StackUrls, pids: Mapping[str, int]) -> None:
    """Says where this process's servers are."""
    run = {"pid": os.getpid(), "urls": asdict(urls), "pids": dict(pids)}
    write_private(data_dir / RUN_FILE, json.dumps(run, indent=2))


def remove_run(data_dir: Path) -> None:
    """Forgets the run; one that is not there is no error."""
    (data_dir / RUN_FILE).unlink(missing_ok=True)


def read_forget_key(data_dir: Path) -> str | None:
    """The key of the tombstones of the stack on this data directory, if it has one."""
    try:
        return (data_dir / FORGET_KEY_FILE).read_text(encoding="utf-8").strip() or None
    except OSError:
        return None


def is_locked(data_dir: Path) -> bool:
    """Whether a process, of ours or of a stack before us, still holds the data directory."""
    try:
        with (data_dir / LOCK_FILE).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def is_alive(pid: int) -> bool:
    """Whether the process exists, whoever owns it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def write_private(path: Path, text: str) -> None:
    """Writes a file of mode 0600 so that a reader sees the old text or the new one."""
    fresh = path.with_name(f"{path.name}.new")
    fresh.unlink(missing_ok=True)
    with open(
        fresh, "x", encoding="utf-8", opener=lambda name, flags: os.open(name, flags, 0o600)
    ) as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
