"""Secrets near a word that announces one, whatever stands between: a tag, a column, a sentence.

    <dt>Password</dt><dd>…    user;password / lina;…
    I set the password to …    … is my password

The nearest unreadable string behind the label is meant, or the one just before it in its line.
What stands directly behind `=` or `:` is judged elsewhere, less strictly.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from memory_core.text.labels import match_labels
from memory_core.text.unreadable import is_unreadable

_WORDS: tuple[tuple[str, str, str], ...] = (  # kind, pattern, beginnings of its words
    (
        "password",
        (
            r"pass(?:word|wd|phrase|code|wort)?|pwd|pw(?![a-z])|kennwort|zugangscode|mot\s+de\s+passe|mdp"
            r"|contrase[ñn]a|clave|パスワード|密[码碼]|口令"
        ),
        "pass pwd pw kennwort zugangscode mot mdp contrase clave パスワード 密 口令",
    ),
    (
        "token",
        (
            r"(?:api|access|account|auth|secret|private|signing|license)[ _-]?key|secret|token"
            r"|schlüssel|jeton|cl[ée]|ficha|credential|トークン|キー|秘密鍵|令牌|密[钥鑰]"
        ),
        (
            "api access account auth secret private signing license token schlüssel jeton clé cle "
            "ficha credential トークン キー 秘密鍵 令牌 密"
        ),
    ),
)
_LABELS = tuple(
    (kind, re.compile(rf"(?:{words})", re.IGNORECASE), stems.split())
    for kind, words, stems in _WORDS
)
_PIN = re.compile(
    r"pin(?:[ -]?(?:code|nummer|number))?(?![a-z])[^\d\n.!?\[\0]{0,30}?"
    r"(?:\s(?:is|ist|es|est|lautet)|[:=は是])\s{0,2}(?P<value>\d{4,8})(?!\d)",
    re.IGNORECASE,
)
_STRING = re.compile(r"[!#-&*+\-./0-9?@A-Z^_a-z~]{7,200}+")
_CUT = re.compile(r"[A-Za-z0-9]")
_LONGEST = 200  # characters of a string
_EDGES = ".?!-/"
BLOT = "\0"  # a character of a secret that was found otherwise
_MARK = re.compile(
    rf"{BLOT}+|\[(?:password|secret|api-key|token|pin|private-key|card-number|bank-account|identity-number)\]"
)
_AHEAD = 90  # characters that are looked through behind a label
_BEHIND = 40  # … and before it


def find_near_labels(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield kind, start and end of the string that each label announces; spans may overlap."""
    for kind, pattern, stems in _LABELS:
        for label in match_labels(pattern, stems, text):
            in_mark = text.startswith("[", label.start() - 1) and _MARK.match(
                text, label.start() - 1
            )
            if not in_mark and (span := _announced(text, label)):
                yield kind, *span
    for match in match_labels(_PIN, ["pin"], text):
        yield "pin", *match.span("value")


def _announced(text: str, label: re.Match[str]) -> tuple[int, int] | None:
    """Return the string a label stands for, unless that is gone already."""
    at = label.end()
    taken = _MARK.search(text, at, at + _AHEAD)
    ahead = next(_unreadable(text, at, taken.start() if taken else at + _AHEAD), None)
    return ahead if ahead or taken else _before(text, label.start())


def _before(text: str, at: int) -> tuple[int, int] | None:
    start = max(at - _BEHIND, text.rfind("\n", 0, at) + 1, 0)
    taken = [mark.end() for mark in _MARK.finditer(text, start, at)]
    found = [s for s in _unreadable(text, max([start, *taken]), at) if s[1] <= at]
    return found[-1] if found else None


def _unreadable(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the unreadable strings that begin in a part of the text."""
    for match in _STRING.finditer(text, start, end + _LONGEST):
        if match.start() >= end:
            return
        lead = len(match[0]) - len(match[0].lstrip(_EDGES))
        value = match[0].strip(_EDGES)
        begin = match.start() + lead
        if is_unreadable(value) and not _CUT.match(text, max(begin - 1, 0), begin):
            yield begin, begin + len(value)
