"""Card, bank and identity numbers: a shape, then a checksum or a label, never a shape alone.

The checks are those of `python-stdnum`: Luhn, IBAN, the Chinese resident id, the Spanish DNI and
NIE, the French NIR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from stdnum import iban, luhn
from stdnum.cn import ric
from stdnum.es import dni, nie
from stdnum.fr import nir

from memory_core.text.labels import match_labels

CARD = "card-number"
BANK = "bank-account"
IDENTITY = "identity-number"

# look-aheads: a number that fails its check must not hide the one that begins inside it
_CARD = re.compile(
    r"(?<![\w.-])(?=([3-6][0-9]{12,18}|2[2-7][0-9]{14}"
    r"|[2-6][0-9]{3}([ \n-])[0-9]{4}\2[0-9]{4}\2[0-9]{1,4}(?:\2[0-9]{1,3})?"
    r"|3[0-9]{3}([ \n-])[0-9]{6}\3[0-9]{4,5})(?![\w-]))"
)
_IBAN = re.compile(r"(?<![^\W_])(?=([A-Za-z]{2}[0-9]{2}(?:[ -]?[A-Za-z0-9]){11,30}))")
_COUNTRIES_BY_LENGTH = {
    15: "NO",
    16: "BE",
    18: "DK FI FO GL NL",
    19: "MK SI",
    20: "AT BA EE KZ LT LU XK",
    21: "CH HR LI LV",
    22: "BG BH CR DE GB GE IE ME RS VA",
    23: "AE GI IL IQ",
    24: "AD CZ ES MD PK RO SA SE SK TN VG",
    25: "LY PT",
    26: "IS TR",
    27: "FR GR IT MC MR SM",
    28: "AL AZ BY CY DO GT HU LB PL",
    29: "BR EG PS QA UA",
    30: "JO KW MU",
    31: "MT",
}
_IBAN_LENGTHS = {
    code: length for length, codes in _COUNTRIES_BY_LENGTH.items() for code in codes.split()
}
_CHECKED_IDENTITY = re.compile(
    r"(?<![\w.-])(?=(?:"
    r"(?P<us>(?!000|666|9)[0-9]{3}-(?!00)[0-9]{2}-(?!0000)[0-9]{4})"
    r"|(?P<cn>[1-9][0-9]{5}(?:19|20)[0-9]{2}[01][0-9][0-3][0-9]{4}[0-9Xx])"
    r"|(?P<es>[0-9]{8}-?[A-Za-z]|[XYZxyz]-?[0-9]{7}-?[A-Za-z])"
    r"|(?P<fr>[12] ?[0-9]{2} ?[0-9]{2} ?[0-9][0-9AB] ?[0-9]{3} ?[0-9]{3} ?[0-9]{2})"
    r"|(?P<uk>(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]"
    r" ?[0-9]{2} ?[0-9]{2} ?[0-9]{2} ?[A-D])"
    r")(?![\w-]))"
)
_AS_VALUE = (
    r"(?:\s{0,4}(?:number|nummer|no\.?|nr\.?|#|号码|號碼|番号|号))?(?:\s{1,4}(?:is|ist|es|est))?"
    r"\s{0,4}(?:[:=#]|は|是|为|為)?\s{0,4}"
)
_LABELLED_IDENTITY = re.compile(
    r"(?:\bssn|social\s+security|passport|reisepass\w{0,8}|personalausweis\w{0,8}|steuer-?id\w{0,20}"
    r"|\bidnr|identity\s+card|driver['’]?s?\s+licen[cs]e|national\s+id|\bdni|\bnie|pasaporte"
    r"|passeport|carte\s+d['’]identité|sécurité\s+sociale|パスポート|旅券|マイナンバー|個人番号"
    r"|運転免許|驾驶证|護照|护照|身份证|身分證|身份證)"
    rf"{_AS_VALUE}"
    r"([A-Za-z]{0,3}[ -]?[0-9](?:[ -]?[0-9]|[A-Za-z](?!(?-i:[a-z]))){4,18})",
    re.IGNORECASE,
)
_LABELLED_ACCOUNT = re.compile(
    r"(?:account\s+(?:number|no\.?)|acct\.?\s*(?:number|no\.?|#)|routing\s+number|sort\s+code"
    r"|kontonummer|número\s+de\s+cuenta|numéro\s+de\s+compte|口座番号|银行账号|银行卡号|銀行帳號)"
    rf"{_AS_VALUE}([0-9][0-9 -]{{4,24}}[0-9])",
    re.IGNORECASE,
)
_LABELLED_CODE = re.compile(
    r"\b(?:cvv2?|cvc2?|csc)\b(?:\s{1,4}(?:is|ist|es|est))?\s{0,4}[:=]?\s{0,4}([0-9]{3,4})(?![\w-])",
    re.IGNORECASE,
)
_IDENTITY_STEMS = (
    "ssn social passport reisepass personalausweis steuer idnr identity driver national dni nie "
    "pasaporte passeport carte sécurité "
    "パスポート 旅券 マイナンバー 個人番号 運転免許 驾驶证 護照 护照 身"
)
_ACCOUNT_STEMS = "account acct routing sort kontonummer número numéro 口座 银行 銀行"
_LABELLED = (
    (IDENTITY, _LABELLED_IDENTITY, _IDENTITY_STEMS.split()),
    (BANK, _LABELLED_ACCOUNT, _ACCOUNT_STEMS.split()),
    (CARD, _LABELLED_CODE, ["cvv", "cvc", "csc"]),
)
_VALID = {"cn": (ric.is_valid,), "es": (dni.is_valid, nie.is_valid), "fr": (nir.is_valid,)}
_CARD_DIGITS = 13  # at least
_LEAST_DIGITS = 5  # of an identity number that only its label tells


def find_numbers(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of each number of a person or an account; spans may overlap."""
    yield from _checked_numbers(text)
    yield from _labelled_numbers(text)


def _checked_numbers(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _CARD.finditer(text):
        # a code or date may stand behind the number and look like its last group
        for card in (match[1], match[1][: max(match[1].rfind(" "), 0)]):
            if _passes_luhn(card):
                yield CARD, match.start(), match.start() + len(card)
    for match in _IBAN.finditer(text):
        if end := _iban_end(text, match.start(1), match.end(1)):
            yield BANK, match.start(), end
    for match in _CHECKED_IDENTITY.finditer(text):
        country = match.lastgroup or ""
        if _passes_check(country, match[country]):
            yield IDENTITY, match.start(), match.end(country)


def _labelled_numbers(text: str) -> Iterator[tuple[str, int, int]]:
    for kind, pattern, stems in _LABELLED:
        for match in match_labels(pattern, stems, text):
            if kind != IDENTITY or sum(c.isdigit() for c in match[1]) >= _LEAST_DIGITS:
                yield kind, match.start(1), match.end(1)


def _passes_luhn(text: str) -> bool:
    digits = "".join(c for c in text if c.isdigit())
    return len(digits) >= _CARD_DIGITS and len(set(digits)) > 1 and luhn.is_valid(digits)


def _iban_end(text: str, start: int, end: int) -> int | None:
    """Return where a valid IBAN that begins at `start` ends; what follows it may look like it."""
    length = _IBAN_LENGTHS.get(text[start : start + 2].upper())
    places = [at for at in range(start, end) if text[at].isalnum()]
    if length is None or len(places) < length:
        return None
    after = places[length - 1] + 1
    if text[after : after + 1].isalnum():
        return None
    compact = "".join(text[at] for at in places[:length])
    return after if iban.is_valid(compact, check_country=False) else None


def _passes_check(country: str, text: str) -> bool:
    valid = _VALID.get(country)
    return valid is None or any(check(text.replace(" ", "-").replace("-", "")) for check in valid)
