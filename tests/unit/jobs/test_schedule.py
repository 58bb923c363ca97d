from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jobs.schedule import Schedule
from memory_core.errors import ConfigurationError

ZONES = [
    "UTC",
    "Europe/Paris",
    "America/New_York",
    "Australia/Lord_Howe",
    "America/Sao_Paulo",
    "Asia/Kathmandu",
]
EXPRESSIONS = [
    "* * * * *",
    "*/10 * * * * *",
    "0 4 * * *",
    "30 2 * * *",
    "0 0 * * *",
    "15 1,2 * * *",
    "0 */6 * * *",
    "0 9 * * 1-5",
    "30 1 1 * *",
]
MOMENTS = st.datetimes(
    min_value=datetime(2015, 1, 1),  # noqa: DTZ001 - the zone is drawn apart
    max_value=datetime(2032, 1, 1),  # noqa: DTZ001
    timezones=st.sampled_from([UTC, *map(ZoneInfo, ZONES)]),
)


@settings(deadline=None)
@given(MOMENTS, st.sampled_from(EXPRESSIONS), st.sampled_from(ZONES))
def test_the_next_time_is_always_later(moment, expression, zone):
    following = Schedule(expression=expression, zone=zone).next_after(moment)
    assert following > moment
    assert following.tzinfo is UTC


@settings(deadline=None)
@given(MOMENTS, st.sampled_from(ZONES))
def test_what_runs_every_minute_never_waits_longer_than_a_minute(moment, zone):
    following = Schedule(expression="* * * * *", zone=zone).next_after(moment)
    assert following - moment <= timedelta(minutes=1)


def local_days(schedule, start, count):
    """The local dates of the next times."""
    moment, days = start, []
    for _ in range(count):
        moment = schedule.next_after(moment)
        days.append(moment.astimezone(ZoneInfo(schedule.zone)).date())
    return days


DST_DAYS = [
    ("Europe/Paris", date(2026, 3, 29)),
    ("Europe/Paris", date(2026, 10, 25)),
    ("America/New_York", date(2026, 3, 8)),
    ("America/New_York", date(2026, 11, 1)),
    ("Australia/Lord_Howe", date(2026, 4, 5)),
    ("Australia/Lord_Howe", date(2026, 10, 4)),
    ("America/Sao_Paulo", date(2018, 11, 4)),  # midnight did not exist
    ("America/Sao_Paulo", date(2019, 2, 17)),
]


@pytest.mark.parametrize(("zone", "day"), DST_DAYS)
@pytest.mark.parametrize("expression", ["0 4 * * *", "0 12 * * *"])
def test_daily_work_comes_once_on_each_local_date_around_a_clock_change(zone, day, expression):
    start = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)) - timedelta(days=3)
    found = local_days(Schedule(expression=expression, zone=zone), start.astimezone(UTC), 6)
    assert found == sorted(set(found))
    assert (found[-1] - found[0]).days == 5


@pytest.mark.parametrize(("zone", "day"), DST_DAYS)
@pytest.mark.parametrize("expression", ["0 0 * * *", "30 2 * * *", "15 1 * * *"])
def test_a_time_that_a_clock_change_skips_or_repeats_is_neither_a_storm_nor_a_lost_day(
    zone, day, expression
):
    """A skipped or doubled hour may move or repeat a time, but leaves no day without one."""
    start = datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)) - timedelta(days=3)
    found = local_days(Schedule(expression=expression, zone=zone), start.astimezone(UTC), 8)
    assert len(found) - len(set(found)) <= 1
    gaps = [(b - a).days for a, b in pairwise(found)]
    assert max(gaps) <= 2


def test_seconds_stand_in_front():
    schedule = Schedule(expression="*/10 * * * * *")
    moment = datetime(2026, 2, 3, 9, 0, 5, tzinfo=UTC)
    assert schedule.next_after(moment) == datetime(2026, 2, 3, 9, 0, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "expression",
    ["", "every day", "61 * * * *", "* * * *", "0 0 30 2 *", "0 0 0 1 1 * 2030", "* * * * * * * *"],
)
def test_a_wrong_expression_is_one_clear_line(expression):
    with pytest.raises(ConfigurationError) as caught:
        Schedule(expression=expression)
    assert repr(expression) in str(caught.value)
    assert "'0 4 * * *'" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "../etc/passwd", "Europe"])
def test_a_wrong_zone_is_one_clear_line(zone):
    with pytest.raises(ConfigurationError, match="is no time zone") as caught:
        Schedule(expression="0 4 * * *", zone=zone)
    assert "\n" not in str(caught.value)
