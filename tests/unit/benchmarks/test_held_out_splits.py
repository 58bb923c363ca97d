"""Held-out data stays as it was written before anything was tuned on it."""

import hashlib
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
LINES = (BENCHMARKS / "splits.sha256").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.split()[1])
def test_a_held_out_file_has_the_hash_it_was_committed_with(line):
    digest, name = line.split()
    assert hashlib.sha256((BENCHMARKS / name).read_bytes()).hexdigest() == digest


def test_the_grounding_set_holds_out_its_test_split():
    assert "grounding/test.jsonl" in {line.split()[1] for line in LINES}
