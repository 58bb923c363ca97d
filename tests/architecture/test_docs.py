"""The documentation says what is so: its commands, examples, settings and links are tried."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
import typer.main

from memory_core.incoming import parse_message
from memory_core.index.grammar import parse_index
from worker.cli.main import app
from worker.settings import VARIABLES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/**/*.md")])
IDS = [str(page.relative_to(ROOT)) for page in PAGES]

FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#{1,6} (?P<text>.+)$", re.MULTILINE)
ASSIGNMENT = re.compile(r"[A-Z_]+=\S*$")


def fences(page, *languages):
    found = FENCE.finditer(page.read_text())
    return [fence["text"] for fence in found if fence["language"] in languages]


def prose(page):
    return FENCE.sub("", page.read_text())


def commands(page):
    """Yield the words behind `memfold` of every command that a page shows."""
    lines = [line for text in fences(page, "sh") for line in text.splitlines()]
    for line in [*lines, *SPAN.findall(prose(page))]:
        if not re.search(r"(?:^|\s)memfold\s", f"{line} "):
            continue
        words = shlex.split(line.replace("…", ""), comments=True)
        while words and ASSIGNMENT.match(words[0]):
            words = words[1:]
        if words[:1] == ["memfold"]:
            yield words[1:]


def check_command(words):
    """Follow the words down the tree of commands; options have to be known where they stand."""
    command = typer.main.get_command(app)
    for word in words:
        if word.startswith("-"):
            known = {name for option in command.params for name in option.opts}
            assert word.partition("=")[0] in known | {"--help"}, f"{command.name} has no {word}"
        elif hasattr(command, "commands"):
            assert word in command.commands, f"there is no memfold {' '.join(words)}"
            command = command.commands[word]
    assert not hasattr(command, "commands") or not words, f"{' '.join(words)} is no whole command"


def slug(heading):
    kept = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
    return kept.replace(" ", "-")


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_command_that_is_named_exists_with_its_options(page):
    for words in commands(page):
        check_command(words)


def test_the_readme_names_every_command():
    named = {words[0] for words in commands(ROOT / "README.md") if words}
    tree = typer.main.get_command(app).commands
    assert {name for name, command in tree.items() if not command.hidden} <= named


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_json_example_is_a_message_that_is_taken(page):
    for text in fences(page, "json"):
        for line in text.splitlines():
            assert parse_message(json.loads(line)).chat


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_python_example_compiles(page):
    for text in fences(page, "python"):
        compile(text, str(page), "exec")


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_index_that_is_shown_is_canonical(page):
    for text in fences(page, ""):
        if text.startswith("# Memory\n"):
            parse_index(text)


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_setting_that_is_named_exists(page):
    named = set(re.findall(r"\bMEMFOLD_[A-Z_]+\b", page.read_text()))
    assert named <= {variable.name for variable in VARIABLES}


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_every_link_leads_somewhere(page):
    for link in LINK.finditer(SPAN.sub("", prose(page))):
        path, _, anchor = link["target"].partition("#")
        if "://" in path:
            continue
        target = (page.parent / path).resolve() if path else page
        assert target.is_relative_to(ROOT), f"{link['target']} leads out of the project"
        assert target.exists(), link["target"]
        if anchor:
            assert anchor in {slug(heading["text"]) for heading in HEADING.finditer(prose(target))}


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        named = re.findall(r"^make ([a-z-]+)", "\n".join(fences(page, "sh")), re.MULTILINE)
        assert set(named) <= targets


def test_every_decision_is_listed():
    folder = ROOT / "docs" / "decisions"
    listed = {link["target"] for link in LINK.finditer((folder / "README.md").read_text())}
    assert listed == {page.name for page in folder.glob("[0-9]*.md")}


@pytest.mark.parametrize("page", PAGES, ids=IDS)
def test_no_page_speaks_of_the_machine_it_was_written_on(page):
    assert not re.search(r"/work/|/root/|/tmp/|\.\./shared", page.read_text())
