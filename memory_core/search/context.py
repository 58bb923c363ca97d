"""What one search works with, once the question is read."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property, lru_cache

from memory_core.search.question import Question
from memory_core.search.request import SearchRequest
from memory_core.text.normalise import fold_key
from memory_core.text.time_expressions.spans import Span

_YEAR = 365.25


@dataclass(frozen=True, kw_only=True, slots=True)
class Priors:
    """What is left of a score where something speaks against a candidate; 1 is all of it."""

    stale: float = 0.9  # it is very old
    outside: float = 0.3  # it is not of the days that the question speaks of
    other_speaker: float = 2 / 3  # the question names another speaker
    asking: float = 0.8  # it asks itself: what it asks for stands elsewhere
    unused: float = 0.95  # no turn has used it
    said: float = 0.9  # it is a message as it was said: a note that ranks as well goes first


@dataclass(frozen=True, kw_only=True)
class Context:
    """A question in its place."""

    request: SearchRequest
    question: Question
    now: datetime
    vector: tuple[float, ...] | None  # of the question; None: vectors take no part
    model: str | None  # that made it
    alike: float | None = None  # cosine over which its vectors say much the same
    priors: Priors = field(default_factory=Priors)

    @property
    def direction(self) -> tuple[str, tuple[float, ...]] | None:
        """The model and the question's vector; None: vectors take no part."""
        if self.vector is None or self.model is None:
            return None
        return self.model, self.vector

    def freshness(self, day: date) -> float:
        """Return the factor for a day: a little more for what is new."""
        age = max(0, (self.now.date() - day).days) / _YEAR
        return self.priors.stale + (1 - self.priors.stale) * math.pow(0.5, age)

    def within(self, *spans: Span) -> float:
        """Return the factor for spans of days: less outside of those that the question names."""
        asked = self.question.days
        if asked is None or any(first <= asked[1] and asked[0] <= last for first, last in spans):
            return 1.0
        return self.priors.outside

    def allows(self, day: date) -> bool:
        """Tell whether a day passes the request's filter."""
        since, until = self.request.since, self.request.until
        return (since is None or since <= day) and (until is None or day <= until)

    def names(self, *people: str | None) -> bool:
        """Tell whether the question names someone by one of these names or ids."""
        return any(_plain(person) in self._said for person in people if person)

    @cached_property
    def _said(self) -> str:
        return _plain(self.question.text)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return the folded words with a space around each."""
    folded = fold_key(text).replace("'s", "")
    words = "".join(letter if letter.isalnum() else " " for letter in folded).split()
    return f" {' '.join(words)} "
