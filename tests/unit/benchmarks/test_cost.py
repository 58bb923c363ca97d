"""The bill's scorer and its scripted model, on an invented conversation."""

from __future__ import annotations

import json

import pytest

from benchmarks.cost.__main__ import main
from benchmarks.cost.conversation import load_conversation
from benchmarks.cost.drivers import answer_tokens, is_re_ask, prompt_tokens, weighted_tokens
from benchmarks.cost.model import Exchange, FactsModel
from benchmarks.cost.table import failures
from memory_core.prompts.prompt import load_prompt

SAMPLE = {
    "sample_id": "conv-0",
    "conversation": {
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": "I sold my\nboat."},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a flute"},
        ],
        "session_2_date_time": "9:00 am on 9 May, 2023",
        "session_2": [{"speaker": "Ada", "dia_id": "D2:1", "text": "I sold my boat."}],
        "session_3_date_time": "9:00 am on 10 May, 2023",
    },
    "observation": {
        "session_1_observation": {
            "Ada": [["Ada sold her boat.", "D1:1"]],
            "Ben": [["Ben has a flute.", "D1:2"]],
        },
        "session_2_observation": {"Ada": [["Ada said it again.", "D2:1"]]},
    },
}
SHOWN = """Transcript:
<<< ab
== Monday 2023-05-08
- user Ben: Hello
[1] user Ada: I sold my
    boat.
[2] user Ben: Look! [photo: a flute]
ab >>>"""


@pytest.fixture
def conversation(tmp_path):
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([SAMPLE]), encoding="utf-8")
    return load_conversation(path, "conv-0")


def request(shown, name="extract", schema="{}"):
    return {
        "messages": [{"content": "static"}, {"content": shown}],
        "response_format": {"json_schema": {"name": name, "schema": json.loads(schema)}},
    }


def test_a_conversation_knows_its_turns_by_day_speaker_and_words(conversation):
    assert sorted(conversation.turns.values()) == ["D1:1", "D1:2", "D2:1"]
    assert conversation.sessions == ("session_1", "session_2")
    assert "session_2" not in conversation.only("session_1")["conversation"]
    assert len(conversation.facts) == 3


def test_the_model_states_the_facts_of_what_it_is_shown_and_no_others(conversation):
    model = FactsModel(conversation=conversation)
    answer = json.loads(model(request(SHOWN)).content)
    found = [(s["text"], s["messages"]) for s in answer["statements"]]
    assert found == [("Ada sold her boat.", [1]), ("Ben has a flute.", [2])]
    assert model.unknown == 0


def test_a_turn_that_is_not_recognised_is_counted(conversation):
    model = FactsModel(conversation=conversation)
    model(request(SHOWN.replace("a flute", "a fl…")))
    assert model.unknown == 1


def test_the_model_adds_each_offered_episode_without_a_text(conversation):
    answer = FactsModel(conversation=conversation)(
        request("Episodes:\n(1) 2023-05-08 A.\n(2) 2023-05-08 B.", name="consolidate")
    )
    assert json.loads(answer.content)["operations"] == [
        {"op": "add", "episodes": [1]},
        {"op": "add", "episodes": [2]},
    ]


def test_every_character_is_in_one_driver_and_an_answer_weighs_four_times():
    exchange = Exchange(request=request(SHOWN), answer="{}" * 10)
    spent = weighted_tokens([exchange])
    assert spent["static prompt"] == len("static") / 4
    assert spent["context"] == len("- user Ben: Hello\n") / 4
    assert spent["statements"] == 20
    assert sum(spent.values()) == prompt_tokens([exchange]) + 4 * answer_tokens([exchange])
    assert prompt_tokens([exchange]) * 4 == len("static") + len("{}") + len(SHOWN)


def test_a_re_ask_is_a_driver_of_its_own():
    told = load_prompt("repair").text.replace("{flaws}", "it was empty")
    exchange = Exchange(request=request(f"{SHOWN}\n\n{told}"), answer="{}")
    assert is_re_ask(exchange)
    spent = weighted_tokens([exchange])
    assert spent["re-asks"] == sum(spent.values())


def test_a_goal_that_is_missed_is_said():
    good = {"unit": "whole", "weighted": 75_000, "second_calls": 0, "second_rows": 0, "unknown": 0}
    assert failures([good]) == []
    bad = {**good, "weighted": 75_001, "second_rows": 2, "unknown": 1}
    assert len(failures([bad])) == 3


def test_without_the_data_it_is_skipped_with_a_reason(tmp_path, capsys):
    assert main([str(tmp_path / "none.json")]) == 0
    assert "skipped: LoCoMo is not at" in capsys.readouterr().out
