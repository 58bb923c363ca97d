"""Every spelling of a text as one: what is looked for, and what is looked in.

Written apart from the product's own reading of disguises, so that a hole in that is seen here.
"""

from __future__ import annotations

import re
import unicodedata
from base64 import b64decode
from collections.abc import Iterator

_ALIKE = str.maketrans("аеорсухісѕјтмнквαορικνυτ013457", "aeopcyxicsjtmhkbaopikvutoieast")
_CODES = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
_TAGS = 0xE0000
_DIGITS = re.compile(r"(?:%?[0-9A-Fa-f]{2}){6,}")


def fold(text: str) -> str:
    """Return the letters and digits of a text alone: NFKC, case, look-alikes and leet folded."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    plain = "".join(c for c in plain if c.isalnum())
    return unicodedata.normalize("NFC", plain.translate(_ALIKE))


def fold_all(text: str) -> str:
    """Return a text folded, and behind it whatever it holds in tags, base64 or hexadecimal."""
    return "\n".join([fold(text), *map(fold, _decoded(text))])


def _decoded(text: str) -> Iterator[str]:
    yield "".join(chr(ord(c) - _TAGS) for c in text if " " <= chr(max(0, ord(c) - _TAGS)) <= "~")
    for match in _CODES.finditer(text):
        code = match[0].rstrip("=").replace("-", "+").replace("_", "/")
        for start in range(4):  # what stands before may shift the alignment
            part = code[start:]
            yield _text(b64decode(part[: len(part) // 4 * 4]))
            yield _text(b64decode(part + "=" * (-len(part) % 4))) if len(part) % 4 != 1 else ""
    for match in _DIGITS.finditer(text):
        digits = match[0].replace("%", "")
        yield _text(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _text(data: bytes) -> str:
    return data.decode(errors="ignore")
