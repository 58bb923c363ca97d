"""One round of the deterministic planner: the offered episodes, and what is decided so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from typing import Self

from memory_core.episodes import Episode
from memory_core.index.model import Entry, Index
from memory_core.index.operations import Operation, Skip, SkipReason, Supersede
from memory_core.index.quotation import quotation_of
from memory_core.index.sameness import states_same
from memory_core.index.slots import SlotValue, slot_of
from memory_core.provenance import Provenance
from memory_core.saving import KEEP_BOTH, Told, ToldSave


def replaced_by(line: str, told: Told) -> str | None:
    """Return the entry that is to give way to a line, KEEP_BOTH, or None: nothing was told."""
    save = _save_of(line, told)
    return save.replaces if save else None


def _save_of(line: str, told: Told) -> ToldSave | None:
    return next((save for save in told.waiting if states_same(save.text, line)), None)


@dataclass(frozen=True, kw_only=True, slots=True)
class Said:
    """An episode, its line, the slot that the line fills, and what a save was told of it."""

    episode: Episode
    line: str
    fact: SlotValue | None
    replaces: str | None = None  # the entry that is to give way; KEEP_BOTH: none

    @classmethod
    def of(cls, episode: Episode, told: Told) -> Self:
        """Read an episode, beside what was told of saves."""
        line = episode.content.description
        return cls(episode=episode, line=line, fact=slot_of(line), replaces=replaced_by(line, told))

    def may_end(self, entry: Entry) -> bool:
        """Tell whether it may supersede or retract an entry: a tool's words end no user's."""
        own = self.episode.content.provenance is not Provenance.TOOL_DERIVED
        return own or entry.provenance is Provenance.TOOL_DERIVED

    @property
    def in_doubt(self) -> bool:
        """Whether its value was told beside more: its words are given, to stand for themselves."""
        return self.fact is not None and quotation_of(self.episode.content.body) is not None

    @property
    def ids(self) -> tuple[str, ...]:
        """Its episode, as an operation names it."""
        return (self.episode.id,)


@dataclass(kw_only=True, slots=True)
class Group:
    """Offered episodes that state the same new thing, in the order of their evidence."""

    line: str
    fact: SlotValue | None
    ids: tuple[str, ...]
    kept_beside: bool = False  # whatever else fills its slot

    @property
    def is_settled(self) -> bool:
        """Whether it is to be a line without a mind's looking at it."""
        return self.kept_beside or len(self.ids) > 1


@dataclass(kw_only=True, slots=True)
class Round:
    """What has been decided so far."""

    index: Index
    known: Mapping[str, Episode]  # the episodes behind the entries
    told: Told
    words: Mapping[str, str]  # of the messages behind an episode
    operations: dict[str, Operation] = field(default_factory=dict)  # by the entry they name
    groups: list[Group] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)
    deferred: list[str] = field(default_factory=list)
    waiting: list[Said] = field(default_factory=list)  # the deferred ones

    @property
    def coming(self) -> list[str]:
        """The lines that this round or a later one makes of the offered episodes."""
        made = [op.text or "" for op in self.operations.values() if isinstance(op, Supersede)]
        return [*made, *(g.line for g in self.groups), *(said.line for said in self.waiting)]

    def skip(self, said: Said, reason: SkipReason) -> None:
        """Let an episode become no line."""
        self.skips.append(Skip(episodes=said.ids, reason=reason))

    def defer(self, said: Said) -> None:
        """Let an episode wait for the next round."""
        self.deferred.append(said.episode.id)
        self.waiting.append(said)

    def claim(self, entry: Entry, said: Said, operation: Operation) -> None:
        """Let an operation have an entry, or make its episode wait for the one that has it."""
        if entry.id in self.operations:
            self.defer(said)
        else:
            self.operations[entry.id] = operation

    def is_newer(self, said: Said, entry: Entry) -> bool:
        """Tell whether an episode's evidence is no older than an entry's newest."""
        newest = self._newest_of(entry)
        if newest is not None:
            return said.episode.evidence_at >= newest
        return said.episode.last_day >= entry.day

    def age_of(self, entry: Entry) -> tuple[datetime, str]:
        """Return the key by which entries are older and newer than each other."""
        return (self._newest_of(entry) or datetime.combine(entry.day, time(), UTC), entry.id)

    def is_kept_beside(self, said: Said, line: str, entry: str = "") -> bool:
        """Tell whether a line, an entry's or one to come, was saved to stand beside an episode."""
        save = self.told.placed.get(entry) or _save_of(line, self.told)
        return (
            save is not None and save.replaces == KEEP_BOTH and save.at >= said.episode.evidence_at
        )

    def has_given_way(self, said: Said) -> bool:
        """Tell whether a save took the place of what an episode states, after it was said."""
        return any(
            save.at >= said.episode.evidence_at
            and any(states_same(text, said.line) for text in save.instead_of)
            and not states_same(save.text, said.line)
            for save in (*self.told.waiting, *self.told.placed.values())
        )

    def _newest_of(self, entry: Entry) -> datetime | None:
        times = (self.known[s].evidence_at for s in entry.sources if s in self.known)
        return max(times, default=None)

    def may_end(self, said: Said, entry: Entry) -> bool:
        """Tell whether an episode may supersede or retract an entry: by source and by age."""
        return said.may_end(entry) and self.is_newer(said, entry)
