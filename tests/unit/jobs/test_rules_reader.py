from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.minds.protocol import Statement, Window
from jobs.minds.rules import PROMPT_VERSION, RulesReader
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.sections import Section

NOON = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)
ADA = Participant(id="ada", kind=ParticipantKind.HUMAN, user="u-ada", name="Ada")
BO = Participant(id="bo", kind=ParticipantKind.HUMAN, user="u-bo", name="Bo")
WORDS = ("I joined", "moved to", "a choir", "in Oslo", "yesterday", "last week", "but", "and", "we",
         "my sister Ana", "loved", "-", ",", ".", "you")  # fmt: skip
AGENT = Participant(id="helper", kind=ParticipantKind.AGENT)


def said(content: str, *, by: Participant = ADA, role: Role = Role.USER, **changes) -> Message:
    fields = {"chat": "c1", "position": 0, "at": NOON} | changes
    return Message(role=role, speaker=by, content=content, **fields)


def read(*messages: Message, agent: str | None = "helper") -> tuple[Statement, ...]:
    window = Window(
        workspace="default",
        chat="c1",
        agent=agent,
        participants=(ADA, BO, AGENT),
        messages=messages,
    )
    return RulesReader().read(window).statements


def lines(content: str, **changes) -> list[str]:
    return [statement.text for statement in read(said(content, **changes))]


def test_the_reader_names_itself_and_its_version() -> None:
    reader = RulesReader()
    assert (reader.model, reader.prompt_version) == ("rules", PROMPT_VERSION)


def test_a_slot_becomes_a_label_and_a_value_under_its_heading() -> None:
    (statement,) = read(said("I live in Oslo.", position=7))
    assert statement == Statement(text="Lives in Oslo.", section=Section.PROFILE, messages=(7,))


# case 46
def test_an_event_is_quoted_with_its_date_resolved() -> None:
    (statement,) = read(said("We launched the new site yesterday."))
    assert statement.text == 'Said: "We launched the new site yesterday [2026-02-02]."'
    assert str(statement.occurred_on) == "2026-02-02"
    assert statement.section is Section.EVENTS


# case 47
def test_the_date_hangs_on_the_message_alone() -> None:
    other_year = datetime(2021, 2, 3, 12, 0, tzinfo=UTC)
    assert "[2021-02-02]" in lines("We launched the new site yesterday.", at=other_year)[0]


# case 48
def test_yesterday_is_yesterday_where_the_speaker_is() -> None:
    early = datetime(2026, 4, 12, 3, 53, tzinfo=timezone(timedelta(hours=8)))
    assert "[2026-04-11]" in lines("I joined a choir yesterday.", at=early)[0]
    abroad = Participant(
        id="cy", kind=ParticipantKind.HUMAN, user="u-cy", time_zone="America/New_York"
    )
    assert "[2026-04-10]" in lines("I joined a choir yesterday.", at=early, by=abroad)[0]


# case 23
@pytest.mark.parametrize("role", [Role.SYSTEM, Role.ASSISTANT, Role.TOOL])
def test_nobody_but_a_user_asserts_anything(role: Role) -> None:
    assert lines("I live in Oslo.", role=role) == []


def test_a_speaker_without_a_user_id_has_no_memory() -> None:
    guest = Participant(id="guest", kind=ParticipantKind.HUMAN)
    assert lines("I live in Oslo.", by=guest) == []
    assert lines("I live in Oslo.", by=AGENT) == []


# case 24
def test_an_assistant_that_repeats_known_facts_adds_no_evidence() -> None:
    repeated = said("You live in Oslo. I live in Oslo too.", by=AGENT, role=Role.ASSISTANT)
    assert read(repeated, said("ok thanks", position=1)) == ()


# case 25
def test_a_pasted_index_asserts_nothing_but_a_labelled_line_of_a_human_does() -> None:
    pasted = (
        "# Memory\n<!-- memfold 1 | acme:x/ | version 3 | 2026-01-01T00:00:00Z -->\n"
        "- 2026-01-01 | I live in Oslo. | user-said | - | [e1](episodes/e1.md) | ^m1\n"
        "User: I prefer tabs"
    )
    assert lines(pasted) == ['Said: "I prefer tabs"']


# case 33
def test_a_remark_about_the_work_at_hand_is_no_preference() -> None:
    assert lines("I like the new approach better, can we write to /tmp?") == []


# case 34
def test_the_same_words_of_one_speaker_are_one_statement_with_both_messages() -> None:
    (statement,) = read(said("I like cats."), said("I like cats!", position=4))
    assert (statement.text, statement.messages) == ("Likes cats.", (0, 4))


def test_the_same_words_of_two_speakers_stay_apart() -> None:
    statements = read(said("I like cats."), said("I like cats.", by=BO, position=1), agent=None)
    assert [(s.text, s.messages) for s in statements] == [
        ("Likes cats.", (0,)),
        ("Likes cats.", (1,)),
    ]


# case 36
def test_loving_and_hating_a_thing_are_two_statements_in_the_order_said() -> None:
    statements = read(said("I love jazz."), said("I hate jazz.", position=1))
    assert [s.text for s in statements] == ["Likes jazz.", "Dislikes jazz."]


# case 51
@pytest.mark.parametrize("title", ["大语言模型", "断路器"])
def test_letters_of_any_script_survive_in_what_is_remembered(title: str) -> None:
    (statement,) = read(said(f"remember: {title}"))
    assert (statement.text, statement.language) == (f'Said: "{title}"', "zh")


@pytest.mark.parametrize(
    "content",
    [
        "Do I live in Oslo?",
        "If I lived in Oslo, I would ski.",
        "I want to move to Rome.",
        "I might move to Rome next year.",
        "My brother lives in Oslo.",
        "She says I live in Oslo.",
        "In my dream I live in Oslo.",
        "I used to live in Oslo.",
        "I live in [address].",
        "Bo: I live in Oslo",
        "Please translate this: I live in Oslo.",
        "ok thanks",
        "I'm glad you liked it.",
        "",
    ],
)
def test_what_asserts_nothing_of_the_speaker_is_left_out(content: str) -> None:
    assert lines(content) == []


def test_a_text_in_a_language_without_tables_gives_only_what_is_to_be_remembered() -> None:
    (statement,) = read(said("Μένω στο Όσλο.\nremember: τον σκύλο μου τον λένε Ρεξ."))
    assert (statement.text, statement.language) == (
        'Said: "τον σκύλο μου τον λένε Ρεξ."',
        "und",
    )


def test_a_nickname_is_an_alias() -> None:
    (statement,) = read(said("Call me Ned"))
    assert (statement.text, statement.aliases) == ("Goes by Ned.", ("Ned",))


@given(st.lists(st.text(max_size=80), max_size=4))
def test_any_text_reads_the_same_twice_and_never_fails(contents: list[str]) -> None:
    messages = [said(content, position=n) for n, content in enumerate(contents)]
    assert read(*messages) == read(*messages)


@given(
    st.lists(
        st.sampled_from(WORDS),
        max_size=14,
    )
)
def test_a_quotation_stands_word_for_word_in_its_message(words: list[str]) -> None:
    content = " ".join(words)
    for line in lines(content):
        if line.startswith("Said: "):
            quoted = line.removeprefix('Said: "').removesuffix('"')
            for date in ("[2026-02-02]", "[2026]"):
                quoted = quoted.replace(f" {date}", "")
            assert quoted in content, json.dumps([quoted, content])
