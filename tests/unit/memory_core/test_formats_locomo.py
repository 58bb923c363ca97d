from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from memory_core.errors import InvalidInputError
from memory_core.formats.locomo import parse_session_date
from memory_core.formats.reading import read_messages
from memory_core.formats.source import RefusedLine, Source
from memory_core.messages import Role

# invented; only the shape is LoCoMo's
SAMPLE = {
    "qa": [{"question": "Where?", "answer": 2022, "evidence": ["D:11:26", "D30:05"]}],
    "sample_id": "conv-1",
    "conversation": {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_10_date_time": "12:05 am on 1 January, 2024",
        "session_10": [{"speaker": "Ben", "dia_id": "D10:1", "text": "Happy new year!"}],
        "session_2_date_time": "1:56 pm on 8 May, 2023",
        "session_2": [
            {"speaker": "Ada", "dia_id": "D2:1", "text": "I repair clocks."},
            {
                "speaker": "Ben",
                "dia_id": "D2:2",
                "text": "Look!",
                "img_url": ["https://img.example/1.jpg"],
                "blip_caption": "a photo of a clock",
            },
        ],
        "session_3_date_time": "1:56 pm on 9 May, 2023",
    },
}


def read(path, data: object, workspace: str | None = None) -> list:
    path = path / "locomo.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    with Source(path) as source:
        records = list(read_messages(source, "locomo", workspace))
        assert source.position == source.size
    return records


def with_session(turns: list, date: object = "1:56 pm on 8 May, 2023") -> list:
    conversation = {"session_1_date_time": date, "session_1": turns}
    return [{"sample_id": "conv-2", "conversation": conversation}]


def test_sessions_are_chats_in_their_own_order_and_dates_without_one_are_passed_over(tmp_path):
    records = read(tmp_path, [SAMPLE])
    assert [(r.chat, r.position, r.key) for r in records] == [
        ("conv-1:session_2", 0, "D2:1"),
        ("conv-1:session_2", 1, "D2:2"),
        ("conv-1:session_10", 0, "D10:1"),
    ]


def test_both_speakers_are_users_of_their_own_without_an_agent(tmp_path):
    records = read(tmp_path, [SAMPLE])
    assert {r.role for r in records} == {Role.USER}
    assert [(r.workspace, r.agent, r.user, r.speaker_id, r.name) for r in records[:2]] == [
        ("default", None, "conv-1:ada", "ada", "Ada"),
        ("default", None, "conv-1:ben", "ben", "Ben"),
    ]


def test_a_turn_is_a_second_after_the_one_before_it_from_its_sessions_date_in_utc(tmp_path):
    records = read(tmp_path, [SAMPLE])
    assert [r.at for r in records] == [
        datetime(2023, 5, 8, 13, 56, tzinfo=UTC),
        datetime(2023, 5, 8, 13, 56, 1, tzinfo=UTC),
        datetime(2024, 1, 1, 0, 5, tzinfo=UTC),
    ]


def test_a_caption_is_kept_as_text_and_an_image_address_is_not(tmp_path):
    assert read(tmp_path, [SAMPLE])[1].content == "Look! [photo: a photo of a clock]"
    only = with_session([{"speaker": "Ada", "text": "", "blip_caption": "a cat"}])
    assert read(tmp_path, only)[0].content == "[photo: a cat]"


def test_one_sample_alone_and_another_workspace_are_read(tmp_path):
    records = read(tmp_path, SAMPLE, workspace="acme")
    assert len(records) == 3
    assert {r.workspace for r in records} == {"acme"}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (with_session([{"speaker": "Ada", "text": "a"}], date="May 8"), "session_1_date_time"),
        (with_session([{"speaker": "Ada", "text": "a"}], date=None), "session_1_date_time"),
        (with_session([{"text": "a"}]), "speaker"),
        (with_session(["a"]), "speaker"),
        (with_session([{"speaker": "Ada", "text": ""}]), "content"),
        (with_session([{"speaker": " ", "text": "a"}]), "speaker"),
        (with_session([{"speaker": "Ada", "text": 5}]), "content"),
        ([{"conversation": {}}], "sample_id"),
        ([{"sample_id": "s", "conversation": []}], "sample_id"),
    ],
)
def test_what_is_wrong_is_refused_by_number_and_the_rest_goes_in(tmp_path, data, words):
    refused, *rest = read(tmp_path, [*data, SAMPLE])
    assert isinstance(refused, RefusedLine)
    assert refused.line == 1
    assert words in refused.reason
    assert len(rest) == 3


@pytest.mark.parametrize("data", ["{", "[1]", '[{"a": 1}]', '"text"'])
def test_a_file_that_is_no_locomo_as_a_whole_is_refused(tmp_path, data):
    with pytest.raises(InvalidInputError):
        read(tmp_path, data)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9, tzinfo=UTC)),
        ("12:30 pm on 1 July, 2023", datetime(2023, 7, 1, 12, 30, tzinfo=UTC)),
        (" 9:05 AM on 3 june 2022", datetime(2022, 6, 3, 9, 5, tzinfo=UTC)),
    ],
)
def test_a_session_date_is_read_as_utc(text, at):
    assert parse_session_date(text) == at


@pytest.mark.parametrize(
    "text",
    [
        "",
        "13:00 pm on 1 May, 2023",
        "1:00 pm on 31 June, 2023",
        "0:10 am on 1 May, 2023",
        "1:00 pm on 1 Mai, 2023",
    ],
)
def test_an_impossible_session_date_is_refused(text):
    with pytest.raises(InvalidInputError, match=r"1:56 pm on 8 May, 2023"):
        parse_session_date(text)
