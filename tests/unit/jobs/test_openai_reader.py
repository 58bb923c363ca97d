from __future__ import annotations

import json

import pytest

from jobs.errors import ContentError, OutageError
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIReader
from jobs.minds.tokens import count_tokens
from memory_core.dates import parse_partial_date
from memory_core.messages import Role
from memory_core.sections import Section
from tests.fakes.chats import BOT, MIA, NED, message, window
from tests.fakes.scripted_endpoint import (
    Answer,
    ScriptedEndpoint,
    facts_from_transcript,
    in_turn,
    saying,
)

NOTHING = {"language": "en", "nothing_durable": True, "statements": []}


def found(*statements):
    return {"language": "en", "nothing_durable": False, "statements": list(statements)}


def said(text, *numbers, date=None, aliases=()):
    return {
        "messages": list(numbers),
        "text": text,
        "section": "Events",
        "date": date,
        "aliases": list(aliases),
    }


def read(script, chat, **settings):
    with ScriptedEndpoint(script) as server:
        endpoint = Endpoint(base_url=server.base_url, model="scripted", **settings)
        try:
            return OpenAIReader(endpoint).read(chat), server.requests
        except Exception as error:
            error.requests = server.requests
            raise


TALK = window(
    message(3, "Hello", speaker=BOT),
    message(4, "I joined a pottery class yesterday."),
    message(5, "I moved to Oslo.", speaker=MIA),
)


def test_numbers_become_positions_and_dates_values():
    joined = said("Joined a pottery class.", 1, date="2026-02-02", aliases=["the class"])
    reading, _ = read(in_turn(saying(found(joined, said("Moved to Oslo.", 2)))), TALK)
    first, second = reading.statements
    assert first.messages == (4,)
    assert first.occurred_on == parse_partial_date("2026-02-02")
    assert first.aliases == ("the class",)
    assert first.section is Section.EVENTS
    assert second.messages == (5,)
    assert second.occurred_on is None


def test_the_request_is_strict_static_first_and_bounded():
    _, (request,) = read(in_turn(saying(NOTHING)), TALK, temperature=0.0)
    system, user = request["messages"]
    assert system["role"] == "system"
    assert "pottery" not in system["content"]
    assert "[1] user Ned: I joined a pottery class yesterday." in user["content"]
    assert request["response_format"]["json_schema"]["strict"] is True
    assert request["max_completion_tokens"] == 4096
    assert request["temperature"] == 0.0


def test_the_static_part_is_the_same_in_every_call():
    with ScriptedEndpoint(in_turn(saying(NOTHING))) as server:
        reader = OpenAIReader(Endpoint(base_url=server.base_url, model="scripted"))
        reader.read(TALK)
        reader.read(window(message(0, "Something else.")))
        first, second = server.requests
    first["messages"].pop()
    second["messages"].pop()
    assert json.dumps(first) == json.dumps(second)


def read_together(script, *chats):
    with ScriptedEndpoint(script) as server:
        reader = OpenAIReader(Endpoint(base_url=server.base_url, model="scripted"))
        return reader.read_together(chats), server.requests


def test_chats_read_together_each_get_what_was_said_in_them():
    other = window(message(4, "I sold my boat."), message(5, "I play the flute."))
    answer = found(
        said("Plays the flute.", 4), said("Joined a pottery class.", 1), said("Both.", 2, 3)
    )
    (first, second), requests = read_together(in_turn(saying(answer)), TALK, other)
    assert [s.text for s in first.statements] == ["Joined a pottery class."]
    assert [(s.text, s.messages) for s in second.statements] == [("Plays the flute.", (5,))]
    assert (first.dropped, second.dropped) == (("unknown-message",), ())
    assert (first.usage.calls, second.usage.calls, len(requests)) == (1, 0, 1)


def test_a_chat_without_a_users_words_is_not_shown_with_the_others():
    idle = window(message(0, "Anything else?", speaker=BOT))
    readings, (request,) = read_together(in_turn(saying(found(said("Moved.", 2)))), idle, TALK)
    assert "Anything else" not in request["messages"][1]["content"]
    assert readings[0].statements == ()
    assert readings[1].statements[0].messages == (5,)
    assert sum(reading.usage.calls for reading in readings) == 1


# what a model leaves out, as the schema lets it
def test_a_statement_without_date_and_other_names_is_whole():
    bare = {"messages": [1], "text": "Joined a pottery class.", "section": "Events"}
    reading, _ = read(in_turn(saying(found(bare))), TALK)
    (statement,) = reading.statements
    assert (statement.occurred_on, statement.aliases) == (None, ())


def test_nothing_durable_is_a_reading_without_statements():
    reading, requests = read(in_turn(saying(NOTHING)), TALK)
    assert reading.statements == ()
    assert reading.usage.calls == len(requests) == 1


# cases 9, 11, 43
@pytest.mark.parametrize(
    "answer",
    [
        Answer(content=""),
        Answer(content=None),
        Answer(content="\n\n"),
        Answer(content="[]"),
        Answer(content="I cannot complete this request."),
        Answer(content="<think>hm"),
        Answer(content=None, refusal="No."),
        Answer(content="{}", finish_reason="content_filter"),
        saying({"nothing_durable": False, "statements": []}),
        saying(found(said("Has a boat.", 99))),
    ],
)
def test_an_unusable_answer_is_asked_for_once_more_and_then_fails(answer):
    with pytest.raises(ContentError) as caught:
        read(in_turn(answer), TALK)
    assert len(caught.value.requests) == 2
    assert caught.value.usage.calls == 2
    assert caught.value.usage.input_tokens > 0


def test_the_second_answer_counts_and_both_are_billed():
    reading, requests = read(
        in_turn(Answer(content="Sorry, I cannot."), saying(found(said("Moved to Oslo.", 2)))), TALK
    )
    assert [s.messages for s in reading.statements] == [(5,)]
    assert reading.usage.calls == 2
    again = requests[1]["messages"][1]["content"]
    assert again.startswith(requests[0]["messages"][1]["content"])
    assert "it held no JSON object" in again
    assert "Sorry" not in again


# case 72
def test_an_outage_after_the_first_answer_is_not_told_to_the_model_and_keeps_the_bill():
    with pytest.raises(OutageError) as caught:
        read(in_turn(Answer(content="no"), Answer(status=503)), TALK)
    assert caught.value.usage.calls == 2
    assert caught.value.usage.input_tokens > 0


def test_a_statement_that_cannot_stand_is_dropped_and_counted():
    reading, requests = read(
        in_turn(
            saying(
                found(
                    said("Moved to Oslo.", 2),
                    said("Knows everyone.", 7),
                    said("Zero.", 0),
                    said("Are friends.", 1, 2),
                    said("x" * 401, 1),
                    said("  ", 1),
                )
            )
        ),
        TALK,
    )
    assert [s.text for s in reading.statements] == ["Moved to Oslo."]
    assert reading.dropped == (
        "unknown-message",
        "unknown-message",
        "mixed-speakers",
        "too-long",
        "empty",
    )
    assert len(requests) == 1


# cases 27, 28
@pytest.mark.parametrize("text", ["Moved to Zz-Harbour.", "<fact here>", "Lives in {place}."])
def test_an_example_or_a_placeholder_is_no_statement(text):
    reading, _ = read(in_turn(saying(found(said("Moved to Oslo.", 2), said(text, 1)))), TALK)
    assert reading.dropped == ("prompt-echo",)


def test_a_mark_that_the_user_wrote_himself_is_no_echo():
    chat = window(message(0, "I maintain the <fact here> tag library."))
    reading, _ = read(in_turn(saying(found(said("Maintains the <fact here> library.", 1)))), chat)
    assert reading.dropped == ()


def test_a_window_without_a_users_words_costs_no_call():
    chat = window(
        message(0, "Be brief.", speaker=BOT, role=Role.SYSTEM), message(1, "Hi!", speaker=BOT)
    )
    with ScriptedEndpoint(in_turn(saying(NOTHING))) as server:
        reading = OpenAIReader(Endpoint(base_url=server.base_url, model="m")).read(chat)
        assert server.count == 0
    assert reading.statements == ()
    assert reading.usage.calls == 0


def test_an_answer_that_contradicts_itself_is_asked_for_again_and_told_why():
    contradiction = NOTHING | {"nothing_durable": False}
    reading, (_, again) = read(in_turn(saying(contradiction), saying(NOTHING)), TALK)
    assert "nothing_durable is true exactly where" in again["messages"][1]["content"]
    assert (reading.statements, reading.usage.calls) == ((), 2)


def test_usage_is_priced_with_cached_tokens_apart():
    usage = {
        "prompt_tokens": 1000,
        "completion_tokens": 100,
        "prompt_tokens_details": {"cached_tokens": 400},
    }
    answer = Answer(content=json.dumps(NOTHING), usage=usage)
    reading, _ = read(in_turn(answer), TALK, input_price=1.0, cached_price=0.5, output_price=4.0)
    assert reading.usage.cached_tokens == 400
    assert reading.usage.cost == pytest.approx((600 + 200 + 400) / 1_000_000)


def test_cached_tokens_cost_as_much_as_others_unless_they_have_a_price():
    usage = {"prompt_tokens": 1000, "prompt_tokens_details": {"cached_tokens": 400}}
    answer = Answer(content=json.dumps(NOTHING), usage=usage | {"completion_tokens": 0})
    costs = [
        read(in_turn(answer), TALK, input_price=2.0, **price)[0].usage.cost * 1_000_000
        for price in ({}, {"cached_price": 0.0})
    ]
    assert costs == pytest.approx([2000, 1200])


@pytest.mark.parametrize("words", ["I went out. ", "我昨天搬到了奥斯陆。"])
def test_a_server_that_sends_no_usage_is_metered_by_what_was_reserved(words):
    chat = window(message(0, words * 200))
    reading, requests = read(in_turn(Answer(content=json.dumps(NOTHING), no_usage=True)), chat)
    shown = requests[0]["messages"][1]["content"]
    assert reading.usage.input_tokens >= count_tokens(shown, "any")
    assert reading.usage.output_tokens > 10


def test_the_dull_model_reads_first_person_sentences():
    chat = window(
        message(0, "Hi! I joined a pottery class in town. Would you?", speaker=NED),
        message(1, "I went to the harbour with my old dog.\nI love the sea there.", speaker=MIA),
        message(2, "I am only an assistant, as you know.", speaker=BOT),
    )
    reading, _ = read(facts_from_transcript, chat)
    assert [(s.text, s.messages) for s in reading.statements] == [
        ('Said: "I joined a pottery class in town."', (0,)),
        ('Said: "I went to the harbour with my old dog."', (1,)),
    ]
