"""Hard tokens: what a line may not say unless its evidence does. Numbers, names, links, quotes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from memory_core.index.slots import slot_of
from memory_core.text.languages.known import table_of
from memory_core.text.languages.table import Language
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import Token, tokens

_QUOTED = re.compile(
    r"\"([^\"]{2,})\"|“([^”]{2,})”|«\s*([^»]{2,}?)\s*»|„([^“”\"]{2,})[“”\"]"
    r"|「([^」]{2,})」|『([^』]{2,})』"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?…¡¿。！？][\"'”’)]*\s?)[\"'“‘«„(\[¡¿\s]*$")
_FIRST_PERSON = frozenset({"i", "i'm", "i've", "i'd", "i'll"})
_COUNTED = re.compile(
    r"[个個位名只匹人本台枚冊軒歳岁才年月日号號点回度条張张辆輛套件杯瓶次级級等尺斤斗里页層层つ]"
)
_KATAKANA = re.compile(r"[\u30a1-\u30ff]{2,}")  # runs of several words stand together
_ONE = "1"
_NAME_LENGTH = 6  # from here on one letter may differ


def hard_tokens(text: str, language: str = "en") -> frozenset[str]:
    """Return the keys of a line's hard tokens; quoted strings as a whole."""
    keys = {token.key for token in hard(text, language)}
    return frozenset(keys | set(quoted_strings(text)))


def hard(text: str, language: str = "en") -> Iterator[Token]:
    """Yield a line's hard tokens: links, numbers, and names that no sentence begins with."""
    return iter(_hard(text, language))


@lru_cache(maxsize=8192)
def _hard(text: str, language: str) -> tuple[Token, ...]:
    value = slot_of(text)
    named_from = text.rindex(value.value) if value else None
    table, found = table_of(language), tokens(text, language)
    return tuple(token for token in found if _is_hard(text, token, named_from, table))


def _is_hard(text: str, token: Token, named_from: int | None, table: Language) -> bool:
    if token.kind in {"han", "hiragana"}:
        return False
    if token.kind == "numeral":
        after = text[token.start + len(token.text) :][:1]
        return token.key != _ONE and _COUNTED.match(after) is not None
    if token.kind != "word":
        return len(token.text) > 1 or token.kind == "digits"
    if token.key.isdigit():
        # an ordinal that is written as a word may be an adverb as well
        return fold_key(token.text) not in table.soft_numbers
    return _is_name(text, token, named_from, table)


def _is_name(text: str, token: Token, named_from: int | None, table: Language) -> bool:
    if not table.has_spaces:
        return len(token.text) > 1  # a Latin run in a text that is not
    if not token.text[0].isupper() or token.key in _FIRST_PERSON:
        return False
    shouted = len(token.text) > 1 and token.text.isupper()
    begins = _SENTENCE_START.search(text[max(0, token.start - 8) : token.start]) is not None
    return shouted or token.start == named_from or not begins


def quoted_strings(text: str) -> list[str]:
    """Return the folded contents of a text's quotation marks."""
    return [fold_key("".join(parts)) for parts in _QUOTED.findall(text)]


def occurs(key: str, words: Collection[str]) -> bool:
    """Tell whether a hard token's key is among the words, or a long name but for one letter."""
    if key in words or (is_katakana(key) and any(word.startswith(key) for word in words)):
        return True
    if len(key) < _NAME_LENGTH or not _is_letters(key):
        return False
    return any(
        len(word) >= _NAME_LENGTH and _is_letters(word) and _within_one_edit(key, word)
        for word in words
    )


def is_katakana(word: str) -> bool:
    """Tell whether a word is a run of katakana, which may be several words in one."""
    return _KATAKANA.fullmatch(word) is not None


def _is_letters(key: str) -> bool:
    return key.replace("ー", "").isalpha()


def _within_one_edit(first: str, second: str) -> bool:
    short, long = sorted((first, second), key=len)
    if len(long) - len(short) > 1:
        return False
    same = next((i for i, c in enumerate(short) if c != long[i]), len(short))
    return short[same + 1 :] == long[same + 1 :] or short[same:] == long[same + 1 :]
