import re

import pytest

from tests.fakes.command_line import logs_as_before
from worker.cli.commands import COMMANDS, GROUPS
from worker.cli.main import run


@pytest.fixture(autouse=True)
def _logs_as_before():
    with logs_as_before():
        yield


EVERY = [[name] for name in COMMANDS] + [
    [group, name] for group, (_, commands) in GROUPS.items() for name in commands
]


@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_the_help_of_each_command_shows_an_example_of_itself(words, capsys):
    assert run([*words, "--help"]) == 0
    printed = re.sub(r"\s+", " ", capsys.readouterr().out)
    assert f"Example: memfold {' '.join(words)}" in printed


def test_every_list_and_report_can_be_json(capsys):
    for words in EVERY:
        if words[0] in {"up", "worker", "beat", "mcp"}:  # they run until stopped
            continue
        run([*words, "--help"])
        assert "--json" in capsys.readouterr().out, words


def test_without_a_word_the_help_is_printed(capsys):
    assert run([]) == 0
    assert "Commands:" in capsys.readouterr().out


def test_the_list_of_commands_cuts_no_meaning_off(capsys):
    assert run(["--help"]) == 0
    assert "..." not in capsys.readouterr().out.replace("[ARGS]...", "")


def test_the_version_is_printed(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("memfold ")


@pytest.mark.parametrize(
    "words",
    [
        ["nope"],
        ["index"],
        ["sweep", "--nope"],
        ["sweep", "--timeout", "soon"],
        ["extract"],
        ["why"],
        ["why", "--chat", "c1", "--user", "u1"],
        ["retry"],
        ["retry", "--all", "--chat", "c1"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_one_line_first_and_code_2(words, capsys):
    assert run(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("memfold: ")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["index", "restore"], "see memfold index restore --help"),
        (["index", "nope"], "see memfold index --help"),
        (["nope", "index"], "see memfold --help"),
        (["extract"], "see memfold extract --help"),
    ],
    ids=str,
)
def test_wrong_usage_names_the_help_that_has_the_answer(words, hint, capsys):
    assert run(words) == 2
    assert capsys.readouterr().err.endswith(f"memfold: {hint}\n")


def test_a_word_outside_of_a_closed_list_is_refused_in_our_words(capsys):
    assert run(["runs", "--by", "week"]) == 2
    assert "'--by': 'week' is not one of" in capsys.readouterr().err


def test_details_are_given_wherever_v_stands(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "mysql://x")
    for words in (["-v", "chats"], ["chats", "-v"], ["chats", "--verbose"]):
        assert run(words) == 2
        assert "Traceback" in capsys.readouterr().err
    assert run(["chats"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_defect_is_one_line_too(capsys, monkeypatch):
    def broken():
        raise LookupError("a defect of ours")

    monkeypatch.setattr("worker.cli.env.describe_settings", broken)
    assert run(["env"]) == 1
    assert capsys.readouterr().err.startswith("memfold: unexpected: LookupError")


def test_secrets_of_the_environment_are_not_printed(capsys, monkeypatch):
    monkeypatch.setenv("MEMFOLD_EXTRACT_API_KEY", "invented-key")
    assert run(["env"]) == 0
    printed = capsys.readouterr().out
    assert "invented-key" not in printed
    assert "(set)" in printed
