import json
import re
from datetime import timedelta
from pathlib import Path

import pytest

from tests.fakes.command_line import CommandLine
from tests.fakes.messages import said

JSON_PAGE = Path(__file__).resolve().parents[2] / "docs/json.md"
SCOPE = "default:__private_root/_memory/_user/u-u-mira/"


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


@pytest.fixture
def folded(memfold, ledger):
    """One chat, read and folded in this way: no broker is asked."""
    ledger.append([said("I live in Bergen."), said("I love tea.", minute=1)])
    assert memfold.json("extract", "c1", "--force")["outcome"] == "done"
    assert memfold.json("consolidate", SCOPE)["outcome"] == "done"
    return memfold


def test_a_chat_is_read_and_folded_without_a_broker(memfold, ledger):
    ledger.append([said("I live in Bergen.")])
    nowhere = {"REDIS_URL": "redis://127.0.0.1:1/0"}
    skipped = memfold("extract", "c1", **nowhere)
    assert (skipped.code, "memfold why --chat c1" in skipped.stderr) == (0, True)
    assert memfold.json("extract", "c1", "--force", **nowhere)["episodes"] == 1
    preview = memfold.json("consolidate", "--user", "u-mira", "--dry-run", **nowhere)
    assert preview["changed"]
    assert "Bergen" in preview["text"]
    assert memfold.json("scopes", **nowhere)[0]["version"] == 0
    assert memfold.json("consolidate", "--user", "u-mira", **nowhere)["version"] == 1


def test_the_lists_have_their_stable_shapes(folded):
    scope = folded.json("scopes")
    assert scope == [
        {
            "scope": SCOPE,
            "kind": "user",
            "agent": None,
            "user": "u-mira",
            "team": None,
            "version": 1,
            "active": 2,
            "pending": 0,
        }
    ]
    (chat,) = folded.json("chats")
    assert (chat["chat"], chat["users"], chat["unread"], chat["standing"]) == (
        *("c1", ["u-mira"], 0, "done"),
    )
    runs = folded.json("runs")
    assert [run["kind"] for run in runs] == ["extract", "consolidate"]
    assert list(runs[0]) == [
        *("id", "kind", "key", "workspace", "outcome", "reason", "violations", "model"),
        *("prompt_version", "calls", "input_tokens", "cached_tokens", "output_tokens", "cost"),
        *("started_at", "finished_at"),
    ]
    assert runs[0]["id"][:8] in folded("runs").stdout  # by which a history names it
    assert folded.json("runs", "--outcome", "failed") == []
    assert len(folded.json("runs", "--since", "1h")) == 2
    episodes = folded.json("episodes", "list")
    assert list(episodes[0]) == [
        *("id", "scope", "recorded_at", "occurred_on", "provenance", "trust", "description"),
        "evidence",
    ]
    assert episodes[0]["evidence"] == [{"chat": "c1", "position": 0}]
    assert folded.json("episodes", "list", "--user", "u-mira") == episodes
    assert folded("episodes", "list").stdout.startswith("SCOPE ")  # whose it is, where all are
    assert folded("episodes", "list", "--user", "u-mira").stdout.startswith("ID ")
    shown = folded.json("episodes", "show", episodes[0]["id"])
    assert shown["speaker"] == "u-mira"


def test_json_has_the_fields_that_its_page_names(folded):
    rows = re.findall(r"^\| `memfold (.+?)` \| (.+) \|$", JSON_PAGE.read_text(), re.MULTILINE)
    assert len(rows) > 10
    for command, fields in rows:
        found = folded.json(*command.replace("SCOPE", SCOPE).split())
        one = found[0] if isinstance(found, list) else found
        assert list(one) == re.findall(r"`(\w+)`", fields), command


def test_an_index_is_printed_as_it_is_stored_and_described_as_json(folded):
    text = folded("index", "show", SCOPE).stdout
    assert text.startswith("# Memory\n")
    shown = folded.json("index", "show", "--user", "u-mira")
    assert shown["text"] == text
    assert shown["lines"] == len(text.splitlines())
    assert list(shown) == ["scope", "version", "text", "lines", "entries"]
    entry = shown["entries"][0]
    assert list(entry) == [
        *("id", "section", "date", "text", "marks", "aliases", "sources", "active"),
    ]
    assert entry["marks"] == ["user-said", "unverified"]
    assert entry["sources"][0].startswith("e")
    (version,) = folded.json("index", "history", SCOPE)
    assert (version["version"], version["cause"], version["active"]) == (1, "folded", 2)
    assert folded.json("index", "show", SCOPE, "--version", "1") == shown
    assert folded("index", "show", SCOPE, "--version", "7").code == 2


def test_every_table_prints_for_people_too(folded):
    for words in (
        *(["scopes"], ["chats"], ["runs"], ["episodes", "list"], ["index", "history", SCOPE]),
        *(["quarantine", "list"], ["why", SCOPE], ["why", "--chat", "c1"], ["env"], ["status"]),
    ):
        done = folded(*words)
        assert (done.code, done.stderr) == (0, ""), words
        assert done.stdout


def test_an_id_that_would_move_the_cursor_is_shown_harmlessly(memfold, ledger):
    ledger.append([said("Hello there.", chat="c\x1b[2J")])
    assert "\x1b" not in memfold("chats").stdout
    assert memfold.json("chats")[0]["chat"] == "c\x1b[2J"


def test_why_gives_each_gate_with_value_and_time(memfold, ledger):
    ledger.append([said("I live in Bergen.")])
    report = memfold.json("why", "--chat", "c1")
    gates = {gate["gate"]: gate for gate in report["gates"]}
    assert (report["open"], report["standing"]) == (False, "quiet")
    assert gates["unread"]["open"]
    assert (gates["quiet"]["open"], gates["quiet"]["any_of"]) == (False, True)
    assert report["next_due_at"] == gates["quiet"]["at"]
    ledger.set_memory_mode("default", "c1", "off")
    report = memfold.json("why", "--chat", "c1")
    assert report["standing"] == "memory-off"
    assert [g["gate"] for g in report["gates"] if not (g["open"] or g["any_of"])] == ["memory"]


def test_why_of_a_scope_says_what_is_pending_and_for_what_it_waits(memfold, ledger):
    ledger.append([said("I live in Bergen.")])
    memfold.json("extract", "c1", "--force")
    report = memfold.json("why", "--user", "u-mira")
    assert (report["open"], report["standing"]) == (True, "due")
    assert report["pending"][0]["episodes"] == 1
    memfold.json("consolidate", SCOPE)
    report = memfold.json("why", SCOPE)
    gates = {gate["gate"]: gate["open"] for gate in report["gates"]}
    assert (report["open"], gates["pending"], gates["cooldown"]) == (False, False, False)
    assert report["last_run"]["outcome"] == "done"


def test_retry_takes_a_quarantined_chat_up_again(memfold, ledger, sql):
    ledger.append([said("I live in Bergen.")])
    sql("UPDATE chat_state SET quarantined_at = now(), attempts = 5, error_class = 'content'")
    (row,) = memfold.json("quarantine", "list")
    assert (row["chat"], row["attempts"], row["error_class"]) == ("c1", 5, "content")
    assert memfold("quarantine", "retry", "--chat", "nope").code == 2
    assert memfold.json("retry", "--chat", "c1") == {"chats": ["c1"], "scopes": 0}
    assert memfold.json("quarantine", "list") == []
    assert memfold.json("extract", "c1")["outcome"] == "done"


def test_status_raises_an_alarm_by_exit_code_1(memfold, ledger, sql):
    assert memfold.json("status")["alarms"] == []
    ledger.append([said("I live in Bergen.")])
    sql("UPDATE chat_state SET quarantined_at = now()")
    (alarm,) = memfold.json("status", code=1)["alarms"]
    assert "quarantine list" in alarm


# case 78
def test_work_that_is_due_for_long_without_a_worker_is_an_alarm(memfold, ledger, move_clock):
    ledger.append([said("I live in Bergen.")])
    move_clock(timedelta(hours=3))
    status = memfold.json("status", code=1)
    assert status["extract"]["due"] == 1
    assert status["extract"]["oldest_due_seconds"] > 3600
    assert any("memfold worker" in alarm for alarm in status["alarms"])
    assert any("hours" in alarm for alarm in status["alarms"])


def test_json_on_stdout_is_nothing_but_json(folded):
    done = folded("-v", "runs", "--json")
    assert json.loads(done.stdout)
