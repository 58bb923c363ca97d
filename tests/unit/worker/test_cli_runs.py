from datetime import UTC, datetime, timedelta

import pytest

from memory_core.errors import InvalidInputError
from worker.cli.runs import parse_since

NOW = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("90s", NOW - timedelta(seconds=90)),
        ("30m", NOW - timedelta(minutes=30)),
        ("2h", NOW - timedelta(hours=2)),
        ("7d", NOW - timedelta(days=7)),
        ("2026-02-01T00:00:00z", datetime(2026, 2, 1, tzinfo=UTC)),
        ("2026-02-01T08:00:00+08:00", datetime(2026, 2, 1, tzinfo=UTC)),
    ],
)
def test_a_start_is_a_time_or_how_long_ago(text, at):
    assert parse_since(text, NOW) == at


def test_a_day_begins_where_the_workspace_is():
    assert parse_since("2026-02-01", NOW) == datetime(2026, 2, 1, tzinfo=UTC)
    begun = parse_since("2026-02-01", NOW, "Asia/Tokyo")
    assert begun == datetime(2026, 1, 31, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["2026-13-99", "20260201", "2", "h", "yesterday", "2026-02-01T00:00:00", "999999999d"]
)
def test_a_start_that_is_neither_is_refused(text):
    with pytest.raises(InvalidInputError, match="--since"):
        parse_since(text, NOW)


def test_a_start_before_all_time_is_refused_and_no_crash():
    with pytest.raises(InvalidInputError, match="--since"):
        parse_since("999999d", NOW)
