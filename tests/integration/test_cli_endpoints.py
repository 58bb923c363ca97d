"""An endpoint that refuses and is mended, as an operator sees it."""

from __future__ import annotations

import json

import pytest

from tests.fakes.command_line import CommandLine
from tests.fakes.messages import said
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, saying

NOTHING = {"language": "en", "nothing_durable": True, "statements": []}
FRUIT = {"kind_of_fruit": "apples", "number_of_pieces": 4}


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


@pytest.fixture
def server():
    """An endpoint that takes no key at first, and no schema ever."""

    def script(request):
        if not mended:
            return Answer(status=401)
        if "response_format" in request or "tools" in request:
            return Answer(status=400, body=json.dumps({"error": {"message": "no"}}))
        return saying(FRUIT if "apples" in str(request["messages"]) else NOTHING)

    mended: list[bool] = []
    with ScriptedEndpoint(script, models_status=200) as endpoint:
        endpoint.mend = lambda: mended.append(True)
        yield endpoint


@pytest.fixture
def settings(server):
    """The settings of its operator."""
    return {
        "MEMFOLD_EXTRACT_BASE_URL": server.base_url,
        "MEMFOLD_EXTRACT_MODEL": "made-up",
        "MEMFOLD_EXTRACT_API_KEY": "made-up-key",
        "MEMFOLD_EXTRACT_STRUCTURED_OUTPUT": "plain",
    }


def findings(memfold, *options, **settings):
    return {f["part"]: f for f in memfold.json("doctor", *options, code=1, **settings)}


def test_a_refused_key_is_seen_everywhere_and_work_goes_on_once_it_is_mended(
    memfold, ledger, server, settings, sql
):
    ledger.append([said("I live in Bergen."), said("I love tea.", chat="c2")])
    ledger.report_idle("default", "c1")
    ledger.report_idle("default", "c2")
    memfold("extract", "c1", **settings)
    assert server.count == 1
    why = memfold.json("why", "--chat", "c2", **settings)
    (gate,) = [gate for gate in why["gates"] if gate["gate"] == "endpoint"]
    assert (why["standing"], gate["open"]) == ("endpoint", False)
    assert "check the key" in memfold("status", **settings).stderr
    rests = findings(memfold, **settings)["extract breaker"]
    assert (rests["ok"], "check the key" in rests["detail"]) == (False, True)
    assert memfold("extract", "c2", **settings).code == 0
    assert server.count == 1
    server.mend()
    assert findings(memfold, "--probe", **settings)["extract breaker"]["ok"]
    assert memfold("extract", "c2", **settings).code == 0
    assert "extract breaker" not in findings(memfold, **settings)
    memfold("retry", "--all", **settings)
    memfold("extract", "c1", **settings)
    assert sql("SELECT count(*) FROM chat_state WHERE watermark = last_position") == [(2,)]
    assert sql("SELECT count(*) FROM endpoint WHERE base_url LIKE %s", "%made-up-key%") == [(0,)]


def test_a_probe_says_which_modes_work_and_what_to_set(memfold, server, settings):
    server.mend()
    found = findings(memfold, "--probe", **settings)["extract mind"]
    assert found["ok"]
    assert "plain works" in found["detail"]
    assert "json_schema fails (the model endpoint answered 400" in found["detail"]
    wrong = settings | {"MEMFOLD_EXTRACT_STRUCTURED_OUTPUT": "json_schema"}
    found = findings(memfold, "--probe", **wrong)["extract mind"]
    assert not found["ok"]
    assert "set MEMFOLD_EXTRACT_STRUCTURED_OUTPUT=plain" in found["detail"]


def test_a_mode_that_is_none_is_refused_with_those_there_are(memfold):
    wrong = {
        "MEMFOLD_EXTRACT_BASE_URL": "http://127.0.0.1:1/v1",
        "MEMFOLD_EXTRACT_STRUCTURED_OUTPUT": "xml",
    }
    done = memfold("chats", **wrong)
    assert done.code == 2
    assert "json_schema, tool, json_object, plain" in done.stderr
