"""Words, numbers and stems of a text: what two texts are compared by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from threading import Lock

import snowballstemmer

from memory_core.text.normalise import fold_key

_TOKEN = re.compile(
    r"""
    (?P<link>(?:https?://|www\.)[^\s<>"|]*[^\s<>"|.,;:!?)\]]
      |[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}
      |(?<![\w/])(?:~|\.{1,2})?(?:/[\w.@+-]{1,255})+)
    |(?P<digits>\w{0,40}\d\w*(?:[.,:/-]\d+)*)
    |(?P<word>[^\W\d]+(?:['’][^\W\d]+)*(?:\+\+|\#)?)
    """,
    re.VERBOSE,
)
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_SUFFIXED = re.compile(r"(\d+)(?:st|nd|rd|th)")
_HOUR = re.compile(r"(\d{1,2}(?::\d\d)?)(am|pm)")
_POSSESSIVE = re.compile(r"['’]s?$")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")


def _words(listed: str) -> list[str]:
    return listed.split()


_UNITS = _words(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
)
_TENS = _words("twenty thirty forty fifty sixty seventy eighty ninety")
_ORDINALS = _words(
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
    "fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_TEN_TH = _words("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth")
NUMBER_WORDS: dict[str, int] = (
    {word: number for number, word in enumerate(_UNITS)}
    | {word: 10 * number for number, word in enumerate(_TENS, start=2)}
    | {word: number for number, word in enumerate(_ORDINALS, start=1)}
    | {word: 10 * number for number, word in enumerate(_TEN_TH, start=2)}
    | {"dozen": 12, "hundred": 100, "hundredth": 100}
)
_TENS_WORDS = frozenset(_TENS)
_UNIT_LIMIT = 10

STOP_WORDS = frozenset(
    _words(
        "a an the of in on at to from by for with and or as is am are was were be been being it "
        "its this that these those there here i i'm i've i'd i'll me my mine myself we we're our "
        "us you your he she they his her him their them who which what when where how do does "
        "did done have has had so very really just also too than then about into over out up "
        "down off again more most some any all s t m re ve ll d don now well oh yes yeah"
    )
)
_SAME_WORDS = {"kid": "child", "kids": "child", "children": "child", "mom": "mother",
               "mum": "mother", "dad": "father", "fav": "favourite", "favorite": "favourite",
               "colour": "color"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a thing with digits, or a link (URL, e-mail, path) of a text."""

    kind: str  # "word", "digits", "link"
    text: str  # as written, without a possessive
    key: str  # what it is compared by
    start: int  # code points


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[Token, ...]:
    """Return the tokens of a text in order; number words have digits as their keys."""
    found = list(_raw_tokens(text))
    merged: list[Token] = []
    skip = False
    for token, after in pairwise([*found, Token("word", "", "", len(text))]):
        if skip:
            skip = False
        elif _is_compound(text, token, after):
            merged.append(
                Token("word", token.text, str(int(token.key) + int(after.key)), token.start)
            )
            skip = True
        else:
            merged.append(token)
    return tuple(merged)


def _raw_tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        written = match[0] if kind == "link" else _POSSESSIVE.sub("", match[0])
        if kind == "digits" and (hour := _HOUR.fullmatch(written.lower())):
            yield Token("digits", hour[1], hour[1], match.start())
            yield Token("word", hour[2], hour[2], match.start() + len(hour[1]))
        else:
            yield Token(kind, written, _key(kind, written), match.start())


def _key(kind: str, written: str) -> str:
    key = fold_key(written).replace("’", "'")
    if kind == "word":
        return str(NUMBER_WORDS[key]) if key in NUMBER_WORDS else key
    if kind == "digits" and _GROUPED.fullmatch(key):
        return key.replace(",", "")
    suffixed = _SUFFIXED.fullmatch(key)
    return suffixed[1] if suffixed else key


def _is_compound(text: str, token: Token, after: Token) -> bool:
    """Tell "twenty-one": a ten and a unit with a hyphen or a space between."""
    return (
        token.text.lower() in _TENS_WORDS
        and after.text.lower() in NUMBER_WORDS
        and 0 < int(after.key) < _UNIT_LIMIT
        and text[token.start + len(token.text) : after.start] in {"-", " "}
    )


_STEMMER = snowballstemmer.stemmer("english")
_STEMMER_LOCK = Lock()  # a stemmer keeps its word in itself


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """Return the English stem of a folded word."""
    same = _SAME_WORDS.get(word, word)
    with _STEMMER_LOCK:
        return str(_STEMMER.stemWord(same))


def content_stems(text: str) -> frozenset[str]:
    """Return the stems of a text's words less the stop words; of CJK the pairs of characters."""
    return frozenset(_content(text))


def _content(text: str) -> Iterator[str]:
    for token in tokens(text):
        if token.key in STOP_WORDS:
            continue
        if _CJK.search(token.key):
            yield from _pairs(token.key)
        else:
            yield stem(token.key)


def _pairs(text: str) -> Iterator[str]:
    if len(text) == 1:
        yield text
    yield from (first + second for first, second in pairwise(text))
