import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LAUNCHER = ROOT / "memfold.py"

# Stands for the real command line: says where each room came from.
STAND_IN = """
import jobs, memory_core, worker
def main():
    print("rooms", *(room.__file__ for room in (jobs, memory_core, worker)), sep="|")
"""


@pytest.fixture
def host(tmp_path):
    """The folder of a host application that has packages `jobs` and `worker` of its own."""
    for room in ("jobs", "worker"):
        folder = tmp_path / "host" / room
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("raise SystemExit('the host was imported')\n")
    return tmp_path / "host"


@pytest.fixture
def installed(tmp_path):
    """The launcher and its rooms in a folder of their own, with a stand-in for the command line."""
    folder = tmp_path / "installed"
    for room in ("jobs", "memory_core", "worker", "worker/cli"):
        (folder / room).mkdir(parents=True)
        (folder / room / "__init__.py").touch()
    (folder / "worker" / "cli" / "main.py").write_text(STAND_IN)
    (folder / "memfold.py").write_bytes(LAUNCHER.read_bytes())
    return folder


def run(arguments, folder, **environment):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_our_rooms_win_over_a_hosts_packages_of_the_same_names(host, installed):
    done = run([installed / "memfold.py"], host, PYTHONPATH=".")
    assert done.returncode == 0, done.stderr
    rooms = done.stdout.strip().split("|")[1:]
    assert rooms == [str(installed / r / "__init__.py") for r in ("jobs", "memory_core", "worker")]


def test_the_installed_command_finds_our_rooms_too(host, installed):
    # What the generated script does, with the installation behind the host on the path.
    script = "import sys; from memfold import main; sys.exit(main())"
    done = run(["-c", script], host, PYTHONPATH=f".{os.pathsep}{installed}")
    assert done.returncode == 0, done.stderr
    assert str(installed / "jobs" / "__init__.py") in done.stdout


@pytest.mark.parametrize("room", ["jobs", "worker"])
def test_a_room_that_was_taken_already_is_refused_in_one_line(host, installed, room):
    (host / room / "__init__.py").write_text("")
    script = f"import {room}, memfold; memfold.main()"
    done = run(["-c", script], host, PYTHONPATH=f".{os.pathsep}{installed}")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert f"'{room}'" in done.stderr
    assert str(host / room) in done.stderr


def test_a_missing_room_is_refused_in_one_line(tmp_path):
    (tmp_path / "memfold.py").write_bytes(LAUNCHER.read_bytes())
    done = run(["-I", tmp_path / "memfold.py"], tmp_path, PYTHONPATH="")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_the_launcher_passes_its_exit_code_on(host, installed):
    (installed / "worker" / "cli" / "main.py").write_text(
        "import sys\ndef main():\n    sys.exit(3)\n"
    )
    assert run([installed / "memfold.py"], host, PYTHONPATH=".").returncode == 3
