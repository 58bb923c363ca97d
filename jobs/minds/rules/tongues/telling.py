"""Reads one sentence by a language's tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jobs.minds.rules.guards import has_placeholder
from jobs.minds.rules.telling import MAX_QUOTE
from jobs.minds.rules.tongues.tongue import Phrase, Tongue
from memory_core.index.slots import Slot, SlotValue
from memory_core.sections import Section

_END_MARKS = " .!\u2026\u3002\uff01"
_NAMED = re.compile(r"(?<=[^\W\d_]['\u2019 ])[A-Z\u00c0-\u00de][\w\u2019'&-]+|\d")
_NAMED_THINGS = frozenset((Slot.TOOL, Slot.PROJECT, Slot.LIKES, Slot.DISLIKES))
_OF_OTHERS = frozenset((Slot.FAMILY, Slot.PET))  # the slots that are said of somebody else
_MANY = frozenset((Slot.ALLERGY, Slot.TOOL, Slot.PROJECT, Slot.LIKES))  # each ends by its name
_CJK = frozenset(("ja", "zh"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """What a sentence tells: a slot's value, or words to quote."""

    fact: SlotValue | None = None
    quote: str = ""
    section: Section = Section.OTHER
    passing: bool = False  # it lasts only when it is dated


def tell(sentence: str, tongue: Tongue, *, about_other: bool = False) -> Iterator[Told]:
    """Yield what a sentence tells of its speaker.

    Args:
        sentence: one sentence of the speaker's own words.
        tongue: its language's tables.
        about_other: somebody else is spoken of, unless the speaker names himself.
    """
    plain = sentence.replace("\u2019", "'")
    if has_placeholder(plain) or len(plain) > MAX_QUOTE:
        return
    if remembered := _remembered(plain, tongue):
        start = plain.rindex(remembered)
        yield from _remember(sentence[start : start + len(remembered)], tongue)
    elif tongue.forget.search(tongue.lead.sub("", plain, count=1)):
        yield Told(quote=sentence)
    elif not tongue.foreign.search(plain):
        yield from _tell_own(sentence, tongue, about_other=about_other)


def find_slots(sentence: str, tongue: Tongue) -> Iterator[SlotValue]:
    """Yield the slot values that a sentence of the speaker's own states, and nothing else."""
    return (told.fact for told in _slots(sentence, tongue) if told.fact)


def _remembered(plain: str, tongue: Tongue) -> str | None:
    for pattern in tongue.remember:
        if (match := pattern.search(plain)) and not tongue.vague.match(match["what"]):
            return match["what"].strip().rstrip("?\uff1f ")
    return None


def _remember(what: str, tongue: Tongue) -> Iterator[Told]:
    slots = list(_slots(what, tongue))
    yield from slots
    if not slots:
        section = Section.PROCEDURES if tongue.order.search(what) else Section.OTHER
        yield Told(quote=what, section=section)


def _tell_own(sentence: str, tongue: Tongue, *, about_other: bool) -> Iterator[Told]:
    plain = sentence.replace("\u2019", "'")
    if about_other and not tongue.own.search(plain):
        return
    slots = list(_slots(plain, tongue))
    yield from slots
    if tongue.attributed.search(plain):
        return
    if any(told.fact and told.fact.section is not Section.PEOPLE for told in slots):
        return
    if not slots and (quote := _taken_back(sentence, tongue)):
        yield Told(quote=quote)
    elif not slots and tongue.correction.search(plain):
        yield Told(quote=sentence)
    elif deed := _deed(sentence, tongue):
        yield deed


def _slots(text: str, tongue: Tongue) -> Iterator[Told]:
    """Yield the slots that a sentence or one of its clauses fills, each once."""
    plain = tongue.lead.sub("", text.replace("\u2019", "'"), count=1)
    found: dict[tuple[Slot, bool], SlotValue] = {}
    values: set[str] = set()
    clauses, about_other = _clauses(plain, tongue), False
    for at, clause in enumerate((plain, *clauses)):
        if at and any(tongue.attributed.search(before) for before in clauses[: at - 1]):
            break
        about_other = at > 0 and tongue.turns_to_other(clause, about_other=about_other)
        for fact in _stated(clause, tongue):
            if about_other and fact.slot not in _OF_OTHERS:
                continue
            if (fact.slot, fact.ended) not in found and fact.value not in values:
                found[fact.slot, fact.ended] = fact
                values.add(fact.value)
    yield from (Told(fact=fact) for fact in found.values())


def _stated(clause: str, tongue: Tongue) -> Iterator[SlotValue]:
    """Yield the values that a clause states, or that it states no longer."""
    for stated in _worth_trying(clause, tongue):
        if fact := _value(clause, stated, tongue):
            yield fact
    for turn in tongue.turns:
        match = turn.pattern.search(clause)
        if match is None or _is_introduced(clause[: match.start()], tongue):
            continue
        plain = turn.plain(match)
        for stated in tongue.phrases:
            if stated.denied or stated.ended:
                continue
            if fact := _value(plain, stated, tongue):
                yield replace(fact, ended=turn.ended)


def _worth_trying(clause: str, tongue: Tongue) -> Iterator[Phrase]:
    """Yield the phrases whose hint a clause has; the ways of a slot stand together and share it."""
    hint, hinted = None, True
    for stated in tongue.phrases:
        if stated.hint is not hint:
            hint = stated.hint
            hinted = hint is None or hint.search(clause) is not None
        if hinted:
            yield stated


def _is_introduced(before: str, tongue: Tongue) -> bool:
    """Whether what stands before a denial makes it somebody else's, or a thought."""
    barred = (tongue.wish, tongue.attributed, tongue.others, tongue.past_habit)
    return any(pattern.search(before) for pattern in barred)


def _clauses(plain: str, tongue: Tongue) -> list[str]:
    parts = [part.strip() for part in tongue.border.split(plain) if part and part.strip()]
    return [tongue.lead.sub("", part, count=1) for part in parts] if len(parts) > 1 else []


def _value(clause: str, stated: Phrase, tongue: Tongue) -> SlotValue | None:
    match = stated.pattern.search(clause.rstrip(_END_MARKS))
    if match is None or _is_guarded(_around_value(clause, match), stated, tongue):
        return None
    value = match["v"].strip(" .!,;:\u3001\u3002'\"")
    value = tongue.moment.sub("", value)
    if stated.slot in _NAMED_THINGS:
        value = tongue.filler.sub("", value)
    if not value or _says_nothing(value, tongue) or not stated.holds(value):
        return None
    return SlotValue(
        slot=stated.slot,
        value=value,
        qualifier=match.groupdict().get("q") or "",
        ended=stated.ended,
        language=tongue.language,
    )


def _says_nothing(value: str, tongue: Tongue) -> bool:
    """Whether what stands in a value's place only points, or only denies what follows."""
    return bool(tongue.vague.fullmatch(value) or tongue.denial.fullmatch(value))


def _around_value(clause: str, match: re.Match[str]) -> str:
    """Blank the value, whose own words guard nothing: "my diet is without lactose"."""
    start, end = match.span("v")
    return f"{clause[:start]}\u2026{clause[end:]}"


def _is_guarded(clause: str, stated: Phrase, tongue: Tongue) -> bool:
    """Whether something in a clause keeps it from stating what its phrase says."""
    if tongue.wish.search(clause) and not stated.asked:
        return True
    if stated.slot is Slot.NICKNAME:  # what others call the speaker is theirs to say
        return bool(tongue.past_habit.search(clause))
    if tongue.past_habit.search(clause) or tongue.attributed.search(clause):
        return True
    if tongue.denial.search(clause) and not (stated.denied or stated.ended):
        return True
    if (
        stated.slot in _MANY
        and not (stated.denied or stated.ended)
        and tongue.ceased.search(clause)
    ):
        return True
    return stated.slot not in _OF_OTHERS and bool(tongue.others.search(clause))


def _taken_back(sentence: str, tongue: Tongue) -> str | None:
    """Return the sentence if it says that something of the speaker's own has ended."""
    plain = sentence.replace("\u2019", "'")
    if tongue.wish.search(plain) or tongue.others.search(plain):
        return None
    about_self = tongue.own.search(plain) or tongue.topic_carries
    ended = tongue.gone.search(plain) or (about_self and tongue.ceased.search(plain))
    return sentence if ended else None


def _deed(sentence: str, tongue: Tongue) -> Told | None:
    plain = sentence.replace("\u2019", "'")
    if _is_no_deed(plain, tongue):
        return None
    for pattern in tongue.deeds:
        if match := pattern.search(plain):
            return _told_deed(sentence, match, tongue)
    return None


def _is_no_deed(plain: str, tongue: Tongue) -> bool:
    barred = (tongue.wish, tongue.denial, tongue.past_habit, tongue.others, tongue.vague)
    return any(pattern.search(plain) for pattern in barred)


def _told_deed(sentence: str, match: re.Match[str], tongue: Tongue) -> Told | None:
    rest = match["rest"].strip(_END_MARKS)
    if not rest or tongue.empty.search(rest):
        return None
    lead = tongue.lead.match(match.string)
    quote = sentence[lead.end() if lead else 0 :].strip()
    named = tongue.language in _CJK or _NAMED.search(quote)
    return Told(quote=quote, section=Section.EVENTS, passing=not named)
