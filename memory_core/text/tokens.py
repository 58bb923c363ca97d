"""Words, numbers and stems of a text: what two texts are compared by."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from threading import Lock

import snowballstemmer

from memory_core.text.languages.known import table_of
from memory_core.text.languages.numbers import CHINESE_NUMERAL, chinese_number
from memory_core.text.languages.table import Language
from memory_core.text.normalise import fold_key

_KATAKANA = "\u30a1-\u30fa\u30fc-\u30ff"
_HIRAGANA = "\u3041-\u309f"
_HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CJK = rf"{_KATAKANA}{_HIRAGANA}{_HAN}\u30fb"
_TOKEN = re.compile(
    rf"""
    (?P<link>(?:https?://|www\.)[^\s<>"|{_CJK}“”「」『』。、，]*[^\s<>"|.,;:!?)\]{_CJK}“”「」『』。、，！？]
      |[\w.+-]{{1,64}}@[\w-]{{1,63}}(?:\.[\w-]{{1,63}}){{1,4}}
      |(?<![\w/])(?:~|\.{{1,2}})?(?:/[\w.@+-]{{1,255}})+)
    |(?P<digits>[^\W{_CJK}]{{0,40}}\d[^\W{_CJK}]*(?:[.,:/-]\d+)*)
    |(?P<word>[^\W\d_{_CJK}]+(?:['’][^\W\d_{_CJK}]+)*(?:\+\+|\#)?)
    |(?P<katakana>[{_KATAKANA}]+)
    |(?P<han>[{_HAN}]+)
    |(?P<hiragana>[{_HIRAGANA}]+)
    """,
    re.VERBOSE,
)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SUFFIXED = re.compile(r"(\d+)(?:st|nd|rd|th|ers?|ère|ères|e|es|ème|èmes|os?|as?|º|ª)")
_HOUR = re.compile(r"(\d{1,2}(?::\d\d)?)(am|pm)")
_POSSESSIVE = re.compile(r"['’]s?$")
_ELISION = re.compile(r"(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)['’](?=\w)", re.IGNORECASE)
_LONGEST_NUMBER = 4  # words: "quatre vingt dix sept"
_LONGEST_NUMERAL = 16  # characters behind a run that a numeral in it may look at
_NUMERALS = "[〇零一二三四五六七八九十百千两両]+"
_PARTICLE = "[はがをにでともへのやかなねよだたてる]"
_ENDINGS = re.compile(  # Japanese particles and endings at the edge of a run of hiragana
    rf"^(?:{_PARTICLE}|[いしく]|です|でし|から|まで|ます|まし|ません|って|という)+"
    r"|(?:(?:では|じゃ)?(?:ありません|ない|なかった)|でした|です|ですか|ました|ます|ません|ている|ていた"
    rf"|という|ください|だった|そうです|んです|んだ|{_PARTICLE})+$"
)
_PERSONAL = {"de": re.compile(r"(?:e?st|e?t)$"), "fr": re.compile(r"[st]$"),
             "es": re.compile(r"[aeo]$")}  # fmt: skip
_LEAST_STEM = 2
_LONGEST_STEMMED = 60  # letters; of more a stemmer may take seconds
_PARTICIPLE = re.compile(r"ge\w{2,}(?:t|en)")


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a thing with digits, a link (URL, e-mail, path) or a run of one script."""

    kind: str  # "word", "digits", "link", "katakana", "han", "hiragana", "numeral"
    text: str  # as written, without a possessive or an elided article
    key: str  # what it is compared by
    start: int  # code points


@lru_cache(maxsize=8192)
def tokens(text: str, language: str = "en") -> tuple[Token, ...]:
    """Return the tokens of a text in order; number words have digits as their keys."""
    table = table_of(language)
    found = list(_raw_tokens(text, table))
    return tuple(_with_numbers(text, found, table))


def _raw_tokens(text: str, table: Language) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind == "word":
            yield _word(match[0], match.start(), table)
        elif kind == "digits" and (hour := _HOUR.fullmatch(match[0].lower())):
            yield Token("digits", hour[1], hour[1], match.start())
            yield Token("word", hour[2], hour[2], match.start() + len(hour[1]))
        else:
            yield Token(kind, match[0], _key(kind, match[0]), match.start())
        if kind == "han":
            yield from _numerals(text, match)


def _word(written: str, start: int, table: Language) -> Token:
    if table.code == "fr":
        while elided := _ELISION.match(written):
            written, start = written[elided.end() :], start + elided.end()
    else:
        written = _POSSESSIVE.sub("", written)
    return Token("word", written, _key("word", written), start)


def _numerals(text: str, run: re.Match[str]) -> Iterator[Token]:
    """Yield the numbers in a run of Chinese characters beside the run itself."""
    reach = run.end() + _LONGEST_NUMERAL  # a search to the text's end takes its length squared
    for match in CHINESE_NUMERAL.finditer(text, run.start(), reach):
        if match.start() >= run.end():
            return
        yield Token("numeral", match[0], str(chinese_number(match)), match.start())


def _key(kind: str, written: str) -> str:
    key = fold_key(written).replace("’", "'")
    if kind != "digits":
        return key
    if _GROUPED.fullmatch(key):
        return key.replace(",", "")
    suffixed = _SUFFIXED.fullmatch(key)
    return suffixed[1] if suffixed else key


def _with_numbers(text: str, found: Sequence[Token], table: Language) -> Iterator[Token]:
    at = 0
    while at < len(found):
        length, number = _number_at(text, found[at : at + _LONGEST_NUMBER], table)
        if number is None:
            yield found[at]
        else:
            yield replace(found[at], key=str(number))
        at += length


@lru_cache(maxsize=8)
def _number_starts(language: str) -> frozenset[str]:
    return frozenset(phrase.partition(" ")[0] for phrase in table_of(language).numbers)


def _number_at(text: str, ahead: Sequence[Token], table: Language) -> tuple[int, int | None]:
    """Return how many tokens a number word takes, and its number; else one, and none."""
    if ahead[0].kind != "word" or ahead[0].key not in _number_starts(table.code):
        return 1, None
    phrase = ahead[0].key
    best: tuple[int, int | None] = (1, table.numbers.get(phrase))
    for count, (token, after) in enumerate(pairwise(ahead), start=2):
        between = text[token.start + len(token.text) : after.start]
        if after.kind != "word" or between not in {"-", " ", "‐"}:
            break
        phrase = f"{phrase} {after.key}"
        if phrase in table.numbers:
            best = (count, table.numbers[phrase])
    return best


_STEMMERS = {name: snowballstemmer.stemmer(name)
             for name in ("english", "french", "german", "spanish")}  # fmt: skip
_STEMMER_LOCK = Lock()  # a stemmer keeps its word in itself


@lru_cache(maxsize=32768)
def stem(word: str, language: str = "en") -> str:
    """Return the stem of a folded word."""
    table = table_of(language)
    same = table.same.get(word, word)
    if table.stemmer is None or len(same) > _LONGEST_STEMMED:
        return same
    if language == "de" and _PARTICIPLE.fullmatch(same):
        same = same.removeprefix("ge")  # "gebacken" and "backe"
    found = _snowball(same, table.stemmer)
    ending = _PERSONAL.get(language)
    # "ich wohne" and "er wohnt", "je vis" and "il vit", "horneo" and "hornear"
    while ending and len(shorter := ending.sub("", found)) >= _LEAST_STEM and shorter != found:
        found = _snowball(shorter, table.stemmer)
    return found


def _snowball(word: str, algorithm: str) -> str:
    with _STEMMER_LOCK:
        return str(_STEMMERS[algorithm].stemWord(word))


@lru_cache(maxsize=8192)
def content_stems(text: str, language: str = "en") -> frozenset[str]:
    """Return the stems of a text's words less the stop words; of CJK the pairs of characters."""
    return frozenset(stem_list(text, language))


def is_scant(text: str, language: str) -> bool:
    """Tell whether a text without spaces has no pairs: a name in hiragana, a character alone."""
    spaced = table_of(language).has_spaces
    return not spaced and all(len(found) == 1 for found in content_stems(text, language))


@lru_cache(maxsize=8192)
def stem_list(text: str, language: str = "en") -> tuple[str, ...]:
    """Return the same in the order of the text."""
    table = table_of(language)
    return tuple(found for token in tokens(text, language) for found in _stems_of(token, table))


def _stems_of(token: Token, table: Language) -> Iterator[str]:
    if token.kind == "numeral":
        return
    if token.kind == "hiragana":
        yield from _pairs(_ENDINGS.sub("", token.key), least=2)
    elif token.kind == "han":
        for piece in pieces(token.key, table.code):
            yield from _pairs(piece)
    elif token.key not in table.stop:
        yield token.key if token.kind == "katakana" else stem(token.key, table.code)


@lru_cache(maxsize=8192)
def pieces(run: str, language: str) -> tuple[str, ...]:
    """Return what is left of a run of Chinese characters between the small words."""
    return tuple(piece for piece in _small_words(language).split(run) if piece)


@lru_cache(maxsize=8)
def _small_words(language: str) -> re.Pattern[str]:
    table = table_of(language)
    listed = [] if table.has_spaces else sorted(table.stop, key=len, reverse=True)
    return re.compile("|".join((_NUMERALS, *map(re.escape, listed))))


def _pairs(text: str, least: int = 1) -> Iterator[str]:
    if len(text) == 1 and least == 1:
        yield text
    yield from (first + second for first, second in pairwise(text))
