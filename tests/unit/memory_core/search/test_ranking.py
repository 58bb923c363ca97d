from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.search.ranking import Order, fuse, order_by, rarity, relevance

SCORES = st.dictionaries(st.text(max_size=3), st.floats(0, 9), max_size=12)


def test_the_first_in_all_orders_has_one():
    orders = [Order(ranks={"a": 1, "b": 2}), Order(ranks={"a": 1}, weight=0.5)]
    scores = fuse(orders)
    assert scores["a"] == pytest.approx(1)
    assert 0 < scores["b"] < 1


def test_no_order_gives_no_score():
    assert fuse([]) == {}
    assert fuse([Order(ranks={})]) == {}


def test_equal_scores_share_a_rank_and_nothing_has_none():
    assert order_by({"a": 2.0, "b": 3.0, "c": 2.0, "d": 1.0, "e": 0.0}).ranks == {
        "b": 1,
        "a": 2,
        "c": 2,
        "d": 4,
    }


@given(SCORES)
def test_a_higher_score_never_has_a_later_rank(scores):
    ranks = order_by(scores).ranks
    for one in ranks:
        for other in ranks:
            assert scores[one] <= scores[other] or ranks[one] < ranks[other]


@given(st.lists(SCORES, min_size=1, max_size=4))
def test_a_fused_score_is_over_zero_and_at_most_one(found):
    orders = [order_by(scores) for scores in found]
    assert all(0 < score <= 1 + 1e-9 for score in fuse(orders).values())


def test_a_rarer_word_a_shorter_text_and_a_repeated_word_tell_more():
    assert rarity(1, 100) > rarity(50, 100) > 0
    assert relevance(1, 0.5, 1) > relevance(1, 2, 1)
    assert relevance(1, 1, 1) < relevance(3, 1, 1) < 3 * relevance(1, 1, 1)
