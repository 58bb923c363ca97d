"""Words in disguise: read as a model reads them, whatever characters spell them.

Full-width, mathematical and circled letters, look-alikes of other scripts, characters that nobody
sees between letters, letters parted by blanks, and text in base64, hexadecimal or percent signs.
What is read here is only searched: nothing of it is ever stored or shown.
"""

from __future__ import annotations

import binascii
import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from memory_core.text.normalise import one_line

_LOOK_ALIKES = dict(
    zip(
        "аеорсухівӏјѕһԁԛԝАВЕКМНОРСТУХІЅЈΑΒΕΖΗΙΚΜΝΟΡΤΥΧαοριυνκτᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢıȷɑɡɩƗɨİ",
        "aeopcyxibljshdqwABEKMHOPCTYXISJABEZHIKMNOPTYXaopiuvktabcdefghijklmnoprstuvwyzijagiIiI",
        strict=True,
    )
)
_STYLED = [
    *range(0x1D400, 0x1D800),
    *range(0x24B6, 0x24EA),
    *range(0x2100, 0x2140),
    *range(0x1F130, 0x1F14A),
]
_PICTURED = (0x1F150, 0x1F170, 0x1F1E6)  # each the first of 26 letters in a box or a flag
_HIDDEN = re.compile(
    "[\u00ad\u0305\u0332-\u0338\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f"
    "\U000e0000-\U000e01ef]"
)
_TAG = re.compile("[\U000e0020-\U000e007e]{4,}")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_PARTED = re.compile(r"(?<!\w)(?:\w[ .·_/|*+~,-]){4,}\w(?!\w)")
_ANY_PARTED = re.compile(
    r"(?<!\w)(?:\w[ .·_/|*+~,-])+\w(?!\w)"
)  # short words among the parted ones
_ALL_PARTED = re.compile(r"(?<!\w)(?:[^\W\d_][\s.·_/|*+~,-]{1,3}){11,}[^\W\d_](?!\w)")
_PARTING = re.compile(r"[\s.·_/|*+~,-]")
_DIGITS = str.maketrans("013457@$", "oieastas")
_DIGIT = re.compile(r"[013457@$]")
_DIGIT_IN_WORD = re.compile(r"(?<=[a-z])[013457@$]|[013457@$](?=[a-z]{2})", re.IGNORECASE)
_BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{16,}={0,2}(?![\w+/=])")
_HEX = re.compile(r"(?:(?:0x|\\x|%|\b)?[0-9a-fA-F]{2}(?:, |[ :,])?){8,}")
_ESCAPE = re.compile(r"(?:\\u[0-9a-fA-F]{4}|&#x?[0-9a-fA-F]{1,6};){8,}")
_NUMBERS = re.compile(r"(?:\b(?:[01]{8}|\d{2,3})\b[ ,]{0,2}){8,}")
_SELECTORS = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{8,}")  # a byte each
# few lines are searched further
_MAY_BE_CODE = re.compile(r"[^\s.]{16}|\d\S{0,6}[ ,:]{1,2}\S{0,6}\d")
_TURNED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "nopqrstuvwxyzabcdefghijklmNOPQRSTUVWXYZABCDEFGHIJKLM",
)
_BITS = 8
_LEAST_READABLE = 8  # characters of a decoded text


def _plain_letter(code: int) -> str | None:
    letter = unicodedata.normalize("NFKC", chr(code))
    return letter if len(letter) == 1 and letter != chr(code) else None


_PLAIN: dict[int, str] = {
    **{code: letter for code in _STYLED if (letter := _plain_letter(code)) is not None},
    **{wide: chr(wide - 0xFEE0) for wide in range(0xFF01, 0xFF5F)},
    **{first + n: chr(ord("A") + n) for first in _PICTURED for n in range(26)},
    0x3000: " ",
    **{ord(other): latin for other, latin in _LOOK_ALIKES.items()},
}


@dataclass(frozen=True, slots=True)
class Unmasked:
    """A text in plain letters, and where each of them stood."""

    text: str
    places: tuple[int, ...] | None = None  # None: each where it stands now

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return where a span of the plain text stood."""
        if self.places is None or start >= end:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def unmask(text: str) -> Unmasked:
    """Return a text in plain letters, without the characters that nobody sees."""
    if text.isascii() and not _HIDDEN.search(text):
        return Unmasked(text)
    plain = text.translate(_PLAIN)
    if not _HIDDEN.search(plain):
        return Unmasked(plain)
    kept = tuple(at for at, letter in enumerate(plain) if not _HIDDEN.match(letter))
    return Unmasked("".join(plain[at] for at in kept), kept)


def readings(text: str) -> Iterator[str]:
    """Yield what a text may be read as: plain, joined, and whatever it holds in a code."""
    plain = unmask(unicodedata.normalize("NFC", text)).text
    yield plain
    if find_parted(plain):
        yield joined(plain)
    if (spelled := respelled(plain)) != plain:
        yield spelled
    yield from hidden_texts(text)


def find_parted(text: str) -> tuple[int, int] | None:
    """Find where words stand letter by letter, from the first of them to the last."""
    first = _PARTED.search(text)
    if first is None:
        return None
    *_, last = _PARTED.finditer(text)
    return first.start(), last.end()


def is_spelled_out(text: str) -> bool:
    """Tell whether a sentence's worth of letters stands apart, which no alphabet or grid does."""
    runs = (_PARTING.sub("", match[0]).casefold() for match in _ALL_PARTED.finditer(text))
    return any(len(set(letters)) < len(letters) for letters in runs)


def joined(text: str) -> str:
    """Return a text as one line, with its parted letters joined to words."""
    return one_line(_ANY_PARTED.sub(lambda match: _PARTING.sub("", match[0]), text))


def respelled(text: str) -> str:
    """Return a text of the same length with letters for the digits that stand in words."""
    if not _DIGIT.search(text):
        return text
    return _DIGIT_IN_WORD.sub(lambda match: match[0].translate(_DIGITS), text)


def holds_unseen(text: str) -> bool:
    """Tell whether a text carries a run of characters that spell something to nobody's eyes."""
    return bool(_TAG.search(_FLAG.sub("", text)) or _SELECTORS.search(text))


def hidden_texts(text: str) -> Iterator[str]:
    """Yield what a text holds in tag characters, base64 or hexadecimal, where it can be read."""
    for match in _TAG.finditer(_FLAG.sub("", text)):
        yield "".join(chr(ord(letter) - 0xE0000) for letter in match[0])
    for match in _SELECTORS.finditer(text):
        yield from _readable(bytes(map(_byte_of, match[0])))
    yield from (coded.text for coded in codes_in(text))


def turned_texts(text: str) -> Iterator[str]:
    """Yield a text backwards, in the other half of the alphabet, and with its words parted."""
    yield text[::-1]
    yield text.translate(_TURNED)
    if "_" in text:
        yield text.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Coded:
    """What a code says, and where it stands."""

    text: str
    start: int
    end: int  # exclusive


def codes_in(text: str) -> Iterator[Coded]:
    """Yield what a text holds in base64, hexadecimal, escapes or numbers, where it can be read."""
    if not _MAY_BE_CODE.search(text):
        return
    for pattern, decode in _CODES:
        for match in pattern.finditer(text):
            for said in _readable(decode(match[0])):
                yield Coded(said, *match.span())


def _from_base64(code: str) -> bytes:
    plain = code.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return binascii.a2b_base64(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        return b""


def _from_hex(code: str) -> bytes:
    digits = re.sub(r"0x|\\x|[^0-9a-fA-F]", "", code)
    return bytes.fromhex(digits[: len(digits) // 2 * 2])


def _from_escapes(code: str) -> bytes:
    return html.unescape(re.sub(r"\\u(....)", r"&#x\1;", code)).encode(errors="replace")


def _from_numbers(code: str) -> bytes:
    numbers = code.replace(",", " ").split()
    values = [int(number, 2 if len(number) == _BITS else 10) for number in numbers]
    return bytes(values) if max(values) < 1 << _BITS else b""


def _byte_of(selector: str) -> int:
    code = ord(selector)
    return code - 0xFE00 if code < 0xE0100 else code - 0xE0100 + 16  # noqa: PLR2004 - two blocks


_CODES = (
    (_BASE64, _from_base64),
    (_HEX, _from_hex),
    (_ESCAPE, _from_escapes),
    (_NUMBERS, _from_numbers),
)


def _readable(data: bytes) -> Iterator[str]:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    if len(text) >= _LEAST_READABLE and text.replace("\n", " ").isprintable():
        yield text
