"""Number words from 0 to 100, ordinals and the dozen, and numbers in Chinese characters."""

from __future__ import annotations

import re

_DOZEN = 12
_HUNDRED = 100


def _listed(names: str, first: int = 0) -> dict[str, int]:
    return {name: number for number, name in enumerate(names.split(), first)}


def _each(groups: str, first: int) -> dict[str, int]:
    """Number the groups between slashes; all words of a group mean the same."""
    return {
        word: number
        for number, group in enumerate(groups.split("/"), first)
        for word in group.split()
    }


def english_numbers() -> dict[str, int]:
    """Return English cardinals, ordinals and the dozen."""
    units = _listed(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen"
    )
    tens = _listed("twenty thirty forty fifty sixty seventy eighty ninety", 2)
    ordinals = _listed(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
        "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
        1,
    )
    tenths = _listed(
        "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth", 2
    )
    smaller = [(w, n) for w, n in (units | ordinals).items() if 0 < n < 10]  # noqa: PLR2004
    compounds = {f"{t} {w}": 10 * ten + n for t, ten in tens.items() for w, n in smaller}
    round_ones = {w: 10 * n for w, n in (tens | tenths).items()}
    more = {"dozen": _DOZEN, "two dozen": 2 * _DOZEN, "half a dozen": 6}
    hundred = {"hundred": _HUNDRED, "a hundred": _HUNDRED, "one hundred": _HUNDRED,
               "hundredth": _HUNDRED}  # fmt: skip
    return units | ordinals | round_ones | compounds | more | hundred


def german_numbers() -> dict[str, int]:
    """Return German cardinals, declined ordinals and the dozen."""
    units = _listed(
        "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn "
        "fünfzehn sechzehn siebzehn achtzehn neunzehn"
    )
    tens = _listed("zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig", 2)
    cardinals = units | {w: 10 * n for w, n in tens.items()}
    for ten, tenfold in tens.items():
        for unit, n in list(units.items())[1:10]:
            one = "ein" if n == 1 else unit
            cardinals[f"{one}und{ten}"] = 10 * tenfold + n
    cardinals |= {"hundert": _HUNDRED, "einhundert": _HUNDRED, "beide": 2, "beiden": 2}
    stems = {"erst": 1, "dritt": 3, "siebt": 7, "acht": 8} | {
        w + ("t" if n < 20 else "st"): n  # noqa: PLR2004
        for w, n in cardinals.items()
        if n not in {0, 1, 3, 7, 8} and not w.startswith("beid")
    }
    ordinals = {s + end: n for s, n in stems.items() for end in ("e", "en", "er", "es", "em")}
    both = ordinals | cardinals | {"dutzend": _DOZEN, "ein dutzend": _DOZEN, "zwo": 2}
    plain = {w.replace("ß", "ss"): n for w, n in both.items()}  # as `fold_key` writes it
    return both | plain


def spanish_numbers() -> dict[str, int]:
    """Return Spanish cardinals, ordinals and the dozen."""
    units = _each(
        "cero/uno/dos/tres/cuatro/cinco/seis/siete/ocho/nueve/diez/once/doce/trece/catorce/quince/"
        "dieciséis/diecisiete/dieciocho/diecinueve/veinte/veintiuno veintiún veintiuna/veintidós/"
        "veintitrés/veinticuatro/veinticinco/veintiséis/veintisiete/veintiocho/veintinueve",
        0,
    )
    tens = _listed("treinta cuarenta cincuenta sesenta setenta ochenta noventa", 3)
    compounds = {
        f"{ten} y {unit}": 10 * tenfold + n
        for ten, tenfold in tens.items()
        for unit, n in (units | {"un": 1, "una": 1}).items()
        if 0 < n < 10  # noqa: PLR2004
    }
    ordinals = _each(
        "primero primera primer/segundo segunda/tercero tercera tercer/cuarto cuarta/quinto quinta/"
        "sexto sexta/séptimo séptima/octavo octava/noveno novena/décimo décima/undécimo undécima/"
        "duodécimo duodécima",
        1,
    )
    more = {"docena": _DOZEN, "una docena": _DOZEN, "media docena": 6, "cien": _HUNDRED,
            "ciento": _HUNDRED, "ambos": 2, "ambas": 2}  # fmt: skip
    return units | {w: 10 * n for w, n in tens.items()} | compounds | ordinals | more


def french_numbers() -> dict[str, int]:
    """Return French cardinals, ordinals and the dozen."""
    units = _listed(
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze "
        "seize"
    ) | {"dix sept": 17, "dix huit": 18, "dix neuf": 19}
    tens = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
            "septante": 70, "quatre vingt": 80, "octante": 80, "nonante": 90}  # fmt: skip
    cardinals = units | tens | {"quatre vingts": 80, "cent": _HUNDRED, "une": 1}
    for ten, tenfold in tens.items():
        reach = 20 if ten in {"soixante", "quatre vingt"} else 10
        for unit, n in list(units.items())[1:]:
            if n < reach:
                cardinals[f"{ten} {unit}"] = cardinals[f"{ten} et {unit}"] = tenfold + n
    ordinals = {_ordinal(w): n for w, n in cardinals.items() if n > 1}
    first = {"premier": 1, "première": 1, "second": 2, "seconde": 2}
    more = {"douzaine": _DOZEN, "une douzaine": _DOZEN, "demi douzaine": 6,
            "une demi douzaine": 6, "vingtaine": 20, "les deux": 2}  # fmt: skip
    return cardinals | ordinals | first | more


def _ordinal(cardinal: str) -> str:
    stem = cardinal.removesuffix("s").removesuffix("e") if cardinal != "trois" else cardinal
    return {"cinq": "cinquième", "neuf": "neuvième"}.get(cardinal, stem + "ième")


_DIGITS = {c: n for n, c in enumerate("〇一二三四五六七八九")}
_DIGITS |= {"零": 0, "两": 2, "両": 2, "俩": 2}
_PLACES = {"十": 10, "百": 100, "千": 1000}
_NUMERAL = "[〇零一二三四五六七八九十百千两両俩]"
CHINESE_NUMERAL = re.compile(rf"(?P<count>{_NUMERAL}+)(?P<dozen>\s?(?:ダース|打))?")


def chinese_number(match: re.Match[str]) -> int:
    """Return the value of a match of `CHINESE_NUMERAL`."""
    total = digit = 0
    for character in match["count"]:
        if character in _PLACES:
            total += (digit or 1) * _PLACES[character]
            digit = 0
        else:
            digit = 10 * digit + _DIGITS[character]
    return (total + digit) * (_DOZEN if match["dozen"] else 1)
