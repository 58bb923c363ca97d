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


@pytest.mark.parametrize("text", ["2", "h", "yesterday", "2026-02-01T00:00:00", "999999999d"])
def test_a_start_that_is_neither_is_refused(text):
    with pytest.raises(InvalidInputError, match="--since"):
        parse_since(text, NOW)


def test_a_start_before_all_time_is_refused_and_no_crash():
    with pytest.raises(InvalidInputError, match="--since"):
        parse_since("999999d", NOW)
