"""The command `memfold search`."""

from __future__ import annotations

from datetime import date

import pytest

from tests.fakes.command_line import CommandLine
from tests.fakes.messages import said

SCOPE = "default:__private_root/_memory/_user/u-u-mira/"


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


@pytest.fixture
def told(memfold, ledger, office):
    ledger.append([said("I live in Bergen."), said("Bergen is wet.", chat="c2", user="u-otto")])
    office.fold_all()
    return memfold


def test_hits_have_a_stable_shape(told):
    found = told.json("search", "Bergen", "--user", "u-mira")
    assert found["degraded"]
    line, message = found["hits"]
    assert list(line) == [
        *("id", "text", "date", "provenance", "trust", "matched_on", "score", "source"),
        *("scope", "section", "speaker", "archived"),
    ]
    assert (line["text"], line["matched_on"], line["scope"]) == (
        *("Lives in Bergen.", "description", SCOPE),
    )
    assert line["source"] == [{"chat": "c1", "position": 0}]
    assert (message["id"], message["matched_on"], message["scope"]) == ("c1#0", "message", None)


def test_a_scope_is_named_or_all_are_searched(told):
    every = {hit["id"] for hit in told.json("search", "Bergen")["hits"]}
    assert {"c1#0", "c2#0"} <= every
    own = {hit["id"] for hit in told.json("search", "Bergen", SCOPE)["hits"]}
    assert "c2#0" not in own
    assert told("search", "Bergen", "--user", "nobody").code == 2


def test_filters_and_the_limit_are_taken(told):
    one = told.json("search", "Bergen", SCOPE, "--limit", "1")["hits"]
    assert len(one) == 1
    notes = told.json("search", "Bergen", SCOPE, "--no-messages", "--section", "Profile")["hits"]
    assert [hit["section"] for hit in notes] == ["Profile"]
    assert told.json("search", "Bergen", SCOPE, "--since", "2026-03-01")["hits"] == []
    assert told.json("search", "Bergen", SCOPE, "--provenance", "tool-derived")["hits"] == []
    wrong = told("search", "Bergen", "--since", "soon")
    assert (wrong.code, "since" in wrong.stderr) == (2, True)
    empty = told("search", " ", SCOPE)
    assert (empty.code, "query: is empty" in empty.stderr) == (2, True)


def test_a_month_ends_with_its_last_day(told):
    day = date.fromisoformat(told.json("search", "Bergen", SCOPE)["hits"][0]["date"])
    month = ("--since", f"{day:%Y-%m}", "--until", f"{day:%Y-%m}")
    assert told.json("search", "Bergen", SCOPE, *month)["hits"]


def test_a_table_says_that_words_alone_were_searched(told):
    done = told("search", "Bergen", SCOPE)
    assert done.code == 0
    assert done.stdout.startswith("ID")
    assert "words alone" in done.stderr


def test_an_empty_workspace_says_where_to_look(memfold):
    done = memfold("search", "anything")
    assert (done.code, "memfold scopes" in done.stderr) == (2, True)
