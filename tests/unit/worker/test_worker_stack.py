from pathlib import Path

import pytest

from memory_core.errors import InvalidInputError
from worker.app import QUEUES
from worker.settings import load_settings
from worker.worker_stack import LAUNCHER, parse_queues, worker_commands


@pytest.fixture
def settings(tmp_path):
    environment = {"MEMFOLD_PROCESSES": "3", "MEMFOLD_CONCURRENCY": "16"}
    return load_settings(environment, data_dir=tmp_path)


def served(commands):
    """(queues, concurrency) of each command."""
    words = [command.arguments for command in commands]
    return [(w[w.index("--queues") + 1], w[w.index("--concurrency") + 1]) for w in words]


def test_the_sweep_and_suspect_chats_have_processes_of_their_own(settings):
    assert served(worker_commands(settings, QUEUES)) == [
        ("sweep", "1"),
        ("extract-alone", "1"),
        *[("extract,consolidate", "16")] * 3,
    ]


@pytest.mark.parametrize(
    ("queues", "expected"),
    [
        ("sweep", [("sweep", "1")]),
        ("consolidate", [("consolidate", "16")] * 3),
        ("extract,consolidate,extract-alone", [("extract-alone", "1")]),
    ],
)
def test_only_what_serves_the_named_queues_is_started(settings, queues, expected):
    commands = served(worker_commands(settings, parse_queues(queues)))
    assert commands[: len(expected)] == expected
    assert ("sweep", "1") in commands or "sweep" not in queues


def test_children_run_this_memfold_on_the_same_data_directory(settings, tmp_path):
    assert Path(LAUNCHER).is_file()
    for command in worker_commands(settings, QUEUES):
        assert command.arguments[1] == str(LAUNCHER)
        assert command.arguments[-2:] == ("--data-dir", str(tmp_path))


@pytest.mark.parametrize("text", ["", ",", "nope", "sweep,nope"])
def test_an_unknown_queue_is_refused_with_those_there_are(text):
    with pytest.raises(InvalidInputError, match="extract-alone"):
        parse_queues(text)
