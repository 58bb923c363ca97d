from __future__ import annotations

from datetime import timedelta

import pytest

from jobs.policies import Policy
from memory_core.errors import ConfigurationError
from worker.settings import describe_settings, find_idle, load_settings


def policy(tmp_path, **environment):
    return load_settings(environment, data_dir=tmp_path).policy


def test_nothing_set_is_the_default_policy(tmp_path):
    assert policy(tmp_path) == Policy()


@pytest.mark.parametrize(
    "name",
    ["MEMFOLD_LEASE_TTL", "MEMFOLD_HEARTBEAT", "MEMFOLD_MAX_HOLD", "MEMFOLD_SWEEP_PERIOD"],
)
def test_a_period_of_nothing_is_refused(tmp_path, name):
    with pytest.raises(ConfigurationError, match=name):
        policy(tmp_path, **{name: "0"})


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "1e300", "soon"])
def test_what_is_no_number_of_seconds_is_refused_by_name(tmp_path, text):
    with pytest.raises(ConfigurationError, match="MEMFOLD_IDLE_AFTER"):
        policy(tmp_path, MEMFOLD_IDLE_AFTER=text)


def test_no_wait_at_all_is_a_valid_wait(tmp_path):
    assert policy(tmp_path, MEMFOLD_IDLE_AFTER="0").idle_after == timedelta()


def test_a_heartbeat_too_slow_for_its_leases_is_refused(tmp_path):
    with pytest.raises(ConfigurationError, match="MEMFOLD_HEARTBEAT"):
        policy(tmp_path, MEMFOLD_HEARTBEAT="40")


def test_shorter_leases_alone_bring_a_quicker_heartbeat(tmp_path):
    assert policy(tmp_path, MEMFOLD_LEASE_TTL="2").heartbeat == timedelta(seconds=0.5)


@pytest.mark.parametrize(("text", "price"), [("", None), ("0", 0.0), ("0.25", 0.25)])
def test_a_price_of_cached_tokens_is_one_that_was_set(tmp_path, text, price):
    given = {
        "MEMFOLD_EXTRACT_BASE_URL": "http://invented.example/v1",
        "MEMFOLD_EXTRACT_MODEL": "invented",
        "MEMFOLD_EXTRACT_CACHED_PRICE": text,
    }
    endpoint = load_settings(given, data_dir=tmp_path).extract_endpoint
    assert endpoint.cached_price == price


def test_a_default_is_shown_as_it_may_be_typed():
    defaults = {variable["name"]: variable["default"] for variable in describe_settings({})}
    assert defaults["MEMFOLD_SNAPSHOTS_KEPT"] == "2592000"
    assert defaults["MEMFOLD_DAILY_SNAPSHOTS_KEPT"] == "31536000"


def test_what_is_set_of_an_endpoint_is_named():
    given = {"MEMFOLD_EXTRACT_MODEL": "m", "MEMFOLD_EXTRACT_API_KEY": " ", "MEMFOLD_DRAIN": "1"}
    assert find_idle("extract", given) == ["MEMFOLD_EXTRACT_MODEL"]
    assert find_idle("consolidate", given) == []
