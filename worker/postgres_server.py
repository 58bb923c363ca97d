"""The embedded PostgreSQL: its cluster on disk and the command that runs it.

PostgreSQL refuses to run as root. As root it runs in a user namespace of its own, where the files
stay root's; where namespaces are forbidden it runs as `nobody` from copies below /var/lib/memfold.
"""

from __future__ import annotations

import hashlib
import os
import pwd
import shutil
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from memory_core.errors import ConfigurationError
from worker.binaries import postgres_installation
from worker.processes import ChildCommand, RunAs, run_to_end
from worker.run_file import write_private

SUPERUSER = "postgres"
SHARED_FOLDER = Path("/var/lib/memfold")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC"}

SETTINGS = (
    "max_connections=200",
    "shared_buffers=128MB",
    "timezone=UTC",
    "log_timezone=UTC",
    "jit=off",  # short statements only: compiling them costs more than it saves
    "log_checkpoints=off",
    "password_encryption=scram-sha-256",
    "unix_socket_directories=",  # its path may be longer than the 107 bytes a socket allows
    "listen_addresses=127.0.0.1",
)
THROWAWAY_SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


@dataclass(frozen=True, kw_only=True)
class PostgresServer:
    """A cluster, the programs that serve it, and the user they run as."""

    programs: Path  # the folder of initdb and postgres
    cluster: Path
    log: Path
    run_as: RunAs
    durable: bool

    @classmethod
    def locate(cls, data_dir: Path, *, durable: bool) -> PostgresServer:
        """Chooses how PostgreSQL can run for this user on this machine.

        Raises:
            ConfigurationError: the programs are absent or cannot run here.
        """
        installation = postgres_installation()
        log = data_dir / "postgres.log"
        run_as: RunAs = "namespace" if os.geteuid() == 0 else "plain"
        refusal = _refusal(installation / "bin", data_dir, run_as)
        if refusal is None:
            return cls(
                programs=installation / "bin",
                cluster=data_dir / "postgres",
                log=log,
                run_as=run_as,
                durable=durable,
            )
        if run_as == "plain" or sys.platform != "linux":
            raise ConfigurationError(f"the embedded PostgreSQL cannot run here: {refusal}")
        return cls._as_nobody(installation, data_dir, log, durable=durable)

    @classmethod
    def _as_nobody(
        cls, installation: Path, data_dir: Path, log: Path, *, durable: bool
    ) -> PostgresServer:
        print(  # noqa: T201 -- promised to the operator in one line
            f"memfold: user namespaces are forbidden here, so PostgreSQL runs as nobody "
            f"with its files below {SHARED_FOLDER}",
            file=sys.stderr,
        )
        digest = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
        home = SHARED_FOLDER / "clusters" / digest
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        home.parent.chmod(0o755)
        programs = _world_readable_copy(installation) / "bin"
        shutil.chown(home, "nobody", pwd.getpwnam("nobody").pw_gid)
        return cls(
            programs=programs,
            cluster=home / "postgres",
            log=log,
            run_as="nobody",
            durable=durable,
        )

    def initialise(self, password: str) -> None:
        """Makes the cluster unless it is there; a half-made one is thrown away first.

        Raises:
            ConfigurationError: initdb failed; the message holds the end of what it said.
        """
        if self.cluster.exists():
            return
        fresh = self.cluster.with_name("postgres.new")
        shutil.rmtree(fresh, ignore_errors=True)
        secret = self.cluster.with_name("initdb.secret")
        write_private(secret, password)
        if self.run_as == "nobody":
            shutil.chown(secret, "nobody")
        try:
            done = run_to_end(self._initdb(fresh, secret))
        finally:
            secret.unlink()
        if done.returncode != 0:
            raise ConfigurationError(f"initdb failed: {done.stdout[-800:].strip()}")
        fresh.replace(self.cluster)

    def command(self, port: int, lock: int) -> ChildCommand:
        """The server's command; only whoever holds the data directory's lock may ask for it."""
        # The lock proves that no server lives, while a process id that came round again would
        # make PostgreSQL believe that one does.
        (self.cluster / "postmaster.pid").unlink(missing_ok=True)
        settings = SETTINGS if self.durable else SETTINGS + THROWAWAY_SETTINGS
        options = [part for setting in settings for part in ("-c", setting)]
        return ChildCommand(
            name="postgres",
            arguments=(
                str(self.programs / "postgres"),
                "-D",
                str(self.cluster),
                "-p",
                str(port),
                *options,
            ),
            environment=ENVIRONMENT,
            output=self.log,
            folder=self.cluster.parent,
            stop_signal=signal.SIGINT,
            death_signal=signal.SIGINT,
            run_as=self.run_as,
            stop_order=1,
            inherited=(lock,),
        )

    def _initdb(self, folder: Path, secret: Path) -> ChildCommand:
        options = [
            f"--username={SUPERUSER}",
            "--auth=scram-sha-256",
            f"--pwfile={secret}",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
        ]
        if not self.durable:
            options.append("--no-sync")
        return ChildCommand(
            name="initdb",
            arguments=(str(self.programs / "initdb"), f"--pgdata={folder}", *options),
            environment=ENVIRONMENT,
            folder=self.cluster.parent,
            run_as=self.run_as,
        )


def _refusal(programs: Path, data_dir: Path, run_as: RunAs) -> str | None:
    """Why PostgreSQL cannot run this way; None if it can."""
    probe = ChildCommand(
        name="probe",
        arguments=(
            "/bin/sh",
            "-c",
            '"$0" --version && test -w "$1" || { echo "no access to $1"; exit 1; }',
            str(programs / "postgres"),
            str(data_dir),
        ),
        environment=ENVIRONMENT,
        folder=Path("/"),
        run_as=run_as,
    )
    done = run_to_end(probe)
    return None if done.returncode == 0 else done.stdout.strip()


def _world_readable_copy(installation: Path) -> Path:
    """Copies the programs and, keeping their relative place, the libraries bundled beside them."""
    package = installation.parent
    stamp = (installation / "bin" / "postgres").stat()
    copy = SHARED_FOLDER / f"postgres-{stamp.st_size}-{stamp.st_mtime_ns}"
    if not copy.exists():
        fresh = copy.with_name(f"{copy.name}.{os.getpid()}")
        shutil.copytree(installation, fresh / package.name / installation.name, symlinks=True)
        libraries = package.with_name(f"{package.name}.libs")
        if libraries.is_dir():
            shutil.copytree(libraries, fresh / libraries.name, symlinks=True)
        for folder in (SHARED_FOLDER, fresh, fresh / package.name):
            folder.chmod(0o755)
        fresh.replace(copy)
    return copy / package.name / installation.name
