from __future__ import annotations

from memory_core.search.ranking import fuse
from memory_core.search.turns import SESSION_LENGTH, Posting, Reach, rank_turns, session_of

REACH = {"c": Reach(first=0, last=99, age=0), "d": Reach(first=0, last=9, age=1)}


def posting(chat, position, term=0, count=1, length=8):
    return Posting(turn=(chat, position), term=term, count=count, length=length)


def fused(*postings, **more):
    return fuse(rank_turns(postings, REACH, **more))


def test_no_word_gives_no_order():
    assert rank_turns([], REACH) == []


def test_an_answer_beside_the_words_is_a_candidate_behind_them():
    scores = fused(posting("c", 10))
    assert max(scores, key=scores.get) == ("c", 10)
    assert scores["c", 11] > scores["c", 13] > 0
    assert ("c", 14) not in scores


def test_words_spread_over_a_window_beat_one_of_them_alone():
    scores = fused(posting("c", 10), posting("c", 11, term=1), posting("c", 60))
    assert scores["c", 10] > scores["c", 60]


def test_nothing_outside_the_reach_is_a_candidate():
    inside = {"c": Reach(first=5, last=7, age=0)}
    candidates = fuse(rank_turns([posting("c", 5), posting("c", 7)], inside))
    assert set(candidates) == {("c", 5), ("c", 6), ("c", 7)}


def test_a_guessed_word_tells_less_than_a_sure_one():
    scores = fused(posting("c", 10), posting("d", 5, term=1), guessed=frozenset({1}))
    assert scores["c", 10] > scores["d", 5]


def test_a_chat_that_never_ends_is_cut_into_sessions():
    assert session_of(("c", SESSION_LENGTH - 1)) != session_of(("c", SESSION_LENGTH))
