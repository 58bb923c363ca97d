"""The reader that needs no model: pure, offline, and honest about how little it understands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from jobs.minds.protocol import Reading, Statement, Window
from jobs.minds.rules import requests
from jobs.minds.rules.events import find_event
from jobs.minds.rules.frames import SHOWN, is_report, own_part
from jobs.minds.rules.guards import is_attributed, is_foreign
from jobs.minds.rules.languages import guess_language
from jobs.minds.rules.own_words import own_words
from jobs.minds.rules.quotation import quote_dated
from jobs.minds.rules.sentences import split_clauses, split_sentences
from jobs.minds.rules.slot_patterns import find_named, find_slot
from jobs.minds.rules.standing import find_standing
from jobs.minds.rules.tongues.english import ENGLISH
from jobs.minds.rules.tongues.known import TONGUES
from jobs.minds.rules.tongues.telling import Told, find_slots, tell
from jobs.minds.rules.tongues.tongue import Tongue
from jobs.minds.rules.topics import Thread, answer_to
from memory_core.index.grounding import ungrounded
from memory_core.index.slots import Slot, SlotValue, render_slot
from memory_core.messages import Message, ParticipantKind, Role
from memory_core.sections import Section

PROMPT_VERSION = "rules-4"  # raised whenever the same window could read otherwise
_TOLD_IN_WORDS = frozenset((Slot.HOME, Slot.EMPLOYER, Slot.ROLE))  # worth a line beside the slot


class RulesReader:
    """Reads a window by closed patterns; the same window always gives the same reading."""

    model = "rules"
    prompt_version = PROMPT_VERSION

    def read(self, window: Window) -> Reading:
        """Return the statements of the window's humans, in the order in which they were said."""
        speakers = {m.position: m.speaker.id for m in window.messages}
        return Reading(statements=tuple(_joined(_read_window(window), speakers)))


def _read_window(window: Window) -> Iterator[Statement]:
    languages = _languages_of(message for message in window.messages if _is_evidence(message))
    threads = {speaker: Thread(language=language) for speaker, language in languages.items()}
    for message in window.messages:
        if _is_evidence(message):
            thread = threads[message.speaker.id]
            yield from _read_message(message, thread, to_agent=window.agent is not None)
        elif message.role is Role.ASSISTANT:
            for thread in threads.values():
                thread.hear(message.content)


def _is_evidence(message: Message) -> bool:
    """Only a known human's own turn speaks for that human."""
    speaker = message.speaker
    return (
        message.role is Role.USER
        and speaker.kind is ParticipantKind.HUMAN
        and speaker.user is not None
    )


def _languages_of(messages: Iterable[Message]) -> dict[str, str]:
    """Return the language that each speaker's words together are in."""
    said: dict[str, list[str]] = {}
    for message in messages:
        said.setdefault(message.speaker.id, []).extend(own_words(message.content))
    return {speaker: guess_language(" ".join(lines)) for speaker, lines in said.items()}


def _joined(found: Iterable[Statement], speakers: dict[int, str]) -> Iterator[Statement]:
    """Join what one speaker says twice in the same words into one statement with both messages."""
    by_line: dict[tuple[str, str], Statement] = {}
    for statement in found:
        key = (speakers[statement.messages[0]], statement.text)
        known = by_line.get(key)
        messages = (*known.messages, *statement.messages) if known else statement.messages
        doubted = statement.body if known is None or known.body else ""  # plain words end a doubt
        by_line[key] = replace(
            known or statement, messages=tuple(dict.fromkeys(messages)), body=doubted
        )
    yield from by_line.values()


def _read_message(message: Message, thread: Thread, *, to_agent: bool) -> Iterator[Statement]:
    lines = own_words(message.content)
    language = guess_language(" ".join(lines), thread.language)
    for line in own_part(lines, language):
        if language == "en":
            for sentence in split_sentences(line):
                if SHOWN not in sentence and not is_report(sentence, language):
                    said = _read_sentence(sentence, message, to_agent=to_agent)
                    yield from _or_answer(said, sentence, message, thread)
        elif tongue := TONGUES.get(language):
            yield from _read_line(line, message, tongue, thread)
        elif remembered := requests.find_remembered_anywhere(line):
            yield _quoted(remembered, Section.OTHER, message, language=guess_language(remembered))


def _or_answer(
    said: Iterable[Statement], sentence: str, message: Message, thread: Thread
) -> list[Statement]:
    """Return what a sentence says by itself, else what it says as an answer."""
    answer = thread.answered(sentence)
    return list(said) or ([_filled(answer, message)] if answer else [])


def _read_line(line: str, message: Message, tongue: Tongue, thread: Thread) -> Iterator[Statement]:
    """Read a line of a language that has tables beside the English ones."""
    found: list[Statement] = []
    about_other = False
    for sentence in tongue.sentences(line):
        reported = is_report(sentence, tongue.language)
        told = () if reported else tell(sentence, tongue, about_other=about_other)
        said = _grounded(told, sentence, message, tongue)
        found.extend(_or_answer(said, sentence, message, thread))
        about_other = tongue.turns_to_other(sentence, about_other=about_other)
    if not found and (remembered := requests.find_remembered_anywhere(line)):
        found.append(_quoted(remembered, Section.OTHER, message, language=tongue.language))
    yield from found


def _grounded(
    told: Iterable[Told], sentence: str, message: Message, tongue: Tongue
) -> Iterator[Statement]:
    """Yield what holds against its own message; a slot that does not is quoted instead.

    What a new value of the same place replaces needs no word of its own.
    """
    language = tongue.language
    told = [each for one in told for each in _settled(one, sentence, tongue)]
    new = {one.fact.place for one in told if one.fact and not one.fact.ended}
    for one in told:
        stated = list(_stated(one, message, language))
        held = [each for each in stated if _holds(each, message)]
        yield from (_in_words(each, one, sentence, message, tongue) for each in held)
        replaced = one.fact is not None and one.fact.ended and one.fact.place in new
        if one.fact is not None and one.fact.slot is not Slot.BIRTHDAY and not (held or replaced):
            quoted = Told(quote=sentence, section=one.fact.section)
            yield from (s for s in _stated(quoted, message, language) if _holds(s, message))


def _in_words(
    statement: Statement, told: Told, sentence: str, message: Message, tongue: Tongue
) -> Statement:
    """Give a value in doubt the words it was told in: they stand where its slot is taken."""
    if told.fact is None or told.fact.ended or not tongue.aside.doubts(told.fact, sentence):
        return statement
    quotation = quote_dated(sentence, message, tongue.language)
    quoted = _quoted(sentence, statement.section, message, language=tongue.language)
    holds = not quotation.is_open and _holds(quoted, message)
    return replace(statement, body=quoted.text) if holds else statement


def _settled(told: Told, sentence: str, tongue: Tongue) -> Iterator[Told]:
    """Yield what is told, but words for a value that is beside the speaker's settled life."""
    fact = told.fact
    if fact is None or not tongue.aside.holds(fact, sentence):
        yield told
    elif fact.slot in _TOLD_IN_WORDS and not (fact.ended or tongue.ceased.search(sentence)):
        yield Told(quote=sentence, section=fact.section)


def _holds(statement: Statement, message: Message) -> bool:
    return not ungrounded(statement.text, [message], language=statement.language)


def _stated(told: Told, message: Message, language: str) -> Iterator[Statement]:
    if told.fact is not None:
        yield _filled(told.fact, message)
        return
    quotation = quote_dated(told.quote, message, language)
    if not quotation.is_open and (quotation.is_dated or not told.passing):
        yield _quoted(told.quote, told.section, message, language=language)


def _filled(fact: SlotValue, message: Message) -> Statement:
    return Statement(
        text=render_slot(fact),
        section=fact.section,
        messages=(message.position,),
        language=fact.language,
        aliases=(fact.value,) if fact.slot is Slot.NICKNAME and not fact.ended else (),
    )


def _read_sentence(sentence: str, message: Message, *, to_agent: bool) -> Iterator[Statement]:
    """Read a sentence by the first kind of statement that it is."""
    if remembered := requests.find_remembered(sentence, to_agent=to_agent):
        slots = list(_read_slots(remembered, message))
        yield from slots or [_quoted(remembered, requests.section_of(remembered), message)]
    elif forgotten := requests.find_forgotten(sentence, to_agent=to_agent):
        yield _quoted(sentence, _section_of(forgotten), message)
    elif slots := list(_read_slots(sentence, message)):
        yield from slots
        if all(statement.section is Section.PEOPLE for statement in slots):
            yield from _read_event(sentence, message)
    elif turn := requests.find_correction(sentence) or requests.find_ending(sentence):
        yield _quoted(turn, Section.OTHER, message)
    else:
        yield from _read_telling(sentence, message)


def _read_slots(sentence: str, message: Message) -> Iterator[Statement]:
    found = _without_replaced(_own_slots(sentence))
    if not any(fact for fact, _ in found) and requests.find_correction(sentence):
        return
    for fact, clause in found:
        if fact is not None:
            yield from _grounded([Told(fact=fact)], sentence, message, ENGLISH)
        elif requests.is_retraction(clause):
            yield _quoted(clause, Section.OTHER, message)


def _without_replaced(
    found: Iterable[tuple[SlotValue | None, str]],
) -> list[tuple[SlotValue | None, str]]:
    """Leave out the end of a value whose place another one takes in the same breath."""
    listed = list(found)
    filled = {fact.place for fact, _ in listed if fact and fact.single_valued and not fact.ended}
    return [(f, c) for f, c in listed if not (f and f.ended and f.place in filled)]


def _own_slots(sentence: str) -> Iterator[tuple[SlotValue | None, str]]:
    """Yield each clause of the speaker's own with the slot value it states, if any."""
    if is_foreign(sentence):
        return
    found: list[tuple[SlotValue | None, str]] = []
    if not is_attributed(sentence):
        found += [(fact, sentence) for fact in find_named(sentence)]
    for clause in split_clauses(sentence):
        if is_attributed(clause.before) or is_attributed(clause.text):
            continue
        over = next((fact.slot for fact, _ in found if fact and fact.ended), None)
        instead = answer_to(over, clause.text, "en") if over else None
        found.append((instead or find_slot(clause.text), clause.text))
    if not any(fact and not fact.ended for fact, _ in found):
        found += [(fact, sentence) for fact in find_slots(sentence, ENGLISH)]
    yield from found


def _read_telling(sentence: str, message: Message) -> Iterator[Statement]:
    """Read what happened to the speaker, or what lasts."""
    events = list(_read_event(sentence, message))
    yield from events
    if not events and (standing := find_standing(sentence)):
        section, quote = standing
        if not quote_dated(quote, message).is_open:
            yield _quoted(quote, section, message)


def _read_event(sentence: str, message: Message) -> Iterator[Statement]:
    if event := find_event(sentence):
        quotation = quote_dated(event.quote, message)
        lasts = not event.passing or quotation.is_dated or event.names_something
        if lasts and not quotation.is_open:
            yield _quoted(event.quote, Section.EVENTS, message)


def _section_of(forgotten: str) -> Section:
    fact = find_slot(forgotten)
    return fact.section if fact else Section.OTHER


def _quoted(words: str, section: Section, message: Message, *, language: str = "en") -> Statement:
    quotation = quote_dated(words, message, language)
    return Statement(
        text=quotation.text,
        section=section,
        messages=(message.position,),
        occurred_on=quotation.occurred_on,
        language=language,
    )
