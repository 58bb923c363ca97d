"""The command `memfold`: puts its own rooms first on the path, then hands over to the CLI.

`jobs` and `worker` are names that a host application may use too, so this file makes sure that
ours are the ones imported, whatever the working directory or PYTHONPATH hold.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

ROOMS = ("memory_core", "jobs", "worker")
HOME = Path(__file__).resolve().parent


def main() -> None:
    """Runs the command line; exits with 2 when another package has taken a room's name."""
    sys.path[:] = [str(HOME), *(entry for entry in sys.path if entry != str(HOME))]
    for room in ROOMS:
        stranger = find_stranger(room)
        if stranger is not None:
            print(  # noqa: T201 -- there is no CLI yet to say it
                f"memfold: the package {room!r} comes from {stranger}, not from {HOME}; give "
                "memfold a virtual environment of its own",
                file=sys.stderr,
            )
            sys.exit(2)
    from worker.cli.main import main as run  # noqa: PLC0415 -- only after the check

    run()


def find_stranger(room: str) -> str | None:
    """Where a room would be imported from if that is not beside this file."""
    loaded = sys.modules.get(room)
    spec = loaded.__spec__ if loaded is not None else find_spec(room)
    origin = spec.origin if spec is not None else None
    if origin is not None and Path(origin).resolve().parent.parent == HOME:
        return None
    return origin or "nowhere"


if __name__ == "__main__":
    main()
