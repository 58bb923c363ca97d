"""What an endpoint may do at the wire, against a real server that does it."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import threading

import pytest

from jobs.errors import (
    ContentError,
    ContextTooLongError,
    InterruptedCallError,
    MindConfigurationError,
    OutageError,
)
from jobs.interruption import Interruption, interruptible
from jobs.minds.body_limit import LARGEST_BODY
from jobs.minds.completion import CutOffError
from jobs.minds.connection import Connection
from jobs.minds.endpoint import Endpoint, StructuredOutput
from jobs.minds.lengthening import complete_at_length
from jobs.minds.question import Question
from jobs.minds.wire_failures import LONGEST_WAIT
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, in_turn

QUESTION = Question(
    name="extract", schema={"type": "object"}, system="Read.", user="I keep a Tangerine-Zebra."
)
OBJECT = '{"nothing_durable": true, "statements": []}'
WELL = Answer(content=OBJECT)


@pytest.fixture
def ask():
    """Ask a server of this script; return the completion, the requests and their headers."""
    opened = []

    def run(*answers, question=QUESTION, path="/v1", **settings):
        with ScriptedEndpoint(in_turn(*answers)) as server:
            base_url = server.base_url.removesuffix("/v1") + path
            connection = Connection(Endpoint(base_url=base_url, model="m-1", **settings))
            opened.append(connection)
            try:
                return complete_at_length(connection, question), server
            finally:
                connection.close()

    return run


def fails(ask, kind, *answers, **settings):
    with pytest.raises(kind) as caught:
        ask(*answers, **settings)
    assert "Tangerine" not in str(caught.value)
    return caught.value


# -- structured output ---------------------------------------------------------------------------


def test_each_mode_asks_in_its_own_way_and_says_the_schema_once(ask):
    asked = {}
    for mode in StructuredOutput:
        _, server = ask(WELL, structured_output=mode)
        (asked[mode],) = server.requests
    schema = asked["json_schema"]["response_format"]["json_schema"]
    assert (schema["strict"], schema["schema"]) == (True, QUESTION.schema)
    assert asked["json_object"]["response_format"] == {"type": "json_object"}
    (tool,) = asked["tool"]["tools"]
    assert tool["function"]["parameters"] == QUESTION.schema
    assert asked["tool"]["tool_choice"]["function"]["name"] == tool["function"]["name"]
    assert not asked["plain"].keys() & {"response_format", "tools", "tool_choice"}
    for mode in StructuredOutput:
        assert json.dumps(asked[mode]).count("object") >= 1
        in_prompt = '{"type":"object"}' in asked[mode]["messages"][0]["content"]
        assert in_prompt == (mode in {"json_object", "plain"}), mode


@pytest.mark.parametrize(
    "message",
    [
        {"tool_calls": [{"type": "function", "function": {"name": "x", "arguments": OBJECT}}]},
        {"content": None, "function_call": {"name": "x", "arguments": OBJECT}},
        {"content": "So be it.", "tool_calls": [{"function": {"arguments": json.loads(OBJECT)}}]},
        {"content": json.loads(OBJECT)},
        {"content": [{"type": "text", "text": OBJECT}]},
        {"content": OBJECT, "reasoning_content": "hidden", "tool_calls": []},
        {"content": OBJECT, "tool_calls": None, "reasoning": {"content": "hidden"}},
    ],
)
def test_an_answer_is_found_wherever_a_server_puts_it(ask, message):
    completion, _ = ask(Answer(message=message, finish_reason="tool_calls"))
    assert json.loads(completion.text) == json.loads(OBJECT)


def test_an_azure_deployment_is_reached_by_path_version_and_its_own_header(ask):
    settings = {"path": "/openai", "api_key": "invented", "api_version": "2024-10-21"}
    _, server = ask(WELL, **settings)
    (headers,) = server.headers
    asked = "/openai/deployments/m-1/chat/completions?api-version=2024-10-21"
    assert (headers[":path"], headers["api-key"]) == (asked, "invented")
    assert "authorization" not in headers


def test_fields_of_other_servers_go_with_each_request(ask):
    _, server = ask(WELL, extra_body='{"chat_template_kwargs": {"enable_thinking": false}}')
    assert server.requests[0]["chat_template_kwargs"] == {"enable_thinking": False}


# -- answers that end too early, or do not end ----------------------------------------------------


def test_an_answer_that_was_cut_off_is_asked_for_once_more_with_twice_the_room(ask):
    completion, server = ask(
        Answer(content="<think>so", finish_reason="length"), WELL, max_output_tokens=100
    )
    assert [r["max_completion_tokens"] for r in server.requests] == [100, 200]
    assert (completion.text, completion.usage.calls) == (OBJECT, 2)


def test_one_that_is_cut_off_again_does_not_fit_and_both_are_billed(ask):
    error = fails(ask, CutOffError, Answer(content="{", finish_reason="length"))
    assert isinstance(error, ContextTooLongError)
    assert error.usage.calls == 2


def test_a_context_without_more_room_is_not_asked_twice(ask):
    cut = Answer(content="{", finish_reason="length")
    error = fails(ask, CutOffError, cut, context_tokens=1_000, max_output_tokens=900)
    assert error.usage.calls == 1


def test_a_gateway_whose_provider_broke_off_is_an_outage(ask):
    error = fails(ask, OutageError, Answer(content='{"noth', finish_reason="error"))
    assert error.usage.output_tokens > 0


@pytest.mark.parametrize("status", [200, 500])
@pytest.mark.parametrize("unannounced", [False, True])
def test_ten_megabytes_are_not_read_whether_announced_or_not(ask, status, unannounced):
    body = b" " * 10_000_000
    answer = Answer(body=body, status=status, unannounced=unannounced)
    assert "more than an answer can be" in str(fails(ask, OutageError, answer))
    assert len(body) > LARGEST_BODY


def test_what_was_packed_against_our_wish_is_bounded_tighter(ask):
    answer = Answer(body=b"\0" * 100_000, headers={"Content-Encoding": "gzip"})
    assert "more than an answer can be" in str(fails(ask, OutageError, answer))


def test_no_endpoint_is_asked_to_pack_its_answer(ask):
    _, server = ask(WELL)
    assert server.headers[0]["accept-encoding"] == "identity"


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "way_out", "wait"),
    [
        (401, "check the key", LONGEST_WAIT),
        (403, "the key may not", LONGEST_WAIT),
        (404, "check model and base URL", LONGEST_WAIT),
        (301, "give the address itself", LONGEST_WAIT),
        (400, "doctor --probe", None),
    ],
)
def test_a_refusal_of_the_set_up_says_what_to_mend_and_is_not_hammered(ask, status, way_out, wait):
    answer = Answer(status=status, headers={"Location": "http://192.0.2.1/v1"})
    error = fails(ask, MindConfigurationError, answer)
    assert way_out in str(error)
    assert error.retry_after == wait


def test_a_password_in_the_base_url_is_shown_nowhere():
    endpoint = Endpoint(base_url="https://me:invented@model.invalid:8443/v1", model="m")
    assert endpoint.place == "https://model.invalid:8443/v1"
    assert "invented" not in repr(endpoint)


def test_no_chat_is_sent_on_to_another_host(ask):
    with ScriptedEndpoint(in_turn(WELL)) as other:
        elsewhere = {"Location": other.base_url + "/chat/completions"}
        fails(ask, MindConfigurationError, Answer(status=307, headers=elsewhere))
        assert other.count == 0


def refused(code=None, status=400):
    return Answer(status=status, body=json.dumps({"error": {"message": "…", "code": code}}))


def test_a_set_up_that_has_worked_is_not_at_fault_when_one_question_is_refused():
    with ScriptedEndpoint(in_turn(WELL, refused(), refused("unsupported_value"))) as server:
        connection = Connection(Endpoint(base_url=server.base_url, model="m-1"))
        connection.complete(QUESTION)
        with pytest.raises(ContentError, match="though it answers others"):
            connection.complete(QUESTION)
        with pytest.raises(MindConfigurationError, match="unsupported_value"):
            connection.complete(QUESTION)
        connection.close()


@pytest.mark.parametrize(
    "answer", [Answer(status=402), refused("insufficient_quota", 429)], ids=["402", "quota"]
)
def test_an_account_without_money_is_left_alone_for_an_hour(ask, answer):  # case 74
    error = fails(ask, OutageError, answer)
    assert error.retry_after == LONGEST_WAIT
    assert "account" in str(error)


def test_a_wait_until_a_date_is_kept_within_bounds(ask):
    long_after = Answer(status=429, headers={"Retry-After": "Fri, 31 Dec 2199 23:59:59 GMT"})
    assert fails(ask, OutageError, long_after).retry_after == LONGEST_WAIT
    long_ago = Answer(status=503, headers={"Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"})
    assert fails(ask, OutageError, long_ago).retry_after == 0.0


# -- no answer -----------------------------------------------------------------------------------


def test_a_name_that_does_not_resolve_is_told_from_other_outages():
    connection = Connection(Endpoint(base_url="http://nowhere.invalid/v1", model="m"))
    with pytest.raises(OutageError, match="does not resolve") as caught:
        connection.complete(QUESTION)
    connection.close()
    assert caught.value.usage.input_tokens == 0


def test_a_server_that_speaks_no_tls_is_told_from_other_outages():
    with ScriptedEndpoint(in_turn(WELL)) as server:
        secure = server.base_url.replace("http://", "https://")
        connection = Connection(Endpoint(base_url=secure, model="m"))
        with pytest.raises(OutageError, match="does not speak TLS") as caught:
            connection.complete(QUESTION)
        connection.close()
        assert (server.count, caught.value.usage.input_tokens) == (0, 0)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl to make a certificate")
def test_a_certificate_that_nobody_vouches_for_is_told_from_other_outages(tmp_path):
    files = {"-keyout": tmp_path / "key.pem", "-out": tmp_path / "cert.pem"}
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    named = [part for option in files.items() for part in map(str, option)]
    subprocess.run([*made, "-nodes", "-subj", "/CN=invented", *named], check=True, stderr=-3)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(files["-out"], files["-keyout"])
    with ScriptedEndpoint(in_turn(WELL), tls=context) as server:
        secure = server.base_url.replace("http://", "https://")
        connection = Connection(Endpoint(base_url=secure, model="m"))
        with pytest.raises(OutageError, match="not trusted here"):
            connection.complete(QUESTION)
        connection.close()
        assert server.count == 0


# -- interruptions -------------------------------------------------------------------------------


def test_a_call_ends_at_once_when_its_job_is_interrupted_and_is_billed():
    interruption, asked = Interruption(), threading.Event()

    def script(_request):
        asked.set()
        return Answer(content=OBJECT, delay=60)

    def interrupt():
        asked.wait(30)
        interruption.interrupt("the worker stops")

    with ScriptedEndpoint(script) as server:
        connection = Connection(Endpoint(base_url=server.base_url, model="m"))
        thread = threading.Thread(target=interrupt)
        thread.start()
        with (
            interruptible(interruption),
            pytest.raises(InterruptedCallError, match="the worker stops") as caught,
        ):
            connection.complete(QUESTION)
        thread.join()
        connection.close()
    assert caught.value.usage.calls == 1
    assert caught.value.usage.input_tokens > 0


def test_an_interrupted_job_asks_nothing_more(ask):
    interruption = Interruption()
    interruption.interrupt("the lease was lost")
    with interruptible(interruption):
        error = fails(ask, InterruptedCallError, WELL)
    assert error.usage.calls == 0
