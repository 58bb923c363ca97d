"""The folder of an embedded stack: its lock, its secrets and its ports.

The lock's file descriptor is inherited by the servers, so whoever gets the lock knows that no
server of an earlier run is alive, whichever way that run ended.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import socket
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic, sleep

from memory_core.errors import ConfigurationError
from worker.run_file import (
    FORGET_KEY_FILE,
    LOCK_FILE,
    is_alive,
    read_forget_key,
    read_run,
    write_private,
)

CREDENTIALS_FILE = "credentials.json"
SHUT_DOWN_WAIT = 20.0  # seconds the servers of a killed run get to end
LOCK_POLL = 0.05


@dataclass(frozen=True, kw_only=True)
class Credentials:
    """The passwords of a data directory, made once, and the ports of its last run."""

    admin_password: str
    owner_password: str
    login_password: str
    broker_password: str
    postgres_port: int
    valkey_port: int


class DataDirectory:
    """A folder of mode 0700 that one stack at a time may use."""

    def __init__(self, path: Path) -> None:
        self.path = path.expanduser().absolute()
        self._lock: int | None = None

    @property
    def lock_descriptor(self) -> int:
        """The locked file, for the servers to inherit."""
        assert self._lock is not None, "take the lock first"
        return self._lock

    def lock(self) -> None:
        """Takes the folder for this process.

        Raises:
            ConfigurationError: another stack runs on it, or it cannot be written.
        """
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = os.open(self.path / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise ConfigurationError(
                f"data directory {self.path}: {error.strerror}; choose another (--data-dir)"
            ) from error
        try:
            self._wait_for_lock(monotonic() + SHUT_DOWN_WAIT)
        except BaseException:
            self._close()
            raise

    def unlock(self) -> None:
        """Gives the folder back; without the lock it does nothing."""
        if self._lock is not None:
            fcntl.flock(self._lock, fcntl.LOCK_UN)
            self._close()

    def credentials(self) -> Credentials:
        """The kept passwords, or new ones; the last ports where they are free.

        Raises:
            ConfigurationError: the file of a former run cannot be read.
        """
        known = self._known_credentials()
        postgres_port = free_port(int(known.get("postgres_port", 0)))
        valkey_port = free_port(int(known.get("valkey_port", 0)), avoid=postgres_port)
        found = Credentials(
            admin_password=_kept_or_new(known, "admin_password"),
            owner_password=_kept_or_new(known, "owner_password"),
            login_password=_kept_or_new(known, "login_password"),
            broker_password=_kept_or_new(known, "broker_password"),
            postgres_port=postgres_port,
            valkey_port=valkey_port,
        )
        write_private(self.path / CREDENTIALS_FILE, json.dumps(asdict(found), indent=2))
        return found

    def keep_forget_key(self) -> None:
        """Makes the key of the tombstones, once: it lies outside the database that it guards."""
        if read_forget_key(self.path) is None:
            write_private(self.path / FORGET_KEY_FILE, secrets.token_hex(32) + "\n")

    def _known_credentials(self) -> dict[str, str | int]:
        file = self.path / CREDENTIALS_FILE
        try:
            known: dict[str, str | int] = json.loads(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise ConfigurationError(
                f"{file}: {error}; restore it, or choose another data directory (--data-dir)"
            ) from error
        return known

    def _wait_for_lock(self, deadline: float) -> None:
        while not self._try_lock():
            run = read_run(self.path)
            if run is not None and is_alive(run[0]):
                raise ConfigurationError(
                    f"data directory {self.path}: in use by process {run[0]}; stop it or choose "
                    "another (--data-dir)"
                )
            if monotonic() > deadline:
                raise ConfigurationError(
                    f"data directory {self.path}: servers of an earlier run are still using it; "
                    "end them or choose another (--data-dir)"
                )
            sleep(LOCK_POLL)  # a file lock offers nothing to wait on with a deadline

    def _try_lock(self) -> bool:
        try:
            fcntl.flock(self.lock_descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _close(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def free_port(preferred: int = 0, *, avoid: int = 0) -> int:
    """A free port of 127.0.0.1: the preferred one if it can be had."""
    if preferred not in {0, avoid}:
        with suppress(OSError):
            return _bind(preferred)
    found = _bind(0)
    return found if found != avoid else free_port(avoid=avoid)


def _bind(port: int) -> int:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        bound: int = probe.getsockname()[1]
        return bound


def _kept_or_new(known: dict[str, str | int], name: str) -> str:
    # Hexadecimal: a password that stands in a URL needs no quoting there.
    return str(known.get(name) or secrets.token_hex(24))
