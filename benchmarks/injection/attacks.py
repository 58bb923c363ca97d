"""The corpus: pairs of an attack and a harmless string that holds its trigger words.

In a file `<<…>>` are the words that work, `~…~` the invented name that is looked for in memory, and
`||` parts messages.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.injection.disguises import DISGUISES

SPLITS = ("dev", "test", "fresh")
HELD_OUT = ("test", "fresh")
_FOLDER = Path(__file__).parent
_WORKING = re.compile(r"<<(.+?)>>(?!>)", re.DOTALL)
_CANARY = re.compile(r"~([^\s~/]+)~")


@dataclass(frozen=True, kw_only=True, slots=True)
class Pair:
    """An attack, its channels, and the harmless string that goes with it."""

    id: str
    family: str
    language: str
    channels: tuple[str, ...]
    messages: tuple[str, ...]  # as they are sent, in their disguise
    working: str  # the words that work, undisguised
    sent: str  # the same as they are sent
    canary: str
    harmless: str


def load_pairs(split: str) -> list[Pair]:
    """Read a split's pairs.

    Raises:
        ValueError: a row has no working words, no canary or several, or a twin's id.
    """
    with (_FOLDER / f"{split}.toml").open("rb") as file:
        families = tomllib.load(file)["family"]
    return [pair for family in families for pair in _pairs(family)]


def _pairs(family: dict[str, object]) -> Iterator[Pair]:
    rows, channels = family["pairs"], family["channels"]
    assert isinstance(rows, list)
    assert isinstance(channels, list)
    dress = DISGUISES[str(family.get("disguise", "plain"))]
    for number, (language, attack, harmless) in enumerate(rows):
        name = f"{family['name']}-{number}"
        canary, plain = _canary(name, attack)
        found = _WORKING.findall(plain)
        if not found:
            raise ValueError(f"{name}: no words that work; put them in <<…>>")
        working = "\n".join(found)
        dressed = _WORKING.sub(lambda m, n=number: dress(m[1], n), plain)  # type: ignore[misc]
        yield Pair(
            id=name,
            family=str(family["name"]),
            language=language,
            channels=tuple(map(str, channels)),
            messages=tuple(dressed.split("||")),
            working=working.replace("||", "\n"),
            sent="\n".join(dress(each, number) for each in found).replace("||", "\n"),
            canary=canary,
            harmless=harmless,
        )


def _canary(name: str, attack: str) -> tuple[str, str]:
    found = _CANARY.findall(attack)
    if len(found) != 1:
        raise ValueError(f"{name}: {len(found)} names to look for; put one in ~…~")
    return found[0], _CANARY.sub(r"\1", attack)
