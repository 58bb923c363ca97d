from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.search.terms import (
    MAX_TERMS,
    guess_meant,
    read_terms,
    similar_spellings,
    words_of,
)


@pytest.mark.parametrize(
    ("question", "word"),
    [
        ("What did she paint?", "paintings"),
        ("Is she happy?", "happiness"),
        ("How many kids?", "children"),
        ("Does she have two?", "2"),
        ("2 of them", "two"),
        ("my favourite colour", "favorite"),
        ("Wo ist das Haus?", "häuser"),
        ("東京", "東京"),
        ("犬", "犬小"),
    ],
)
def test_a_term_means_the_other_forms_of_its_word_and_knows_how_they_begin(question, word):
    meant = [term for term in read_terms(question) if term.means(word)]
    assert meant
    assert any(word.startswith(term.beginnings) for term in meant)


def test_a_longer_word_that_only_begins_alike_is_not_meant():
    (term,) = read_terms("What did she run?")
    assert "rune".startswith(term.beginnings)
    assert not term.means("rune")


def test_small_words_are_left_out_unless_there_are_no_others():
    assert [term.written for term in read_terms("Where is the cello?")] == ["cello"]
    assert read_terms("who am I")


def test_a_misspelling_is_guessed_by_its_trigrams():
    (term,) = read_terms("kubrenetes")
    guess = similar_spellings(term, ["kubernetes", "cucumber", "kettle"])
    assert guess is not None
    assert guess.guessed
    assert guess.means("kubernetes")
    assert not guess.means("kettle")
    assert similar_spellings(term, ["tea"]) is None


WORDS = st.text("abcde", min_size=4, max_size=9)


@given(WORDS, st.lists(WORDS, max_size=20))
def test_no_spelling_is_lost_by_asking_only_for_words_like_a_pattern(written, words):
    (term,) = read_terms(f"{written} {written}")
    asked = guess_meant(
        {0: term}, lambda least, most, patterns: _like(words, least, most, patterns)
    )
    near = [word for word in words if abs(len(word) - len(written)) <= 2]
    meant = similar_spellings(term, near)
    assert asked == ({0: meant} if meant else {})


def _like(words, least, most, patterns):
    likes = [re.compile(pattern.replace("%", ".*")) for pattern in patterns]
    fitting = [word for word in words if least <= len(word) <= most]
    return [word for word in fitting if any(like.fullmatch(word) for like in likes)]


def test_text_is_cut_into_words_as_the_store_cuts_it():
    assert words_of("Ｍet Ann-Marie at 東京駅, bob@x.org") == [
        *("met", "ann-marie", "at", "bob@x.org"),
        *("東京", "京駅", "駅"),
    ]


@given(st.text(max_size=200))
def test_any_question_can_be_read(text):
    terms = read_terms(text)
    assert len(terms) <= MAX_TERMS
    assert all(start for term in terms for start in term.beginnings)


def test_a_word_longer_than_words_are_is_its_own_stem_in_every_language():
    for letter in "aáo":
        (term,) = read_terms(letter * 500)
        assert {found for _, found in term.stems} == {letter * 500}
        assert len(term.beginnings) <= 64
