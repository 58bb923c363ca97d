"""Spans of days that time expressions mean, and the rules that find and resolve them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

Span = tuple[date, date]  # first and last day, both included
DECEMBER = 12
RECENT_DAYS = 45
OTHER_DAY = 10
_SLACK = {"day": 0, "week": 3, "weekend": 3, "month": 0, "year": 0}  # days a count may be off


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """What an expression is resolved against."""

    day: date  # the speaker's local day
    tense: int  # -1 the sentence tells the past, +1 the future, 0 it is open


Resolve = Callable[[re.Match[str], Moment], Span | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """A pattern of expressions and what they mean."""

    pattern: re.Pattern[str]
    resolve: Resolve
    present: bool = False  # it means the moment of speaking, as "currently" does


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeTables:
    """What a language's expressions are read by."""

    rules: tuple[Rule, ...]
    past: re.Pattern[str]  # words that make a sentence tell the past
    future: re.Pattern[str]


def rule(
    pattern: str, resolve: Resolve, *, exact_case: bool = False, present: bool = False
) -> Rule:
    """Make a rule; case is ignored unless names are told from words by it."""
    flags = 0 if exact_case else re.IGNORECASE
    return Rule(pattern=re.compile(pattern, flags), resolve=resolve, present=present)


def names_of(*listed: str) -> dict[str, int]:
    """Number names from 1; each argument holds the forms of one."""
    return {name: at for at, forms in enumerate(listed, start=1) for name in forms.split()}


def either(names: Mapping[str, object]) -> str:
    """Return the names as regex alternatives, longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def open_ended(_: re.Match[str], __: Moment) -> Span | None:
    """Resolve to nothing."""
    return None


def days(first: int, last: int | None = None) -> Resolve:
    """Days relative to the anchor's."""
    end = first if last is None else last

    def resolve(_: re.Match[str], moment: Moment) -> Span:
        return moment.day + timedelta(days=first), moment.day + timedelta(days=end)

    return resolve


def month_span(year: int, month: int) -> Span:
    """Return a month; months past December and before January count on into other years."""
    years, index = divmod(month - 1, DECEMBER)
    first = date(year + years, index + 1, 1)
    later = date(year + years + (index == DECEMBER - 1), (index + 1) % DECEMBER + 1, 1)
    return first, later - timedelta(days=1)


def year_span(year: int) -> Span:
    """Return a year."""
    return date(year, 1, 1), date(year, DECEMBER, 31)


def week_span(day: date, offset: int = 0) -> Span:
    """Return the week of a day, Monday to Sunday, or one before or after it."""
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=offset)
    return monday, monday + timedelta(days=6)


def unit_span(unit: str, day: date, offset: int) -> Span:
    """Return the week, weekend, month or year of a day, or one before or after it."""
    match unit:
        case "week":
            return week_span(day, offset)
        case "weekend":
            _, sunday = week_span(day, offset)
            return sunday - timedelta(days=1), sunday
        case "month":
            return month_span(day.year, day.month + offset)
        case _:
            return year_span(day.year + offset)


def period(unit: str, offset: int) -> Resolve:
    """Last, this or next week, weekend, month or year."""
    return lambda _, moment: unit_span(unit, moment.day, offset)


def last_season(first_month: int) -> Resolve:
    """The last season of three months that is over; the year is sure in either hemisphere's use.

    Northern winter spans two years and stays open.
    """

    def resolve(_: re.Match[str], moment: Moment) -> Span:
        over = moment.day > month_span(moment.day.year, first_month + 2)[1]
        year = moment.day.year - (not over)
        return month_span(year, first_month)[0], month_span(year, first_month + 2)[1]

    return resolve


def last_weekday(day: date, weekday: int) -> date:
    """Return the latest such weekday before a day; weekdays count from Monday, 1."""
    return day - timedelta(days=((day.weekday() - (weekday - 1)) % 7) or 7)


def next_weekday(day: date, weekday: int) -> date:
    """Return the first such weekday after a day."""
    return day + timedelta(days=7 - (day.weekday() - (weekday - 1)) % 7)


def weekday_by_tense(weekdays: Mapping[str, int]) -> Resolve:
    """A bare weekday, by the sentence's tense."""

    def resolve(match: re.Match[str], moment: Moment) -> Span | None:
        if moment.tense == 0:
            return None
        choose = last_weekday if moment.tense < 0 else next_weekday
        day = choose(moment.day, weekdays[match["day"].lower()])
        return day, day

    return resolve


def past_weekday(weekdays: Mapping[str, int]) -> Resolve:
    """The last such weekday."""

    def resolve(match: re.Match[str], moment: Moment) -> Span:
        day = last_weekday(moment.day, weekdays[match["day"].lower()])
        return day, day

    return resolve


def weekday_of_week(weekdays: Mapping[str, int], offset: int) -> Resolve:
    """A weekday of last, this or next week."""

    def resolve(match: re.Match[str], moment: Moment) -> Span:
        monday, _ = week_span(moment.day, offset)
        day = monday + timedelta(days=weekdays[match["day"].lower()] - 1)
        return day, day

    return resolve


def month_by_tense(months: Mapping[str, int]) -> Resolve:
    """A month without its year, by the sentence's tense."""

    def resolve(match: re.Match[str], moment: Moment) -> Span | None:
        return named_month(moment, months[match["month"].lower()])

    return resolve


def named_month(moment: Moment, month: int) -> Span | None:
    """Return a month without its year, by the sentence's tense."""
    day = moment.day
    if moment.tense < 0:
        return month_span(day.year - (month > day.month), month)
    return month_span(day.year + (month < day.month), month) if moment.tense > 0 else None


def past_month(months: Mapping[str, int]) -> Resolve:
    """The last such month."""

    def resolve(match: re.Match[str], moment: Moment) -> Span:
        month, day = months[match["month"].lower()], moment.day
        return month_span(day.year - (month >= day.month), month)

    return resolve


def month_of_year(months: Mapping[str, int]) -> Resolve:
    """A month with its year."""
    return lambda match, _: month_span(int(match["year"]), months[match["month"].lower()])


def calendar(months: Mapping[str, int]) -> Resolve:
    """A day and a month, with or without a year."""

    def resolve(match: re.Match[str], moment: Moment) -> Span | None:
        month, number = months[match["month"].lower()], int(match["day"])
        if match["year"]:
            day = date(int(match["year"]), month, number)
        elif moment.tense == 0:
            return None
        else:
            day = _near(moment, month, number)
        return day, day

    return resolve


def _near(moment: Moment, month: int, number: int) -> date:
    """Return the day of a date without a year, before or after the moment by the tense."""
    day = date(moment.day.year, month, number)
    if moment.tense < 0 and day > moment.day:
        return day.replace(year=day.year - 1)
    if moment.tense > 0 and day < moment.day:
        return day.replace(year=day.year + 1)
    return day


def written_year(match: re.Match[str], _: Moment) -> Span:
    """Resolve a year in digits."""
    return year_span(int(match["year"]))


def shifted(
    unit: str, sign: int, numbers: Mapping[str, int], vague: Mapping[str, tuple[int, int]]
) -> Resolve:
    """Some days, weeks, months or years before or after; `count` is read by the tables."""

    def resolve(match: re.Match[str], moment: Moment) -> Span:
        word = match["count"].lower()
        number = int(word) if word.isdigit() else numbers.get(word)
        low, high = (number, number) if number is not None else vague[word]
        return shifted_span(unit, sign, (low, high), moment.day)

    return resolve


def shifted_span(unit: str, sign: int, counts: tuple[int, int], day: date) -> Span:
    """Return the days that many units away: weeks are rounded by those who say them."""
    first, last = sorted(sign * count for count in counts)
    if unit == "month":
        return month_span(day.year, day.month + first)[0], month_span(day.year, day.month + last)[1]
    if unit == "year":
        return year_span(day.year + first)[0], year_span(day.year + last)[1]
    length, slack = (7 if unit.startswith("week") else 1), timedelta(days=_SLACK[unit])
    return (
        day + timedelta(days=first * length) - slack,
        day + timedelta(days=last * length) + slack,
    )


def _iso(match: re.Match[str], _: Moment) -> Span:
    year, month = int(match["year"]), int(match["month"])
    if not match["day"]:
        return month_span(year, month)
    day = date(year, month, int(match["day"]))
    return day, day


ISO = rule(r"(?<![\w-])(?P<year>\d{4})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?(?!\d)(?!-)", _iso)
