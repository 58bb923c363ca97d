"""The embedded broker: Valkey with an append-only file and a password."""

from __future__ import annotations

import signal
from pathlib import Path

from worker.binaries import valkey_server
from worker.processes import ChildCommand
from worker.run_file import write_private


def prepare_valkey(data_dir: Path, *, port: int, password: str, lock: int) -> ChildCommand:
    """Writes the server's configuration and returns its command.

    The password stands in a file of mode 0600, since every user can read a command line.

    Raises:
        ConfigurationError: the package is absent or has no program for this machine.
    """
    program = valkey_server()
    folder = data_dir / "valkey"
    folder.mkdir(exist_ok=True, mode=0o700)
    configuration = folder / "valkey.conf"
    write_private(configuration, _configuration(folder, port, password))
    return ChildCommand(
        name="valkey",
        arguments=(str(program), str(configuration)),
        environment={"PATH": "/usr/bin:/bin", "LC_ALL": "C"},
        output=data_dir / "valkey.log",
        folder=folder,
        stop_signal=signal.SIGTERM,
        death_signal=signal.SIGTERM,
        stop_order=1,
        inherited=(lock,),
    )


def _configuration(folder: Path, port: int, password: str) -> str:
    quoted = str(folder).replace("\\", "\\\\").replace('"', '\\"')
    lines = (
        "bind 127.0.0.1",
        f"port {port}",
        f'dir "{quoted}"',
        f"requirepass {password}",
        "appendonly yes",
        "appendfsync everysec",
        'save ""',
        "maxmemory-policy noeviction",  # an evicted queue would be a lost bell
        "daemonize no",
        "",
    )
    return "\n".join(lines)
