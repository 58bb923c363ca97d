"""Translates a person's edit of a MEMORY.md into steps that rest on what the person asked for.

    file ── read_hand_edit ── compare with its base ── move to the current version ── steps
    changed line = supersede      new line = add      removed line = retract

Each step rests on a `user-requested` episode made of its line. A line that was folded meanwhile is
followed to what replaced it: the edit wins. Steps that do not fit one version become several.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from enum import StrEnum

from memory_core.episodes import Episode, EpisodeContent, Evidence, episode_id
from memory_core.hashing import hash_parts
from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.fold import Folded, fold
from memory_core.index.grammar import render_entry
from memory_core.index.hand_edit import HandEdit, HandLine
from memory_core.index.model import Entry, Index
from memory_core.index.operations import Add, Operation, Retract, Supersede
from memory_core.index.room import Occupancy, make_room
from memory_core.index.slots import slot_of
from memory_core.provenance import Provenance
from memory_core.sections import Section
from memory_core.text.normalise import fold_key

EDIT_CHAT = "memfold:edit"  # what an edit's episodes name as their chat; position: the version
PERSON = "person"  # what they name as their model
_IGNORED = ("day", "marks", "sources")


class StepKind(StrEnum):
    """What a person did to a line."""

    CHANGE = "change"
    ADD = "add"
    REMOVE = "remove"
    REARRANGE = "rearrange"  # heading or aliases; rests on no episode


@dataclass(frozen=True, kw_only=True, slots=True)
class EditStep:
    """One line's part of an edit."""

    kind: StepKind
    text: str  # the new line's; of a removed one its own
    entry: str | None = None  # the active line it concerns
    section: Section | None = None
    aliases: tuple[str, ...] | None = None
    line: int | None = field(default=None, compare=False)  # where it stands in the file, from 1


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """An edit as it applies to the current version."""

    steps: tuple[EditStep, ...]
    remarks: tuple[str, ...]  # what was ignored, for the person


def translate_edit(
    hand: HandEdit, base: Index, current: Index, *, forgotten: Collection[str] = ()
) -> Edit:
    """Compare a file with the version it was made from, and carry that over to the current one.

    Args:
        hand: the file as it was left.
        base: the version that was edited, as it reads by now.
        current: the newest version.
        forgotten: lines that must not come back by a file that still shows them.
    """
    remarks: list[str] = []
    steps: list[EditStep] = []
    lines = tuple(line for line in hand.lines if line.id not in forgotten)
    remarks += [
        f"line {line.number}: was forgotten, and does not come back by a file that still shows it"
        for line in hand.lines
        if line.id in forgotten
    ]
    for step in _compare(replace(hand, lines=lines), base, remarks):
        carried = _carry(step, current, remarks)
        if carried is not None and carried not in steps:
            steps.append(carried)
    order = list(StepKind)
    by_kind = {StepKind.REMOVE: -1}  # what goes makes room for what comes
    steps.sort(key=lambda step: by_kind.get(step.kind, order.index(step.kind)))
    return Edit(steps=tuple(steps), remarks=tuple(remarks))


# -- file against base -------------------------------------------------------------------------


def _compare(hand: HandEdit, base: Index, remarks: list[str]) -> Iterator[EditStep]:
    known = {entry.id: entry for entry in base.entries}
    left: dict[str, HandLine] = {}
    for line in hand.lines:
        if line.id in known and line.id not in left:
            left[line.id] = line
        elif line.archived and line.id:
            remarks.append(f"line {line.number}: nothing is added to the Archive by hand")
        else:
            if line.archived:  # the file's end is where one appends
                remarks.append(f"line {line.number}: a new line is active, not archived")
            if line.id:
                remarks.append(f"line {line.number}: ids are minted, ^{line.id} is ignored")
            yield _addition(line)
    for entry in base.entries:
        yield from _compare_entry(entry, left.get(entry.id), remarks)


def _addition(line: HandLine) -> EditStep:
    fact = slot_of(line.text)
    section = line.section or (fact.section if fact else Section.OTHER)
    return EditStep(
        kind=StepKind.ADD,
        text=line.text,
        section=section,
        aliases=line.aliases or None,
        line=line.number,
    )


def _compare_entry(entry: Entry, line: HandLine | None, remarks: list[str]) -> Iterator[EditStep]:
    if not entry.active:
        yield from _compare_archived(entry, line, remarks)
    elif line is None or line.archived:
        yield EditStep(kind=StepKind.REMOVE, text=entry.text, entry=entry.id)
    else:
        _remark_fixed(entry, line, remarks)
        aliases = None if line.aliases in {None, entry.aliases} else line.aliases
        section = line.section if line.section and line.section is not entry.section else None
        if line.text != entry.text:
            kept = entry.aliases if aliases is None else aliases
            yield EditStep(
                kind=StepKind.CHANGE,
                text=line.text,
                entry=entry.id,
                section=section,
                aliases=kept,
                line=line.number,
            )
        elif aliases is not None or section is not None:
            yield EditStep(
                kind=StepKind.REARRANGE,
                text=entry.text,
                entry=entry.id,
                section=section,
                aliases=aliases,
                line=line.number,
            )


def _compare_archived(
    entry: Entry, line: HandLine | None, remarks: list[str]
) -> Iterator[EditStep]:
    if line is None:
        remarks.append(f"^{entry.id}: the Archive keeps its lines; forget takes one out for good")
    elif not line.archived:
        yield _addition(line)
    elif line.text != entry.text:
        remarks.append(f"line {line.number}: archived lines are not changed")


def _remark_fixed(entry: Entry, line: HandLine, remarks: list[str]) -> None:
    written = render_entry(replace(entry, text="-", aliases=())).removeprefix("- ").split(" | ")
    own = (written[0], written[2], written[4])
    for name, was, now in zip(_IGNORED, own, line.fixed, strict=True):
        if now != was:
            remarks.append(f"line {line.number}: its {name} typed by hand: ignored")


# -- base against the current version ----------------------------------------------------------


def _carry(step: EditStep, current: Index, remarks: list[str]) -> EditStep | None:
    if step.kind is StepKind.ADD:
        return _new_here(step, current, remarks)
    assert step.entry is not None
    entry = current.find_entry(step.entry)
    if entry is not None and entry.active:
        return step
    if step.kind is StepKind.CHANGE:
        successor = _successor(entry, current)
        as_addition = replace(step, section=step.section or _section_of(step.text), entry=None)
        if successor is None:
            return _new_here(replace(as_addition, kind=StepKind.ADD), current, remarks)
        return replace(step, entry=successor.id) if successor.text != step.text else None
    remarks.append(f"^{step.entry}: is no longer an active line")
    return None


def _new_here(step: EditStep, current: Index, remarks: list[str]) -> EditStep | None:
    same = next((e for e in current.active if fold_key(e.text) == fold_key(step.text)), None)
    if same is None:
        return step
    remarks.append(f"^{same.id}: says this already: {step.text}")
    return None


def _section_of(text: str) -> Section:
    fact = slot_of(text)
    return fact.section if fact else Section.OTHER


def _successor(entry: Entry | None, current: Index) -> Entry | None:
    """Follow what replaced a line to the active end."""
    seen: set[str] = set()
    while entry is not None and entry.ending is not None and entry.id not in seen:
        seen.add(entry.id)
        entry = current.find_entry(entry.ending.by) if entry.ending.by else None
    return entry if entry is not None and entry.active else None


# -- steps to versions -------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class Hand:
    """Who edits, where and when."""

    speaker: str
    run: str
    at: datetime  # aware, in the person's own zone


@dataclass(frozen=True, kw_only=True, slots=True)
class Applied:
    """What an edit comes to: one version after another, and what found no place."""

    rounds: tuple[Folded, ...]
    episodes: Mapping[str, Episode]  # of the steps that were taken
    left: tuple[tuple[EditStep, str], ...] = ()  # with why


def apply_edit(
    index: Index,
    steps: Sequence[EditStep],
    hand: Hand,
    budget: Budget = DEFAULT_BUDGET,
    *,
    known_entries: Collection[str] = (),
) -> Applied:
    """Carry the steps out, in as many versions as they need."""
    episodes = {e.id: (e, step) for step in steps if (e := _seal(step, index, hand)) is not None}
    waiting = [_operation(episode, step) for episode, step in episodes.values()]
    known = {*known_entries, *(entry.id for entry in index.entries)}
    at, rounds, reasons = (
        rearranged(index, steps, hand.at, budget),
        list[Folded](),
        dict[str, str](),
    )
    moves = at is not index
    while waiting or at is not index:
        offered = {e: episodes[e][0] for op in waiting for e in op.episodes}
        folded = fold(at, waiting, offered, hand.at, budget, known_entries=known)
        if not folded.placed and at is index:
            break
        after = folded.after if folded.changed else index.next_version(at.entries, hand.at)
        rounds.append(replace(folded, before=index, after=after))
        waiting = [op for op in waiting if op.episodes[0] in folded.deferred]
        reasons = dict(folded.deferred)
        index = at = after
        known |= {entry.id for entry in after.entries}
    taken = {e for folded in rounds for e in folded.placed}
    unmoved = [s for s in steps if s.kind is StepKind.REARRANGE and not moves]
    return Applied(
        rounds=tuple(rounds),
        episodes={e: episode for e, (episode, _) in episodes.items() if e in taken},
        left=(
            *((s, reasons.get(e, "")) for e, (_, s) in episodes.items() if e not in taken),
            *((s, "no room for its heading or aliases") for s in unmoved),
        ),
    )


def rearranged(
    index: Index, steps: Sequence[EditStep], now: datetime, budget: Budget = DEFAULT_BUDGET
) -> Index:
    """Return the index with lines under other headings and with other aliases; the same version.

    It is `index` itself where nothing moves, or where a further heading would find no room.
    """
    wanted = {s.entry: s for s in steps if s.kind is StepKind.REARRANGE}
    if not wanted:
        return index
    entries = tuple(_rearrange(entry, wanted.get(entry.id)) for entry in index.entries)
    occupancy = Occupancy(
        before=index,
        budget=budget,
        today=now.astimezone(UTC).date(),
        touched=frozenset(e for e in wanted if e),
    )
    room = make_room(replace(index, entries=entries), occupancy)
    return room.index if room else index


def _rearrange(entry: Entry, step: EditStep | None) -> Entry:
    if step is None:
        return entry
    return replace(
        entry,
        section=step.section or entry.section,
        aliases=entry.aliases if step.aliases is None else step.aliases,
    )


def _operation(episode: Episode, step: EditStep) -> Operation:
    named = (episode.id,)
    if step.kind is StepKind.REMOVE:
        assert step.entry is not None
        return Retract(entry=step.entry, episodes=named)
    if step.kind is StepKind.CHANGE:
        assert step.entry is not None
        return Supersede(
            entry=step.entry, episodes=named, section=step.section, aliases=step.aliases
        )
    return Add(episodes=named, section=step.section, aliases=step.aliases)


def _seal(step: EditStep, index: Index, hand: Hand) -> Episode | None:
    if step.kind is StepKind.REARRANGE:
        return None
    # the episode of a removal holds no words of the line: it would outlive their being forgotten
    removes = step.kind is StepKind.REMOVE
    line = f"Removed by hand: ^{step.entry}" if removes else step.text
    content = EpisodeContent(
        scope_key=index.scope_key,
        provenance=Provenance.USER_REQUESTED,
        speaker=hand.speaker,
        occurred_on=None,
        section=step.section or _section_of(step.text),
        description=line,
        body=line,
        aliases=() if removes else step.aliases or (),
        evidence=(
            Evidence(
                chat=EDIT_CHAT,
                position=index.version,
                span=(0, len(line)),
                message_hash=hash_parts("edit", hand.speaker, line, step.entry),
                at=hand.at,
            ),
        ),
    )
    return Episode(
        id=episode_id(content),
        content=content,
        language="und",
        recorded_at=hand.at,
        prompt_version="edit",
        model=PERSON,
        run=hand.run,
    )
