"""The steps by which the deterministic planner settles one episode against a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from memory_core.episodes import Episode
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.clauses import clauses
from memory_core.index.cues import (
    Correction,
    correction_of,
    cue_words,
    orders_to_forget,
    takes_back,
)
from memory_core.index.deixis import unresolved
from memory_core.index.endings import is_known_otherwise, is_what_ended
from memory_core.index.guards import Guard, guards_in, speaks_of_himself
from memory_core.index.line_language import line_language
from memory_core.index.model import EndingKind, Entry, Index
from memory_core.index.operations import (
    Add,
    Confirm,
    Operation,
    Retract,
    SkipReason,
    Supersede,
)
from memory_core.index.quotation import quotation_of, spoken_words
from memory_core.index.round import Group, Round, Said
from memory_core.index.sameness import states_same
from memory_core.index.slots import GIVEN_UP, Slot, SlotValue, are_rivals, render_slot, slot_of
from memory_core.index.wording import free_stems
from memory_core.saving import KEEP_BOTH
from memory_core.text.languages.known import table_of
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import content_stems

_LEFT_OVER = 2  # stems beside the entry's and the cue's: the episode states something of its own


Step = Callable[[Round, Said], bool]


def evidence_order(episode: Episode) -> tuple[datetime, str, int, str]:
    """Return the key by which episodes are taken: when and where they were said."""
    newest = max(episode.content.evidence, key=lambda e: (e.at, e.position))
    return (newest.at, newest.chat, newest.position, episode.id)


# -- steps: each tells whether it settled the episode ------------------------------------------


def _wait(decided: Round, said: Said) -> bool:
    """One that speaks of the same was deferred: keep the order in which they were said."""
    if not any(are_rivals(said.fact, other.fact) for other in decided.waiting):
        return False
    decided.defer(said)
    return True


def _replace_named(decided: Round, said: Said) -> bool:
    """A save names the entry that it replaces; one that is no longer active is left as it is."""
    entry = decided.index.find_entry(said.replaces or "")
    if entry is None or not entry.active or not decided.may_end(said, entry):
        return False
    replaced = Supersede(
        entry=entry.id, episodes=said.ids, text=said.line, section=said.episode.content.section
    )
    decided.claim(entry, said, replaced)
    return True


def _confirm(decided: Round, said: Said) -> bool:
    """An active entry states the same."""
    entry = next((e for e in decided.index.active if states_same(e.text, said.line)), None)
    if entry is None:
        return False
    held = decided.operations.get(entry.id)
    if isinstance(held, Confirm):
        decided.operations[entry.id] = replace(held, episodes=(*held.episodes, *said.ids))
    else:
        decided.claim(entry, said, Confirm(entry=entry.id, episodes=said.ids))
    return True


def _leave_ended(decided: Round, said: Said) -> bool:
    """It was said before an archived line that states the same was taken back or replaced."""
    day = said.episode.last_day
    for entry in decided.index.archived:
        over = entry.ending and entry.ending.kind in {EndingKind.RETRACTED, EndingKind.SUPERSEDED}
        if entry.ending and over and day < entry.ending.on and states_same(entry.text, said.line):
            decided.skip(said, SkipReason.DUPLICATE)
            return True
    return False


def _leave_given_up(decided: Round, said: Said) -> bool:
    """A save took its place before any fold: what the chat says of it comes too late."""
    if not decided.has_given_way(said):
        return False
    decided.skip(said, SkipReason.DUPLICATE)
    return True


def _join(decided: Round, said: Said) -> bool:
    """Another offered episode states the same."""
    for entry_id, held in decided.operations.items():
        if isinstance(held, Supersede) and states_same(held.text or "", said.line):
            decided.operations[entry_id] = replace(held, episodes=(*held.episodes, *said.ids))
            return True
    for group in decided.groups:
        if states_same(group.line, said.line):
            group.ids = (*group.ids, *said.ids)
            return True
    return False


def _keep_beside(decided: Round, said: Said) -> bool:
    """A save is to replace nothing: its line stands beside what may be its rival."""
    if said.replaces != KEEP_BOTH:
        return False
    decided.groups.append(Group(line=said.line, fact=said.fact, ids=said.ids, kept_beside=True))
    return True


def _await_rival(decided: Round, said: Said) -> bool:
    """Another offered episode fills its slot: one of them is to give way once both are lines."""
    rivals = [group for group in decided.groups if are_rivals(group.fact, said.fact)]
    if all(decided.is_kept_beside(said, group.line) for group in rivals):
        return False
    decided.defer(said)
    return True


def _retract_slot(decided: Round, said: Said) -> bool:
    """A slot's value was taken back."""
    if said.fact is None or not said.fact.ended:
        return False
    held = said.fact.taken_back
    if any(states_same(line, held) for line in decided.coming):
        decided.defer(said)
        return True
    entry = next((e for e in decided.index.active if states_same(e.text, held)), None)
    entry = entry or _only_holder(decided.index, said.fact)
    if entry is not None and decided.may_end(said, entry):
        decided.claim(entry, said, Retract(entry=entry.id, episodes=said.ids))
    else:
        decided.skip(said, SkipReason.NOT_DURABLE)
    return True


def _only_holder(index: Index, ended: SlotValue) -> Entry | None:
    """Return the one entry of another slot that holds a value which was given up."""
    facts = [(entry, slot_of(entry.text)) for entry in index.active]
    same = [e for e, f in facts if f and not f.ended and fold_key(f.value) == fold_key(ended.value)]
    return same[0] if ended.slot in GIVEN_UP and len(same) == 1 else None


def _replace_value(decided: Round, said: Said) -> bool:
    """An active entry holds another value of the same single-valued slot."""
    rivals = [e for e in decided.index.active if are_rivals(slot_of(e.text), said.fact)]
    holders = [entry for entry in rivals if not decided.is_kept_beside(said, entry.text, entry.id)]
    if not holders:
        return False
    entry = _giving_way(decided, said, holders)
    facts = [slot_of(line) for line in (*(e.text for e in decided.index.active), *decided.coming)]
    if not said.may_end(entry) or (said.fact and is_known_otherwise(said.fact, facts)):
        decided.skip(said, SkipReason.UNSUPPORTED)
    elif said.in_doubt:
        _put_beside(decided, said, entry)
    elif decided.is_newer(said, entry):
        replaced = Supersede(
            entry=entry.id, episodes=said.ids, text=said.line, section=said.episode.content.section
        )
        decided.claim(entry, said, replaced)
    elif any(states_same(e.text, said.line) for e in decided.index.archived):
        decided.skip(said, SkipReason.DUPLICATE)
    else:
        decided.claim(entry, said, Add(episodes=said.ids, behind=entry.id))
    return True


def _giving_way(decided: Round, said: Said, holders: Sequence[Entry]) -> Entry:
    """Return which of several values the user names beside the new one; else the one said last."""
    words = decided.words.get(said.episode.id, "")
    named = [entry for entry in holders if _names(words, slot_of(entry.text))]
    return named[0] if len(named) == 1 else max(holders, key=decided.age_of)


def _names(words: str, fact: SlotValue | None) -> bool:
    if fact is None:
        return False
    if table_of(fact.language).has_spaces:
        return _spaced(fact.value) in _spaced(words)
    return fold_key(fact.value) in fold_key(words)


def _put_beside(decided: Round, said: Said, entry: Entry) -> None:
    """Let the words of a value in doubt stand beside the entry, if they can stand alone."""
    words = said.episode.content.body
    if unresolved(words, said.episode.language) or len(words) > DEFAULT_BUDGET.line_code_points:
        decided.skip(said, SkipReason.TRANSIENT)
    elif any(states_same(e.text, words) for e in decided.index.active):
        decided.skip(said, SkipReason.DUPLICATE)
    else:
        decided.claim(entry, said, Add(episodes=said.ids, text=words))


def _correct(decided: Round, said: Said) -> bool:
    """The user names the old value of an entry and the right one."""
    correction = correction_of(said.line, said.episode.language)
    if correction is None or said.fact is not None:
        return False
    if any(_holds(line, correction) for line in decided.coming):
        decided.defer(said)
        return True
    entries = [
        e
        for e in decided.index.active
        if _holds(e.text, correction) and not _names_another(said, e)
    ]
    named = [e for e in entries if slot_of(e.text)] or entries
    if len(named) != 1:
        return False
    entry = named[0]
    if not decided.may_end(said, entry):
        decided.skip(said, SkipReason.NOT_DURABLE)
    else:
        decided.claim(entry, said, _corrected(decided, said, entry, correction))
    return True


def _names_another(said: Said, entry: Entry) -> bool:
    """Tell whether a correction is about somebody whom the slot's line does not name.

    "My dog is called X, not Y" is about the dog of the line, "my friend's dog …" about a friend.
    """
    language, words = said.episode.language, spoken_words(said.line)
    fact = slot_of(entry.text)
    if fact is None or fact.slot not in {Slot.PET, Slot.FAMILY}:
        return False
    if Guard.THIRD_PARTY not in guards_in(words, language):
        return False
    known = fold_key(entry.text)
    found = table_of(language).persons.someone.finditer(words)
    return any(fold_key(match[0]) not in known for match in found)


def _corrected(decided: Round, said: Said, entry: Entry, correction: Correction) -> Operation:
    fact = slot_of(entry.text)
    if fact is None:
        return Supersede(entry=entry.id, episodes=said.ids, text=said.line)
    line = render_slot(replace(fact, value=correction.new))
    if any(states_same(other.text, line) for other in decided.index.active):
        return Retract(entry=entry.id, episodes=said.ids)
    return Supersede(entry=entry.id, episodes=said.ids, text=line)


def _holds(line: str, correction: Correction) -> bool:
    """Tell whether a line's value is the old one; outside of slots only names and numbers are."""
    fact, old = slot_of(line), fold_key(correction.old)
    if fact is not None:
        return fold_key(fact.value) == old
    sharp = correction.old[:1].isupper() or any(c.isdigit() for c in correction.old)
    new = fold_key(correction.new)
    return sharp and f" {old} " in _spaced(line) and f" {new} " not in _spaced(line)


def _spaced(line: str) -> str:
    letters = (c if c.isalnum() else " " for c in fold_key(spoken_words(line)))
    return f" {' '.join(''.join(letters).split())} "


def _retract_said(decided: Round, said: Said) -> bool:
    """The user takes back, in words of his own, what one entry states."""
    if said.fact is not None or not takes_back(said.line, said.episode.language):
        return False
    if any(_takes_back_line(said, line) for line in decided.coming):
        decided.defer(said)
        return True
    entries = [
        e
        for e in decided.index.active
        if _takes_back_line(said, e.text) and not _names_another(said, e)
    ]
    named = [e for e in entries if slot_of(e.text)] or entries
    if len(named) == 1 and decided.may_end(said, named[0]):
        decided.claim(named[0], said, _taken_back(said, named[0]))
        return True
    if not (orders_to_forget(said.line, said.episode.language) or _tells_of_no_one(said)):
        return False
    decided.skip(said, SkipReason.NOT_DURABLE)
    return True


def _tells_of_no_one(said: Said) -> bool:
    """Tell whether a quotation says the end of something that no line holds, and nothing else."""
    quotation = quotation_of(said.line)
    language = said.episode.language
    return quotation is not None and not any(
        speaks_of_himself(clause.text, language) for clause in clauses(quotation.words, language)
    )


def _taken_back(said: Said, entry: Entry) -> Operation:
    language = said.episode.language
    cue = content_stems(cue_words(said.line, language), language) | free_stems(language)
    words = content_stems(spoken_words(said.line), language)
    own = words - content_stems(entry.text, language) - cue
    if orders_to_forget(said.line, said.episode.language) or len(own) < _LEFT_OVER:
        return Retract(entry=entry.id, episodes=said.ids)
    return Supersede(entry=entry.id, episodes=said.ids, text=said.line)


def _takes_back_line(said: Said, line: str) -> bool:
    """Tell whether all that a line states is named, and the line is not the denial itself."""
    language = line_language(line)
    fact = slot_of(line)
    # a slot is named by its value: who gives up a tool need not say that it was used
    stated = content_stems(fact.value if fact else spoken_words(line), language)
    content = stated if fact else stated - free_stems(language) or stated
    words = content_stems(spoken_words(said.line), language)
    named = bool(content) and content <= words
    if fact and not table_of(language).has_spaces:  # pairs of characters meet by chance
        named = fold_key(fact.value) in fold_key(spoken_words(said.line))
    if fact and named and not is_what_ended(fact, said.line, said.episode.language):
        return False
    if not named and orders_to_forget(said.line, said.episode.language):
        named = _asks_for(words - content_stems(cue_words(said.line), language), content, fact)
    return named and Guard.NEGATION not in guards_in(spoken_words(line), language)


def _asks_for(asked: frozenset[str], content: frozenset[str], fact: SlotValue | None) -> bool:
    """Tell whether an order to forget means a line without repeating the whole of it.

    Half of its words are enough; of a slot's value a part that nothing but the value has.
    """
    if fact is None:
        return len(content & asked) >= (len(content) + 1) // 2
    return bool(content & asked) and asked - free_stems(fact.language) <= content


STEPS: tuple[Step, ...] = (
    _wait,
    _replace_named,
    _confirm,
    _leave_ended,
    _leave_given_up,
    _join,
    _keep_beside,
    _await_rival,
    _retract_slot,
    _replace_value,
    _correct,
    _retract_said,
)
