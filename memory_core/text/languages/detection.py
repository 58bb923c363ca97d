"""Which language a text is in, judged by its script and its small words."""

from __future__ import annotations

import re
from functools import lru_cache

from memory_core.text.languages.known import LANGUAGES

_KANA = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_OTHER_SCRIPT = re.compile(r"[\u0370-\u1fff\uac00-\ud7af]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")
_LATIN_CODES = ("en", "de", "es", "fr")
_ENDINGS = {
    "en": re.compile(r"(?:ing|tion|ly)$"),
    "de": re.compile(r"(?:ung|keit|heit|isch|chen|[äöüß]\w*)$"),
    "es": re.compile(r"(?:ción|mente|ando|iendo|dad|ñ\w*|\w[áíóú]\w*)$"),
    "fr": re.compile(r"(?:eux|euse|ment|tion|[èêçœ]\w*)$"),
}

# a verb in both: the German one's infinitive ends the sentence
_ENGLISH_WILL = re.compile(
    r"\b[Ww]ill\b(?![^.!?\n]{0,100}?\b[a-zäöü]\w{0,30}e(?:n|ln|rn)(?:[.!?\n]|$))"
)


def detect_language(text: str) -> str | None:
    """Return the language whose words a text is made of; None where they do not say."""
    if _KANA.search(text):
        return "ja"
    if len(_HAN.findall(text)) * 3 > len(_LATIN.findall(text)):
        return "zh"
    if _OTHER_SCRIPT.search(text):
        return None
    scores = {code: _score(text, code) for code in _LATIN_CODES}
    best, second = sorted(scores.values(), reverse=True)[:2]
    return max(scores, key=lambda code: scores[code]) if best > second else None


def language_of(text: str, claimed: str) -> str:
    """Return the language a text is in, the claimed one where its words do not say."""
    found = detect_language(text)
    if found is None or (found, claimed) == ("zh", "ja"):  # a word in kanji alone
        return claimed
    # a language without tables shares its small words with those that have some
    return found if claimed in LANGUAGES or found in {"ja", "zh"} else claimed


def is_word_of(word: str, code: str) -> bool:
    """Tell whether a folded word is one of a language's small or free words."""
    return code in LANGUAGES and word in _words_of(code)


@lru_cache(maxsize=8)
def _words_of(code: str) -> frozenset[str]:
    table = LANGUAGES[code]
    return table.stop | table.free


@lru_cache(maxsize=2048)
def _score(text: str, code: str) -> float:
    found = [word.casefold() for word in _LATIN.findall(text)]
    small = sum(is_word_of(word, code) for word in found)
    if code == "en":
        small += len(_ENGLISH_WILL.findall(text))
    formed = sum(bool(_ENDINGS[code].search(word)) for word in found)
    return small + formed / 2
