"""Japanese time expressions."""

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
    past_weekday,
    period,
    rule,
    shifted,
    weekday_by_tense,
    weekday_of_week,
    written_year,
)

_MONTHS = {str(month): month for month in range(1, 13)}
_WEEKDAYS = {day: at for at, day in enumerate("月火水木金土日", start=1)}
_NUMBERS = {digit: at for at, digit in enumerate("一二三四五六七八九十", start=1)} | {
    f"十{digit}": 10 + at for at, digit in enumerate("一二三四五六七八九", start=1)
} | {"二十": 20, "三十": 30}  # fmt: skip
_VAGUE = {"数": (2, 8), "何": (2, 8)}
_COUNT = rf"(?P<count>\d{{1,3}}|{either(_NUMBERS)}|{either(_VAGUE)})"
_UNITS = {"day": "日", "week": "週間?", "month": "(?:か|ヶ|カ|ヵ|箇)月", "year": "年"}
_WEEKDAY = rf"(?P<day>[{''.join(_WEEKDAYS)}])曜日?"
_PAST = re.compile(r"(?:た|だ)(?:。|$|ん|の|よ|ね|わ|[^\w])|ました|でした|だった|った(?!ら|り|い)")
_FUTURE = re.compile(r"予定|つもり|でしょう|たい(?:です|と|。|$)|ましょう|ようと思")
_RULES = (
    ISO,
    rule(r"(?:一昨日|おととい)", days(-2)),
    rule(r"(?<!一)昨(?:日|夜|晩)|きのう|ゆうべ", days(-1)),
    rule(r"今(?:日|朝|晩|夜|夕)|きょう|本日", days(0)),
    rule(r"明後日|あさって", days(2)),
    rule(r"明(?:日|朝|晩)|あした", days(1)),
    rule(r"今は|いまは|今、|現在|目下|ただ今|このところ|今のところ", days(0), present=True),
    rule(r"最近|近頃|近ごろ", days(-RECENT_DAYS, 0)),
    rule(r"先日|この前|この間", days(-OTHER_DAY, 0)),
    rule(r"いずれ|そのうち|もうすぐ|先々週|先々月|一昨年|おととし", open_ended),
    rule(r"先週末|先週の週末", period("weekend", -1)),
    rule(r"今週末", period("weekend", 0)),
    rule(r"来週末", period("weekend", 1)),
    rule(rf"先週の?{_WEEKDAY}", weekday_of_week(_WEEKDAYS, -1)),
    rule(rf"今週の?{_WEEKDAY}", weekday_of_week(_WEEKDAYS, 0)),
    rule(rf"来週の?{_WEEKDAY}", weekday_of_week(_WEEKDAYS, 1)),
    rule(rf"(?:この前|前|先日)の{_WEEKDAY}", past_weekday(_WEEKDAYS)),
    rule(rf"(?<![毎週]){_WEEKDAY}(?=に|、|の)", weekday_by_tense(_WEEKDAYS)),
    rule(r"先週", period("week", -1)),
    rule(r"今週", period("week", 0)),
    rule(r"来週", period("week", 1)),
    rule(r"先月", period("month", -1)),
    rule(r"今月", period("month", 0)),
    rule(r"来月", period("month", 1)),
    rule(r"(?:去年|昨年)の春", last_season(3)),
    rule(r"去年|昨年", period("year", -1)),
    rule(r"今年|ことし", period("year", 0)),
    rule(r"来年", period("year", 1)),
    rule(r"(?P<year>(?:19|20)\d\d)年(?P<month>\d{1,2})月(?P<day>\d{1,2})日", calendar(_MONTHS)),
    rule(r"(?P<year>(?:19|20)\d\d)年(?P<month>\d{1,2})月(?!\d)", month_of_year(_MONTHS)),
    rule(r"(?P<year>(?:19|20)\d\d)年", written_year),
    rule(r"(?<!\d)(?P<month>\d{1,2})月(?P<day>\d{1,2})日(?P<year>(?!))?", calendar(_MONTHS)),
    rule(r"(?<![\d年])(?P<month>\d{1,2})月(?=に|、|から)", month_by_tense(_MONTHS)),
    *(
        rule(rf"{_COUNT}{word}(?:ほど|くらい|ぐらい)?前", shifted(unit, -1, _NUMBERS, _VAGUE))
        for unit, word in _UNITS.items()
    ),
    *(
        rule(rf"{_COUNT}{word}後", shifted(unit, 1, _NUMBERS, _VAGUE))
        for unit, word in _UNITS.items()
    ),
)
JAPANESE = TimeTables(rules=_RULES, past=_PAST, future=_FUTURE)
