"""One spelling for one text: lines, keys and what a database can hold."""

from __future__ import annotations

import re
import unicodedata

_UNSTORABLE = re.compile(r"[\0\ud800-\udfff]")
_REPLACEMENT = "\ufffd"
# full-width ASCII and the ideographic space, one character for one
_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}


def one_line(text: str) -> str:
    """Return the text as one line: NFC, single-spaced, trimmed."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def fold_key(text: str) -> str:
    """Return what texts are compared by: NFKC, case and white space folded.

    Letters of every script survive; only white space can become "".
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def clean(text: str) -> tuple[str, int]:
    """Return the text with U+FFFD for each NUL and lone surrogate, and how many there were."""
    return _UNSTORABLE.subn(_REPLACEMENT, text)


def narrow(text: str) -> str:
    """Return the text with full-width ASCII made narrow; offsets stay the same."""
    return text if text.isascii() else text.translate(_NARROW)
