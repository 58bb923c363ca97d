"""Secrets in a text: credentials, card, bank and identity numbers, found and taken out.

The kind stays in the text, the value goes: `NAS pass=[password]`. Redacting twice changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from memory_core.text.credentials import find_credentials
from memory_core.text.identity_numbers import find_numbers
from memory_core.text.known_tokens import find_known_tokens
from memory_core.text.near_labels import BLOT, find_near_labels
from memory_core.text.normalise import narrow
from memory_core.text.unreadable import find_unreadable

# each yields kind, start and end over the narrowed text
Detector = Callable[[str], Iterator[tuple[str, int, int]]]
_DETECTORS: tuple[Detector, ...] = (
    find_known_tokens,
    find_credentials,
    find_numbers,
)
# what they leave is looked through for what is unreadable, near a label or by itself
_GUESSES = (find_near_labels, find_unreadable)
# where a page may break a line: copied along, they stand in the middle of a token unseen
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff]")


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
    if _INVISIBLE.search(text):
        places = [at for at, character in enumerate(text) if not _INVISIBLE.match(character)]
        found = find_secrets(_INVISIBLE.sub("", text))
        return [replace(s, start=places[s.start], end=places[s.end - 1] + 1) for s in found]
    plain = narrow(text)
    sure = _merge(_found(_DETECTORS, plain))
    return _merge([*sure, *_found(_GUESSES, _masked(plain, sure))])


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


def _found(detectors: Iterable[Detector], text: str) -> list[Secret]:
    return [
        Secret(kind=kind, start=start, end=end)
        for detect in detectors
        for kind, start, end in detect(text)
    ]


def _masked(text: str, secrets: Iterable[Secret]) -> str:
    """Blot secrets out, length by length, so that a guess takes them for taken."""
    parts: list[str] = []
    at = 0
    for secret in secrets:
        parts += (text[at : secret.start], BLOT * (secret.end - secret.start))
        at = secret.end
    return "".join([*parts, text[at:]])


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
