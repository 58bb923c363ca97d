"""`memfold demo`, run as a person would: once to read, once to compare in data, once stopped."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "demo"
COMMAND = [sys.executable, str(ROOT / "memfold.py"), "demo"]
TIMEOUT = 240
WRITTEN_AT = re.compile(r"\| \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ -->")
PRINTED = re.compile(r"^==> (?P<scope>\S+) MEMORY\.md <==\n(?P<text>(?:.+\n)+)", re.MULTILINE)
PRIVATE = "default:__private_root/_memory"
SCOPES = {
    f"{PRIVATE}/_user/u-nora/": "nora.md",
    f"{PRIVATE}/_user/u-tomas/": "tomas.md",
    f"{PRIVATE}/helper/u-lena/": "helper-lena.md",
    f"{PRIVATE}/helper/u-nora/": "helper-nora.md",
    f"{PRIVATE}/helper/u-tomas/": "helper-tomas.md",
}
NORA, TOMAS, LENA = (f"{PRIVATE}/helper/u-{user}/" for user in ("nora", "tomas", "lena"))


def environment(folder):
    """An environment whose settings point at nothing that lives: the demo must not heed them."""
    return {
        **os.environ,
        "TMPDIR": str(folder),
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "MEMFOLD_EXTRACT_BASE_URL": "http://127.0.0.1:1/v1",
        "MEMFOLD_EXTRACT_MODEL": "nobody",
    }


def left_running(folder):
    """The command lines of living processes that name the folder."""
    found = []
    for process in psutil.process_iter(["cmdline", "status"]):
        words = " ".join(process.info["cmdline"] or ())
        if str(folder) in words and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(words)
    return found


def run_demo(folder, *arguments):
    done = subprocess.run(
        [*COMMAND, *arguments],
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert left_running(folder) == []
    assert list(folder.iterdir()) == []
    return done.stdout


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    """What a person sees."""
    return run_demo(tmp_path_factory.mktemp("demo"))


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    """A second run, as data."""
    return json.loads(run_demo(tmp_path_factory.mktemp("again"), "--json"))


@pytest.fixture(scope="module")
def memories(report):
    return {memory["scope"]: memory["text"] for memory in report["memories"]}


@pytest.fixture(scope="module")
def everything(report, memories):
    """All that was made of the chats: every index and every episode."""
    episodes = [episode["text"] for episode in report["episodes"]]
    return "\n".join([*memories.values(), *episodes])


def active(text):
    return text.partition("## Archive\n")[0]


def archived(text):
    return text.partition("## Archive\n")[2]


def without_time(text):
    return WRITTEN_AT.sub("| TIME -->", text)


def test_the_printed_files_are_the_ones_that_were_checked_by_hand(printed):
    found = {match["scope"]: match["text"] for match in PRINTED.finditer(printed)}
    assert found.keys() == SCOPES.keys()
    for scope, text in found.items():
        golden = (GOLDEN / SCOPES[scope]).read_text(encoding="utf-8")
        assert without_time(text) == without_time(golden)


def test_a_second_run_makes_the_same_memories(printed, memories):
    found = {match["scope"]: match["text"] for match in PRINTED.finditer(printed)}
    for scope, text in memories.items():
        assert without_time(text) == without_time(found[scope])


def test_every_chat_is_accounted_for(report):
    assert {chat["outcome"] for chat in report["chats"]} <= {"done", "nothing"}
    assert sum(chat["messages"] for chat in report["chats"]) > 70
    assert report["finished"]


# case 36
def test_a_correction_supersedes_what_was_wrong(memories):
    assert "| Lives in Tromsø. |" in active(memories[NORA])
    assert "| Lives in Bergen. |" not in active(memories[NORA])
    assert re.search(r"Lives in Bergen\. .* superseded by \^m", archived(memories[NORA]))


def test_a_retraction_is_archived(memories):
    assert "quilt" not in active(memories[NORA])
    assert re.search(r"quilt .* retracted 2026-10-16", archived(memories[NORA]))
    assert "Neovim" not in active(memories[TOMAS])
    assert re.search(r"Uses Neovim\. .* retracted 2026-10-01", archived(memories[TOMAS]))


# case 34
def test_what_is_said_twice_is_one_line_with_two_sources(memories):
    (line,) = (line for line in memories[NORA].splitlines() if "rye bread" in line)
    assert line.count("](episodes/") == 2


def test_a_hypothetical_is_absent(everything):
    for word in ("Rome", "Italian", "Hypothetically", "servers", "I wish", "I might"):
        assert word not in everything


# case 32
def test_an_assistants_advice_is_absent(everything):
    for word in ("trout", "spread", "evening class", "key bindings", "Notfallset", "scales"):
        assert word not in everything


def test_another_speakers_fact_is_absent(memories, everything):
    for word in ("brother", "Oslo", "Bodø", "girlfriend", "neighbour"):
        assert word not in everything
    # Tomas says in Lena's chat what he eats: it is his, not hers
    assert "vegetarian" in memories[TOMAS]
    assert "vegetarian" not in memories[LENA]


# case 55
def test_a_secret_is_absent(printed, everything):
    for word in ("Sa8gE6ci", "kr0ne", "sk-proj", "madeUpForTheDemo"):
        assert word not in everything
        assert word not in printed


# case 67
def test_an_injection_in_a_paste_or_a_tool_result_is_absent(everything):
    for word in ("ignore all", "previous instructions", "Paris", "spam", "administrator"):
        assert word not in everything


# case 67
def test_a_pasted_order_is_set_aside_without_its_words(report):
    (episode,) = (episode for episode in report["episodes"] if episode["set_aside"])
    assert episode["said"] == [["nora-04", 0]]
    assert episode["text"].startswith("Set aside: ")


def test_a_second_language_is_read_and_kept_in_that_language(memories):
    assert "| Ist allergisch gegen Erdnüsse. |" in memories[LENA]
    assert "| Familie (Schwester): Frieda. |" in memories[LENA]
    assert 'Said: "Ich habe eine Wohnung in Leipzig."' in memories[LENA]


def test_greetings_and_thanks_are_absent(everything):
    assert not re.search(r"\b(?:hi|hello|thanks|thank you|danke)\b", everything, re.IGNORECASE)


def test_it_says_what_was_left_out_and_why(printed):
    assert "My brother lives in Oslo. He bakes his own." in printed
    assert "about someone else" in printed
    assert "holds a secret" in printed
    assert "pasted or quoted" in printed


@pytest.mark.parametrize("order", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("step", ["starting PostgreSQL", "starting worker", "imported"])
def test_a_stop_in_the_middle_leaves_nothing_behind(tmp_path, step, order):
    with subprocess.Popen(
        COMMAND,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as demo:
        seen = next((line for line in demo.stderr if step in line), None)
        assert seen, "it ended before that step"
        demo.send_signal(order)
        demo.send_signal(order)  # an impatient second one cuts no clean-up
        _, said = demo.communicate(timeout=TIMEOUT)
    assert demo.returncode == 130, said
    assert left_running(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
