"""Secrets in a text: credentials, card, bank and identity numbers, found and taken out.

The kind stays in the text, the value goes: `NAS pass=[password]`. Redacting twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from memory_core.text.credentials import find_credentials
from memory_core.text.identity_numbers import find_numbers
from memory_core.text.normalise import narrow

# each yields kind, start and end over the narrowed text
_DETECTORS: tuple[Callable[[str], Iterator[tuple[str, int, int]]], ...] = (
    find_credentials,
    find_numbers,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Secret:
    """A value that must not leave the message it stands in."""

    kind: str  # `password`, `token`, `api-key`, `card-number` …
    start: int  # code points
    end: int  # exclusive


@dataclass(frozen=True, kw_only=True, slots=True)
class Redacted:
    """A text without its secrets."""

    text: str
    kinds: tuple[str, ...]  # one a secret, in the order of the text


def find_secrets(text: str) -> list[Secret]:
    """Return the secrets by start; spans do not overlap."""
    plain = narrow(text)
    found = (
        Secret(kind=kind, start=start, end=end)
        for detect in _DETECTORS
        for kind, start, end in detect(plain)
    )
    return _merge(found)


def redact(text: str) -> Redacted:
    """Return the text with each secret's value replaced by its kind in square brackets."""
    parts: list[str] = []
    at = 0
    secrets = find_secrets(text)
    for secret in secrets:
        parts += (text[at : secret.start], f"[{secret.kind}]")
        at = secret.end
    parts.append(text[at:])
    return Redacted(text="".join(parts), kinds=tuple(secret.kind for secret in secrets))


def _merge(found: Iterable[Secret]) -> list[Secret]:
    """Join overlapping spans under the kind of the first and longest."""
    merged: list[Secret] = []
    for secret in sorted(found, key=lambda s: (s.start, -s.end)):
        if merged and secret.start < merged[-1].end:
            last = merged[-1]
            end = max(last.end, secret.end)
            merged[-1] = Secret(kind=last.kind, start=last.start, end=end)
        else:
            merged.append(secret)
    return merged
