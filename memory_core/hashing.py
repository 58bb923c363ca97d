"""Content hashes and the ids minted from them (Crockford's base32, lower case)."""

from __future__ import annotations

import hashlib
import json
from typing import Any

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def sha256_hex(text: str) -> str:
    """Return the SHA-256 of the text's UTF-8, as 64 hex digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def hash_parts(*parts: Any) -> str:
    """Return the SHA-256 of the parts as canonical JSON: no two different tuples share a text."""
    return sha256_hex(json.dumps(parts, ensure_ascii=False, separators=(",", ":"), sort_keys=True))


def mint_id(prefix: str, length: int, *parts: Any) -> str:
    """Return `prefix` and `length` base32 characters of the hash of the parts (at most 51)."""
    number = int(hash_parts(*parts), 16) >> 1  # 255 bits: 51 whole characters
    digits = [_ALPHABET[(number >> shift) & 31] for shift in range(250, 250 - 5 * length, -5)]
    return prefix + "".join(digits)
