from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from memory_core.errors import InvalidInputError
from memory_core.incoming import MemoryMode, Origin, parse_message
from memory_core.messages import Message, ParticipantKind

LEAST = {"chat": "c", "role": "user", "content": "hi", "at": "2026-04-12T03:53:00+08:00"}


def test_the_least_message_gets_the_documented_defaults():
    message = parse_message(LEAST)
    assert (message.workspace, message.origin, message.memory_mode, message.replaced) == (
        "default",
        Origin.INTERACTIVE,
        MemoryMode.ON,
        0,
    )


# case 48
def test_a_time_keeps_the_senders_own_offset_and_so_his_day():
    message = parse_message(LEAST)
    kept = Message(
        chat="c",
        position=0,
        role=message.role,
        speaker=message.participant(),
        content=message.content,
        at=message.at,
    )
    assert message.at.utcoffset() == timedelta(hours=8)
    assert message.at.astimezone(UTC).date() == date(2026, 4, 11)
    assert kept.local_day == date(2026, 4, 12)


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"chat": None}, "chat", "is missing"),
        ({"chat": ""}, "chat", "is empty"),
        ({"chat": "x" * 1025}, "chat", "1025 bytes"),
        ({"user": "a\0"}, "user", "NUL"),
        ({"key": "a\ud800"}, "key", "surrogate"),
        ({"team": ""}, "team", "is empty"),
        ({"user": 7}, "user", "must be a text"),
        ({"role": "bot"}, "role", "user, assistant, tool or system"),
        ({"content": " \n"}, "content", "nothing to remember"),
        ({"content": None}, "content", "is missing"),
        ({"content": ["hi"]}, "content", "must be a text"),
        ({"at": "2026-04-12T03:53:00"}, "at", "has no time zone"),
        ({"at": datetime(2026, 4, 12)}, "at", "has no time zone"),  # noqa: DTZ001
        ({"at": "yesterday"}, "at", "RFC 3339"),
        ({"at": 1_700_000_000}, "at", "RFC 3339"),
        ({"at": "2026-02-30T03:53:00Z"}, "at", "calendar"),
        ({"at": "0001-01-01T00:00:00+08:00"}, "at", "years 1 to 9999"),
        ({"position": -1}, "position", "negative"),
        ({"position": True}, "position", "whole number"),
        ({"position": "1"}, "position", "whole number"),
        ({"position": 2**40}, "position", "at most"),
        ({"time_zone": "Mars/Olympus"}, "time_zone", "Europe/Oslo"),
        ({"time_zone": "../../etc/passwd"}, "time_zone", "IANA"),
        ({"time_zone": "Europe"}, "time_zone", "IANA"),
        ({"origin": "robot"}, "origin", "interactive or machine"),
        ({"memory_mode": True}, "memory_mode", "on or off"),
        ({"mood": "good"}, "mood", "not a field"),
    ],
)
def test_a_wrong_field_is_named_with_the_way_out(change, field, words):
    with pytest.raises(InvalidInputError) as refusal:
        parse_message(LEAST | change)
    assert refusal.value.field == field
    assert words in refusal.value.reason


def test_of_several_problems_the_first_of_the_shape_is_named():
    with pytest.raises(InvalidInputError) as refusal:
        parse_message({"content": "", "role": "bot", "mood": 1})
    assert refusal.value.field == "chat"


def test_what_no_database_can_hold_is_replaced_in_the_content_and_counted():
    message = parse_message(LEAST | {"content": "a\0b\ud800", "name": "Ada\ud800"})
    assert (message.content, message.replaced, message.name) == ("a\ufffdb\ufffd", 2, "Ada\ufffd")


def test_content_is_otherwise_kept_to_the_letter():
    content = "  e\u0301 \r\n\tＡ\u200b \u2028"
    assert parse_message(LEAST | {"content": content}).content == content


def test_a_message_is_frozen():
    with pytest.raises(ValidationError):
        parse_message(LEAST).content = "other"


@pytest.mark.parametrize(
    ("change", "speaker", "kind", "user"),
    [
        ({}, "user", ParticipantKind.HUMAN, None),
        ({"user": "u-1"}, "u-1", ParticipantKind.HUMAN, "u-1"),
        ({"user": "u-1", "speaker": "ada"}, "ada", ParticipantKind.HUMAN, "u-1"),
        ({"role": "assistant"}, "assistant", ParticipantKind.AGENT, None),
        ({"role": "assistant", "agent": "bot", "user": "u-1"}, "bot", ParticipantKind.AGENT, None),
        ({"role": "tool"}, "tool", ParticipantKind.TOOL, None),
        (
            {"role": "tool", "speaker": "search", "agent": "bot"},
            "search",
            ParticipantKind.TOOL,
            None,
        ),
        ({"role": "system", "agent": "bot"}, "system", ParticipantKind.AGENT, None),
    ],
)
def test_a_participant_follows_from_role_and_ids(change, speaker, kind, user):
    message = parse_message(LEAST | change)
    participant = message.participant()
    assert (participant.id, participant.kind, participant.user) == (speaker, kind, user)
    assert message.speaker_id == speaker


def test_name_and_zone_go_to_the_participant():
    fields = LEAST | {"name": " Ada  L. ", "time_zone": "Asia/Tokyo"}
    participant = parse_message(fields).participant()
    assert (participant.name, participant.time_zone) == ("Ada L.", "Asia/Tokyo")


_anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from([*LEAST, "key", "user", "position", "x"]), _anything))
def test_whatever_arrives_is_a_message_or_a_refusal_that_names_a_field(fields):
    try:
        parse_message(LEAST | fields)
    except InvalidInputError as refusal:
        named = refusal.field
    else:
        named = "chat"
    assert named in {*LEAST, *fields}
