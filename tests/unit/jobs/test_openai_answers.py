from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.errors import ContentError
from jobs.minds.answers import LONGEST_ANSWER, _strict, parse_answer
from jobs.minds.schemas import PlanAnswer, ReadingAnswer, strict_schema

STATEMENT = {
    "messages": [1],
    "text": "Lives in Oslo.",
    "section": "Profile",
    "date": None,
    "aliases": [],
}
CONTRADICTION = "nothing_durable is true exactly where statements is empty"
FOUND = {"language": "en", "nothing_durable": False, "statements": [STATEMENT]}
PLAIN = json.dumps(FOUND)
DRAFT = json.dumps(FOUND | {"statements": [STATEMENT | {"text": "Lives in Rome."}]})


@pytest.mark.parametrize(
    "text",
    [
        PLAIN,
        f"<think>Oslo {{maybe}}</think>{PLAIN}",  # case 43
        f"<think>a</think>\n<thinking>b</thinking>\n{PLAIN}",
        f"reasoning whose opening tag stood in the prompt</think>{PLAIN}",
        f"```json\n{PLAIN}\n```",
        f"Here you are:\n```\n{PLAIN}\n```\nAnything else?",
        f"Sure! {PLAIN} Hope it helps.",
        PLAIN.replace('"messages"', "messages"),
        PLAIN.replace("[1]", "[1,]"),
        PLAIN.replace("Profile", " profile "),
        PLAIN.replace("Lives in", r"Lives\n  in"),
        f"<thought>Oslo</thought>{PLAIN}",
        f"[THINK]so {{}}[/THINK]{PLAIN}",
        f"<|channel|>analysis<|message|>{{so}}<|end|><|channel|>final<|message|>{PLAIN}",
        f"The shape is {{statements}}, so:\n{PLAIN}\nNo {{more}}.",
        f"First {{'a': 1}}.\n```json\n{PLAIN}\n```\nor {{b}}",
        f"A draft: {DRAFT}\nBetter: {PLAIN}",
        f"```json\n{DRAFT}\n```\nBetter:\n```json\n{PLAIN}\n```",
        f'<tool_call>{{"name": "extract", "arguments": {PLAIN}}}</tool_call>',
        json.dumps({"name": "extract", "arguments": PLAIN}),
        json.dumps({"answer": FOUND}),
    ],
)
def test_the_object_is_found_whatever_stands_around_it(text):
    answer = parse_answer(text, ReadingAnswer)
    assert answer.statements[0].text == "Lives in Oslo."
    assert answer.statements[0].section == "Profile"


# cases 9, 11, 43
@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("[]", "no JSON object"),
        ("null", "no JSON object"),
        ("I cannot complete this request.", "no JSON object"),
        (f"<think>so {PLAIN}", "never ended"),
        ("<think>only thoughts</think>", "no JSON object"),
        (f"[THINK]so {PLAIN}", "never ended"),
        (f"Well. <think>so {PLAIN}", "never ended"),
        (f"<think>a</think> <think>b {PLAIN}", "never ended"),
        (f"<|channel|>analysis<|message|>so {PLAIN}", "never ended"),
        (PLAIN[:-2], "broke off"),
        (PLAIN[: PLAIN.index("Oslo")], "broke off"),
        ("{}", "nothing_durable"),
        (json.dumps({"nothing_durable": False, "statements": []}), CONTRADICTION),
        (json.dumps({"nothing_durable": True, "statements": [STATEMENT]}), CONTRADICTION),
        (json.dumps({"statements": []}), "nothing_durable"),
        (json.dumps(FOUND | {"statements": [{"text": "x"}]}), "statements.0.messages (missing)"),
        (json.dumps(FOUND | {"statements": [STATEMENT | {"messages": []}]}), "statements.0"),
        ("{" + " " * LONGEST_ANSWER + "}", "far too long"),
        ('{"a":' * 50_000 + "1" + "}" * 50_000, "nested too deep"),
    ],
)
def test_what_is_no_answer_is_refused_by_a_named_flaw(text, flaw):
    with pytest.raises(ContentError) as caught:
        parse_answer(text, ReadingAnswer)
    assert flaw in str(caught.value)


@pytest.mark.parametrize(
    ("written", "read"),
    [(r"C:\Dir", r"C:\Dir"), (r"It\'s so", "It's so"), ('say "hi" to her', 'say "hi" to her')],
)
def test_small_damage_within_a_text_is_repaired_and_nothing_else(written, read):
    damaged = PLAIN.replace("Lives in Oslo.", written)
    assert _strict(damaged) is None
    answer = parse_answer(damaged, ReadingAnswer)
    assert [s.text for s in answer.statements] == [read]
    assert answer.statements[0].section == "Profile"


def test_braces_without_end_are_refused_in_bounded_work():
    with pytest.raises(ContentError):
        parse_answer("so: " + "{ " * 50_000 + "} " * 50_000, ReadingAnswer)


def test_saying_so_is_the_only_way_to_have_found_nothing():
    answer = parse_answer('{"nothing_durable": true, "statements": []}', ReadingAnswer)
    assert answer.statements == ()


def test_a_flaw_never_repeats_what_was_written():
    secret = "Zz-Canary"
    broken = json.dumps({"nothing_durable": secret, "statements": [{"section": [secret]}]})
    with pytest.raises(ContentError) as caught:
        parse_answer(broken, ReadingAnswer)
    assert secret not in str(caught.value)


@given(st.text(max_size=200))
def test_any_text_is_either_an_answer_or_a_content_error(text):
    try:
        parse_answer(text, ReadingAnswer)
    except ContentError:
        return


@given(st.text(min_size=1, max_size=60))
def test_a_statement_is_always_one_storable_line(text):
    answer = parse_answer(
        json.dumps(FOUND | {"statements": [STATEMENT | {"text": text}]}), ReadingAnswer
    )
    line = answer.statements[0].text
    assert line == " ".join(line.split())
    assert "\0" not in line
    line.encode()


# case 45
@pytest.mark.parametrize(
    ("date", "read"),
    [("2026-02-03", "2026-02-03"), ("2026-02", "2026-02"), ("2026", "2026"), (None, None)]
    + [(wrong, None) for wrong in ("", "yesterday", "2026-13-01", "03/02/2026")],
)
def test_a_date_is_partial_or_unknown(date, read):
    answer = parse_answer(
        json.dumps(FOUND | {"statements": [STATEMENT | {"date": date}]}), ReadingAnswer
    )
    assert answer.statements[0].date == read


@pytest.mark.parametrize("shape", [ReadingAnswer, PlanAnswer])
def test_the_schema_is_strict_and_holds_no_reference(shape):
    schema = strict_schema(shape)
    assert "$" not in json.dumps(schema)

    def objects(node):
        if isinstance(node, dict):
            if node.get("type") == "object":
                yield node
            node = list(node.values())
        if isinstance(node, list):
            for item in node:
                yield from objects(item)

    found = list(objects(schema))
    assert found
    for each in found:
        assert each["required"] == list(each["properties"])
        assert each["additionalProperties"] is False
