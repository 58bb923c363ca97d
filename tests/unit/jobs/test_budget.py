from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.budget import (
    UNLIMITED,
    DayBudget,
    Limits,
    check_caps,
    default_limits,
    next_day_at,
    shortage,
    wait_after,
)
from jobs.errors import BudgetError, JobCapError, OutageError
from jobs.policies import Policy
from jobs.usage import Usage

ZONES = (
    *("UTC", "Europe/Oslo", "America/New_York", "America/Santiago", "America/Havana"),
    *("Pacific/Apia", "Pacific/Kiritimati", "Australia/Lord_Howe", "Asia/Kathmandu"),
)
NOON = datetime(2026, 2, 3, 12, tzinfo=UTC)


def day(zone: str = "UTC", **fields) -> DayBudget:
    return DayBudget(
        workspace="acme",
        day=date(2026, 2, 3),
        time_zone=zone,
        limits=fields.pop("limits", Limits(tokens=Decimal(1000))),
        **fields,
    )


def call(tokens: int = 100, cost: float = 0.0, calls: int = 1) -> Usage:
    return Usage(calls=calls, input_tokens=tokens, cost=cost)


@pytest.mark.parametrize(
    ("on", "zone", "hours"),
    [
        (date(2026, 2, 3), "Europe/Oslo", 24),
        (date(2026, 3, 29), "Europe/Oslo", 23),
        (date(2026, 10, 25), "Europe/Oslo", 25),
        (date(2026, 4, 5), "Australia/Lord_Howe", 24.5),
        # the clock jumps at midnight: that day begins at one
        (date(2026, 9, 5), "America/Santiago", 24),
        (date(2026, 9, 6), "America/Santiago", 23),
        # and goes back at midnight: the evening comes twice
        (date(2026, 4, 4), "America/Santiago", 25),
        # midnight itself comes twice, and the first one counts
        (date(2026, 11, 1), "America/Havana", 25),
    ],
)
def test_a_local_day_is_as_long_as_the_clocks_of_its_zone_make_it(on, zone, hours):
    length = next_day_at(on, zone) - next_day_at(on - timedelta(days=1), zone)
    assert length == timedelta(hours=hours)


@given(st.dates(date(1990, 1, 1), date(2035, 1, 1)), st.sampled_from(ZONES))
def test_the_next_day_begins_at_the_first_moment_that_has_a_later_date(on, zone):
    begins = next_day_at(on, zone)
    assert begins.tzinfo is UTC
    assert begins.astimezone(ZoneInfo(zone)).date() > on
    assert (begins - timedelta(seconds=1)).astimezone(ZoneInfo(zone)).date() <= on


def test_what_is_left_counts_what_calls_under_way_hold():
    spent = day(spent_tokens=600, reserved_tokens=250)
    assert (spent.left_tokens, spent.left_cost) == (Decimal(150), UNLIMITED)


def test_a_spent_day_waits_for_the_next_one_of_its_zone():
    error = shortage(day("Europe/Oslo", spent_tokens=950), call(100), NOON)
    assert error.wait == timedelta(hours=11)  # midnight in Oslo is 23:00 UTC
    assert str(error) == "the day's budget of 1000 tokens is spent: see memfold budget"


def test_a_day_that_calls_under_way_hold_is_tried_again_soon():
    error = shortage(day(spent_tokens=500, reserved_tokens=450), call(100), NOON)
    assert error.wait is None
    assert "held by calls under way" in str(error)
    policy = Policy()
    assert wait_after(error, policy, 1, Random(1)) <= policy.backoff


def test_a_call_larger_than_a_whole_day_says_so():
    error = shortage(day(), call(1001), NOON)
    assert "one call may take 1001 tokens, more than a whole day's budget" in str(error)
    assert error.wait == timedelta(hours=12)


def test_money_falls_short_as_tokens_do():
    limits = Limits(cost=Decimal("0.3"))
    spent = day(limits=limits, spent_cost=Decimal("0.25"), reserved_cost=Decimal("0.01"))
    assert spent.left_cost == Decimal("0.04")
    error = shortage(spent, call(10, cost=0.06), NOON)
    assert error.wait == timedelta(hours=12)
    assert "budget of 0.3 is spent" in str(error)


def test_no_limit_is_set_where_the_settings_name_none():
    assert default_limits(Policy()) == Limits()
    assert not default_limits(Policy()).limited
    assert default_limits(Policy(day_tokens=5, day_cost=0.1)) == Limits(
        tokens=Decimal(5), cost=Decimal("0.1")
    )


@pytest.mark.parametrize(  # case 71
    ("bought", "largest", "elapsed", "word"),
    [
        (call(10, calls=3), call(10), 0.0, "3 calls"),
        (call(900), call(101), 0.0, "1000 tokens"),
        (Usage(), call(10), 61.0, "60 seconds"),
    ],
)
def test_a_job_buys_no_more_than_one_job_may(bought, largest, elapsed, word):
    policy = Policy(job_calls=3, job_tokens=1000, job_seconds=timedelta(seconds=60))
    with pytest.raises(JobCapError, match=word) as refused:
        check_caps(policy, bought, largest, elapsed)
    assert (refused.value.error_class, refused.value.gives_back_attempt) == ("content", False)


def test_the_first_call_of_a_job_is_made_however_large_it_is():
    policy = Policy(job_calls=1, job_tokens=10)
    check_caps(policy, Usage(), call(1000), 0.0)


def test_other_failures_wait_as_ever():
    policy = Policy()
    error = OutageError(retry_after=12.0)
    assert timedelta(seconds=12) <= wait_after(error, policy, 1, Random(1)) <= policy.backoff
    waits = timedelta(days=1)
    assert wait_after(BudgetError(wait=waits), policy, 9, Random(1)) == waits
