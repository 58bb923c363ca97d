"""The index in the making: takes changes in one by one, each with the room it needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memory_core.episodes import Episode
from memory_core.hashing import mint_id
from memory_core.index.budget import Budget
from memory_core.index.effects import Effect
from memory_core.index.model import Entry, Index
from memory_core.index.operations import Operation
from memory_core.index.room import Occupancy, make_room, room_effects
from memory_core.provenance import Provenance
from memory_core.text.normalise import fold_key, one_line
from memory_core.text.sanitise import HazardKind, find_hazards

_ID_LENGTH = 7
_PHRASES = {HazardKind.INJECTION, HazardKind.ROLE_TAG}
_SHOWN = 3


class Refused(Exception):  # noqa: N818 - a turn of the fold, never seen outside
    """An operation that cannot be carried out; its message says why, its code by which rule."""

    def __init__(self, message: str, *, code: str = "plan") -> None:
        super().__init__(message)
        self.code = code


class NoRoom(Refused):
    """It would do no harm, and does not fit in."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """What an operation does to the entries."""

    put: dict[str, Entry] = field(default_factory=dict)  # replaced entries by id
    new: tuple[Entry, ...] = ()
    effects: tuple[Effect, ...] = ()
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(kw_only=True, slots=True)
class Draft:
    """The index while operations are applied to it."""

    index: Index
    occupancy: Occupancy
    episodes: Mapping[str, Episode]
    known: Collection[str]  # entry ids of any earlier version
    ending: Collection[str] = ()  # entries that this round is to end
    all_sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of the lines before
    used: set[str] = field(default_factory=set)  # entries named in this round
    effects: list[Effect] = field(default_factory=list)
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def take_entry(self, entry_id: str) -> Entry:
        """Return an active entry that no operation of this round has used, or refuse."""
        entry = self.index.find_entry(entry_id)
        if entry is None or not entry.active:
            raise Refused(f"entry {entry_id} is not active")
        if entry_id in self.used:
            raise Refused(f"entry {entry_id} is already used in this round")
        return entry

    def find_twin(self, text: str) -> Entry | None:
        """Find an active entry that says this to the letter, and is to stay."""
        key = fold_key(text)
        same = (e for e in self.index.active if fold_key(e.text) == key)
        return next((e for e in same if e.id not in self.ending), None)

    def take_episodes(self, ids: Sequence[str]) -> list[Episode]:
        """Return the offered episodes of these ids, at least one, or refuse."""
        missing = [episode_id for episode_id in ids if episode_id not in self.episodes]
        if missing or not ids:
            raise Refused(f"unknown episodes: {', '.join(missing) or 'none named'}")
        return [self.episodes[episode_id] for episode_id in ids]

    def mint(self, text: str, operation: Operation) -> str:
        """Mint the id of a new entry from all that its operation names; longer on a clash."""
        parts = (self.index.scope_key, text, sorted((*operation.episodes, *operation.entries)))
        taken = {entry.id for entry in self.index.entries} | set(self.known)
        length = _ID_LENGTH
        while (entry_id := mint_id("m", length, *parts)) in taken:
            length += 1
        return entry_id

    def settle(self, change: Change) -> None:
        """Take a change in, with the room it needs, or leave everything as it was."""
        # what is archived now goes to the end: the Archive's order is that of archiving
        others = (entry for entry in self.index.entries if entry.id not in change.put)
        wanted = replace(self.index, entries=(*others, *change.put.values(), *change.new))
        room = make_room(wanted, self.occupancy)
        if room is None:
            raise NoRoom("no room: what could go for it went already or is kept for good")
        self.index = room.index
        self.effects += change.effects
        self.effects += room_effects(room)
        self.sources |= change.sources


def new_entry(
    draft: Draft, operation: Operation, written: str, episodes: Sequence[Episode]
) -> Entry:
    """Return the entry a text and its episodes make, dated by the newest of them."""
    text = checked_text(written, draft.occupancy.budget)
    provenance = _provenance(text, episodes)
    blank = Entry(
        id=draft.mint(text, operation),
        section=episodes[0].content.section,
        day=max(episode.last_day for episode in episodes),
        text=text,
        provenance=provenance,
        unverified=provenance is not Provenance.USER_REQUESTED,
        quoted=looks_like_an_order(text),
    )
    return with_sources(blank, tuple(dict.fromkeys(episode.id for episode in episodes)))


def checked_text(written: str, budget: Budget) -> str:
    """Return the text as one line, or refuse what no line can hold."""
    text = one_line(written)
    if not text or len(text) > budget.line_code_points:
        most, taken = budget.line_code_points, len(text)
        raise Refused(f"a line takes 1 to {most} code points, not {taken}", code="V02")
    return text


def _provenance(text: str, episodes: Sequence[Episode]) -> Provenance:
    """Return whose the text is: an episode's own line is its speaker's, any other the weakest's."""
    given = [episode.content.provenance for episode in episodes]
    if Provenance.USER_REQUESTED in given:
        return Provenance.USER_REQUESTED
    own = (e.content.provenance for e in episodes if one_line(e.content.description) == text)
    return next(own, weakest(given))


def weakest(given: Iterable[Provenance]) -> Provenance:
    """Return the provenance that vouches least."""
    return max(given, key=list(Provenance).index)


def looks_like_an_order(text: str) -> bool:
    """Tell whether a reader could take the line for an instruction or another turn."""
    return any(hazard.kind in _PHRASES for hazard in find_hazards(text))


def with_sources(entry: Entry, fresh: tuple[str, ...]) -> Entry:
    """Add sources at the end; of many, the first, the second and the newest are shown."""
    sources = (*entry.sources, *fresh)
    if len(sources) > _SHOWN:
        more = entry.more + len(sources) - _SHOWN
        return replace(entry, sources=(*sources[: _SHOWN - 1], sources[-1]), more=more)
    return replace(entry, sources=sources)


def limited(aliases: Sequence[str], text: str, budget: Budget) -> tuple[str, ...]:
    """Keep the aliases that the line has room for, each name once."""
    kept: dict[str, str] = {}
    left = budget.line_code_points - len(text)
    for alias in map(one_line, aliases):
        fits = 0 < len(alias) <= min(left, budget.alias_code_points) and len(kept) < budget.aliases
        if fits and fold_key(alias) not in kept:
            kept[fold_key(alias)] = alias
            left -= len(alias)
    return tuple(kept.values())
