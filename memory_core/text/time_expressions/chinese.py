"""Chinese time expressions."""

from __future__ import annotations

import re

from memory_core.text.time_expressions.spans import (
    ISO,
    OTHER_DAY,
    RECENT_DAYS,
    TimeTables,
    calendar,
    days,
    either,
    last_season,
    month_by_tense,
    month_of_year,
    open_ended,
    period,
    rule,
    shifted,
    weekday_by_tense,
    weekday_of_week,
    written_year,
)

_DIGITS = {digit: at for at, digit in enumerate("一二三四五六七八九十", start=1)}
_MONTHS = {str(month): month for month in range(1, 13)} | _DIGITS | {"十一": 11, "十二": 12}
_WEEKDAYS = {day: at for at, day in enumerate("一二三四五六日", start=1)} | {"天": 7}
_NUMBERS = (
    _DIGITS
    | {"两": 2, "兩": 2, "二十": 20, "三十": 30}
    | {f"十{digit}": 10 + at for at, digit in enumerate("一二三四五六七八九", start=1)}
)
_VAGUE = {"几": (2, 9), "幾": (2, 9), "好几": (3, 9), "数": (2, 9)}
_COUNT = rf"(?P<count>\d{{1,3}}|{either(_VAGUE)}|{either(_NUMBERS)})"
_UNITS = {"day": "天", "week": "个?(?:星期|周|礼拜)", "month": "个月", "year": "年"}
_WEEK = r"(?:周|星期|礼拜|週)"
_WEEKDAY = rf"{_WEEK}(?P<day>[{''.join(_WEEKDAYS)}])"
_PAST = re.compile(r"[了过過]|曾|昨|前天")
_FUTURE = re.compile(r"[会會要](?!员|計|计)|打算|计划|准备|想|将|明天|下周|下个月|明年")
_RULES = (
    ISO,
    rule(r"前天(?:早上|上午|中午|下午|晚上)?|前晚", days(-2)),
    rule(r"昨[天日](?:早上|上午|中午|下午|晚上|夜里)?|昨晚|昨夜", days(-1)),
    rule(r"今[天日](?:早上|上午|中午|下午|晚上)?|今早|今晚", days(0)),
    rule(r"后天|後天", days(2)),
    rule(r"明[天日](?:早上|上午|中午|下午|晚上)?|明早|明晚", days(1)),
    rule(r"现在|現在|目前|眼下|如今|当前|此刻|现如今", days(0), present=True),
    rule(r"最近|近来", days(-RECENT_DAYS, 0)),
    rule(r"前几天|前些天|前不久|前两天", days(-OTHER_DAY, 0)),
    rule(r"很快|不久后|以后有一天|上上(?:周|个月|星期)|下下(?:周|个月|星期)|大前天", open_ended),
    rule(rf"上个?周末|上个?{_WEEK}末", period("weekend", -1)),
    rule(rf"这个?{_WEEK}末", period("weekend", 0)),
    rule(rf"下个?{_WEEK}末", period("weekend", 1)),
    rule(rf"上个?{_WEEKDAY}", weekday_of_week(_WEEKDAYS, -1)),
    rule(rf"[这本]个?{_WEEKDAY}", weekday_of_week(_WEEKDAYS, 0)),
    rule(rf"下个?{_WEEKDAY}", weekday_of_week(_WEEKDAYS, 1)),
    rule(rf"(?<![上下这本每个]){_WEEKDAY}", weekday_by_tense(_WEEKDAYS)),
    rule(rf"上个?{_WEEK}", period("week", -1)),
    rule(rf"[这本]个?{_WEEK}", period("week", 0)),
    rule(rf"下个?{_WEEK}", period("week", 1)),
    rule(r"上个?月", period("month", -1)),
    rule(r"[这本]个?月", period("month", 0)),
    rule(r"下个?月", period("month", 1)),
    rule(r"(?:去年|上个)春天", last_season(3)),
    rule(r"去年", period("year", -1)),
    rule(r"今年", period("year", 0)),
    rule(r"明年", period("year", 1)),
    rule(r"前年", period("year", -2)),
    rule(
        r"(?P<year>(?:19|20)\d\d)年(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号號]",
        calendar(_MONTHS),
    ),
    rule(r"(?P<year>(?:19|20)\d\d)年(?P<month>\d{1,2})月(?!\d)", month_of_year(_MONTHS)),
    rule(r"(?P<year>(?:19|20)\d\d)年", written_year),
    rule(r"(?<!\d)(?P<month>\d{1,2})月(?P<day>\d{1,2})[日号號](?P<year>(?!))?", calendar(_MONTHS)),
    rule(
        rf"(?<![\d年个個])(?P<month>{either(_MONTHS)})月(?!\d|份?[一二三四五六七八九十])",
        month_by_tense(_MONTHS),
    ),
    *(
        rule(rf"{_COUNT}{word}(?:之|以)?前", shifted(unit, -1, _NUMBERS, _VAGUE))
        for unit, word in _UNITS.items()
    ),
    *(
        rule(rf"{_COUNT}{word}(?:之|以)?[后後]", shifted(unit, 1, _NUMBERS, _VAGUE))
        for unit, word in _UNITS.items()
    ),
)
CHINESE = TimeTables(rules=_RULES, past=_PAST, future=_FUTURE)
