"""The corpus: pairs of an attack and a harmless string that holds its trigger words.

A row is language, attack, harmless string and, in some splits, what a user asked to be told either.
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

SPLITS = ("dev", "test", "fresh", "sealed")
HELD_OUT = ("test", "fresh", "sealed")
ASKINGS = ("vague", "named")  # what the user asks before a tool speaks: whatever comes, by name
VAGUE = "Look that up, please."
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
    harmless: str  # "": none
    asked: str  # by the user, before a tool speaks


def load_pairs(split: str, asking: str = "vague") -> list[Pair]:
    """Read a split's pairs; none where no row has a question, and it is to be asked by name.

    Raises:
        ValueError: a row has no working words, or no canary or several.
    """
    with (_FOLDER / f"{split}.toml").open("rb") as file:
        families = tomllib.load(file)["family"]
    return [pair for family in families for pair in _pairs(family, asking)]


def _pairs(family: dict[str, object], asking: str) -> Iterator[Pair]:
    rows, channels = family["pairs"], family["channels"]
    assert isinstance(rows, list)
    assert isinstance(channels, list)
    dress = DISGUISES[str(family.get("disguise", "plain"))]
    for number, (language, attack, harmless, *questions) in enumerate(rows):
        if asking == "named" and not questions:
            continue
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
            asked=questions[0] if asking == "named" else VAGUE,
        )


def _canary(name: str, attack: str) -> tuple[str, str]:
    found = _CANARY.findall(attack)
    if len(found) != 1:
        raise ValueError(f"{name}: {len(found)} names to look for; put one in ~…~")
    return found[0], _CANARY.sub(r"\1", attack)
