import json
import tracemalloc

import pytest

from memory_core.stores.ledger import AppendReport, Refusal
from worker.importing import BATCH_CHARACTERS, BATCH_MESSAGES, LISTED_REFUSALS, Importer


class CountingLedger:
    """Takes everything but what says "refuse me", and keeps sizes only."""

    def __init__(self):
        self.batches = []
        self.characters = []

    def append(self, messages):
        self.batches.append(len(messages))
        self.characters.append(sum(len(message.content) for message in messages))
        refused = tuple(
            Refusal(message=message, reason="content: refused")
            for message in messages
            if message.content == "refuse me"
        )
        return AppendReport(
            chats=frozenset((m.workspace, m.chat) for m in messages),
            appended=len(messages) - len(refused),
            refused=refused,
        )


@pytest.fixture
def ledger():
    return CountingLedger()


@pytest.fixture
def importer(ledger):
    return Importer(ledger, workspace=None, progress=lambda *_: None, refuse=lambda _refusal: None)


def line(content, number=0):
    fields = {"chat": "c1", "role": "user", "user": "u-mira", "content": content}
    return json.dumps(fields | {"key": f"k{number}", "at": "2026-02-03T09:00:00Z"}) + "\n"


def write(path, lines):
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines)
    return path


def test_messages_go_in_by_batches_of_bounded_number_and_size(importer, ledger, tmp_path):
    count = 2 * BATCH_MESSAGES + 7
    importer.import_file(write(tmp_path / "many", (line("Hi.", n) for n in range(count))))
    assert ledger.batches == [BATCH_MESSAGES, BATCH_MESSAGES, 7]
    ledger.characters.clear()
    long = "x" * (BATCH_CHARACTERS // 2)
    importer.import_file(write(tmp_path / "long", (line(long, n) for n in range(5))))
    assert max(ledger.characters) <= BATCH_CHARACTERS + len(long)
    assert importer.report.messages == count + 5
    assert importer.report.chats == 1


def test_the_memory_in_use_does_not_grow_with_the_file(ledger, tmp_path):
    def peak(count):
        path = write(tmp_path / f"{count}", (line("y" * 500, n) for n in range(count)))
        importer = Importer(
            ledger, workspace=None, progress=lambda *_: None, refuse=lambda _refusal: None
        )
        tracemalloc.start()
        importer.import_file(path)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert importer.report.messages == count
        return most

    peak(1)  # what is loaded at first use is loaded
    assert peak(8 * BATCH_MESSAGES) < 1.5 * peak(2 * BATCH_MESSAGES)


def test_a_refusal_of_the_ledger_names_the_line_it_came_from(importer, tmp_path):
    path = write(tmp_path / "f", [line("Hi.", 1), "\n", line("refuse me", 2), "nonsense\n"])
    importer.import_file(path)
    assert sorted((r.line, r.file) for r in importer.report.refused) == [
        (3, str(path)),
        (4, str(path)),
    ]
    assert importer.report.refused_count == 2


def test_all_refusals_are_counted_and_some_are_listed(importer, tmp_path):
    count = LISTED_REFUSALS + 5
    importer.import_file(write(tmp_path / "f", [line("Hi."), *["nonsense\n"] * count]))
    assert importer.report.refused_count == count
    assert len(importer.report.refused) == LISTED_REFUSALS


def test_progress_reaches_the_end_of_the_file(ledger, tmp_path):
    path = write(tmp_path / "f", [line("Hi.", n) for n in range(3)])
    seen = []
    importer = Importer(
        ledger,
        workspace=None,
        progress=lambda _, position: seen.append(position),
        refuse=lambda _refusal: None,
    )
    importer.import_file(path)
    assert seen[-1] == path.stat().st_size


def test_looking_for_bad_records_stores_nothing(importer, ledger, tmp_path):
    path = write(tmp_path / "f", [line("Hi."), "nonsense\n"])
    assert importer.count_bad_records(path) == 1
    assert ledger.batches == []
