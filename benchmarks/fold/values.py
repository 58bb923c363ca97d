"""Values that no paraphrase can lose: invented names, numbers, codes and dates."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from benchmarks.fold.phrasings import Phrasebook, load_syllables

_CATEGORIES = {
    "name": "person",
    "nickname": "person",
    "family": "person",
    "pet": "person",
    "home": "place",
    "employer": "org",
    "tool": "thing",
    "likes": "thing",
    "dislikes": "thing",
    "project": "thing",
    "event": "thing",
    "allergy": "drug",
}
CLOSED = frozenset(("role", "language", "units", "diet", "style"))
_DAYS = 28
_SECRET_LENGTH = 12
_KEY_LENGTH = 28


@dataclass(frozen=True, kw_only=True, slots=True)
class Value:
    """A value as it is said, and its further forms."""

    said: str
    forms: tuple[str, ...]
    opaque: bool


@dataclass(kw_only=True, slots=True)
class Mint:
    """Makes values that differ from every other one of the stream."""

    split: str
    random: Random
    _made: set[str] = field(default_factory=set)
    _taken: set[str] = field(default_factory=set)  # what would be found in one that was made

    def mint(self, slot: str, book: Phrasebook, *, but: frozenset[str] = frozenset()) -> Value:
        """Make a value of a slot; `but` names closed values that it must not be."""
        if slot in CLOSED:
            left = [forms for forms in book.values[slot] if forms.split("|")[0] not in but]
            said, *others = self.random.choice(left).split("|")
            return Value(said=said, forms=(said, *others), opaque=False)
        if slot == "birthday":
            return self._date(book)
        if slot == "remember":
            return self._only(self._code)
        return self._only(lambda: self._name(_CATEGORIES[slot], book.language))

    def secret_value(self, *, key: bool) -> Value:
        """Make a password, or an API key."""
        letters = string.ascii_letters + string.digits
        said = "sk-proj-" + "".join(self.random.choices(letters, k=_KEY_LENGTH))
        if not key:
            core = "".join(self.random.choices(letters, k=_SECRET_LENGTH))
            said = f"{core[:5]}!{core[5:]}{self.random.randrange(10)}"
        return Value(said=said, forms=(said,), opaque=True)

    def _only(self, make: Callable[[], str]) -> Value:
        while True:
            said = make()
            found = _found_by(said.casefold())
            if said.casefold() not in self._taken and not found & self._made:
                self._made.add(said.casefold())
                self._taken |= found
                return Value(said=said, forms=(said,), opaque=True)

    def _name(self, category: str, language: str) -> str:
        syllables = load_syllables(self.split)["latin" if language in "en de es fr" else language]
        parts = [self.random.choice(syllables[part]) for part in ("first", "second")]
        if self.random.random() < 0.5:  # noqa: PLR2004 - a coin
            parts.append(self.random.choice(syllables["second"]))
        return "".join((*parts, self.random.choice(syllables[category])))

    def _code(self) -> str:
        letters = load_syllables(self.split)["codes"]["letters"]
        return f"{''.join(self.random.choices(letters, k=2))}-{self.random.randrange(1000, 10000)}"

    def _date(self, book: Phrasebook) -> Value:
        day, month = self.random.randint(2, _DAYS), self.random.randrange(12)
        forms = [
            form.format(day=day, month=book.values["months"][month])
            for form in book.birthday.split("|")
        ]
        plain = f"{month + 1:02}-{day:02}"
        return Value(said=forms[0], forms=(*forms, plain), opaque=False)


def _found_by(value: str) -> set[str]:
    """Return what a search would find in a value: its beginnings, in CJK all of its parts."""
    starts = (0,) if value.isascii() else range(len(value))
    return {value[start:end] for start in starts for end in range(start + 1, len(value) + 1)}
