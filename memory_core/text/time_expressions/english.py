"""English time expressions."""

from __future__ import annotations

import re
from datetime import date

from memory_core.text.time_expressions.spans import (
    ISO,
    OTHER_DAY,
    RECENT_DAYS,
    Moment,
    Span,
    TimeTables,
    calendar,
    days,
    either,
    last_season,
    last_weekday,
    month_of_year,
    named_month,
    names_of,
    next_weekday,
    open_ended,
    past_month,
    rule,
    shifted_span,
    unit_span,
    week_span,
    weekday_of_week,
    written_year,
)

_MONTHS = names_of(
    "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
    "august aug", "september sept sep", "october oct", "november nov", "december dec",
)  # fmt: skip
_WEEKDAYS = names_of(
    "monday mon", "tuesday tues tue", "wednesday wed", "thursday thurs thu", "friday fri",
    "saturday sat", "sunday sun",
)  # fmt: skip
_NUMBERS = names_of(
    "one a an", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
) | {"zero": 0, "thirty": 30, "forty": 40, "fifty": 50}  # fmt: skip
_VAGUE = {"few": (2, 5), "couple": (2, 3), "several": (3, 8), "some": (2, 8)}
_OFFSETS = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1}
_FULL_NAME = 4  # letters from which a month's name is no abbreviation

_MONTH = either(_MONTHS)
_FULL_MONTH = "|".join(name for name in _MONTHS if len(name) >= _FULL_NAME or name == "may")
_WEEKDAY = "|".join(name for name in _WEEKDAYS if name.endswith("day"))
_SHORT_WEEKDAY = "|".join(name for name in _WEEKDAYS if not name.endswith("day"))
_COUNT = r"\d{1,3}|" + either(_NUMBERS)
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


def _period(match: re.Match[str], moment: Moment) -> Span:
    """Resolve last, this or next week, weekend, month or year."""
    offset = _OFFSETS[match["which"].lower().split()[-1]]
    return unit_span(match["unit"].lower(), moment.day, offset)


def _weekday(match: re.Match[str], moment: Moment) -> Span | None:
    """Resolve a weekday; bare ones by the sentence's tense."""
    which = (match["which"] or "").lower()
    if which == "this":
        return weekday_of_week(_WEEKDAYS, 0)(match, moment)
    number = _WEEKDAYS[match["day"].lower()]
    if which.endswith(("last", "past")) or (not which and moment.tense < 0):
        day = last_weekday(moment.day, number)
    elif which in {"next", "coming"} or moment.tense > 0:
        # "next Friday" said on a Tuesday is this week's to some and the next one's to others
        if which == "next" and number > moment.day.weekday() + 1:
            return None
        day = next_weekday(moment.day, number)
    else:
        return None
    return day, day


def _named_month(match: re.Match[str], moment: Moment) -> Span | None:
    """Resolve "in March", "last March", "next March"."""
    month, day = _MONTHS[match["month"].lower()], moment.day
    which = match["which"].lower()
    if which == "last":
        return past_month(_MONTHS)(match, moment)
    if which == "next":
        return unit_span("month", date(day.year + (month <= day.month), month, 1), 0)
    if which == "this":
        return unit_span("month", date(day.year, month, 1), 0)
    return named_month(moment, month)


def _week_of(match: re.Match[str], moment: Moment) -> Span | None:
    """Resolve "the week of May 7"."""
    day = calendar(_MONTHS)(match, moment)
    return week_span(day[0]) if day else None


def _count(match: re.Match[str]) -> tuple[int, int]:
    word = match["count"].lower()
    for vague, span in _VAGUE.items():
        if vague in word:
            return span
    number = int(word) if word.isdigit() else _NUMBERS[word]
    return number, number


def _ago(match: re.Match[str], moment: Moment) -> Span:
    return shifted_span(match["unit"].lower(), -1, _count(match), moment.day)


def _ahead(match: re.Match[str], moment: Moment) -> Span | None:
    if moment.tense <= 0:
        return None
    return shifted_span(match["unit"].lower(), 1, _count(match), moment.day)


def _cased(names: str) -> str:
    """May and March are words too: as months they are written large."""
    return "|".join(name.capitalize() for name in names.split("|"))


_RULES = (
    ISO,
    rule(rf"\bthe day before yesterday{_DAY_PART}\b", days(-2)),
    rule(rf"\byesterday{_DAY_PART}\b", days(-1)),
    rule(r"\blast night\b", days(-1)),
    rule(r"\b(?:today|tonight|this (?:morning|afternoon|evening)|earlier today)\b", days(0)),
    rule(rf"\bthe day after tomorrow{_DAY_PART}\b", days(2)),
    rule(rf"\btomorrow{_DAY_PART}\b", days(1)),
    rule(r"\b(?:currently|right now|at the moment|these days|nowadays)\b", days(0), present=True),
    rule(r"\b(?:recently|lately)\b", days(-RECENT_DAYS, 0)),
    rule(r"\bthe other (?:day|night|week)\b", days(-OTHER_DAY, 0)),
    rule(r"\b(?:soon|later on|the (?:week|month|year) before last)\b", open_ended),
    rule(
        rf"\bthe week of (?P<month>{_cased(_MONTH)})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
        r"(?:,? (?P<year>\d{4}))?\b",
        _week_of,
    ),
    rule(r"\bthe week of [\w ]{3,20}\b", open_ended),
    rule(
        r"\b(?P<which>last|this past|this last|past|previous|this|next) "
        r"(?P<unit>week|weekend|month|year)\b",
        _period,
    ),
    rule(r"\blast spring\b", last_season(3)),
    rule(r"\blast summer\b", last_season(6)),
    rule(r"\blast (?:fall|autumn)\b", last_season(9)),
    rule(r"\b(?:last|this|next) (?:summer|winter|spring|fall|autumn)\b", open_ended),
    rule(
        rf"\b(?<!every )(?:on )?(?:(?P<which>last|this past|past|this|next|coming) )?"
        rf"(?P<day>{_WEEKDAY}){_DAY_PART}\b",
        _weekday,
    ),
    rule(
        rf"\b(?P<which>[Ll]ast|[Tt]his|[Nn]ext) (?P<day>{_cased(_SHORT_WEEKDAY)})\b",
        _weekday,
        exact_case=True,
    ),
    rule(
        rf"\b(?P<which>[Ii]n|[Ll]ast|[Tt]his|[Nn]ext|[Bb]ack in|[Ss]ince) "
        rf"(?P<month>{_cased(_FULL_MONTH)})\b(?! \d|,? \d{{4}})",
        _named_month,
        exact_case=True,
    ),
    rule(
        rf"\b(?P<month>{_cased(_MONTH)})\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?"
        r"(?:,? (?P<year>\d{4}))?\b(?!:|%)",
        calendar(_MONTHS),
        exact_case=True,
    ),
    rule(
        rf"\b(?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<month>{_cased(_MONTH)})\b"
        r"(?:,? (?P<year>\d{4})\b)?",
        calendar(_MONTHS),
        exact_case=True,
    ),
    rule(
        rf"\b(?P<month>{_cased(_MONTH)})\.?,?(?: of)? (?P<year>\d{{4}})\b",
        month_of_year(_MONTHS),
        exact_case=True,
    ),
    rule(
        r"\b(?:in|since|from|of|until|by|during|before|after|around) "
        r"(?P<year>(?:19|20)\d\d)\b(?!-)",
        written_year,
    ),
    rule(
        rf"\b(?:about |around |over |almost |like )?"
        rf"(?P<count>{_COUNT}|(?:a )?few|(?:a )?couple(?: of)?|several|some) "
        r"(?P<unit>day|weekend|week|month|year)s? (?:ago|back)\b",
        _ago,
    ),
    rule(
        rf"\bin (?:about )?(?P<count>{_COUNT}|a few|a couple(?: of)?) "
        r"(?P<unit>day|week|month|year)s?(?:' time)?\b",
        _ahead,
    ),
)
ENGLISH = TimeTables(rules=_RULES, past=_PAST, future=_FUTURE)
