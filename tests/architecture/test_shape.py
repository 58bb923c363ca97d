from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("memory_core", "jobs", "worker")
BANNED = {
    "common",
    "dream",
    "handler",
    "handlers",
    "helper",
    "helpers",
    "manager",
    "managers",
    "misc",
    "models",
    "reflect",
    "service",
    "services",
    "util",
    "utils",
}
SOURCES = sorted(path.relative_to(ROOT) for room in ROOMS for path in (ROOT / room).rglob("*.py"))
TESTS = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("*.py"))
MAX_LINES = 400
MAX_FUNCTION_LINES = 60


def tree(path):
    return ast.parse((ROOT / path).read_text(encoding="utf-8"))


def functions(path):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(tree(path)) if isinstance(node, kinds)]


def test_the_rooms_are_found():
    assert len(SOURCES) > 100
    assert {path.parts[0] for path in SOURCES} == set(ROOMS)


@pytest.mark.parametrize("room", ROOMS)
def test_no_file_passes_400_lines(room):
    counts = {p: len((ROOT / p).read_text(encoding="utf-8").splitlines()) for p in of(room)}
    assert {str(p): n for p, n in counts.items() if n > MAX_LINES} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_no_function_passes_60_lines(room):
    long = {
        f"{path}:{function.name}": size
        for path in of(room)
        for function in functions(path)
        if (size := function.end_lineno - function.lineno + 1) > MAX_FUNCTION_LINES
    }
    assert long == {}


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_says_what_it_is(room):
    assert [str(p) for p in of(room) if not ast.get_docstring(tree(p))] == []


def test_no_file_bears_a_name_that_says_nothing():
    assert [str(p) for p in (*SOURCES, *TESTS) if {p.stem, *p.parts[:-1]} & BANNED] == []


def test_no_test_folder_is_a_package():
    assert [str(p) for p in TESTS if p.name == "__init__.py"] == []


@pytest.mark.parametrize("room", ROOMS)
def test_the_environment_is_read_in_one_file(room):
    readers = [
        str(path)
        for path in of(room)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute)
        and node.attr in {"environ", "getenv", "environb"}
        and isinstance(node.value, ast.Name)
        and node.value.id == "os"
    ]
    assert set(readers) <= {"worker/settings.py"}


def test_imports_obey_the_contracts():
    done = subprocess.run(
        [Path(sys.executable).parent / "lint-imports", "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 broken" in done.stdout


def of(room):
    return [path for path in SOURCES if path.parts[0] == room]
