from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.text.time_expressions import find_time_expressions

MONDAY = datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def resolve(text: str, anchor: datetime = MONDAY, language: str = "en") -> list[tuple[str, str]]:
    return [
        (text[e.start : e.end], str(e.resolved or "open"))
        for e in find_time_expressions(text, anchor, language)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I joined yesterday", [("yesterday", "2023-05-07")]),
        ("I left the day before yesterday", [("the day before yesterday", "2023-05-06")]),
        ("we sang last night", [("last night", "2023-05-07")]),
        ("this morning I ran", [("this morning", "2023-05-08")]),
        ("3 days ago", [("3 days ago", "2023-05-05")]),
        ("two months ago", [("two months ago", "2023-03")]),
        ("about two years ago", [("about two years ago", "2021")]),
        ("last month", [("last month", "2023-04")]),
        ("next year", [("next year", "2024")]),
        ("in 2019", [("in 2019", "2019")]),
        ("last March", [("last March", "2023-03")]),
        ("last May", [("last May", "2022-05")]),
        ("on 7 May 2023", [("7 May 2023", "2023-05-07")]),
        ("June 27, 2023", [("June 27, 2023", "2023-06-27")]),
        ("August 2021", [("August 2021", "2021-08")]),
        ("2023-01-02", [("2023-01-02", "2023-01-02")]),
        ("last summer", [("last summer", "2022")]),
        ("the week of May 15", [("the week of May 15", "open")]),
        ("we met the week of May 15", [("the week of May 15", "2022-05")]),
    ],
)
def test_an_expression_resolves_against_the_messages_time(
    text: str, expected: list[tuple[str, str]]
) -> None:
    assert resolve(text) == expected


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("de", "gestern Abend", "2023-05-07"),
        ("de", "vorgestern", "2023-05-06"),
        ("de", "vor vier Tagen", "2023-05-04"),
        ("de", "letztes Jahr", "2022"),
        ("de", "im letzten Monat", "2023-04"),
        ("de", "letzten Freitag", "2023-05-05"),
        ("de", "am Freitag war ich dort", "2023-05-05"),
        ("de", "am 7. Mai 2022", "2022-05-07"),
        ("de", "am 07.05.2022", "2022-05-07"),
        ("de", "vor zwei Monaten", "2023-03"),
        ("de", "morgen", "2023-05-09"),
        ("es", "anoche", "2023-05-07"),
        ("es", "anteayer", "2023-05-06"),
        ("es", "hace cuatro días", "2023-05-04"),
        ("es", "el año pasado", "2022"),
        ("es", "el mes pasado", "2023-04"),
        ("es", "el viernes pasado", "2023-05-05"),
        ("es", "el viernes llegó", "2023-05-05"),
        ("es", "el 7 de mayo de 2022", "2022-05-07"),
        ("es", "el próximo año", "2024"),
        ("fr", "hier soir", "2023-05-07"),
        ("fr", "avant-hier", "2023-05-06"),
        ("fr", "il y a quatre jours", "2023-05-04"),
        ("fr", "l\u2019année dernière", "2022"),
        ("fr", "le mois dernier", "2023-04"),
        ("fr", "vendredi dernier", "2023-05-05"),
        ("fr", "vendredi j'ai couru", "2023-05-05"),
        ("fr", "le 7 mai 2022", "2022-05-07"),
        ("fr", "l'an prochain", "2024"),
        ("fr", "aujourd'hui", "2023-05-08"),
        ("ja", "昨夜", "2023-05-07"),
        ("ja", "一昨日", "2023-05-06"),
        ("ja", "四日前", "2023-05-04"),
        ("ja", "去年", "2022"),
        ("ja", "先月", "2023-04"),
        ("ja", "先週の金曜日", "2023-05-05"),
        ("ja", "金曜日に行きました", "2023-05-05"),
        ("ja", "2022年5月7日", "2022-05-07"),
        ("ja", "3月に始めました", "2023-03"),
        ("zh", "昨晚", "2023-05-07"),
        ("zh", "前天", "2023-05-06"),
        ("zh", "四天前", "2023-05-04"),
        ("zh", "去年", "2022"),
        ("zh", "上个月", "2023-04"),
        ("zh", "上周五", "2023-05-05"),
        ("zh", "周五我去了", "2023-05-05"),
        ("zh", "2022年5月7号", "2022-05-07"),
        ("zh", "两个月前", "2023-03"),
    ],
)
def test_six_languages_tell_the_same_days(language: str, text: str, expected: str) -> None:
    assert [date for _, date in resolve(text, MONDAY, language)] == [expected]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "am Morgen"),
        ("de", "jeden Freitag"),
        ("de", "ich mag"),
        ("es", "por la mañana"),
        ("fr", "le lundi je cours"),
        ("ja", "毎週金曜日に走る"),
        ("zh", "三月份工资高"),
        ("zh", "每个月"),
    ],
)
def test_habits_and_words_are_no_dates_in_other_languages_either(language: str, text: str) -> None:
    assert [d for _, d in resolve(text, MONDAY, language) if d != "open"] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [("en", "right now"), ("de", "derzeit"), ("es", "ahora mismo"), ("fr", "en ce moment"),
     ("ja", "現在"), ("zh", "目前")],
)  # fmt: skip
def test_a_word_for_now_says_that_it_is_one(language: str, text: str) -> None:
    (found,) = find_time_expressions(text, MONDAY, language)
    assert (found.present, str(found.resolved)) == (True, "2023-05-08")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("last Friday", "2023-05-05"),
        ("I went on Friday", "2023-05-05"),
        ("I will go on Friday", "2023-05-12"),
        ("my class is on Friday", "open"),
    ],
)
def test_a_bare_weekday_follows_the_sentences_tense(text: str, expected: str) -> None:
    assert [date for _, date in resolve(text)] == [expected]


@pytest.mark.parametrize(
    ("text", "anchor", "expected"),
    [
        ("last week", MONDAY, "2023-05"),
        ("last week", datetime(2023, 5, 3, tzinfo=UTC), "2023-04"),
        ("last week", datetime(2023, 5, 10, tzinfo=UTC), "2023-05"),
        ("last week", datetime(2023, 6, 7, tzinfo=UTC), "2023"),
        ("a week ago", datetime(2024, 1, 8, tzinfo=UTC), "open"),
    ],
)
def test_a_span_resolves_to_the_finest_unit_that_holds_it(
    text: str, anchor: datetime, expected: str
) -> None:
    assert [date for _, date in resolve(text, anchor)] == [expected]


@pytest.mark.parametrize(
    "text", ["I may go", "we march on", "every Friday", "on Fridays", "she is 30", "at 10:30"]
)
def test_words_that_only_look_like_dates_are_left_alone(text: str) -> None:
    assert resolve(text) == []


@pytest.mark.parametrize("text", ["31 February 2021", "last winter", "the week of the fair"])
def test_what_is_open_or_impossible_stays_open(text: str) -> None:
    assert [date for _, date in resolve(text)] == ["open"]


# case 46
def test_yesterday_is_the_day_before_the_message() -> None:
    anchor = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)
    assert resolve("we launched yesterday", anchor) == [("yesterday", "2026-02-02")]


# case 48
def test_the_day_is_the_speakers_own_not_the_one_in_utc() -> None:
    anchor = datetime(2026, 4, 12, 3, 53, tzinfo=timezone(timedelta(hours=8)))
    assert resolve("I arrived today", anchor) == [("today", "2026-04-12")]


def test_a_language_without_tables_knows_iso_dates_only() -> None:
    found = find_time_expressions("yesterday, 2023-01-02", MONDAY, "xx")
    assert [str(e.resolved) for e in found] == ["2023-01-02"]


@given(
    st.text(alphabet="yesterday lastweekon FridayMay 12,2019", max_size=60),
    st.datetimes(timezones=st.just(UTC)),
)
def test_expressions_are_ordered_and_do_not_overlap(text: str, anchor: datetime) -> None:
    found = find_time_expressions(text, anchor)
    ends = [0, *(e.end for e in found)]
    assert all(before <= e.start < e.end for before, e in zip(ends, found, strict=False))
