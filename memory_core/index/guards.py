"""Guard words: what turns a statement into something else than a plain fact of its speaker.

Negation and cessation, wish and plan, condition, question, past habit, attribution and a third
party as subject. A condition and a question reach over their sentence, an attribution over what
follows it, the others over their clause. A request to remember asks and denies nothing.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from memory_core.index.clauses import Clause, clauses
from memory_core.text.languages.detection import is_word_of
from memory_core.text.languages.known import table_of
from memory_core.text.normalise import fold_key


class Guard(StrEnum):
    """A class of guard words."""

    NEGATION = "negation"
    WISH = "wish or plan"
    CONDITION = "condition"
    QUESTION = "question"
    PAST_HABIT = "past habit"
    ATTRIBUTION = "attribution"
    THIRD_PARTY = "third party"


_ASKED = re.compile(r"[?？][\"'”’»」』)\]!.！。\s]*$")


@lru_cache(maxsize=4096)
def guards_of(clause: Clause) -> frozenset[Guard]:
    """Return the guard classes that hold for a clause."""
    words = table_of(clause.language).guards
    text = without_request(clause.text, clause.language)
    wide = (
        (Guard.NEGATION, words.negation),
        (Guard.WISH, words.wish),
        (Guard.PAST_HABIT, words.past_habit),
    )
    found = {guard for guard, pattern in wide if pattern.search(text)}
    if words.condition.search(clause.sentence):
        found.add(Guard.CONDITION)
        found.discard(Guard.WISH)  # what follows a condition is no plan beside it
    if _is_attributed(clause):
        found.add(Guard.ATTRIBUTION)
    if _is_asked(clause):
        found.add(Guard.QUESTION)
    if other_subject(text, clause.language):
        found.add(Guard.THIRD_PARTY)
    return frozenset(found)


def without_request(text: str, language: str) -> str:
    """Take "don't forget that" and "can you remember that" off: they assert what follows."""
    words = table_of(language).guards
    for pattern in (words.reminder, words.request):
        text = pattern.sub(" ", text, count=1)
    return text


def _is_asked(clause: Clause) -> bool:
    words = table_of(clause.language).guards
    if words.request.match(clause.sentence):
        return False
    asked = _ASKED.search(clause.sentence) is not None
    return clause.asked or (asked and words.asking.match(clause.sentence) is not None)


def _is_attributed(clause: Clause) -> bool:
    """Tell whether somebody says it: up to where the speaker goes on by himself."""
    words = table_of(clause.language).guards
    begins = max(0, clause.start - clause.sentence_start)
    for says in words.attribution.finditer(clause.sentence_so_far):
        if not words.goes_on.search(clause.sentence, says.end(), max(begins, says.end())):
            return True
    return words.tag.search(clause.sentence) is not None


def guards_in(text: str, language: str = "en") -> frozenset[Guard]:
    """Return the guard classes of all clauses of a text together."""
    return frozenset[Guard]().union(*(guards_of(clause) for clause in clauses(text, language)))


@lru_cache(maxsize=4096)
def other_subject(clause: str, language: str = "en") -> str | None:
    """Return the words in which somebody else than the speaker is the clause's subject."""
    persons = table_of(language).persons
    if persons.naming.search(clause):
        return None
    if other := persons.subject.match(clause):
        named = other.groupdict()
        return named.get("late") or named.get("cleft") or other[0]
    by_name = persons.named.match(clause)
    if by_name is None or persons.speaker.search(clause):
        return None
    return None if is_word_of(fold_key(by_name["name"]), language) else by_name["name"]


def speaks_of_himself(clause: str, language: str = "en") -> bool:
    """Tell whether the speaker himself stands in a clause as its subject."""
    return table_of(language).persons.speaker.search(clause) is not None


def names_someone(text: str, language: str = "en") -> bool:
    """Tell whether a person, an animal or a group other than the speaker is spoken of."""
    persons = table_of(language).persons
    return bool(persons.someone.search(text) or persons.pronoun.search(text))
