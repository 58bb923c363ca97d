from __future__ import annotations

import pytest

from tests.fakes.command_line import CommandLine


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url)


def test_a_key_is_printed_once_listed_without_its_secret_and_revoked(memfold):
    made = memfold("keys", "add", "--user", "nora", "--agent", "helper", "--name", "desk")
    assert made.code == 0
    secret = made.stdout.strip()
    assert secret.startswith("mfk_")
    (listed,) = memfold.json("keys", "list")
    assert listed["user"] == "nora"
    assert listed["name"] == "desk"
    assert listed["revoked_at"] is None
    assert secret not in memfold("keys", "list").stdout
    assert memfold.json("keys", "revoke", listed["id"])["revoked_at"] is not None
    assert memfold("keys", "revoke", listed["id"], "--workspace", "acme").code == 2


def test_a_key_names_a_user_or_an_agent(memfold):
    refused = memfold("keys", "add")
    assert refused.code == 2
    assert "name one of them" in refused.stderr


def test_a_server_says_in_one_line_what_keeps_it_from_serving(memfold, monkeypatch):
    assert "name one of them" in memfold("mcp").stderr
    assert "memfold keys add" in memfold("mcp", "--http", "--user", "nora").stderr
    assert "add --http" in memfold("mcp", "--user", "nora", "--port", "8377").stderr
    monkeypatch.setattr("worker.cli.mcp.find_spec", lambda _name: None)
    absent = memfold("mcp", "--user", "nora")
    assert absent.code == 2
    assert absent.stderr == "memfold: memfold mcp needs its extra: pip install 'memfold[mcp]'\n"
