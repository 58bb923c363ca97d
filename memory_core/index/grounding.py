"""Grounding: a line says no more than the messages it rests on.

    a quotation      stands in one message word for word, and drops no guard word around it
    any other line   hard tokens and half of the stems in the messages, guard words as there
    every date       stands in the evidence or is a time expression of it, resolved
    other languages  a contiguous span of one message

English has tables. Evidence are messages by the claimed speaker; context, where it is given, may
hold what they refer to but asserts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from memory_core.dates import PartialDate, Precision
from memory_core.index.clauses import Clause, clauses, whole
from memory_core.index.guards import Guard, guards_of, names_someone, other_subject
from memory_core.index.hard_tokens import hard, occurs, quoted_strings
from memory_core.index.quotation import Quotation, quotation_of
from memory_core.index.slots import slot_of
from memory_core.messages import Message
from memory_core.text.normalise import fold_key, one_line
from memory_core.text.time_expressions import TimeExpression, find_time_expressions
from memory_core.text.tokens import content_stems, stem, tokens

LANGUAGES = frozenset({"en"})  # those with tables; others quote
_YEAR = re.compile(r"(?<![\d-])(?:19|20)\d\d(?![\d-])")
_FREE_WORDS = (
    "user name goes by lives live living works work working job role has have is from birthday "
    "speaks speak prefers prefer preference units diet answers answer likes like dislikes dislike "
    "loves love enjoys enjoy favourite uses use using allergic working on named called no longer "
    "not hates hate said"
)
_FREE = content_stems(_FREE_WORDS)
_COARSER = {
    Precision.DAY: (10, 7, 4),
    Precision.MONTH: (7, 4),
    Precision.YEAR: (4,),
}


def ungrounded(
    line: str,
    asserting: Sequence[Message],
    *,
    language: str = "en",
    context: Sequence[Message] = (),
    replaced: str = "",
) -> list[str]:
    """Return the reasons why a line does not follow from the messages; none means it does.

    Args:
        line: the text of an entry or an episode.
        asserting: messages by the claimed speaker, at least one.
        language: the language of the asserting messages, ISO 639-1.
        context: messages around them, which may hold what they refer to.
        replaced: the line it supersedes, if any: a slot's label may come from there.
    """
    if not asserting:
        return ["no asserting message"]
    evidence = _Evidence(tuple(asserting), tuple(context), language)
    quotation = quotation_of(line)
    if language not in LANGUAGES:
        return list(_foreign(line, quotation, evidence))
    if quotation:
        return list(_quoted(quotation, evidence))
    label = _shared_label(line, replaced)
    return list(_stated(line, evidence, label))


def _shared_label(line: str, replaced: str) -> str:
    """Return what a line takes over from the one it supersedes: the qualifier of its slot."""
    fact, old = slot_of(line), slot_of(replaced)
    same = fact and old and (fact.slot, fact.qualifier) == (old.slot, old.qualifier)
    return fact.qualifier if fact and same else ""


def supports_date(date: PartialDate, asserting: Sequence[Message], *, language: str = "en") -> bool:
    """Tell whether messages hold the date, or a time expression that resolves to it or finer."""
    return _Evidence(tuple(asserting), (), language).has_date(date)


@dataclass(frozen=True, slots=True)
class _Evidence:
    asserting: tuple[Message, ...]
    context: tuple[Message, ...]
    language: str

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.asserting, *self.context)

    def keys(self) -> set[str]:
        return set().union(*(_keys(message.content) for message in self.messages))

    def stems(self) -> frozenset[str]:
        return frozenset[str]().union(*(content_stems(m.content) for m in self.messages))

    def asserted_stems(self) -> frozenset[str]:
        return frozenset[str]().union(*(content_stems(m.content) for m in self.asserting))

    def clauses(self) -> list[Clause]:
        return [clause for message in self.asserting for clause in clauses(message.content)]

    def speaker_names(self) -> frozenset[str]:
        names = (message.speaker.name or "" for message in self.asserting)
        return frozenset(token.key for name in names for token in tokens(name))

    def speaker_stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.speaker_names()))

    def has_date(self, date: PartialDate) -> bool:
        said = any(str(date) in message.content for message in self.messages)
        return said or any(str(date) in self._resolved(message) for message in self.asserting)

    def _resolved(self, message: Message) -> set[str]:
        """Return the dates a message's time expressions mean, in every coarser form as well."""
        return {
            str(found.resolved)[:length]
            for found in find_time_expressions(message.content, _local(message), self.language)
            if found.resolved
            for length in _COARSER[found.resolved.precision]
        }


@lru_cache(maxsize=256)
def _keys(text: str) -> frozenset[str]:
    return frozenset(token.key for token in tokens(text))


def _local(message: Message) -> datetime:
    zone = message.speaker.time_zone
    return message.at.astimezone(ZoneInfo(zone)) if zone else message.at


# -- quotations --------------------------------------------------------------------------------


def _quoted(quotation: Quotation, evidence: _Evidence) -> Iterator[str]:
    yield from _bracketed(quotation, evidence)
    reasons: list[str] = []
    for message in evidence.asserting:
        place = _place(quotation.words, message.content)
        if place is None:
            continue
        lost = sorted(_around(message.content, place) - _inside(quotation.words))
        if not lost:
            return
        reasons = [f"quotes without its {guard}" for guard in lost]
    yield from reasons or ["the quotation stands in no asserting message word for word"]


def _bracketed(quotation: Quotation, evidence: _Evidence) -> Iterator[str]:
    for date in quotation.dates:
        if date is None or not evidence.has_date(date):
            yield f"date {date or 'in brackets'} is not said"


def _place(words: str, content: str) -> tuple[int, int] | None:
    """Find the words in a text, line breaks aside, not inside other words."""
    spoken, text = words.rstrip(" .!…"), _nfc(content).replace("\n", " ")
    start = text.find(spoken) if spoken else -1
    while start >= 0:
        end = start + len(spoken)
        if not (_runs_on(text, start) or _runs_on(text, end)):
            return start, end
        start = text.find(spoken, start + 1)
    return None


def _runs_on(text: str, at: int) -> bool:
    """Tell whether a word goes on across a place in a text."""
    return text[at - 1 : at].isalnum() and text[at : at + 1].isalnum()


def _nfc(text: str) -> str:
    return "\n".join(one_line(line) for line in text.split("\n"))


def _around(content: str, place: tuple[int, int]) -> frozenset[Guard]:
    start, end = place
    touched = [c for c in clauses(_nfc(content)) if c.start < end and start < c.end]
    return frozenset[Guard]().union(*(guards_of(clause) for clause in touched))


def _inside(words: str) -> frozenset[Guard]:
    return frozenset[Guard]().union(*(guards_of(clause) for clause in clauses(words)))


def _foreign(line: str, quotation: Quotation | None, evidence: _Evidence) -> Iterator[str]:
    if quotation:
        yield from _bracketed(quotation, evidence)
    words = fold_key(quotation.words if quotation else line).rstrip(" .。！!")
    if not words or not any(words in fold_key(m.content) for m in evidence.asserting):
        yield f"no contiguous span of a message, as language {evidence.language!r} asks for"


# -- statements --------------------------------------------------------------------------------


def _stated(line: str, evidence: _Evidence, label: str) -> Iterator[str]:
    dates = list(_written_dates(line, evidence))
    for start, end, supported in dates:
        if not supported:
            yield f"date {line[start:end]!r} is not said"
    yield from _missing_tokens(line, evidence, [(start, end) for start, end, _ in dates])
    yield from _missing_stems(line, evidence, label)
    yield from _differing_guards(line, evidence, label)


def _written_dates(line: str, evidence: _Evidence) -> Iterator[tuple[int, int, bool]]:
    """Yield the places of a line's dates, and whether the evidence says or means them."""
    anchor = _local(evidence.asserting[-1])
    found = find_time_expressions(line, anchor, evidence.language)
    for expression in found:
        words = line[expression.start : expression.end]
        said = any(fold_key(words) in fold_key(m.content) for m in evidence.messages)
        if said or any(c.isdigit() for c in words):
            yield expression.start, expression.end, said or _means(expression, evidence)
    for year in _YEAR.finditer(line):
        if not any(e.start <= year.start() < e.end for e in found):
            date = PartialDate(value=anchor.date().replace(year=int(year[0]), month=1, day=1),
                               precision=Precision.YEAR)  # fmt: skip
            yield year.start(), year.end(), evidence.has_date(date)


def _means(expression: TimeExpression, evidence: _Evidence) -> bool:
    return expression.resolved is not None and evidence.has_date(expression.resolved)


def _missing_tokens(
    line: str, evidence: _Evidence, dates: Sequence[tuple[int, int]]
) -> Iterator[str]:
    words, free = evidence.keys(), evidence.speaker_names() | {"user"}
    for token in hard(line):
        judged = any(start <= token.start < end for start, end in dates)
        if not judged and token.key not in free and not occurs(token.key, words):
            yield f"{token.text!r} is not said"
    for quoted in quoted_strings(line):
        if not any(quoted in fold_key(message.content) for message in evidence.messages):
            yield f"quoted {quoted!r} is not said"


def _missing_stems(line: str, evidence: _Evidence, label: str) -> Iterator[str]:
    content = content_stems(line) - _FREE - content_stems(label) - evidence.speaker_stems()
    if not content:
        return
    if 2 * len(content & evidence.stems()) < len(content):
        yield "less than half of its words are said"
    elif not content & evidence.asserted_stems():
        yield "none of its words is in the assertion"


def _differing_guards(line: str, evidence: _Evidence, label: str) -> Iterator[str]:
    said = evidence.clauses()
    for clause in [whole(line)] if slot_of(line) else clauses(line):
        best = _nearest(clause, said)
        judged = [list(_differences(clause, candidate, label)) for candidate in best]
        if judged and all(judged):
            yield from judged[0]


def _nearest(clause: Clause, said: Sequence[Clause]) -> list[Clause]:
    """Return the clauses that share most with this one; all of those that tie."""
    wanted = content_stems(clause.text)
    content = wanted - _FREE
    shared = [
        (len(content & (stems := content_stems(other.text))), len(wanted & stems)) for other in said
    ]
    best = max(shared, default=(0, 0))
    return [other for other, score in zip(said, shared, strict=True) if score == best]


def _differences(stated: Clause, said: Clause, label: str) -> Iterator[str]:
    wanted, given = guards_of(said), guards_of(stated)
    for guard in sorted((wanted ^ given) - {Guard.THIRD_PARTY}):
        yield f"loses its {guard}" if guard in wanted else f"adds {guard}"
    subject = other_subject(said.text)
    if subject and not _speaks_of(stated.text, subject):
        yield f"is said of {subject.strip()!r}"
    elif names_someone(stated.text) and not (label or names_someone(said.sentence)):
        yield "speaks of someone who is not spoken of"


def _speaks_of(text: str, subject: str) -> bool:
    person = content_stems(subject)
    return bool(person & content_stems(text)) if person else names_someone(text)
