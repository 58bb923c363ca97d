"""Spanish time expressions."""

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
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto",
    "septiembre setiembre", "octubre", "noviembre", "diciembre",
)  # fmt: skip
_WEEKDAYS = names_of(
    "lunes", "martes", "miércoles miercoles", "jueves", "viernes", "sábado sabado", "domingo"
)
_NUMBERS = names_of(
    "un una uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
    "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho",
    "diecinueve", "veinte",
) | {"treinta": 30, "cuarenta": 40, "cincuenta": 50}  # fmt: skip
_VAGUE = {"unos": (2, 5), "unas": (2, 5), "algunos": (3, 8), "algunas": (3, 8), "varios": (3, 8),
          "varias": (3, 8), "unos pocos": (2, 5), "unas pocas": (2, 5),
          "un par de": (2, 3)}  # fmt: skip
_COUNT = rf"(?P<count>\d{{1,3}}|{either(_VAGUE)}|{either(_NUMBERS)})"
_UNITS = {"day": "días?", "week": "semanas?", "weekend": "fin(?:es)? de semana",
          "month": "mes(?:es)?", "year": "años?"}  # fmt: skip
_ONE = {"week": ("la", "semana"), "weekend": ("el", "fin de semana"), "month": ("el", "mes"),
        "year": ("el", "año")}  # fmt: skip
_LAST = r"(?:pasad[oa]|anterior)"
_PART = r"(?: por la (?:mañana|tarde|noche))?"
_PAST = re.compile(
    r"\b(?:fui|fue|fuimos|era|estuve|tuve|hice|hicimos|vi|di|puse|\w{2,}(?:é|í|ó|amos|imos|aron"
    r"|ieron)|(?:he|hemos|ha) \w+(?:ado|ido|to|cho))(?!\w)",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\b(?:voy a|vamos a|quiero|pienso|planeo|espero|mañana|\w{3,}(?:aré|eré|iré|remos))\b",
    re.IGNORECASE,
)


def _periods() -> list[tuple[str, str, int]]:
    return [
        pattern
        for unit, (article, word) in _ONE.items()
        for pattern in (
            (unit, rf"\b(?:{article} )?{word} {_LAST}\b", -1),
            (unit, rf"\best[ea] {word}\b", 0),
            (unit, rf"\b(?:{article} )?(?:{word} que viene|próxim[oa] {word})\b", 1),
        )
    ]


_RULES = (
    ISO,
    rule(rf"\b(?:anteayer|antes de ayer){_PART}\b", days(-2)),
    rule(r"\b(?:anoche|ayer(?: por la (?:mañana|tarde|noche))?)\b", days(-1)),
    rule(r"\b(?:hoy(?! en día)|esta (?:mañana|tarde|noche))\b", days(0)),
    rule(r"\bpasado mañana\b", days(2)),
    rule(
        r"(?<!la )(?<!esta )(?<!cada )(?<!pasado )\bmañana(?: por la (?:mañana|tarde|noche))?\b",
        days(1),
    ),
    rule(
        r"\b(?:actualmente|ahora mismo|ahora|hoy en día|en este momento|de momento)\b",
        days(0),
        present=True,
    ),
    rule(
        r"\b(?:recientemente|hace poco|últimamente|estos días)\b",
        days(-RECENT_DAYS, 0),
    ),
    rule(r"\bel otro día\b", days(-OTHER_DAY, 0)),
    rule(r"\b(?:pronto|más adelante)\b", open_ended),
    *(rule(pattern, period(unit, offset)) for unit, pattern, offset in _periods()),
    rule(rf"\b(?:la )?primavera {_LAST}\b", last_season(3)),
    rule(rf"\b(?:el )?verano {_LAST}\b", last_season(6)),
    rule(rf"\b(?:el )?otoño {_LAST}\b", last_season(9)),
    rule(
        rf"\b(?:(?:el )?invierno {_LAST}|est[ea] (?:verano|invierno|otoño|primavera))\b", open_ended
    ),
    rule(
        rf"\b(?:el )?(?:(?P<day>{either(_WEEKDAYS)}) {_LAST}|pasado (?:{either(_WEEKDAYS)}))\b",
        lambda m, moment: past_weekday(_WEEKDAYS)(m, moment) if m["day"] else None,
    ),
    rule(rf"\beste (?P<day>{either(_WEEKDAYS)})\b", weekday_of_week(_WEEKDAYS, 0)),
    rule(rf"\b(?:el )?(?:próximo )(?:{either(_WEEKDAYS)})\b", open_ended),
    rule(rf"\bel (?P<day>{either(_WEEKDAYS)})\b(?! {_LAST})(?!,? \d)", weekday_by_tense(_WEEKDAYS)),
    rule(rf"\b(?:el |en )?(?P<month>{either(_MONTHS)}) pasado\b", past_month(_MONTHS)),
    rule(
        rf"\b(?:en|desde) (?P<month>{either(_MONTHS)})\b(?! (?:de|del) \d{{4}})",
        month_by_tense(_MONTHS),
    ),
    rule(
        rf"\b(?P<day>\d{{1,2}}) de (?P<month>{either(_MONTHS)})\b"
        r"(?: del? (?P<year>\d{4})\b)?",
        calendar(_MONTHS),
    ),
    rule(rf"\b(?P<month>{either(_MONTHS)}) del? (?P<year>\d{{4}})\b", month_of_year(_MONTHS)),
    rule(r"\b(?:en|desde|hasta|de|del año) (?P<year>(?:19|20)\d\d)\b(?!-)", written_year),
    *(
        rule(
            rf"\bhace (?:como |casi |unos |unas )?{_COUNT} {word}\b(?! que (?:no|vivo|trabajo))",
            shifted(unit, -1, _NUMBERS, _VAGUE),
        )
        for unit, word in _UNITS.items()
    ),
    *(
        rule(rf"\bdentro de {_COUNT} {word}\b", shifted(unit, 1, _NUMBERS, _VAGUE))
        for unit, word in _UNITS.items()
    ),
)
SPANISH = TimeTables(rules=_RULES, past=_PAST, future=_FUTURE)
