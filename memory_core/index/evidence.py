"""The messages a line rests on, as grounding reads them.

Asserting messages are by the claimed speaker: a line that they do not touch is not asserted. The
context, at most four messages before them, holds what they refer to. A question right before them
to which they say yes is asserted as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Self

from memory_core.dates import PartialDate, Precision
from memory_core.index.clauses import Clause, clauses
from memory_core.messages import Message, Role
from memory_core.text.languages.known import table_of
from memory_core.text.languages.table import Language
from memory_core.text.normalise import fold_key
from memory_core.text.time_expressions import find_time_expressions
from memory_core.text.tokens import content_stems, stem, tokens

CONTEXT_MESSAGES = 4  # before the assertion, at most
_COARSER = {
    Precision.DAY: (10, 7, 4),
    Precision.MONTH: (7, 4),
    Precision.YEAR: (4,),
}
_QUESTION_END = re.compile(
    r"(?:[?？]|(?:です|ます|した|ない|だろう)か[。.]?|[吗呢么][。.]?)[\s\"'”’»」』)]*$"
)
_ASKED = ' ?？」»"'
_MARKS = re.compile(r"[.,!…。，、！~〜;:；：¡]+")
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class EvidenceText:
    """Asserting and context messages, and the language in which they are read."""

    asserting: tuple[Message, ...]  # at least one
    context: tuple[Message, ...]
    language: str
    answered: Message | None = None  # also in the context

    @classmethod
    def of(cls, asserting: Sequence[Message], context: Sequence[Message], language: str) -> Self:
        """Gather what a line may rest on; of a long context the newest messages count."""
        last = [m for m in context if m.role is not Role.SYSTEM][-CONTEXT_MESSAGES:]
        question = _question(asserting[-1], last, table_of(language))
        return cls(tuple(asserting), tuple(last), language, question)

    @property
    def table(self) -> Language:
        """The tables of the language."""
        return table_of(self.language)

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, the asserting ones first."""
        return (*self.asserting, *self.context)

    @property
    def assertions(self) -> tuple[str, ...]:
        """What is asserted: the messages, and a question that was affirmed."""
        own = tuple(message.content for message in self.asserting)
        return own if self.answered is None else (*own, self.answered.content)

    def keys(self) -> frozenset[str]:
        """The keys of all tokens said."""
        return frozenset[str]().union(*(_keys(m.content, self.language) for m in self.messages))

    def stems(self) -> frozenset[str]:
        """The stems of all words said."""
        said = (content_stems(m.content, self.language) for m in self.messages)
        return frozenset[str]().union(*said)

    def asserted_stems(self) -> frozenset[str]:
        """The stems of the assertion alone."""
        said = (content_stems(text, self.language) for text in self.assertions)
        return frozenset[str]().union(*said)

    def characters(self) -> frozenset[str]:
        """The Chinese characters of all that was said."""
        return frozenset(_HAN.findall("".join(m.content for m in self.messages)))

    def asserted_characters(self) -> frozenset[str]:
        """The Chinese characters of the assertion alone."""
        return frozenset(_HAN.findall("".join(self.assertions)))

    def clauses(self) -> list[Clause]:
        """The clauses of the assertion; an affirmed question's as if its hearer had said them."""
        said = [c for m in self.asserting for c in clauses(m.content, self.language)]
        return [*said, *self._affirmed()]

    def _affirmed(self) -> Iterator[Clause]:
        if self.answered is None:
            return
        for clause in clauses(self.answered.content, self.language):
            spoken = self.table.persons.addressed.sub(" ", clause.sentence).rstrip(_ASKED)
            own = self.table.persons.addressed.sub(" ", clause.text).rstrip(_ASKED)
            yield replace(clause, text=own, sentence=spoken, end=clause.start + len(own))

    def speaker_names(self) -> frozenset[str]:
        """The folded words of the speaker's own name, which are free."""
        names = (message.speaker.name or "" for message in self.asserting)
        return frozenset(t.key for name in names for t in tokens(name, self.language))

    def speaker_stems(self) -> frozenset[str]:
        """The same as stems."""
        names = (message.speaker.name or "" for message in self.asserting)
        whole = (content_stems(name, self.language) for name in names)
        each = frozenset(stem(name, self.language) for name in self.speaker_names())
        return each.union(*whole)

    def other_names(self) -> frozenset[str]:
        """The folded names of those who only speak in the context."""
        own = {message.speaker.id for message in self.asserting}
        others = {m.speaker.name or "" for m in self.context if m.speaker.id not in own}
        said = fold_key(" ".join(message.content for message in self.messages))
        return frozenset(name for name in map(fold_key, others) if name and name not in said)

    def says(self, words: str) -> bool:
        """Tell whether words stand in a message as they are, case and width aside."""
        return any(fold_key(words) in fold_key(message.content) for message in self.messages)

    def has_date(self, date: PartialDate) -> bool:
        """Tell whether a date was said, or a time expression means it or a finer one."""
        wanted = str(date)
        meant = (_resolved(message, self.language) for message in self.asserting)
        return self.says(wanted) or any(wanted in dates for dates in meant)

    @property
    def anchor(self) -> datetime:
        """When it was said, in the speaker's zone."""
        return self.asserting[-1].local_at


def context_of(asserting: Sequence[Message], around: Sequence[Message]) -> tuple[Message, ...]:
    """Choose the context of an assertion from messages of its chat: the four before it."""
    first = min(asserting, key=lambda message: message.position)
    before = [
        message
        for message in around
        if message.chat == first.chat
        and 0 < first.position - message.position <= CONTEXT_MESSAGES
        and message.role is not Role.SYSTEM
    ]
    return tuple(sorted(before, key=lambda message: message.position))


@lru_cache(maxsize=1024)
def _keys(text: str, language: str) -> frozenset[str]:
    return frozenset(token.key for token in tokens(text, language))


@lru_cache(maxsize=1024)
def _resolved(message: Message, language: str) -> frozenset[str]:
    """Return the dates a message's time expressions mean, in every coarser form as well."""
    return frozenset(
        str(found.resolved)[:length]
        for found in find_time_expressions(message.content, message.local_at, language)
        if found.resolved
        for length in _COARSER[found.resolved.precision]
    )


def _question(said: Message, context: Sequence[Message], table: Language) -> Message | None:
    """Find the question that a message says yes to: the one right before it, with no choice."""
    before = next((m for m in context if m.position == said.position - 1), None)
    if before is None or before.speaker.id == said.speaker.id:
        return None
    if not _QUESTION_END.search(before.content) or table.cues.choice.search(before.content):
        return None
    return before if _affirms(said.content, table) else None


def _affirms(answer: str, table: Language) -> bool:
    """Tell whether an answer is a listed yes, or begins with one and goes on in a new clause."""
    assent = table.cues.assent
    if assent.fullmatch(_plain(answer)):
        return True
    opening, _, rest = answer.partition(next(iter(_MARKS.findall(answer)), "\n"))
    # what follows states something of its own: "yes, please" answers an offer
    goes_on = len(content_stems(rest, table.code)) > 1
    return goes_on and assent.fullmatch(_plain(opening)) is not None


def _plain(answer: str) -> str:
    return " ".join(_MARKS.sub(" ", answer).split())
