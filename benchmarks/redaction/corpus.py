"""The rows of a split: formats filled with made-up secrets or with look-alikes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.redaction.values import LOOK_ALIKES, SECRETS

SPLITS = ("dev", "test")
SEED = 11
ROWS = 320  # at least, with a secret and without

_FOLDER = Path(__file__).with_name("formats")
_PLACE = re.compile(r"\{([a-z]\w*)\}")


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """A text, and the secrets in it."""

    id: str
    format: str  # `yaml`, `curl`, `letter` …
    language: str  # of the words around; `-` for none
    kind: str  # of the secret; `-` for none
    text: str
    secrets: tuple[str, ...]


def build_corpus(split: str, *, seed: int = SEED, rows: int = ROWS) -> tuple[Row, ...]:
    """Return at least so many rows with a secret, and as many without."""
    formats = tomllib.loads((_FOLDER / f"{split}.toml").read_text(encoding="utf-8"))
    random = Random(f"{split} {seed}")  # noqa: S311 - made-up data
    positive = [(form, kind) for form in formats["positive"] for kind in form["kinds"]]
    negative = [(form, "-") for form in formats["negative"]]
    return (*_fill(split, positive, random, rows), *_fill(split, negative, random, rows))


def _fill(
    split: str, forms: list[tuple[dict[str, Any], str]], random: Random, rows: int
) -> Iterator[Row]:
    rounds = -(-rows // len(forms))
    for number in range(rounds):
        for at, (form, kind) in enumerate(forms):
            value = SECRETS[kind](random) if kind in SECRETS else None
            yield Row(
                id=f"{split}-{'p' if value else 'n'}{at}-{number}",
                format=form["format"],
                language=form.get("language", "-"),
                kind=kind,
                text=_write(form["text"].strip("\n"), value, random),
                secrets=(value,) if value else (),
            )


def _write(text: str, value: str | None, random: Random) -> str:
    def put(match: re.Match[str]) -> str:
        if match[1] == "v" and value is not None:
            return value
        make = LOOK_ALIKES.get(match[1])
        return make(random) if make else match[0]

    return _PLACE.sub(put, text)
