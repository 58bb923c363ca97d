"""Whether a line turns what was said: guard words dropped or added, another one as subject.

Each clause of a line is held against the clause of the assertion that shares most with it. If
several tie, one that agrees is enough.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory_core.index.clauses import Clause, clauses, whole
from memory_core.index.evidence import EvidenceText
from memory_core.index.guards import (
    Guard,
    guards_of,
    names_someone,
    other_subject,
    speaks_of_himself,
    without_request,
)
from memory_core.index.slots import Slot, SlotValue, slot_of, without_label
from memory_core.index.wording import content_of
from memory_core.text.languages.known import table_of
from memory_core.text.tokens import content_stems, stem_list, tokens

_WORKPLACE = re.compile(
    r"\b(?:company|firm|employer|firma|empresa|compañía|entreprise|société|boîte)\b|会社|职场|公司|单位",
    re.IGNORECASE,
)


def turned(line: str, evidence: EvidenceText, label: str) -> Iterator[str]:
    """Yield how a line turns what was said."""
    said, language = evidence.clauses(), evidence.language
    own, fact = _without_own_name(line, evidence), slot_of(line)
    for clause in [whole(line, language)] if fact else clauses(own, language):
        stated = whole(without_label(line), language) if fact else clause
        judged = [
            list(_differences(stated, candidate, evidence, label, fact))
            for candidate in _nearest(clause, said, evidence)
        ]
        if judged and all(judged):
            yield from judged[0]
        yield from _misplaced_predicate(stated, said, evidence)


def _nearest(stated: Clause, said: Sequence[Clause], evidence: EvidenceText) -> list[Clause]:
    """Return the clauses that share most with this one; all of those that tie."""
    words = stated.text if evidence.table.has_spaces else _unguarded(stated)
    wanted = content_stems(words, stated.language)
    content = content_of(stated.text, evidence)
    letters = frozenset() if evidence.table.has_spaces else _letters(words)
    shared = [_closeness(other, content, wanted, letters) for other in said]
    best = max(shared, default=(0, 0, 0))
    return [other for other, score in zip(said, shared, strict=True) if score == best]


def _unguarded(stated: Clause) -> str:
    """Take out the guard words, which stand for themselves and not for what they turn."""
    guards = table_of(stated.language).guards
    text = stated.text
    for pattern in (guards.past_habit, guards.wish, guards.negation):
        text = pattern.sub(" ", text)
    return text


def _letters(text: str) -> frozenset[str]:
    return frozenset(filter(str.isalnum, text))


def _closeness(
    other: Clause, content: frozenset[str], wanted: frozenset[str], letters: frozenset[str]
) -> tuple[int, int, int]:
    stems = content_stems(other.text, other.language)
    return len(content & stems), len(wanted & stems), len(letters & frozenset(other.text))


def _differences(
    stated: Clause, said: Clause, evidence: EvidenceText, label: str, fact: SlotValue | None
) -> Iterator[str]:
    language = evidence.language
    wanted, given = guards_of(said), guards_of(stated) | _guards_of_slot(fact)
    ignored = {Guard.THIRD_PARTY} | ({Guard.WISH} if fact and fact.requested else set())
    for guard in sorted((wanted ^ given) - ignored):
        yield f"loses its {guard}" if guard in wanted else f"adds {guard}"
    subject = other_subject(without_request(said.text, language), language)
    if subject and fact and fact.slot is Slot.EMPLOYER and _WORKPLACE.search(subject):
        subject = None  # "my company is Acme" is said of the speaker
    if subject and not _speaks_of(stated.sentence, subject, language):
        yield f"is said of {subject.strip()!r}"
    elif _names_another(stated, given & wanted) and not (label or _is_spoken_of(said, evidence)):
        yield "speaks of someone who is not spoken of"
    if _has_another_head(stated, said, evidence):
        yield "is said of something else"


def _guards_of_slot(fact: SlotValue | None) -> frozenset[Guard]:
    return frozenset({Guard.NEGATION} if fact and fact.denies else ())


def _speaks_of(text: str, subject: str, language: str) -> bool:
    person = content_stems(subject, language)
    return bool(person & content_stems(text, language)) if person else names_someone(text, language)


def _without_own_name(line: str, evidence: EvidenceText) -> str:
    """Take the speaker's own name, and what it is honoured with, off the start of a line."""
    for name in {message.speaker.name for message in evidence.asserting if message.speaker.name}:
        own = re.match(rf"{re.escape(name)}(?:さん|くん|ちゃん|様)?(?:は|が)?\s*", line)
        if own:
            return line[own.end() :]
    return line


def _names_another(stated: Clause, shared: frozenset[Guard]) -> bool:
    persons = table_of(stated.language).persons
    if persons.someone.search(stated.text):
        return True
    # "Ned thinks that he sings": who is thought of is the speaker
    return Guard.ATTRIBUTION not in shared and persons.pronoun.search(stated.text) is not None


def _is_spoken_of(said: Clause, evidence: EvidenceText) -> bool:
    asked = evidence.answered is not None and names_someone(
        evidence.answered.content, evidence.language
    )
    return asked or names_someone(said.sentence, evidence.language)


def _has_another_head(stated: Clause, said: Clause, evidence: EvidenceText) -> bool:
    """Tell whether a line begins with what another sentence is about.

    "Zed paints" of "Ned paints. Zed sings": what was said begins with something of its own.
    """
    head = next(iter(_content_list(stated.text, evidence)), None)
    own = next(iter(_content_list(said.text, evidence)), None)
    if head is None or own is None or head not in evidence.asserted_stems():
        return False
    told = content_stems(said.sentence, evidence.language)
    return head not in told and own not in content_stems(stated.text, evidence.language)


def _content_list(text: str, evidence: EvidenceText) -> list[str]:
    content = content_of(text, evidence)
    return [found for found in stem_list(text, evidence.language) if found in content]


def _predicate(after_subject: str, evidence: EvidenceText) -> str | None:
    """Return the stem of what a clause says of its subject: the verb, as far as order tells it."""
    table, language = evidence.table, evidence.language
    if table.nouns_are_capital:
        verbs = [t.text for t in tokens(after_subject, language) if not t.text[0].isupper()]
        after_subject = " ".join(verbs)
    stems = stem_list(after_subject, language)
    if not stems:
        return None
    return stems[-1] if table.predicate_last else stems[0]


def _is_his_own(said: Clause, person: frozenset[str]) -> bool:
    """Tell whether a clause is about the speaker and names nobody of those spoken of."""
    if not speaks_of_himself(said.text, said.language) or other_subject(said.text, said.language):
        return False
    return not person & content_stems(said.text, said.language)


def _misplaced_predicate(
    stated: Clause, said: Sequence[Clause], evidence: EvidenceText
) -> Iterator[str]:
    """A line about someone may not take its predicate from what the speaker says of himself."""
    subject = other_subject(stated.text, evidence.language)
    if subject is None:
        return
    person = content_stems(subject, evidence.language)
    after = stated.text[stated.text.find(subject) + len(subject) :]
    predicate = _predicate(after, evidence)
    if predicate is None:
        return
    holding = [c for c in said if predicate in content_stems(c.text, evidence.language)]
    if holding and all(_is_his_own(c, person) for c in holding):
        yield "is said of the speaker himself"
