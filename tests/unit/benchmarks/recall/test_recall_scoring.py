from __future__ import annotations

from benchmarks.recall.questions import Question
from benchmarks.recall.scoring import CHARACTERS, Shown, credited, interval, score, share

QUESTION = Question(text="?", category=1, evidence=frozenset({("c", 1), ("c", 2)}))


def shown(position, text=100, label=10, whole=None):
    return Shown(place=("c", position), label=label, text=text, whole=whole or text)


def test_a_message_counts_within_so_many_hits_and_its_rank_is_known():
    assert credited([shown(1), shown(2), shown(3)], 2) == {("c", 1): 1, ("c", 2): 2}


def test_text_that_is_cut_off_earns_nothing_nor_does_what_is_behind_it():
    hits = [shown(1, CHARACTERS - 20), shown(2, 100), shown(3, 1)]
    assert credited(hits, 10) == {("c", 1): 1}


def test_labels_count_as_characters():
    assert credited([shown(1, CHARACTERS, label=0)], 10)
    assert not credited([shown(1, CHARACTERS, label=1)], 10)


def test_a_caption_may_be_cut_off_and_takes_its_room():
    hits = [shown(1, 100, whole=CHARACTERS), shown(2, 1)]
    assert credited(hits, 10) == {("c", 1): 1}


def test_all_needs_every_message_and_any_needs_one():
    one = score(QUESTION, [shown(9), shown(2)], "x")
    assert (one.all_at[10], one.any_at[10], one.reciprocal) == (False, True, 0.5)
    both = score(QUESTION, [shown(1), shown(2)], "x")
    assert (both.all_at[5], both.reciprocal) == (True, 1.0)
    none = score(QUESTION, [], "x")
    assert (none.any_at[20], none.reciprocal, none.characters) == (False, 0.0, 0)


def test_a_hit_that_comes_twice_is_credited_once():
    assert credited([shown(1), shown(1)], 10) == {("c", 1): 1}


def test_the_interval_holds_the_share():
    scores = [score(QUESTION, [shown(n % 3), shown(2)], f"c{n % 4}") for n in range(40)]
    low, high = interval(scores, lambda s: s.all_at[10])
    assert low <= share(scores, lambda s: s.all_at[10]) <= high
