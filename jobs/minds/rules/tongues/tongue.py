"""What a language's rules consist of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from jobs.minds.rules.tongues.aside import Aside
from memory_core.index.slots import Slot

NEVER = re.compile(r"(?!)")
Check = Callable[[str], bool]
_INNER_CAPITAL = re.compile(r"(?<=.)[A-Z\u00c0-\u00de\d]")
_NAME_CLASS = "[A-Z"  # how the value of a name begins, within so many letters
_NAME_WITHIN = 80


@dataclass(frozen=True, kw_only=True, slots=True)
class Phrase:
    """A way to state the value of a slot; groups `v`, and `q` where the slot has a qualifier."""

    slot: Slot
    pattern: re.Pattern[str]
    holds: Check  # whether what stands in the value's place can be one
    denied: bool = False  # it is a denial by itself: "I don't like …"
    ended: bool = False  # it takes its value back
    asked: bool = False  # it may be put as a request: "I would like short answers"
    hint: re.Pattern[str] | None = None  # words without which it is not worth trying


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A way to deny or to exchange a value, and the plain words of which that is the turn.

    "I no longer live in Oslo" is "I live in Oslo", ended; "not in Oslo but in Rome" is "in Rome".
    """

    pattern: re.Pattern[str]
    plain: Callable[[re.Match[str]], str]
    ended: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Tongue:
    """A language's tables; each pattern is searched in a sentence or a clause."""

    language: str
    border: re.Pattern[str]  # between clauses
    lead: re.Pattern[str]  # greetings and fillers before what is told
    foreign: re.Pattern[str]  # the sentence asks, supposes, plays or quotes
    attributed: re.Pattern[str]  # somebody says or thinks it
    wish: re.Pattern[str]
    denial: re.Pattern[str]
    past_habit: re.Pattern[str]
    others: re.Pattern[str]  # somebody else is the clause's subject
    own: re.Pattern[str]  # the speaker speaks of himself
    phrases: tuple[Phrase, ...]
    aside: Aside  # what is worded like a slot's value and is none
    remember: tuple[re.Pattern[str], ...]  # with the group `what`
    forget: re.Pattern[str]
    ceased: re.Pattern[str]
    correction: re.Pattern[str]
    deeds: tuple[re.Pattern[str], ...]  # with the group `rest`: what was done
    empty: re.Pattern[str]  # a rest that tells nothing
    vague: re.Pattern[str]  # words that need their moment or their hearer
    order: re.Pattern[str]  # a standing order to an assistant
    sentence_end: re.Pattern[str]
    gone: re.Pattern[str] = NEVER  # a named thing has ended, without a word of the speaker
    filler: re.Pattern[str] = NEVER  # what may stand before a value without being of it
    moment: re.Pattern[str] = NEVER  # a time word that runs into the value behind it
    turns: tuple[Turn, ...] = ()
    topic_carries: bool = False  # a subject left out is the last sentence's

    def sentences(self, line: str) -> Iterator[str]:
        """Yield the sentences of a line, trimmed."""
        start = 0
        for end in self.sentence_end.finditer(line):
            if text := line[start : end.end()].strip():
                yield text
            start = end.end()
        if rest := line[start:].strip():
            yield rest

    def turns_to_other(self, sentence: str, *, about_other: bool) -> bool:
        """Whether a sentence after this one that names no subject is about somebody else."""
        if not self.topic_carries or self.own.search(sentence):
            return False
        return about_other or bool(self.others.search(sentence))


def phrase(
    slot: Slot,
    *patterns: str,
    holds: Check | None = None,
    denied: bool = False,
    ended: bool = False,
    asked: bool = False,
) -> tuple[Phrase, ...]:
    """Make the phrases of a slot that are judged alike."""
    return tuple(
        Phrase(
            slot=slot,
            pattern=re.compile(pattern),
            holds=holds or _anything,
            denied=denied,
            ended=ended,
            asked=asked,
            hint=_INNER_CAPITAL if _needs_inner_capital(pattern) else None,
        )
        for pattern in patterns
    )


def _needs_inner_capital(pattern: str) -> bool:
    """Whether a pattern's value is a name that cannot be the first word."""
    before, _, value = pattern.partition("(?P<v>")
    led = re.search(r"[a-z]{3}", before) and not before.startswith("^") and before[-1] != "?"
    return bool(led) and _NAME_CLASS in value[:_NAME_WITHIN]


def _anything(_: str) -> bool:
    return True


def turn(pattern: str, plain: str, *, ended: bool = True) -> Turn:
    """Make a turn whose plain words are a template of the pattern's groups."""
    return Turn(pattern=re.compile(pattern), plain=lambda match: match.expand(plain), ended=ended)


def signs(*listed: str) -> re.Pattern[str]:
    """Compile words of a script without spaces."""
    return re.compile("|".join(listed))
