import json

import pytest

from tests.fakes.command_line import CommandLine


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


def line(content, *, chat="c1", minute=0, **fields):
    at = f"2026-02-03T09:{minute:02}:00Z"
    fields = {"chat": chat, "role": "user", "user": "u-mira", "content": content, "at": at} | fields
    return json.dumps(fields)


def write(path, *lines):
    path.write_text("".join(f"{one}\n" for one in lines), encoding="utf-8")
    return str(path)


def test_a_second_import_adds_nothing_and_a_longer_file_adds_the_rest(memfold, tmp_path):
    first = [line("I live in Bergen."), line("I love tea.", minute=1)]
    path = write(tmp_path / "chats.jsonl", *first)
    fresh = memfold.json("import", path)
    assert (fresh["chats"], fresh["messages"], fresh["skipped"], fresh["refused"]) == (1, 2, 0, [])
    again = memfold.json("import", path)
    assert (again["messages"], again["skipped"]) == (0, 2)
    longer = memfold.json("import", write(tmp_path / "chats.jsonl", *first, line("Hi.", minute=2)))
    assert (longer["messages"], longer["skipped"]) == (1, 2)


def test_bad_lines_are_named_with_number_and_reason_and_the_rest_goes_in(memfold, tmp_path):
    path = write(
        tmp_path / "chats.jsonl",
        line("I live in Bergen.", key="k1"),
        "not json",
        "",
        line("No zone.", at="2026-02-03T09:00:00"),
        line("I live in Oslo.", key="k1"),
    )
    done = memfold("import", path)
    assert done.code == 1
    assert "1 message of 1 chat imported, 3 refused" in done.stdout
    said = done.stderr.splitlines()
    assert [one.split("line ")[1].split(":")[0] for one in said] == ["2", "4", "5"]
    assert "not JSON" in said[0]
    assert "no time zone" in said[1]
    assert "append-only" in said[2]
    report = memfold.json("import", path, code=1)
    assert [refusal["line"] for refusal in report["refused"]] == [2, 4, 5]
    assert report["skipped"] == 1


def test_strict_imports_nothing_of_a_file_with_a_bad_line(memfold, tmp_path, sql):
    path = write(tmp_path / "chats.jsonl", line("I live in Bergen."), "not json")
    done = memfold("import", path, "--strict")
    assert done.code == 2
    assert "nothing of" in done.stderr
    assert sql("SELECT count(*) FROM message") == [(0,)]


def test_an_empty_file_is_said_to_be_empty_and_is_no_failure(memfold, tmp_path):
    done = memfold("import", write(tmp_path / "empty.jsonl"))
    assert done.code == 0
    assert "is empty" in done.stderr


def test_a_missing_file_is_said_before_anything_is_imported(memfold, tmp_path, sql):
    good = write(tmp_path / "chats.jsonl", line("I live in Bergen."))
    done = memfold("import", good, str(tmp_path / "missing.jsonl"))
    assert done.code == 2
    assert done.stderr.startswith("memfold: ")
    assert "missing.jsonl" in done.stderr
    assert sql("SELECT count(*) FROM message") == [(0,)]


def test_large_strange_and_broken_text_goes_in_or_is_refused_by_its_line(memfold, tmp_path, sql):
    path = write(
        tmp_path / "chats.jsonl",
        line("x" * 2_000_000),
        line("NUL \0 and \ud800 alone", minute=1),
        line("up", chat="../up", minute=2, user="../u"),
        line("long", chat="c" * 1025),
        line("none", chat=""),
    )
    report = memfold.json("import", path, code=1)
    assert (report["messages"], report["replaced"]) == (3, 2)
    assert [refusal["line"] for refusal in report["refused"]] == [4, 5]
    assert sql("SELECT content FROM message WHERE position = 1") == [
        ("NUL \ufffd and \ufffd alone",)
    ]


def test_a_named_workspace_is_a_wall_for_the_file(memfold, tmp_path, sql):
    path = write(tmp_path / "chats.jsonl", line("mine"), line("other", workspace="other"))
    report = memfold.json("import", path, "--workspace", "acme", code=1)
    assert [refusal["line"] for refusal in report["refused"]] == [2]
    assert sql("SELECT workspace FROM message") == [("acme",)]
