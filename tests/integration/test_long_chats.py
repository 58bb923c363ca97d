"""Very long chats through the endpoint: every request fits its context, and no call is wasted."""

from __future__ import annotations

import json
import re
from math import ceil

import pytest

from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIReader
from jobs.minds.tokens import count_tokens
from tests.fakes.messages import said
from tests.fakes.rows import chat_row, runs
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, facts_from_transcript

CONTEXT = 8_000
ANSWER = 1_000
STATIC = 1_000  # the prompt, its schema and what a re-ask would add
MODEL = "gpt-4o"  # counted exactly


def tokens_of(request):
    shown = [message["content"] for message in request["messages"]]
    return count_tokens("\n".join(shown) + json.dumps(request["response_format"]), MODEL)


def read(make_office, server, **settings):
    fields = {"model": MODEL, "context_tokens": CONTEXT, "max_output_tokens": ANSWER, **settings}
    reader = OpenAIReader(Endpoint(base_url=server.base_url, **fields))
    # tombstones are looked up by message, which is not what these tests are about
    office = make_office(reader, forget_key=None)
    office.force()
    return office.extractor.extract("default", "c1")


# case 1
@pytest.mark.parametrize(
    "filler", ['{"k":[1,22,null],"v":"a1B2"},', "我去年春天和我的猫一起搬到了奥斯陆。"]
)
def test_a_message_of_two_megabytes_costs_one_call_that_fits(filler, ledger, make_office, sql):
    content = filler * (2_000_000 // len(filler.encode()))
    ledger.append(
        [said(f"I live in Bergen with two cats.\n\n{content}\n\nI play the flute every morning.")]
    )
    with ScriptedEndpoint(facts_from_transcript) as server:
        report = read(make_office, server)
        (request,) = server.requests
    assert tokens_of(request) + ANSWER <= CONTEXT
    assert (report.outcome, report.partial, chat_row(sql).attempts) == ("done", True, 0)
    shown = request["messages"][1]["content"]
    assert "I live in Bergen" in shown
    assert "I play the flute" in shown
    assert sql("SELECT count(*) FROM episode") == [(2,)]


def test_ten_thousand_messages_cost_the_calls_that_their_size_needs(ledger, make_office, sql):
    lines = [
        said(
            f"On trip {n} I walked from hut {n % 89} to hut {n % 97} and back again, " + "slow " * 4
        )
        for n in range(10_000)
    ]
    ledger.append(lines)
    with ScriptedEndpoint(nothing) as server:
        report = read(make_office, server)
        sizes = [tokens_of(request) for request in server.requests]
        read_once = numbered(server.requests)
    assert max(sizes) + ANSWER <= CONTEXT
    assert (report.outcome, chat_row(sql).watermark) == ("nothing", 9_999)
    assert read_once == 10_000
    said_in_all = sum(count_tokens(f"[99] user u-mira: {line.content}\n", MODEL) for line in lines)
    assert server.count <= ceil(1.2 * said_in_all / (CONTEXT - ANSWER - STATIC))
    assert {r.calls for r in runs(sql)} == {1}


def test_an_endpoint_with_less_room_than_it_was_said_to_have_is_found_out_once(
    ledger, make_office, sql
):
    ledger.append([said(f"I walked to hut {n}. " + "slow " * 60) for n in range(100)])

    def script(request):
        if tokens_of(request) > 2_500:
            error = {"error": {"message": "too long", "code": "context_length_exceeded"}}
            return Answer(status=400, body=json.dumps(error))
        return nothing(request)

    with ScriptedEndpoint(script) as server:
        report = read(make_office, server)
        refused = sum(tokens_of(request) > 2_500 for request in server.requests)
    assert (report.outcome, chat_row(sql).watermark, chat_row(sql).attempts) == ("nothing", 99, 0)
    assert refused <= 3  # the smaller room is kept for the rest of the chat
    assert {r.outcome for r in runs(sql)} == {"nothing"}


def nothing(_request):
    return Answer(content='{"language":"en","nothing_durable":true,"statements":[]}')


def numbered(requests):
    shown = (request["messages"][1]["content"] for request in requests)
    return sum(len(re.findall(r"^\[\d+\] user", text, re.MULTILINE)) for text in shown)
