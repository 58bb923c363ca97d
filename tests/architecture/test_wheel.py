from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("memory_core", "jobs", "worker")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"),
            *("--no-build-isolation", "--disable-pip-version-check", "-w", folder, ROOT),
        ],
        check=True,
        capture_output=True,
        text=True,
    )
    (built,) = folder.glob("memfold-*.whl")
    with ZipFile(built) as archive:
        yield archive


@pytest.fixture(scope="module")
def names(wheel):
    return set(wheel.namelist())


def tracked(folder):
    """The files of a folder that git knows; others may be half written."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", folder], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}


def test_the_wheel_holds_every_file_of_the_three_rooms(names):
    for room in ROOMS:
        assert tracked(room) <= names
    assert {name for name in names if name.endswith("prompts/extract.md")}


def test_the_wheel_holds_the_launcher_and_its_command(wheel, names):
    assert "memfold.py" in names
    (entry_points,) = (name for name in names if name.endswith("entry_points.txt"))
    assert "memfold = memfold:main" in wheel.read(entry_points).decode()


def test_the_migrations_travel_inside_the_package(names):
    moved = {
        name.replace("migrations", "memory_core/_migrations", 1) for name in tracked("migrations")
    }
    assert moved <= names
    assert "memory_core/_migrations/bootstrap.sql" in names
    assert "memory_core/_migrations/versions/0001_state.py" in names


def test_the_sample_travels_with_the_worker(names):
    sample = tracked("worker/sample")
    if not sample:
        pytest.skip("there is no sample yet")
    assert sample <= names


def test_nothing_else_is_in_the_wheel(names):
    tops = {name.partition("/")[0] for name in names}
    (info,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops == {*ROOMS, "memfold.py", info}
    assert [n for n in names if "test" in n.rpartition("/")[2] or "__pycache__" in n] == []
    assert any(name.endswith("licenses/LICENSE") for name in names)
