from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worker.cli.output import amount, plain, print_table, printable, show


@dataclass(frozen=True)
class Report:
    at: datetime
    names: tuple[str, ...]


def test_a_report_becomes_what_json_knows_with_times_in_utc():
    at = datetime(2026, 2, 3, 9, 0, tzinfo=timezone(timedelta(hours=8)))
    expected = {"at": "2026-02-03T01:00:00.000Z", "names": ["a"]}
    assert plain(Report(at, ("a",))) == expected
    assert plain({"report": [Report(at, ("a",))]}) == {"report": [expected]}
    assert plain(date(2026, 2, 3)) == "2026-02-03"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "-"),
        (True, "yes"),
        (0, "0"),
        ((), "-"),
        (["a", "b"], "a, b"),
        ({"a": 1, "b": None}, "a 1, b -"),
        (datetime(2026, 2, 3, tzinfo=UTC), "2026-02-03T00:00:00.000Z"),
    ],
)
def test_a_value_is_shown_as_one_piece_of_text(value, shown):
    assert show(value) == shown


@given(st.text())
def test_nothing_that_moves_a_cursor_is_printed(text):
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)


def test_a_table_cuts_nothing_and_has_no_trailing_blanks(capsys):
    print_table(("due_at", "key"), [("x" * 200, "k1"), ("-", "")])
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["DUE", "AT", "KEY"]
    assert first == f"{'x' * 200}  k1"
    assert second == "-"


@pytest.mark.parametrize(("count", "shown"), [(0, "0 chats"), (1, "1 chat"), (2, "2 chats")])
def test_one_of_a_thing_takes_no_s(count, shown):
    assert amount(count, "chat") == shown
