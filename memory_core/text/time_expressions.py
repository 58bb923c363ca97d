"""Time expressions in text, resolved against the moment at which the text was said.

An expression covers a span of days: "last week" is seven of them, "a few weeks ago" is vague by
some. It resolves to the finest of day, month and year that holds the whole span, and to nothing
where even the year is open. The anchor is the message's own time, never a clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from memory_core.dates import PartialDate, Precision

_Span = tuple[date, date]  # first and last day, both included
_Range = tuple[int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class TimeExpression:
    """An expression in a text, in code points, end exclusive; `resolved` is None when open."""

    start: int
    end: int
    resolved: PartialDate | None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Moment:
    """What an expression is resolved against."""

    day: date  # the speaker's local day
    tense: int  # -1 the sentence tells the past, +1 the future, 0 it is open


_Resolve = Callable[[re.Match[str], _Moment], _Span | None]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Rule:
    pattern: re.Pattern[str]
    resolve: _Resolve


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan",
            "february feb",
            "march mar",
            "april apr",
            "may",
            "june jun",
            "july jul",
            "august aug",
            "september sept sep",
            "october oct",
            "november nov",
            "december dec",
        ),
        start=1,
    )
    for name in names.split()
}
_WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("monday mon", "tuesday tues tue", "wednesday wed", "thursday thurs thu", "friday fri",
         "saturday sat", "sunday sun")
    )
    for name in names.split()
}  # fmt: skip
_NUMBERS = {
    name: number
    for number, name in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
         "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
         "nineteen", "twenty")
    )
} | {"a": 1, "an": 1, "thirty": 30, "forty": 40, "fifty": 50}  # fmt: skip
_VAGUE = {"few": (2, 5), "couple": (2, 3), "several": (3, 8), "some": (2, 8)}
_SLACK = {
    "day": 0,
    "week": 3,
    "weekend": 3,
    "month": 0,
    "year": 0,
}  # days that a rounded count may be off
_RECENT_DAYS = 45
_OTHER_DAY = 10

_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_FULL_MONTH = "|".join(name for name in _MONTHS if len(name) > 3 or name == "may")  # noqa: PLR2004
_WEEKDAY = "|".join(name for name in _WEEKDAYS if name.endswith("day"))
_SHORT_WEEKDAY = "|".join(name for name in _WEEKDAYS if not name.endswith("day"))
_COUNT = r"\d{1,3}|" + "|".join(sorted(_NUMBERS, key=len, reverse=True))
_DAY_PART = r"(?: (?:morning|afternoon|evening|night))?"
_PAST = re.compile(
    r"\b(?:was|were|had|did|didn't|went|got|came|saw|took|made|met|had|found|left|won|lost|bought|"
    r"gave|ran|began|became|felt|told|said|spent|sent|taught|wrote|read|rode|drove|flew|ate|"
    r"brought|built|caught|chose|fell|held|kept|led|sang|sold|stood|swam|threw|wore|\w{2,}ed)\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"(?:\b(?:will|won't|going to|gonna|plan|plans|planning|tomorrow|upcoming|let's|should|might|"
    r"hope|hoping|can't wait|looking forward|want to|excited (?:for|to))\b|'ll\b)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?\n]")


def find_time_expressions(
    text: str, anchor: datetime, language: str = "en"
) -> list[TimeExpression]:
    """Find the time expressions of a text, in order and without overlap.

    Args:
        text: what was said.
        anchor: when it was said, in the speaker's own zone.
        language: which tables to read by; without tables only ISO dates are found.
    """
    day = anchor.date()
    found = sorted(_candidates(text, day, language), key=lambda e: (e.start, -e.end))
    kept: list[TimeExpression] = []
    for expression in found:
        if not kept or expression.start >= kept[-1].end:
            kept.append(expression)
    return kept


def _candidates(text: str, day: date, language: str) -> Iterator[TimeExpression]:
    plain = text.replace("\u2019", "'")
    for rule in _RULES.get(language, _ABSOLUTE):
        for match in rule.pattern.finditer(plain):
            moment = _Moment(day=day, tense=_tense(plain, match))
            yield TimeExpression(
                start=match.start(), end=match.end(), resolved=_finest(_try(rule, match, moment))
            )


def _try(rule: _Rule, match: re.Match[str], moment: _Moment) -> _Span | None:
    try:
        return rule.resolve(match, moment)
    except (ValueError, OverflowError):  # 31 February, the year 0
        return None


def _finest(span: _Span | None) -> PartialDate | None:
    if span is None:
        return None
    first, last = span
    if first == last:
        return PartialDate(value=first)
    if (first.year, first.month) == (last.year, last.month):
        return PartialDate(value=first.replace(day=1), precision=Precision.MONTH)
    if first.year == last.year:
        return PartialDate(value=first.replace(month=1, day=1), precision=Precision.YEAR)
    return None


def _tense(text: str, match: re.Match[str]) -> int:
    before = [m.end() for m in _SENTENCE_END.finditer(text, 0, match.start())]
    after = _SENTENCE_END.search(text, match.end())
    sentence = text[before[-1] if before else 0 : after.start() if after else len(text)]
    if _FUTURE.search(sentence):
        return 1
    return -1 if _PAST.search(sentence) else 0


def _days(first: int, last: int | None = None) -> _Resolve:
    """Days relative to the anchor's."""
    end = first if last is None else last

    def resolve(_: re.Match[str], moment: _Moment) -> _Span:
        return moment.day + timedelta(days=first), moment.day + timedelta(days=end)

    return resolve


def _month(year: int, month: int) -> _Span:
    years, index = divmod(month - 1, 12)
    first = date(year + years, index + 1, 1)
    later = date(year + years + (index == 11), (index + 1) % 12 + 1, 1)  # noqa: PLR2004
    return first, later - timedelta(days=1)


def _year(year: int) -> _Span:
    return date(year, 1, 1), date(year, 12, 31)


def _week(day: date, offset: int) -> _Span:
    monday = day - timedelta(days=day.weekday()) + timedelta(weeks=offset)
    return monday, monday + timedelta(days=6)


def _weekend(day: date, offset: int) -> _Span:
    _, sunday = _week(day, offset)
    return sunday - timedelta(days=1), sunday


def _period(match: re.Match[str], moment: _Moment) -> _Span:
    """Resolve last, this or next week, weekend, month or year."""
    which = match["which"].lower()
    offset = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1}[which.split()[-1]]
    day = moment.day
    match match["unit"].lower():
        case "week":
            return _week(day, offset)
        case "weekend":
            return _weekend(day, offset)
        case "month":
            return _month(day.year, day.month + offset)
        case _:
            return _year(day.year + offset)


def _weekday(match: re.Match[str], moment: _Moment) -> _Span | None:
    """Resolve a weekday; bare ones by the sentence's tense."""
    which = (match["which"] or "").lower()
    back = (moment.day.weekday() - _WEEKDAYS[match["day"].lower()]) % 7
    if which.endswith(("last", "past")) or (not which and moment.tense < 0):
        day = moment.day - timedelta(days=back or 7)
    elif which == "this":
        day = _week(moment.day, 0)[0] + timedelta(days=_WEEKDAYS[match["day"].lower()])
    elif which in {"next", "coming"} or moment.tense > 0:
        # "next Friday" said on a Tuesday is this week's to some and the next one's to others
        if which == "next" and back > moment.day.weekday():
            return None
        day = moment.day + timedelta(days=7 - back)
    else:
        return None
    return day, day


def _named_month(match: re.Match[str], moment: _Moment) -> _Span | None:
    """Resolve "in March", "last March", "next March"."""
    month, day = _MONTHS[match["month"].lower()], moment.day
    which = match["which"].lower()
    if which == "last":
        return _month(day.year - (month >= day.month), month)
    if which == "next":
        return _month(day.year + (month <= day.month), month)
    if which == "this":
        return _month(day.year, month)
    if moment.tense < 0:
        return _month(day.year - (month > day.month), month)
    return _month(day.year + (month < day.month), month) if moment.tense > 0 else None


def _calendar(match: re.Match[str], moment: _Moment) -> _Span | None:
    """Resolve a month and a day, with or without a year."""
    month, number = _MONTHS[match["month"].lower()], int(match["day"])
    if match["year"]:
        day = date(int(match["year"]), month, number)
    elif moment.tense == 0:
        return None
    else:
        day = date(moment.day.year, month, number)
        if moment.tense < 0 and day > moment.day:
            day = day.replace(year=day.year - 1)
        elif moment.tense > 0 and day < moment.day:
            day = day.replace(year=day.year + 1)
    return day, day


def _count(match: re.Match[str]) -> _Range:
    word = match["count"].lower()
    for vague, span in _VAGUE.items():
        if vague in word:
            return span
    number = int(word) if word.isdigit() else _NUMBERS[word]
    return number, number


def _shifted(match: re.Match[str], moment: _Moment) -> _Span:
    """Resolve "3 weeks ago" and "in 3 weeks": weeks are rounded by those who say them."""
    unit = match["unit"].lower()
    sign = -1 if "ago" in match[0].lower() else 1
    low, high = _count(match)
    first, last = sorted((sign * low, sign * high))
    if unit == "month":
        year, month = moment.day.year, moment.day.month
        return _month(year, month + first)[0], _month(year, month + last)[1]
    if unit == "year":
        return _year(moment.day.year + first)[0], _year(moment.day.year + last)[1]
    length, slack = (7 if unit.startswith("week") else 1), timedelta(days=_SLACK[unit])
    return (
        moment.day + timedelta(days=first * length) - slack,
        moment.day + timedelta(days=last * length) + slack,
    )


def _iso(match: re.Match[str], _: _Moment) -> _Span:
    year, month = int(match["year"]), int(match["month"])
    if not match["day"]:
        return _month(year, month)
    day = date(year, month, int(match["day"]))
    return day, day


def _rule(pattern: str, resolve: _Resolve, *, exact_case: bool = False) -> _Rule:
    flags = 0 if exact_case else re.IGNORECASE
    return _Rule(pattern=re.compile(pattern, flags), resolve=resolve)


def _cased(names: str) -> str:
    """May and March are words too: as months they are written large."""
    return "|".join(name.capitalize() for name in names.split("|"))


_ABSOLUTE = (
    _rule(r"\b(?P<year>\d{4})-(?P<month>\d{2})(?:-(?P<day>\d{2}))?\b(?!-)", _iso),
)  # fmt: skip
_ENGLISH = (
    *_ABSOLUTE,
    _rule(rf"\bthe day before yesterday{_DAY_PART}\b", _days(-2)),
    _rule(rf"\byesterday{_DAY_PART}\b", _days(-1)),
    _rule(r"\blast night\b", _days(-1)),
    _rule(r"\b(?:today|tonight|this (?:morning|afternoon|evening)|earlier today)\b", _days(0)),
    _rule(rf"\bthe day after tomorrow{_DAY_PART}\b", _days(2)),
    _rule(rf"\btomorrow{_DAY_PART}\b", _days(1)),
    _rule(r"\b(?:currently|right now|at the moment|these days|nowadays)\b", _days(0)),
    _rule(r"\b(?:recently|lately)\b", _days(-_RECENT_DAYS, 0)),
    _rule(r"\bthe other (?:day|night|week)\b", _days(-_OTHER_DAY, 0)),
    _rule(
        r"\b(?:soon|later on|the (?:week|month|year) before last|the week of [\w ]{3,20})\b",
        lambda _, __: None,
    ),
    _rule(
        r"\b(?P<which>last|this past|this last|past|previous|this|next) "
        r"(?P<unit>week|weekend|month|year)\b",
        _period,
    ),
    _rule(r"\b(?:last|this|next) (?:summer|winter|spring|fall|autumn)\b", lambda _, __: None),
    _rule(
        rf"\b(?<!every )(?:on )?(?:(?P<which>last|this past|past|this|next|coming) )?"
        rf"(?P<day>{_WEEKDAY}){_DAY_PART}\b",
        _weekday,
    ),
    _rule(
        rf"\b(?P<which>[Ll]ast|[Tt]his|[Nn]ext) (?P<day>{_cased(_SHORT_WEEKDAY)})\b",
        _weekday,
        exact_case=True,
    ),
    _rule(
        rf"\b(?P<which>[Ii]n|[Ll]ast|[Tt]his|[Nn]ext|[Bb]ack in|[Ss]ince) "
        rf"(?P<month>{_cased(_FULL_MONTH)})\b(?! \d|,? \d{{4}})",
        _named_month,
        exact_case=True,
    ),
    _rule(
        rf"\b(?P<month>{_cased(_MONTH)})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
        r"(?:,? (?P<year>\d{4}))?\b(?!:|%)",
        _calendar,
        exact_case=True,
    ),
    _rule(
        rf"\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_cased(_MONTH)})\b"
        r"(?:,? (?P<year>\d{4})\b)?",
        _calendar,
        exact_case=True,
    ),
    _rule(
        rf"\b(?P<month>{_cased(_MONTH)})\.?,?(?: of)? (?P<year>\d{{4}})\b",
        lambda m, _: _month(int(m["year"]), _MONTHS[m["month"].lower()]),
        exact_case=True,
    ),
    _rule(
        r"\b(?:in|since|from|of|until|by|during|before|after|around) "
        r"(?P<year>(?:19|20)\d\d)\b(?!-)",
        lambda m, _: _year(int(m["year"])),
    ),
    _rule(
        rf"\b(?:about |around |over |almost |like )?"
        rf"(?P<count>{_COUNT}|(?:a )?few|(?:a )?couple(?: of)?|several|some) "
        r"(?P<unit>day|weekend|week|month|year)s? (?:ago|back)\b",
        _shifted,
    ),
    _rule(
        rf"\bin (?:about )?(?P<count>{_COUNT}|a few|a couple(?: of)?) "
        r"(?P<unit>day|week|month|year)s?(?:' time)?\b",
        lambda m, moment: _shifted(m, moment) if moment.tense > 0 else None,
    ),
)
_RULES: dict[str, tuple[_Rule, ...]] = {"en": _ENGLISH}
