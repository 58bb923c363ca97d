from __future__ import annotations

import pytest

from tests.fakes.command_line import CommandLine
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedReader
from tests.fakes.paying import PayingMind
from tests.fakes.scripted_endpoint import ScriptedEndpoint, facts_from_transcript

WORDS = "I moved to Bergen with my sister last year."


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


@pytest.fixture
def endpoint():
    with ScriptedEndpoint(facts_from_transcript) as endpoint:
        yield endpoint


@pytest.fixture
def priced(endpoint):
    """Settings of a reading endpoint with prices."""
    return {
        "MEMFOLD_EXTRACT_BASE_URL": endpoint.base_url,
        "MEMFOLD_EXTRACT_MODEL": "invented",
        "MEMFOLD_EXTRACT_INPUT_PRICE": "2",
        "MEMFOLD_EXTRACT_OUTPUT_PRICE": "8",
    }


def test_a_budget_is_shown_and_set_by_workspace_and_day(memfold, ledger, office, make_office):
    ledger.append([said(WORDS)])
    ledger.report_idle("default", "c1")
    make_office(PayingMind()).extractor.extract("default", "c1")
    (shown,) = memfold.json("budget")
    assert (shown["workspace"], shown["time_zone"]) == ("default", "UTC")
    assert shown["limits"] == {
        "tokens": None,
        "cost": None,
        "own_tokens": False,
        "own_cost": False,
    }
    (day,) = shown["days"]
    assert (day["calls"], day["spent_tokens"], day["left_tokens"]) == (1, 90, None)
    (shown,) = memfold.json("budget", "--tokens", "1000", "--cost", "0.5")
    assert shown["limits"]["tokens"] == 1000
    assert (shown["days"][0]["left_tokens"], shown["days"][0]["left_cost"]) == (910, 0.45)
    (shown,) = memfold.json("budget", "--tokens", "none", MEMFOLD_BUDGET_TOKENS="7")
    assert shown["limits"]["tokens"] is None
    (shown,) = memfold.json("budget", "--tokens", "default", MEMFOLD_BUDGET_TOKENS="7")
    assert (shown["limits"]["tokens"], shown["limits"]["own_tokens"]) == (7, False)
    assert memfold.json("budget", "--time-zone", "Asia/Tokyo")[0]["time_zone"] == "Asia/Tokyo"
    assert memfold.json("budget", "--workspace", "later", "--cost", "2")[0]["days"]
    assert [one["workspace"] for one in memfold.json("budget", "--all")] == ["default", "later"]
    assert "0.45" in memfold("budget").stdout


@pytest.mark.parametrize(
    "words",
    [
        ("--tokens", "0"),
        ("--tokens", "1.5"),
        ("--tokens", "many"),
        ("--cost", "-1"),
        ("--cost", "nan"),
        ("--time-zone", "Mars/Olympus"),
    ],
)
def test_a_limit_that_is_none_is_wrong_usage(memfold, words):
    done = memfold("budget", *words)
    assert done.code == 2, done.stderr
    assert words[0] in done.stderr


def test_who_waits_for_the_budget_is_said_and_goes_on_when_it_is_raised(
    memfold, ledger, make_office, sql
):
    ledger.append([said(WORDS)])
    ledger.report_idle("default", "c1")
    office = make_office(PayingMind())
    memfold.json("budget", "--tokens", "50")
    assert office.extractor.extract("default", "c1").outcome == "skipped"
    assert "1 chat and 0 scopes wait for the budget" in memfold("budget").stderr
    assert "the day's budget has no room for it" in memfold("why", "--chat", "c1").stdout
    memfold.json("budget", "--tokens", "5000")
    assert sql("SELECT not_before, due_at <= memfold_now() FROM chat_state") == [(None, True)]


def test_a_dry_run_says_the_price_without_a_request_or_a_change(  # nothing is bought
    memfold, ledger, endpoint, priced, sql
):
    ledger.append([said(WORDS), said(WORDS, chat="c2")])
    ledger.report_idle("default", "c1")
    before = sql("SELECT * FROM chat_state ORDER BY chat")
    one = memfold.json("sweep", "--dry-run", **priced)
    assert (one["dry_run"], one["extract"], one["consolidate"], one["calls"]) == (True, 1, 0, 1)
    assert one["cost"] == pytest.approx((2 * one["input_tokens"] + 8 * one["output_tokens"]) / 1e6)
    both = memfold.json("sweep", "--dry-run", "--now", **priced)
    assert (both["extract"], both["calls"]) == (2, 2)
    assert "2 calls of" in memfold("sweep", "--dry-run", "--now", **priced).stdout
    assert "and buy nothing" in memfold("sweep", "--dry-run", "--now").stdout
    assert endpoint.count == 0
    assert sql("SELECT * FROM chat_state ORDER BY chat") == before
    assert sql("SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM lease)") == [(0, 0)]


def test_runs_are_added_up_by_day_workspace_and_model(memfold, ledger, make_office):
    for workspace in ("default", "other"):
        ledger.append([said(WORDS, workspace=workspace)])
        ledger.report_idle(workspace, "c1")
    make_office(PayingMind()).extractor.extract("default", "c1")
    make_office(ScriptedReader()).extractor.extract("other", "c1")
    (model,) = memfold.json("runs", "--by", "model")
    assert (model["model"], model["runs"], model["calls"]) == ("paying", 1, 1)
    assert (model["input_tokens"], model["output_tokens"], model["cost"]) == (80, 10, 0.05)
    everywhere = memfold.json("runs", "--by", "workspace")
    assert [(one["workspace"], one["cost"]) for one in everywhere] == [
        ("default", 0.05),
        ("other", 0.5),
    ]
    (day,) = memfold.json("runs", "--by", "day", "--since", "2h")
    assert (len(day["day"]), day["calls"]) == (10, 1)
    assert memfold.json("runs", "--by", "day", "--outcome", "failed") == []
    assert "0.05" in memfold("runs", "--by", "day").stdout


def test_reading_again_says_its_price_and_asks_first(memfold, ledger, office, endpoint, priced):
    ledger.append([said(WORDS)])
    office.fold_all()  # read by the rules: another prompt version than the endpoint's
    asked = memfold("reextract", "--since", "2020-01-01", **priced)
    assert (asked.code, endpoint.count) == (2, 0)
    assert "reads 1 window again: 1 call of" in asked.stderr
    assert "repeat with --yes" in asked.stderr
    report = memfold.json("reextract", "--since", "1d", "--yes", **priced)
    assert (report["read"], report["failed"], report["left"]) == (1, 0, 0)
    bought = endpoint.count
    assert bought >= 1
    again = memfold.json("reextract", "--since", "1d", "--chat", "c1", **priced)
    assert (again["read"], again["known"], endpoint.count) == (0, 1, bought)
    assert memfold("reextract", "--since", "soon", **priced).code == 2
    assert memfold("reextract", "--since", "1d", "--chat", "nobody", **priced).code != 0


def test_reading_again_stops_at_the_budget_and_goes_on_later(
    memfold, ledger, office, endpoint, priced
):
    ledger.append([said(WORDS, chat=chat) for chat in ("c1", "c2")])
    office.fold_all()
    memfold.json("budget", "--tokens", "10")
    short = memfold.json("reextract", "--since", "1d", "--yes", **priced)
    assert (short["read"], short["left"], endpoint.count) == (0, 2, 0)
    assert "more than a whole day's budget" in short["reason"]
    memfold.json("budget", "--tokens", "none")
    assert memfold.json("reextract", "--since", "1d", "--yes", **priced)["read"] == 2
