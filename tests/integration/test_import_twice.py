from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from memory_core.formats.reading import read_messages
from memory_core.formats.source import RefusedLine, Source
from tests.fakes.messages import START

ROOT = Path(__file__).parents[2]
COUNTS = """
SELECT (SELECT count(*) FROM chat), (SELECT count(*) FROM message),
       (SELECT count(*) FROM participant), (SELECT count(*) FROM scope)
"""


@pytest.fixture
def import_file(ledger):
    def run(path, **options):
        with Source(path) as source:
            read = list(read_messages(source, **options))
        messages = [item for item in read if not isinstance(item, RefusedLine)]
        return ledger.append(messages), len(read) - len(messages)

    return run


def write_jsonl(path, *messages):
    lines = [{"chat": "c1", "role": "user", "user": "u-mira", **m} for m in messages]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def line(content, **fields):
    return {"content": content, "at": START.isoformat(), **fields}


def turns(*texts):
    return [
        {"speaker": "Ada", "dia_id": f"D1:{n}", "text": text} for n, text in enumerate(texts, 1)
    ]


def write_locomo(path, sessions):
    """An invented conversation; only the shape is LoCoMo's."""
    conversation = {"speaker_a": "Ada", "speaker_b": "Ben"}
    for number, texts in sessions.items():
        conversation[f"session_{number}_date_time"] = f"1:56 pm on {number} May, 2023"
        conversation[f"session_{number}"] = turns(*texts)
    path.write_text(json.dumps([{"sample_id": "conv-1", "conversation": conversation}]))
    return path


def test_a_second_import_of_jsonl_adds_nothing(tmp_path, import_file, sql):
    file = write_jsonl(tmp_path / "a.jsonl", line("one"), line("two"), line("x", chat="c2"))
    first, _ = import_file(file)
    before = sql(COUNTS)
    second, _ = import_file(file)
    assert (first.appended, second.appended, second.skipped) == (3, 0, 3)
    assert (sql(COUNTS), second.refused) == (before, ())


def test_the_same_words_twice_in_a_chat_are_two_messages_however_often_imported(
    tmp_path, import_file, sql
):
    file = write_jsonl(tmp_path / "a.jsonl", line("yes"), line("yes"), line("yes"))
    for _ in range(3):
        import_file(file)
    assert sql("SELECT count(*) FROM message") == [(3,)]


def test_a_longer_file_adds_the_rest(tmp_path, import_file, sql):
    path = tmp_path / "a.jsonl"
    import_file(write_jsonl(path, line("one"), line("two")))
    report, _ = import_file(write_jsonl(path, line("one"), line("two"), line("three")))
    assert (report.appended, report.skipped) == (1, 2)
    assert sql("SELECT content FROM message ORDER BY position") == [("one",), ("two",), ("three",)]


def test_a_bad_line_is_reported_and_the_rest_goes_in_once(tmp_path, import_file):
    file = write_jsonl(tmp_path / "a.jsonl", line("one"), line(" "), line("two"))
    assert [(r.appended, bad) for r, bad in (import_file(file), import_file(file))] == [
        (2, 1),
        (0, 1),
    ]


def test_a_second_import_of_locomo_adds_nothing_and_a_longer_one_the_rest(
    tmp_path, import_file, sql
):
    path = tmp_path / "locomo.json"
    sessions = {8: ["I repair clocks.", "I live in Bergen."]}
    import_file(write_locomo(path, sessions))
    second, _ = import_file(write_locomo(path, sessions))
    longer = {8: [*sessions[8], "I like tea."], 9: ["I have a cat."]}
    third, _ = import_file(write_locomo(path, longer))
    assert (second.appended, third.appended, third.refused) == (0, 2, ())
    assert sql(COUNTS)[0][:2] == (2, 4)


@pytest.fixture
def locomo():
    path = Path(os.environ.get("MEMFOLD_LOCOMO", ROOT.parent / "shared" / "data" / "locomo10.json"))
    if not path.is_file():
        pytest.skip(f"LoCoMo's file is not at {path}; set MEMFOLD_LOCOMO")
    return path


def test_locomo_imported_twice_is_there_once_with_a_scope_for_each_speaker(
    locomo, import_file, sql
):
    first, refused = import_file(locomo, format="locomo")
    before = sql(COUNTS)
    second, _ = import_file(locomo, format="locomo")
    assert (refused, first.skipped, first.refused) == (0, 0, ())
    assert (second.appended, second.skipped, second.refused) == (0, first.appended, ())
    assert sql(COUNTS) == before
    assert sql("SELECT kind, count(*) FROM scope GROUP BY kind") == [("user", 20)]
    assert sql("SELECT count(*) FROM chat_state WHERE due_at IS NULL") == [(0,)]
