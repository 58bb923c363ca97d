"""French time expressions."""

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
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août aout", "septembre",
    "octobre", "novembre", "décembre",
)  # fmt: skip
_WEEKDAYS = names_of("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")
_NUMBERS = names_of(
    "un une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
    "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf", "vingt",
) | {"trente": 30, "quarante": 40, "cinquante": 50}  # fmt: skip
_VAGUE = {"quelques": (2, 8), "plusieurs": (3, 8), "une dizaine de": (8, 12),
          "deux ou trois": (2, 3)}  # fmt: skip
_COUNT = rf"(?P<count>\d{{1,3}}|{either(_VAGUE)}|{either(_NUMBERS)})"
_UNITS = {"day": "jours?", "week": "semaines?", "weekend": "week-ends?", "month": "mois",
          "year": "ans?|années?"}  # fmt: skip
_ONE = {"week": "(?:la )?semaine", "weekend": "(?:le )?week-?end", "month": "(?:le )?mois",
        "year": "(?:l')?(?:an(?:née)?)"}  # fmt: skip
_LAST = r"(?:derni(?:er|ère)|pass[ée]e?|précédente?)"
_NEXT = r"(?:prochaine?|qui vient)"
_PART = r"(?: (?:matin|midi|après-midi|soir))?"
_PAST = re.compile(
    r"(?:\b(?:étais|était|avais|avait)\b|\b(?:j'ai|j'y ai|on a|(?:je )?(?:me |m')?suis|nous avons"
    r"|nous (?:nous )?sommes|ai|ont|a)\b.*\b\w+(?:é|ée|és|ées|i|ie|is|it|u|ue|us|ert|eint)\b)",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:je vais|on va|nous allons|je veux|je compte|j'espère|demain|\w{3,}(?:erai|irai|rons))\b",
    re.IGNORECASE,
)
_RULES = (
    ISO,
    rule(rf"\bavant-hier{_PART}\b", days(-2)),
    rule(rf"\bhier{_PART}\b", days(-1)),
    rule(r"\bla nuit (?:dernière|passée)\b", days(-1)),
    rule(r"\b(?:aujourd'hui|ce (?:matin|soir|midi)|cet après-midi|cette nuit)(?!\w)", days(0)),
    rule(rf"\baprès-demain{_PART}\b", days(2)),
    rule(rf"(?<!après-)\bdemain{_PART}\b", days(1)),
    rule(
        r"\b(?:actuellement|en ce moment|maintenant|ces temps-ci|à l'heure actuelle)\b",
        days(0),
        present=True,
    ),
    rule(r"\b(?:récemment|dernièrement|il y a peu|ces derniers temps)\b", days(-RECENT_DAYS, 0)),
    rule(r"\bl'autre jour\b", days(-OTHER_DAY, 0)),
    rule(r"\b(?:bientôt|plus tard)\b", open_ended),
    *(rule(rf"\b{word} {_LAST}(?!\w)", period(unit, -1)) for unit, word in _ONE.items()),
    rule(r"\bcette semaine\b", period("week", 0)),
    rule(r"\bce week-?end\b", period("weekend", 0)),
    rule(r"\bce mois(?:-ci)?\b", period("month", 0)),
    rule(r"\bcette année\b", period("year", 0)),
    *(rule(rf"\b{word} {_NEXT}\b", period(unit, 1)) for unit, word in _ONE.items()),
    rule(rf"\b(?:au |le )?printemps {_LAST}(?!\w)", last_season(3)),
    rule(rf"\b(?:l'|cet )?été {_LAST}(?!\w)", last_season(6)),
    rule(rf"\b(?:l'|cet )?automne {_LAST}(?!\w)", last_season(9)),
    rule(
        rf"\b(?:l')?hiver {_LAST}(?!\w)|\bcet (?:été|hiver|automne)\b|\bce printemps\b", open_ended
    ),
    rule(rf"\b(?P<day>{either(_WEEKDAYS)}) {_LAST}(?!\w)", past_weekday(_WEEKDAYS)),
    rule(rf"\bce (?P<day>{either(_WEEKDAYS)})\b", weekday_of_week(_WEEKDAYS, 0)),
    rule(rf"\b(?:{either(_WEEKDAYS)}) {_NEXT}\b", open_ended),
    rule(
        rf"(?<!\ble )(?<!\bles )(?<!\bchaque )\b(?P<day>{either(_WEEKDAYS)})\b(?! {_LAST})(?! \d)",
        weekday_by_tense(_WEEKDAYS),
    ),
    rule(rf"\b(?:en )?(?P<month>{either(_MONTHS)}) (?:dernier|passé)(?!\w)", past_month(_MONTHS)),
    rule(
        rf"\b(?:en|depuis|au mois de) (?P<month>{either(_MONTHS)})\b(?! \d{{4}})",
        month_by_tense(_MONTHS),
    ),
    rule(
        rf"\b(?P<day>\d{{1,2}})(?:er)? (?P<month>{either(_MONTHS)})\b"
        r"(?: (?P<year>\d{4})\b)?",
        calendar(_MONTHS),
    ),
    rule(rf"\b(?P<month>{either(_MONTHS)}) (?P<year>\d{{4}})\b", month_of_year(_MONTHS)),
    rule(r"\b(?:en|depuis|de|jusqu'en) (?P<year>(?:19|20)\d\d)\b(?!-)", written_year),
    *(
        rule(
            rf"\bil y a (?:environ |à peu près |presque |plus de )?{_COUNT} (?:{word})\b",
            shifted(unit, -1, _NUMBERS, _VAGUE),
        )
        for unit, word in _UNITS.items()
    ),
    *(
        rule(rf"\bdans {_COUNT} (?:{word})\b", shifted(unit, 1, _NUMBERS, _VAGUE))
        for unit, word in _UNITS.items()
    ),
)
FRENCH = TimeTables(rules=_RULES, past=_PAST, future=_FUTURE)
