"""What code knows of a language: its small words, numbers, and the words that turn a statement.

Patterns of languages with spaces are searched with case folded; those of ja and zh know no words
and are searched as they stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, kw_only=True, slots=True)
class GuardWords:
    """The words of each guard class, and what a clause is cut at."""

    negation: re.Pattern[str]
    wish: re.Pattern[str]
    condition: re.Pattern[str]
    asking: re.Pattern[str]  # matches at the start of a sentence that ends with a question mark
    past_habit: re.Pattern[str]
    attribution: re.Pattern[str]
    tag: re.Pattern[str] = NEVER  # an attribution at the end of its sentence
    goes_on: re.Pattern[str] = NEVER  # after it the speaker goes on by himself
    reminder: re.Pattern[str] = NEVER  # "don't forget that": asserts what follows it
    request: re.Pattern[str] = NEVER  # "can you remember that": no question after all


@dataclass(frozen=True, kw_only=True, slots=True)
class Persons:
    """Who can be spoken of beside the speaker."""

    someone: re.Pattern[str]  # kin and other people, wherever they stand
    pronoun: re.Pattern[str]
    subject: re.Pattern[str]  # somebody else as the subject of a clause
    named: re.Pattern[str] = NEVER  # a name as subject, in group `name`
    speaker: re.Pattern[str] = NEVER  # the speaker himself is the subject
    addressed: re.Pattern[str] = NEVER  # "you" and "your"
    naming: re.Pattern[str] = NEVER  # "they call me": about the speaker after all


@dataclass(frozen=True, kw_only=True, slots=True)
class Cues:
    """Words that answer, correct, take back, or point out of the text."""

    assent: re.Pattern[str]  # a whole answer, or its first clause
    choice: re.Pattern[str]  # "or": a question to which yes says nothing
    taken_back: re.Pattern[str]
    order_to_forget: re.Pattern[str]
    deixis: re.Pattern[str]
    corrections: tuple[re.Pattern[str], ...] = ()  # groups `old` and `new`
    no_value: re.Pattern[str] = NEVER  # a correction's new value holds none of these
    beside: frozenset[str] = frozenset()  # may stand between a word that takes back and its value
    parted: re.Pattern[str] = NEVER  # how one loses a relative or a pet
    part_of: re.Pattern[str] = NEVER  # behind a name: what is only of it, "X's meeting"


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """The tables of a language."""

    code: str  # ISO 639-1
    sentence: re.Pattern[str]  # what stands between two sentences
    cut: re.Pattern[str]  # what stands between two clauses
    guards: GuardWords
    persons: Persons
    cues: Cues
    stop: frozenset[str]  # words that say nothing; of ja and zh: characters between words
    free: frozenset[str]  # words that a rewriting may add
    topics: frozenset[str] = frozenset()  # of the free words those that say what a line is about
    attitudes: frozenset[str] = frozenset()  # words of liking, which a merge may exchange
    same: Mapping[str, str] = field(default_factory=dict)  # spellings and words of one meaning
    numbers: Mapping[str, int] = field(default_factory=dict)  # words joined by single spaces
    soft_numbers: frozenset[str] = frozenset()  # pronouns and adverbs more often than numbers
    stemmer: str | None = None  # a Snowball algorithm; None: pairs of characters
    nouns_are_capital: bool = False
    predicate_last: bool = False

    @property
    def has_spaces(self) -> bool:
        """Whether words are written apart."""
        return self.stemmer is not None


def words(listed: str) -> frozenset[str]:
    """Return a list of words, given with spaces between."""
    return frozenset(listed.split())


def any_of(*alternatives: str) -> re.Pattern[str]:
    """Compile alternatives that begin and end at word borders."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(alternatives)})(?!\w)", re.IGNORECASE)


def spans_of(*alternatives: str) -> re.Pattern[str]:
    """Compile alternatives for a language without spaces."""
    return re.compile("|".join(alternatives))
