from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from memory_core.errors import InvalidInputError
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.search.question import read_question, without_names
from memory_core.search.request import SearchRequest

NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)
MIRA = ScopeRef(workspace="default", kind=ScopeKind.USER, user="u-mira")


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("sailing in May", date(2026, 5, 1), date(2026, 5, 31)),
        ("Where did we sail last week?", date(2026, 6, 1), date(2026, 6, 7)),
        ("What was on 2026-05-12?", date(2026, 5, 12), date(2026, 5, 12)),
        ("Was haben wir im Mai gemacht?", date(2026, 5, 1), date(2026, 5, 31)),
        ("上周我做了什么", date(2026, 6, 1), date(2026, 6, 7)),
    ],
)
def test_a_time_in_a_question_is_counted_from_now_and_lies_in_the_past(query, first, last):
    assert read_question(query, NOW).days == (first, last)


def test_a_question_without_a_time_speaks_of_any_day():
    assert read_question("Where does she live now?", NOW).days is None


def test_the_words_of_a_time_are_not_searched_for_beside_others():
    assert [t.written for t in read_question("sailing in May", NOW).terms] == ["sailing"]


def test_names_of_speakers_are_no_words_to_search_for():
    terms = read_question("What did Mira Holm paint?", NOW).terms
    assert [t.written for t in without_names(terms, ["Mira", "holm"])] == ["paint"]


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"scopes": ()}, "scopes"),
        ({"limit": 0}, "limit"),
        ({"limit": 201}, "limit"),
        ({"now": datetime(2026, 6, 10)}, "now"),  # noqa: DTZ001  naive on purpose
        ({"scopes": (MIRA, ScopeRef(workspace="b", kind=ScopeKind.USER, user="u"))}, "scopes"),
    ],
)
def test_a_request_that_cannot_be_answered_is_refused_by_its_field(fields, named):
    with pytest.raises(InvalidInputError, match=named):
        SearchRequest(**{"query": "tea", "scopes": (MIRA,), **fields})
