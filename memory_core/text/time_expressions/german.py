"""German time expressions."""

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
    names_of,
    open_ended,
    past_month,
    past_weekday,
    period,
    rule,
    shifted,
    weekday_by_tense,
    weekday_of_week,
    written_year,
)

_MONTHS = names_of(
    "januar jänner", "februar", "märz", "april", "mai", "juni", "juli", "august", "september",
    "oktober", "november", "dezember",
)  # fmt: skip
_NUMERIC = {f"{at:0{width}d}": at for at in range(1, 13) for width in (1, 2)}
_WEEKDAYS = names_of(
    "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag sonnabend", "sonntag"
)
_NUMBERS = names_of(
    "ein eine einem einer einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht",
    "neun", "zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn",
    "achtzehn", "neunzehn", "zwanzig",
) | {"dreißig": 30, "vierzig": 40, "fünfzig": 50}  # fmt: skip
_VAGUE = {"paar": (2, 5), "einigen": (3, 8), "wenigen": (2, 5), "mehreren": (3, 8)}
_COUNT = rf"(?:(?:ein|einem) )?(?P<count>\d{{1,3}}|{either(_NUMBERS)}|{either(_VAGUE)})"
_LAST = r"(?:letzte|vorige|vergangene|vorherige)[nrsm]?"
_NEXT = r"(?:nächste|kommende)[nrsm]?"
_THIS = r"diese[nrsm]?"
_PART = r"(?: (?:früh|morgen|vormittag|mittag|nachmittag|abend|nacht))?"
_WEEKDAY = rf"(?P<day>{either(_WEEKDAYS)})(?:morgen|vormittag|nachmittag|abend|nacht)?"
_UNITS = {
    "day": "tag(?:en?)?", "week": "wochen?", "weekend": "wochenenden?", "month": "monat(?:en?)?",
    "year": "jahr(?:en?)?",
}  # fmt: skip
_ONE = {"week": "woche", "weekend": "wochenende", "month": "monats?", "year": "jahre?s?"}
_PAST = re.compile(
    r"\b(?:war|waren|hatten?|wurden?|ging(?:en)?|kam(?:en)?|(?:habe|hab|haben|bin|sind)\b.*"
    r"\b(?:ge\w{2,}|\w+ge\w{2,}|(?:be|ver|er|ent|zer)\w+[tn]|\w+iert))\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:werde|werden|wird|will|wollen|möchten?|planen?|vorhaben|freue mich auf|sollen?)\b",
    re.IGNORECASE,
)
_RULES = (
    ISO,
    rule(rf"\bvorgestern{_PART}\b", days(-2)),
    rule(rf"\bgestern{_PART}\b", days(-1)),
    rule(r"\b(?:letzte|vergangene) Nacht\b", days(-1)),
    rule(rf"\bheute{_PART}\b", days(0)),
    rule(rf"\bübermorgen{_PART}\b", days(2)),
    rule(
        r"(?<!heute )(?<!gestern )(?<!am )(?<!jeden )(?<!diesen )\bmorgen"
        r"(?: (?:früh|vormittag|mittag|nachmittag|abend))?\b",
        days(1),
        exact_case=True,
    ),
    rule(
        r"\b(?:derzeit|zurzeit|momentan|aktuell|gegenwärtig|im Moment|zur Zeit|jetzt|heutzutage)\b",
        days(0),
        present=True,
    ),
    rule(r"\b(?:kürzlich|neulich|vor kurzem|in letzter Zeit|letztens)\b", days(-RECENT_DAYS, 0)),
    rule(r"\bdieser Tage\b", days(-OTHER_DAY, 0)),
    rule(r"\b(?:bald|demnächst|später einmal)\b", open_ended),
    *(
        rule(rf"\b(?:im |am |zum )?{_LAST} {word}\b", period(unit, -1))
        for unit, word in _ONE.items()
    ),
    *(
        rule(rf"\b(?:im |am |zum )?{_THIS} {word}\b", period(unit, 0))
        for unit, word in _ONE.items()
    ),
    *(
        rule(rf"\b(?:im |am |zum )?{_NEXT} {word}\b", period(unit, 1))
        for unit, word in _ONE.items()
    ),
    rule(rf"\b(?:im )?{_LAST} frühling|{_LAST} frühjahr\b", last_season(3)),
    rule(rf"\b(?:im )?{_LAST} sommer\b", last_season(6)),
    rule(rf"\b(?:im )?{_LAST} herbst\b", last_season(9)),
    rule(rf"\b(?:im )?(?:{_LAST}|{_NEXT}|{_THIS}) (?:frühling|sommer|herbst|winter)\b", open_ended),
    rule(rf"\b(?:am )?{_LAST} {_WEEKDAY}\b", past_weekday(_WEEKDAYS)),
    rule(rf"\b(?:am )?{_THIS} {_WEEKDAY}\b", weekday_of_week(_WEEKDAYS, 0)),
    rule(rf"\b(?:am )?{_NEXT} {_WEEKDAY}\b", open_ended),
    rule(rf"\bam {_WEEKDAY}\b(?! den)", weekday_by_tense(_WEEKDAYS)),
    rule(rf"\b(?:im )?{_LAST} (?P<month>{either(_MONTHS)})\b", past_month(_MONTHS)),
    rule(rf"\b(?:im|seit) (?P<month>{either(_MONTHS)})\b(?! \d{{4}})", month_by_tense(_MONTHS)),
    rule(
        rf"\b(?P<day>\d{{1,2}})\. (?P<month>{either(_MONTHS)})\b"
        r"(?: (?P<year>\d{4})\b)?",
        calendar(_MONTHS),
    ),
    rule(
        rf"\b(?P<day>\d{{1,2}})\.(?P<month>{either(_NUMERIC)})\."
        r"(?P<year>\d{4})\b",
        calendar(_NUMERIC),
    ),
    rule(rf"\b(?P<month>{either(_MONTHS)}) (?P<year>\d{{4}})\b", month_of_year(_MONTHS)),
    rule(
        r"\b(?:im Jahre?|seit|ab|bis|von|in|Anfang|Mitte|Ende|Sommer|Herbst|Frühjahr|Frühling)"
        r" (?P<year>(?:19|20)\d\d)\b(?!-)",
        written_year,
    ),
    *(
        rule(
            rf"\bvor (?:etwa |ungefähr |rund |gut |fast |circa |ca\. )?{_COUNT} {word}\b",
            shifted(unit, -1, _NUMBERS, _VAGUE),
        )
        for unit, word in _UNITS.items()
    ),
    *(
        rule(rf"\bin {_COUNT} {word}\b", shifted(unit, 1, _NUMBERS, _VAGUE))
        for unit, word in _UNITS.items()
    ),
)
GERMAN = TimeTables(rules=_RULES, past=_PAST, future=_FUTURE)
