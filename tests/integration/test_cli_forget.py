"""`memfold forget` as a person uses it."""

import pytest

from memory_core.index.grammar import parse_index
from tests.fakes.command_line import CommandLine
from tests.fakes.folding import SCOPE
from tests.fakes.messages import said

KEY = "invented " * 8


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(
        tmp_path,
        DATABASE_URL=urls.database_url,
        REDIS_URL=urls.redis_url,
        MEMFOLD_FORGET_KEY=KEY,
    )


@pytest.fixture
def folded(memfold, ledger):
    ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    assert memfold.json("extract", "c1", "--force")["outcome"] == "done"
    assert memfold.json("consolidate", SCOPE)["outcome"] == "done"
    return memfold


def texts(memfold):
    return [entry["text"] for entry in memfold.json("index", "show", SCOPE)["entries"]]


def test_a_message_is_forgotten_and_the_receipt_counts(folded):
    done = folded("forget", "message", "c1", "0", "--yes")
    assert done.code == 0
    assert "messages                  1" in done.stdout
    assert texts(folded) == ["Likes tea."]
    history = folded.json("index", "history", SCOPE)
    assert history[-1]["cause"] == "forgotten"
    assert folded.json("runs")[-1]["kind"] == "forget"


def test_the_receipt_as_json_names_ids_and_no_content(folded):
    index = parse_index(folded.json("index", "show", SCOPE)["text"])
    line = next(e for e in index.entries if "Bergen" in e.text)
    receipt = folded.json("forget", "entry", SCOPE, f"^{line.id}", "--yes")
    assert (receipt["kind"], receipt["entry"]) == ("entry", line.id)
    removed = receipt["removed"]
    assert (removed["messages"], removed["tombstones"]) == (1, 1)
    assert removed["entries"] == {SCOPE: [line.id]}
    assert removed["episodes"] == list(line.sources)
    assert removed["versions"] == {SCOPE: 2}
    assert removed["snapshots"] == {SCOPE: [1]}
    assert "Bergen" not in str(receipt)


def test_an_entry_is_forgotten_by_the_parts_of_its_scope(folded):
    index = parse_index(folded.json("index", "show", SCOPE)["text"])
    line = next(e for e in index.entries if "Bergen" in e.text)
    done = folded("forget", "entry", "--user", "u-mira", f"^{line.id}", "--yes")
    assert done.code == 0
    assert texts(folded) == ["Likes tea."]
    assert folded("forget", "entry", line.id, "--yes").code == 2
    assert folded("forget", "entry", "--user", "u-mira", "no-id", "--yes").code == 2


def test_the_history_says_where_a_version_holds_less_than_when_it_was_written(folded):
    folded.json("forget", "message", "c1", "0", "--yes")
    history = folded.json("index", "history", SCOPE)
    assert [(v["active"], v["redacted"]) for v in history] == [(1, True), (1, False)]
    assert "1 left" in folded("index", "history", SCOPE).stdout


@pytest.mark.parametrize("what", [("chat", "c1"), ("user", "u-mira")], ids=str)
def test_a_chat_and_a_user_are_forgotten(folded, what):
    assert folded.json("forget", *what, "--yes")["removed"]["messages"] == 2
    assert texts(folded) == []


def test_one_of_each_is_asked_about_in_the_singular(folded):
    asked = folded("forget", "message", "c1", "0").stderr
    assert "forgets 1 message and what rests on it: 1 episode of 1 scope," in asked


def test_nobody_is_asked_where_nobody_can_answer(folded):
    asked = folded("forget", "user", "u-mira")
    assert asked.code == 2
    assert "forgets 2 messages and what rests on it: 2 episodes of 1 scope," in asked.stderr
    assert "repeat with --yes" in asked.stderr
    assert len(texts(folded)) == 2


def test_what_is_not_there_is_said_so(folded):
    for words in (
        ("message", "c1", "9"),
        ("chat", "c9"),
        ("user", "u-9"),
        ("entry", SCOPE, "m9999999"),
    ):
        refused = folded("forget", *words, "--yes")
        assert refused.code == 2
        assert "'default'" in refused.stderr


def test_another_workspace_does_not_know_it(folded):
    refused = folded("forget", "chat", "c1", "--yes", "--workspace", "acme")
    assert (refused.code, len(texts(folded))) == (2, 2)


def test_without_a_key_the_way_out_is_named(folded):
    refused = folded("forget", "chat", "c1", "--yes", MEMFOLD_FORGET_KEY="")
    assert refused.code == 2
    assert "MEMFOLD_FORGET_KEY is not set" in refused.stderr
    short = folded("forget", "chat", "c1", "--yes", MEMFOLD_FORGET_KEY="short")
    assert short.code == 2
    assert "32 characters or more" in short.stderr


def test_another_key_than_the_first_is_refused(folded):
    folded.json("forget", "message", "c1", "0", "--yes")
    refused = folded("forget", "message", "c1", "1", "--yes", MEMFOLD_FORGET_KEY="another " * 8)
    assert refused.code == 2
    assert "is not the key with which" in refused.stderr
    assert texts(folded) == ["Likes tea."]
