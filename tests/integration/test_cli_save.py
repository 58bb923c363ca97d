"""The command `memfold save`."""

from __future__ import annotations

import pytest

from tests.fakes.command_line import CommandLine
from tests.fakes.messages import said

SCOPE = "default:__private_root/_memory/_user/u-u-mira/"
WHOSE = ("--user", "u-mira")


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


def test_a_persons_save_is_requested_makes_its_scope_and_is_found_at_once(memfold):
    report = memfold.json("save", "Prefers metric units.", "--alias", "SI", *WHOSE)
    assert list(report) == [
        "status", "scope", "id", "text", "provenance", "trust", "rivals", "remarks",
    ]  # fmt: skip
    assert (report["status"], report["scope"]) == ("saved", SCOPE)
    assert (report["provenance"], report["trust"]) == ("user-requested", "requested")
    (hit,) = memfold.json("search", "SI", SCOPE)["hits"]
    assert (hit["id"], hit["matched_on"]) == (report["id"], "alias-exact")


def test_what_stands_there_is_known_already(memfold):
    first = memfold.json("save", "Prefers metric units.", *WHOSE)
    done = memfold("save", "Prefers metric units.", SCOPE)
    assert done.code == 0
    assert "already-known" in done.stdout
    assert first["id"] in done.stdout


def test_a_rival_has_to_be_named_before_anything_is_kept(memfold, ledger, office):
    ledger.append([said("I live in Oslo.")])
    office.fold_all()
    asked = memfold.json("save", "Lives in Bergen.", SCOPE, code=2)
    assert asked["status"] == "needs-confirmation"
    (rival,) = asked["rivals"]
    assert rival["text"] == "Lives in Oslo."
    done = memfold("save", "Lives in Bergen.", SCOPE)
    assert (done.code, "supersedes" in done.stderr) == (2, True)
    assert rival["id"] in done.stdout
    told = memfold.json("save", "Lives in Bergen.", SCOPE, "--supersedes", f"^{rival['id']}")
    assert told["status"] == "saved"
    table = memfold("search", "Oslo", SCOPE, "--no-messages").stdout.splitlines()
    assert any("unverified, archived" in row and "Lives in Oslo." in row for row in table)


def test_a_line_kept_beside_its_rival_is_there_after_the_fold(memfold, office):
    memfold.json("save", "Lives in Oslo.", *WHOSE)
    done = memfold("save", "Lives in Bergen.", SCOPE)
    assert (done.code, "--supersedes none" in done.stderr) == (2, True)
    assert memfold.json("save", "Lives in Bergen.", SCOPE, "--supersedes", "none")["id"]
    office.sweeper.sweep(any_time=True)
    office.work_off()
    text = office.index_text(SCOPE)
    assert ("Lives in Oslo." in text, "Lives in Bergen." in text) == (True, True)
    assert "Archive" not in text
    blamed = memfold("index", "blame", SCOPE).stdout
    assert (blamed.count("saved by hand"), "forgotten" in blamed) == (2, False)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("Has moved there.", *WHOSE), "text: 'there'"),
        (("Likes tea.", "--supersedes", "m0000000", *WHOSE), "supersedes: 'm0000000'"),
        (("Likes tea.", "--agent", "helper"), "--user U"),
        (("Likes tea.", "default:nowhere/"), "scope: 'default:nowhere/' does not exist"),
    ],
)
def test_a_wrong_save_is_refused_in_one_line_with_the_way_out(memfold, arguments, reason):
    done = memfold("save", *arguments)
    assert (done.code, done.stdout) == (2, "")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_save_to_nobody_is_told_how_to_name_whom(memfold):
    refused = memfold("save", "Likes tea.", "--agent", "helper")
    assert refused.code == 2
    assert "user: is missing" in refused.stderr
    assert "--org" not in refused.stderr


def test_other_names_that_are_not_kept_are_named_with_the_rule(memfold):
    long = "x" * 61
    kept = memfold.json("save", "Likes tea.", "--user", "u-mira", "--alias", long)
    assert kept["remarks"] == [
        f"not kept as other names: {long}; at most 6, of at most 60 characters"
    ]
    again = memfold.json("save", "Likes tea.", "--user", "u-mira", "--alias", "chai")
    assert again["remarks"] == ["it stands there already, so its other names are as they were"]
