from __future__ import annotations

import json
import re

import pytest

from jobs.minds.answers import parse_answer
from jobs.minds.plans import operations_of
from jobs.minds.schemas import PlanAnswer, ReadingAnswer, strict_schema
from jobs.minds.statements import statements_of
from memory_core.prompts.prompt import SENTINEL, load_prompt
from memory_core.prompts.render import Excerpt, render_agenda, render_transcript
from tests.fakes.chats import entry, episode, message

STATIC = [("extract", ReadingAnswer), ("consolidate", PlanAnswer)]


def example_answers(name):
    return re.findall(r"^\{.*\}$", load_prompt(name).text, re.MULTILINE)


@pytest.mark.parametrize(("name", "shape"), STATIC)
def test_the_static_part_with_its_schema_stays_within_600_tokens(name, shape):
    schema = json.dumps(strict_schema(shape), separators=(",", ":"))
    assert len(load_prompt(name).text + schema) <= 600 * 4


# case 22
def test_every_extraction_example_passes_our_own_parser():
    spoken = re.findall(r"`\[1\] user Zz-Mira: ([^`]*)`", load_prompt("extract").text)
    answers = example_answers("extract")
    assert len(spoken) == len(answers) == 2
    for said, answer in zip(spoken, answers, strict=True):
        transcript = render_transcript(Excerpt(messages=[message(0, said)]))
        ((statements, dropped),) = statements_of(parse_answer(answer, ReadingAnswer), transcript)
        assert not dropped
        assert all(SENTINEL in statement.text for statement in statements)


# case 22
def test_the_consolidation_example_passes_our_own_parser_and_accounts_for_each_episode():
    text = load_prompt("consolidate").text
    entries = [entry("m0000001", t) for t in re.findall(r"`\[\d\] ([^`]*)`", text)]
    episodes = [episode(t, position=n) for n, t in enumerate(re.findall(r"`\(\d\) ([^`]*)`", text))]
    (answer,) = example_answers("consolidate")
    operations, flaws = operations_of(
        parse_answer(answer, PlanAnswer), render_agenda(entries, episodes)
    )
    assert not flaws
    named = [each for operation in operations for each in operation.episodes]
    assert sorted(named) == sorted(each.id for each in episodes)
