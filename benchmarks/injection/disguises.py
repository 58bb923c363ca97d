"""What the words of an attack may be dressed in."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from urllib.parse import quote

_ALIKE = str.maketrans("aeopcxiAEOPCTMHKBysj", "аеорсхіАЕОРСТМНКВуѕј")
_LEET = str.maketrans("oieas", "01345")
_HIDDEN = ("\u200b", "\u200d", "\u00ad", "\u200c", "\u2060", "\u202e", "\ufe0f")
_MATH = 0x1D400  # bold A


def _homoglyph(words: str, number: int) -> str:
    del number
    return words.translate(_ALIKE)


def _wide(words: str, number: int) -> str:
    return "".join(_full(c) if number % 2 == 0 else _bold(c) for c in words)


def _full(letter: str) -> str:
    return chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter


def _bold(letter: str) -> str:
    if "A" <= letter <= "Z":
        return chr(_MATH + ord(letter) - ord("A"))
    return chr(_MATH + 26 + ord(letter) - ord("a")) if "a" <= letter <= "z" else letter


def _joined(words: str, number: int) -> str:
    return _HIDDEN[number % len(_HIDDEN)].join(words)


def _tags(words: str, number: int) -> str:
    del number
    return "".join(chr(0xE0000 + ord(c)) if c.isascii() else "" for c in words)


def _base64(words: str, number: int) -> str:
    del number
    return b64encode(words.encode()).decode()


def _hex(words: str, number: int) -> str:
    if number % 2 == 0:
        return words.encode().hex()
    return "".join(f"%{byte:02X}" for byte in words.encode()) or quote(words)


def _spaced(words: str, number: int) -> str:
    if number % 2 == 0:
        return "  ".join(" ".join(word) for word in words.split())
    return words.translate(_LEET)


DISGUISES: dict[str, Callable[[str, int], str]] = {
    "plain": lambda words, number: words,  # noqa: ARG005 - as the others
    "homoglyph": _homoglyph,
    "wide": _wide,
    "joined": _joined,
    "tags": _tags,
    "base64": _base64,
    "hex": _hex,
    "spaced": _spaced,
}
