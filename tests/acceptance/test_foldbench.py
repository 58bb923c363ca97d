"""FoldBench with minds whose score is known, and with `rules`, through the real pipeline.

Twelve users of six languages, six for the minds that only test the scorer;
`python -m benchmarks.fold` runs sixty.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from benchmarks.fold.generator import generate
from benchmarks.fold.gold import Kind, Stream
from benchmarks.fold.host import Host
from benchmarks.fold.minds import Mind, build_mind
from benchmarks.fold.pipeline import Outcome, run_stream
from benchmarks.fold.scoring import RATES, rate
from jobs.minds.rules.reader import RulesReader
from worker.run_file import StackUrls

Run = Callable[..., tuple[Outcome, dict[str, float]]]
FAULTS = ("unsupported", "wrong owner", "wrong date", "lost", "unscored", "duplicate")


@cache
def _stream(users: int) -> Stream:
    return generate("dev", 11, users=users, chats=12)


@pytest.fixture
def run(urls: StackUrls) -> Run:
    """Run a mind over the stream of so many users; return the outcome and its rates."""

    def with_mind(name: str, users: int = 6) -> tuple[Outcome, dict[str, float]]:
        stream = _stream(users)
        rules = Mind(reader=RulesReader(), planner=None)
        outcome = run_stream(
            stream,
            rules if name == "rules" else build_mind(name, stream),
            name=name,
            database_url=urls.database_url,
            admin_url=urls.admin_database_url,
        )
        assert set(outcome.leaks.values()) == {0}
        total = sum((score.total for score in outcome.scores.values()), Counter[str]())
        return outcome, {metric: rate(metric, total) for metric in RATES}

    return with_mind


def _expect_no_fault(rates: dict[str, float], *, but: tuple[str, ...] = ()) -> None:
    assert {name: rates[name] for name in FAULTS if name not in but and rates[name]} == {}


def test_the_oracle_reaches_everything_and_makes_no_fault(run: Run) -> None:
    _, rates = run("oracle", users=12)
    assert rates["recall"] == 1
    assert rates["stale"] == 0
    assert rates["precision"] == 1
    _expect_no_fault(rates)


def test_the_oracle_in_other_words_is_recalled_as_well(run: Run) -> None:
    _, rates = run("paraphrasing-oracle")
    assert rates["recall"] >= 0.98
    _expect_no_fault(rates)


def test_a_mind_that_finds_nothing_recalls_nothing(run: Run) -> None:
    _, rates = run("null")
    assert set(rates.values()) == {0}


def test_a_mind_that_appends_all_is_found_to_double_lines(run: Run) -> None:
    _, rates = run("append-all")
    assert rates["recall"] == 1
    assert rates["duplicate"] >= 0.02
    _expect_no_fault(rates, but=("duplicate",))


def test_a_mind_that_never_forgets_is_found_to_keep_stale_lines(run: Run) -> None:
    _, rates = run("never-forget")
    assert rates["recall"] == 1
    assert rates["stale"] >= 0.05
    _expect_no_fault(rates, but=("duplicate",))


def test_a_mind_that_swaps_owners_gets_no_line_past_grounding(run: Run) -> None:
    outcome, rates = run("swap-owner")
    assert set(rates.values()) == {0}
    assert outcome.refusals["V10"] >= 50


def test_a_mind_that_repeats_what_assistants_and_tools_say_gets_no_line(run: Run) -> None:
    outcome, rates = run("parrot")
    assert set(rates.values()) == {0}
    assert outcome.refusals["assistant-advice"] >= 24


def test_the_rules_mind_takes_nothing_from_others_and_invents_nothing(run: Run) -> None:
    _, rates = run("rules", users=12)
    assert rates["recall"] > 0.05
    _expect_no_fault(rates, but=("duplicate",))


def test_words_that_the_host_does_not_forget_are_found(
    urls: StackUrls, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Host, "forget", lambda *_: None)
    stream = generate("dev", 11, users=2, chats=3)
    outcome = run_stream(
        stream,
        build_mind("null", stream),
        name="null",
        database_url=urls.database_url,
        admin_url=urls.admin_database_url,
    )
    asked = sum(row.kind is Kind.FORGOTTEN for row in stream.rows)
    assert outcome.leaks == {
        Kind.FORGOTTEN: asked, Kind.SHOWN: 0, Kind.INJECTED: 0, Kind.SECRET: 0
    }  # fmt: skip
