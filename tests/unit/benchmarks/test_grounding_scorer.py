"""The scorer of the grounding set, against judges whose score is known."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.grounding.intervals import Rate
from benchmarks.grounding.pairs import parse_pairs
from benchmarks.grounding.report import render_table, report_of
from benchmarks.grounding.scorer import judge_pairs, memfold_judge, score, score_by


def _row(number, *, label, language="en", family="verbatim", line="Lives in Tarnholt."):
    said = {
        "position": 0,
        "content": "I live in Tarnholt.",
        "at": "2026-02-03T10:00:00+01:00",
        "speaker": "Quill",
    }
    return {
        "id": f"invented-{number}",
        "language": language,
        "family": family,
        "label": label,
        "asserting": [said],
        "context": [],
        "line": line,
    }


def _parse(*rows):
    return parse_pairs(json.dumps(row) for row in rows)


PAIRS = _parse(
    _row(1, label=True),
    _row(2, label=True, language="de"),
    _row(3, label=False, line="Lives in Ormholt.", family="invented"),
    _row(4, label=False, line="Lives in Elmholt.", family="invented"),
    _row(5, label=False, line="Does not live in Tarnholt.", family="negation"),
)


def _accept_all(_pair):
    return []


def _refuse_all(_pair):
    return ["no"]


def _oracle(pair):
    return [] if pair.label else ["false"]


def _counts(judge):
    total = score(judge_pairs(PAIRS, judge))
    return total.accepted_true.count, total.accepted_false.count


@pytest.mark.parametrize(
    ("judge", "counts"), [(_accept_all, (2, 3)), (_refuse_all, (0, 0)), (_oracle, (2, 0))]
)
def test_a_judge_is_scored_by_what_it_accepts_of_the_true_and_of_the_false(judge, counts):
    assert _counts(judge) == counts


def test_totals_are_the_true_and_the_false_pairs_whatever_the_judge_says():
    total = score(judge_pairs(PAIRS, _refuse_all))
    assert (total.accepted_true.total, total.accepted_false.total) == (2, 3)


def test_the_parts_of_a_score_add_up_to_the_whole():
    verdicts = judge_pairs(PAIRS, _accept_all)
    for key in (lambda pair: pair.language, lambda pair: pair.family):
        parts = score_by(verdicts, key).values()
        assert sum(part.accepted_true.count for part in parts) == 2
        assert sum(part.accepted_false.total for part in parts) == 3


def test_the_default_judge_is_the_rule_that_guards_the_index():
    assert memfold_judge(PAIRS[0]) == []
    assert memfold_judge(PAIRS[2])
    assert memfold_judge(PAIRS[4])


def test_a_report_lists_every_miss_and_nothing_else():
    report = report_of(judge_pairs(PAIRS, _accept_all))
    assert [miss["id"] for miss in report["misses"]] == ["invented-3", "invented-4", "invented-5"]
    assert report["accepted_false"]["share"] == 1.0
    assert report["by_family"]["negation"]["accepted_false"]["count"] == 1
    assert report_of(judge_pairs(PAIRS, _oracle))["misses"] == []


def test_a_table_shows_each_miss_with_what_was_said_and_why():
    table = render_table("dev", judge_pairs(PAIRS, _refuse_all))
    assert "dev: 5 pairs" in table
    assert "misses: 2" in table
    assert "invented-1 verbatim: 'I live in Tarnholt.' → 'Lives in Tarnholt.' refused: no" in table


def test_zero_of_n_is_told_as_at_most_three_in_n():
    assert str(Rate(count=0, total=60)) == "0/60 (≤ 5.0 % at 95 %)"
    assert str(Rate(count=0, total=2)) == "0/2 (≤ 100.0 % at 95 %)"
    assert str(Rate(count=0, total=0)) == "-"


def test_an_interval_is_wilsons():
    low, high = Rate(count=8, total=10).interval
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)


def test_a_rate_refuses_more_than_all():
    with pytest.raises(ValueError, match="3/2"):
        Rate(count=3, total=2)


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_an_interval_holds_its_share_and_stays_within_bounds(sample):
    rate = Rate(count=sample[0], total=sample[1])
    low, high = rate.interval
    assert 0 <= low <= rate.share + 1e-9
    assert rate.share - 1e-9 <= high <= 1
