"""Hard tokens: what a line may not say unless its evidence does. Numbers, names, links, quotes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from memory_core.index.slots import slot_of
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import NUMBER_WORDS, Token, tokens

_QUOTED = re.compile(r"\"([^\"]{2,})\"|“([^”]{2,})”|«\s*([^»]{2,}?)\s*»")
_SENTENCE_START = re.compile(r"(?:^|[.!?…][\"'”’)]*\s)[\"'“‘(\[]*$")
_FIRST_PERSON = frozenset({"i", "i'm", "i've", "i'd", "i'll"})
_SOFT_NUMBERS = frozenset({"one", "first", "second"})  # pronouns and adverbs more often
_NAME_LENGTH = 6  # from here on one letter may differ


def hard_tokens(text: str) -> frozenset[str]:
    """Return the keys of a line's hard tokens; quoted strings as a whole."""
    keys = {token.key for token in hard(text)}
    return frozenset(keys | set(quoted_strings(text)))


def hard(text: str) -> Iterator[Token]:
    """Yield a line's hard tokens: links, numbers, and names that no sentence begins with."""
    return iter(_hard(text))


@lru_cache(maxsize=4096)
def _hard(text: str) -> tuple[Token, ...]:
    value = slot_of(text)
    named_from = text.rindex(value.value) if value else None
    return tuple(token for token in tokens(text) if _is_hard(text, token, named_from))


def _is_hard(text: str, token: Token, named_from: int | None) -> bool:
    if token.kind != "word":
        return True
    if token.key.isdigit():
        return token.text.lower() in NUMBER_WORDS and token.text.lower() not in _SOFT_NUMBERS
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
    if key in words:
        return True
    if len(key) < _NAME_LENGTH or not key.isalpha():
        return False
    return any(
        len(word) >= _NAME_LENGTH and word.isalpha() and _within_one_edit(key, word)
        for word in words
    )


def _within_one_edit(first: str, second: str) -> bool:
    short, long = sorted((first, second), key=len)
    if len(long) - len(short) > 1:
        return False
    same = next((i for i, c in enumerate(short) if c != long[i]), len(short))
    return short[same + 1 :] == long[same + 1 :] or short[same:] == long[same + 1 :]
