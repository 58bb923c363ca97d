from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.errors import InvalidInputError
from memory_core.formats import source as sources
from memory_core.formats.reading import detect_format, read_messages
from memory_core.formats.source import RefusedLine, Source


def line(**fields: object) -> bytes:
    least = {"chat": "c", "role": "user", "content": "hi", "at": "2026-04-12T03:53:00Z"}
    return json.dumps(least | fields).encode()


def read(path: Path, data: bytes, **options: object) -> list:
    path = path / "messages.jsonl"
    path.write_bytes(data)
    with Source(path) as source:
        return list(read_messages(source, **{"format": "jsonl"} | options))


def refusals(records: list) -> list[tuple[int, str]]:
    return [(r.line, r.reason) for r in records if isinstance(r, RefusedLine)]


def contents(records: list) -> list[str]:
    return [r.content for r in records if not isinstance(r, RefusedLine)]


def test_an_empty_file_holds_no_messages(tmp_path):
    assert read(tmp_path, b"", format="auto") == []
    assert read(tmp_path, b"\n\n  \n", format="auto") == []


def test_bad_lines_are_reported_by_number_and_the_rest_goes_in(tmp_path):
    data = b"\n".join(
        [
            line(content="one"),
            b"{not json",
            b"",
            b'{"chat": "\xff"}',
            line(at="2026-04-12T03:53:00"),
            b"[1]",
            b"[" * 100_000,
            line(content="two"),
        ]
    )
    records = read(tmp_path, data)
    assert contents(records) == ["one", "two"]
    assert [number for number, _ in refusals(records)] == [2, 4, 5, 6, 7]
    assert [reason.split(":")[0] for _, reason in refusals(records)] == [
        *("line", "line", "at", "line", "line")
    ]


def test_a_byte_order_mark_and_windows_line_ends_are_no_part_of_the_messages(tmp_path):
    records = read(
        tmp_path, b"\xef\xbb\xbf" + line() + b"\r\n" + line(content="two"), format="auto"
    )
    assert contents(records) == ["hi", "two"]


def test_a_utf_16_file_is_refused_with_the_way_out(tmp_path):
    with pytest.raises(InvalidInputError, match="save it as UTF-8"):
        read(tmp_path, line().decode().encode("utf-16"))


def test_a_lone_surrogate_escape_is_replaced_and_a_pair_is_not(tmp_path):
    (record,) = read(tmp_path, line(content="a\ud800 \0 😀"))
    assert (record.content, record.replaced) == ("a\ufffd \ufffd 😀", 2)


def test_a_line_separator_inside_a_message_does_not_split_it(tmp_path):
    data = json.dumps(
        {"chat": "c", "role": "user", "content": "a\u2028b", "at": "2026-04-12T03:53:00Z"},
        ensure_ascii=False,
    )
    assert contents(read(tmp_path, data.encode())) == ["a\u2028b"]


def test_an_overlong_line_is_refused_and_the_next_one_read(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "LINE_BYTES", 200)
    records = read(tmp_path, line(content="x" * 5000) + b"\n" + line(content="two"))
    assert [number for number, _ in refusals(records)] == [1]
    assert contents(records) == ["two"]


def test_a_message_of_two_megabytes_is_read(tmp_path):
    (record,) = read(tmp_path, line(content="記" * 700_000), format="auto")
    assert len(record.content) == 700_000


def test_a_second_reading_of_a_longer_file_repeats_the_keys(tmp_path):
    first = [line(content="a"), line(content="a"), line(role="assistant"), line(chat="d")]
    once = read(tmp_path, b"\n".join(first))
    again = read(tmp_path, b"\n".join([*first, line(content="b"), line(at="2026-04-12T03:54:00Z")]))
    assert [r.key for r in again[:4]] == [r.key for r in once]
    assert len({(r.chat, r.key) for r in again}) == 6


def test_changed_content_keeps_its_key_so_that_the_change_is_seen(tmp_path):
    (one,) = read(tmp_path, line(content="a"))
    (other,) = read(tmp_path, line(content="b"))
    assert one.key == other.key


def test_one_instant_written_in_two_offsets_is_one_key(tmp_path):
    (one,) = read(tmp_path, line(at="2026-04-12T03:53:00Z"))
    (other,) = read(tmp_path, line(at="2026-04-12T11:53:00+08:00"))
    assert one.key == other.key


def test_a_given_key_or_position_is_left_alone(tmp_path):
    records = read(tmp_path, line(key="k") + b"\n" + line(position=0))
    assert [(r.key, r.position) for r in records] == [("k", None), (None, 0)]


def test_the_workspace_of_the_import_fills_in_and_never_overrides(tmp_path):
    records = read(
        tmp_path,
        line() + b"\n" + line(workspace="acme") + b"\n" + line(workspace="globex"),
        workspace="acme",
    )
    assert [r.workspace for r in records[:2]] == ["acme", "acme"]
    assert "names 'globex'" in records[2].reason


def test_progress_ends_at_the_size_of_the_file(tmp_path):
    path = tmp_path / "m.jsonl"
    path.write_bytes(b"\xef\xbb\xbf" + b"\n".join([line()] * 3))
    with Source(path) as source:
        seen = [source.position for _ in read_messages(source)]
        assert seen == sorted(set(seen))
        assert source.position == source.size == path.stat().st_size


def test_memory_is_bounded_by_the_line_not_by_the_file(tmp_path):
    path = tmp_path / "long.jsonl"
    with path.open("wb") as file:
        for number in range(20_000):
            file.write(
                line(
                    chat=f"c{number % 7}",
                    content="x" * 400,
                    at=f"2026-04-12T03:53:{number % 60:02}Z",
                )
                + b"\n"
            )
    tracemalloc.start()
    with Source(path) as source:
        count = sum(1 for _ in read_messages(source))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 20_000
    assert peak < path.stat().st_size / 4


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    with pytest.raises(InvalidInputError, match="cannot be read"):
        Source(tmp_path / name)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (line(), "jsonl"),
        (b"garbage\n" + line(), "jsonl"),
        (line(content='he said "conversation": {}'), "jsonl"),
        (b'[{"qa": [{"question": "?"', "locomo"),
        (b'{"sample_id": "s", "conversation": {}}', "locomo"),
        (b'{\n "sample_id": "s",\n "conversation": {}}', "locomo"),
    ],
)
def test_a_format_is_told_by_the_beginning_of_the_file(tmp_path, data, name):
    path = tmp_path / "file"
    path.write_bytes(data)
    with Source(path) as source:
        assert detect_format(source.head).name == name


@pytest.mark.parametrize("data", [b"# Notes\nhello\n", b"PK\x03\x04", b"[1, 2]", b'{\n  "a": 1\n}'])
def test_an_unknown_format_is_refused_with_the_names_of_those_there_are(tmp_path, data):
    with pytest.raises(InvalidInputError, match="--format jsonl"):
        read(tmp_path, data, format="auto")
    with pytest.raises(InvalidInputError, match="auto, locomo, jsonl"):
        read(tmp_path, data, format="yaml")


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reading(tmp_path_factory, data):
    folder = tmp_path_factory.mktemp("any")
    try:
        for record in read(folder, data):
            assert isinstance(record, RefusedLine)
    except InvalidInputError:
        assert data[:2] in (b"\xff\xfe", b"\xfe\xff")
