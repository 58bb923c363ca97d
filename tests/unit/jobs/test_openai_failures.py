from __future__ import annotations

import contextlib
import gc
import json
import socket
import subprocess
import sys
import urllib.request
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.errors import (
    ContentError,
    ContextTooLongError,
    MindConfigurationError,
    OutageError,
)
from jobs.minds.connection import Connection
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIReader
from jobs.minds.wire_failures import LONGEST_WAIT, parse_retry_after
from memory_core.errors import ConfigurationError
from tests.fakes.chats import message, window
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, in_turn

CANARY = "Tangerine-Zebra"
CHAT = window(message(0, f"I keep a {CANARY} at home."))
NOTHING = '{"nothing_durable": true, "statements": []}'


def fail(answer, expected, **settings):
    with ScriptedEndpoint(in_turn(answer)) as server:
        reader = OpenAIReader(Endpoint(base_url=server.base_url, model="scripted", **settings))
        with pytest.raises(expected) as caught:
            reader.read(CHAT)
        asked = server.count
    error = caught.value
    assert type(error) is expected
    assert error.usage.calls == asked
    assert CANARY not in str(error)
    return error


def refusal(message_text, code=None):
    return json.dumps({"error": {"message": message_text, "type": "invalid", "code": code}})


@pytest.mark.parametrize("status", [402, 408, 409, 429, 500, 502, 503, 529])
def test_a_passing_refusal_is_an_outage_and_is_not_retried_here(status):
    error = fail(Answer(status=status, body=refusal(f"busy with {CANARY}")), OutageError)
    assert error.usage.calls == 1
    assert str(status) in str(error)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405])
def test_a_refusal_of_the_set_up_is_a_configuration_error(status):
    fail(Answer(status=status, body=refusal(f"bad {CANARY}", CANARY)), MindConfigurationError)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=400, body=refusal("…", "context_length_exceeded")),
        Answer(status=400, body=refusal("This model's maximum context length is 8192 tokens")),
        Answer(status=413, body="too large"),
    ],
)
def test_what_does_not_fit_is_told_at_once(answer):
    error = fail(answer, ContextTooLongError)
    assert error.usage.calls == 1


def test_a_prompt_over_the_context_is_never_sent():
    error = fail(
        Answer(content=NOTHING), ContextTooLongError, context_tokens=300, max_output_tokens=100
    )
    assert error.usage.calls == 0


def test_a_filtered_request_is_a_content_failure():
    fail(Answer(status=400, body=refusal(CANARY, "content_filter")), ContentError)


@pytest.mark.parametrize(
    "body",
    ["", "<html>login</html>", "[]", '{"choices": []}', '{"error": {"code": 429}}', b"\xff\xfe"],
)
def test_a_body_that_is_no_completion_is_an_outage(body):
    fail(Answer(body=body), OutageError)
    fail(Answer(body=body, headers={"Content-Type": "text/html"}), OutageError)


@pytest.mark.parametrize("answer", [Answer(reset=True), Answer(headers={"Content-Length": "9999"})])
def test_a_connection_that_breaks_off_is_an_outage_and_is_billed(answer):
    error = fail(answer, OutageError, read_timeout=0.5)
    assert error.usage.input_tokens > 0


def test_a_refused_connection_is_an_outage_that_cost_nothing():
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    reader = OpenAIReader(Endpoint(base_url=f"http://127.0.0.1:{port}/v1", model="m"))
    with pytest.raises(OutageError, match="refuses connections") as caught:
        reader.read(CHAT)
    assert caught.value.usage.input_tokens == 0


def test_a_silent_endpoint_is_left_after_the_read_time_out():
    error = fail(Answer(content=NOTHING, delay=30), OutageError, read_timeout=0.2)
    assert error.usage.input_tokens > 0


def test_a_trickling_answer_cannot_pass_the_total_deadline():
    fail(Answer(content=NOTHING, trickle=0.05), OutageError, read_timeout=5.0, total_timeout=0.5)


@pytest.mark.parametrize(
    ("asked", "waits"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("1e12", LONGEST_WAIT),
        ("inf", LONGEST_WAIT),
        ("nan", None),
        ("soon", None),
        ("", None),
    ],
)
def test_the_wait_that_was_asked_for_is_kept_within_bounds(asked, waits):
    error = fail(Answer(status=429, headers={"Retry-After": asked}), OutageError)
    assert error.retry_after == waits


def test_a_wait_until_a_date_is_measured_by_the_servers_own_clock():
    then = datetime(2019, 5, 6, 7, 8, 9, tzinfo=UTC)
    until = format_datetime(then + timedelta(seconds=90), usegmt=True)
    assert parse_retry_after(until, answered_at=format_datetime(then, usegmt=True)) == 90.0
    assert parse_retry_after(until) is None


@given(st.text(max_size=40), st.none() | st.text(max_size=40))
def test_any_wait_is_none_or_within_an_hour(value, date):
    seconds = parse_retry_after(value, answered_at=date)
    assert seconds is None or 0 <= seconds <= LONGEST_WAIT


def test_the_key_is_sent_and_never_shown():
    endpoint_settings = {"model": "m", "api_key": "made-up-key"}
    with ScriptedEndpoint(in_turn(Answer(content=NOTHING))) as server:
        endpoint = Endpoint(base_url=server.base_url, **endpoint_settings)
        OpenAIReader(endpoint).read(CHAT)
        assert server.headers[0]["authorization"] == "Bearer made-up-key"
    assert "made-up-key" not in repr(endpoint)


def test_another_endpoints_identity_in_the_environment_is_not_sent(monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-made-up")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-made-up")
    monkeypatch.setenv("OPENAI_API_KEY", "made-up-other-key")
    with ScriptedEndpoint(in_turn(Answer(content=NOTHING))) as server:
        OpenAIReader(Endpoint(base_url=server.base_url, model="m")).read(CHAT)
        assert "made-up" not in str(server.headers)


@pytest.mark.parametrize("status", [200, 404])
def test_a_check_passes_an_endpoint_that_answers_and_asks_no_model(status):
    with ScriptedEndpoint(in_turn(Answer()), models_status=status) as server:
        connection = Connection(Endpoint(base_url=server.base_url, model="m"))
        connection.check()
        connection.close()
        assert server.count == 0


@pytest.mark.parametrize(
    ("status", "expected"), [(401, MindConfigurationError), (503, OutageError)]
)
def test_a_check_fails_as_a_call_would(status, expected):
    with ScriptedEndpoint(in_turn(Answer()), models_status=status) as server:
        connection = Connection(Endpoint(base_url=server.base_url, model="m"))
        with pytest.raises(expected, match=str(status)):
            connection.check()
        connection.close()


def test_one_client_serves_all_minds_of_an_endpoint():
    with ScriptedEndpoint(in_turn(Answer(content=NOTHING))) as server:
        endpoint = Endpoint(base_url=server.base_url, model="m")
        first, second = OpenAIReader(endpoint), OpenAIReader(endpoint)
        first.read(CHAT)
        second.read(CHAT)
        assert first._connection is second._connection
        first._connection.close()
        first.read(CHAT)
        assert server.count == 3
    gc.collect()


def test_making_a_mind_opens_nothing():
    code = (
        "import threading, socket\n"
        "def refuse(*a, **k): raise AssertionError('a socket')\n"
        "real = socket.socket.connect; socket.socket.connect = refuse\n"
        "from jobs.minds.openai_compatible import OpenAIReader, OpenAIPlanner\n"
        "from jobs.minds.endpoint import Endpoint\n"
        "e = Endpoint(base_url='http://127.0.0.1:9/v1', model='m')\n"
        "OpenAIReader(e), OpenAIPlanner(e)\n"
        "assert threading.active_count() == 1\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"base_url": "api.example.invalid"}, "base_url"),
        ({"base_url": "ftp://example.invalid"}, "base_url"),
        ({"model": ""}, "model"),
        ({"total_timeout": 0}, "total_timeout"),
        ({"context_tokens": 100, "max_output_tokens": 100}, "context_tokens"),
    ],
)
def test_an_endpoint_that_cannot_work_is_refused_by_field(settings, field):
    with pytest.raises(ConfigurationError, match=f"^{field}: "):
        Endpoint(**({"base_url": "http://example.invalid/v1", "model": "m"} | settings))


def test_the_endpoint_runs_as_a_process_and_counts():
    process = subprocess.Popen(
        [sys.executable, "tests/fakes/scripted_endpoint.py"], stdout=subprocess.PIPE, text=True
    )
    try:
        base_url = process.stdout.readline().strip()
        reading = OpenAIReader(Endpoint(base_url=base_url, model="m")).read(CHAT)
        assert len(reading.statements) == 1
        with urllib.request.urlopen(base_url.removesuffix("/v1") + "/count") as answer:
            assert json.load(answer) == 1
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()
