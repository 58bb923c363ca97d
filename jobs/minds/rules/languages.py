"""Which language a text is in, as far as the rules need to know."""

from __future__ import annotations

import re

_KANA = re.compile(r"[\u3040-\u30ff]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_COMMON = {
    "en": "the i i'm i've my me is are was to of and a an in it you we have for with on at not",
    "de": "der die das ich mein meine ist sind war und ein eine nicht zu mit wir sie es habe am",
    "es": "el la los las yo mi es son era y un una no de que en con me soy vivo tengo para por",
    "fr": "le la les je j'ai mon ma est sont et un une ne pas de que en avec suis dans pour au",
}
_COMMON_WORDS = {language: frozenset(words.split()) for language, words in _COMMON.items()}
UNKNOWN = "und"


def guess_language(text: str) -> str:
    """Return the BCP 47 code of a text's language; `und` when the tables cannot tell."""
    letters = len(_LETTER.findall(text))
    if _KANA.search(text):
        return "ja"
    if letters and len(_HAN.findall(text)) * 3 > letters:
        return "zh"
    words = _WORD.findall(text.replace("\u2019", "'").lower())
    hits = {
        language: sum(word in common for word in words)
        for language, common in _COMMON_WORDS.items()
    }
    best = max(hits, key=lambda language: hits[language])
    if hits[best] == 0:
        return "en" if text.isascii() else UNKNOWN
    return "en" if hits["en"] == hits[best] else best
