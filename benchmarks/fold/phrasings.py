"""What invented users say: the phrasings of a split, read from its files."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("phrasings")
SPLITS = ("dev", "test")
LANGUAGES = ("en", "de", "es", "fr", "ja", "zh")

Sentences = Mapping[str, tuple[Any, ...]]  # slot → phrasings: a text, or the turns of an exchange


@dataclass(frozen=True, kw_only=True, slots=True)
class Phrasebook:
    """One language of one split."""

    language: str
    zone: str
    values: Mapping[str, tuple[str, ...]]  # slot → "as said|form|form" of closed values
    birthday: str  # forms of a date, by {day} and {month}
    groups: Mapping[str, Sentences]  # "said", "changed", "wished" …

    def texts(self) -> Iterator[str]:
        """Yield every text in it, exchanges turn by turn."""
        for sentences in self.groups.values():
            for phrasings in sentences.values():
                yield from _flat(phrasings)


@cache
def load_phrasebook(split: str, language: str) -> Phrasebook:
    """Read the phrasings of a split in a language."""
    content = _read(split, language)
    values = content["values"]
    return Phrasebook(
        language=content["language"],
        zone=content["zone"],
        values={name: tuple(forms) for name, forms in values.items() if name != "birthday"},
        birthday=values["birthday"],
        groups={
            name: {slot: tuple(phrasings) for slot, phrasings in group.items()}
            for name, group in content.items()
            if isinstance(group, dict) and name != "values"
        },
    )


@cache
def load_syllables(split: str) -> Mapping[str, Mapping[str, Any]]:
    """Read the syllables of a split by script: `latin`, `ja`, `zh`, and the letters of codes."""
    return _read(split, "values")


def _read(split: str, name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / split / f"{name}.toml").read_text(encoding="utf-8"))


def _flat(phrasings: Any) -> Iterator[str]:
    for phrasing in phrasings:
        if isinstance(phrasing, str):
            yield phrasing
        else:
            yield from phrasing
