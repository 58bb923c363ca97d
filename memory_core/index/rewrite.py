"""A rewrite of an index as the validator sees it: before, after, evidence, budget and cause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from memory_core.episodes import Episode
from memory_core.index.budget import Budget
from memory_core.index.evidence import context_of
from memory_core.index.model import Entry, Index
from memory_core.index.trust import OrgRules, Witnesses
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.provenance import Provenance
from memory_core.text.channels import own_text, without_memory


class Cause(StrEnum):
    """Why a version exists."""

    FOLDED = "folded"
    EDITED = "edited"
    RESTORED = "restored"
    REVIVED = "revived"
    EXPIRED = "expired"
    ROOM = "room"
    FORGOTTEN = "forgotten"
    PINNED = "pinned"
    IMPORTED = "imported"


@dataclass(frozen=True, kw_only=True, slots=True)
class Violation:
    """A rule that a rewrite or a plan breaks."""

    code: str  # V01 … V18; "plan" for an operation that cannot be accounted for
    message: str
    entry: str | None = None  # the line's id, where it is one line's fault

    def __str__(self) -> str:
        return f"{self.code} {self.entry or ''}".rstrip() + f": {self.message}"


@dataclass(frozen=True, kw_only=True, slots=True)
class Dossier:
    """What a rewrite may rest on."""

    episodes: Mapping[str, Episode] = field(default_factory=dict)  # new this round, by id
    known_episodes: frozenset[str] = frozenset()  # ids of all others of this scope
    known_entries: frozenset[str] = frozenset()  # ids of all earlier versions
    messages: Mapping[tuple[str, int], Message] = field(default_factory=dict)  # by chat, position:
    # what the new episodes name as evidence, as their mind was shown it
    receipt: frozenset[str] = frozenset()  # entries that a forget removes
    witnesses: Witnesses = field(default_factory=Witnesses)  # of the episodes behind the lines
    org: OrgRules | None = None  # set for the scope of an agent's common memory
    grounds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # entry → new episodes
    # that confirm, end, merge or rename it in this rewrite
    lost_today: int = 0  # lines that rewrites of the last day merged away
    prompts: tuple[str, ...] = ()  # texts that no line may be taken from

    def asserting(self, episode: Episode) -> list[Message]:
        """Return the messages in which the claimed speaker says it.

        What a person asked to keep is evidence by its own text, said when it was saved.
        """
        content = episode.content
        if content.provenance is Provenance.USER_REQUESTED:
            return [_save(episode)]
        return [m for m in self.cited(episode) if m.speaker.id == content.speaker]

    def context(self, episode: Episode) -> list[Message]:
        """Return what was said in its chat right before, as far as it is at hand."""
        if episode.content.provenance is Provenance.USER_REQUESTED:
            return []
        asserting = self.asserting(episode)
        around = context_of(asserting, list(self.messages.values())) if asserting else ()
        return [counted(message) for message in around]

    def cited(self, episode: Episode) -> list[Message]:
        """Return the messages that an episode names, each as far as its channel lets it count."""
        found = (self.messages.get((e.chat, e.position)) for e in episode.content.evidence)
        return [counted(message) for message in found if message]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rewrite:
    """A version that wants to follow another; `after` is what its text says."""

    before: Index
    after: Index
    evidence: Dossier
    budget: Budget
    cause: Cause

    @property
    def stood(self) -> dict[str, Entry]:
        """The lines before, by id."""
        return {entry.id: entry for entry in self.before.entries}

    @property
    def stands(self) -> dict[str, Entry]:
        """The lines after, by id."""
        return {entry.id: entry for entry in self.after.entries}

    @property
    def added(self) -> Sequence[Entry]:
        """The lines that were not there before."""
        stood = self.stood
        return [entry for entry in self.after.entries if entry.id not in stood]

    @property
    def kept(self) -> Sequence[tuple[Entry, Entry]]:
        """The lines that were there before, as they were and as they are."""
        stood = self.stood
        return [(stood[e.id], e) for e in self.after.entries if e.id in stood]


def counted(message: Message) -> Message:
    """Return a message as evidence: a user's own words; of others what memory did not show."""
    own = own_text if message.role is Role.USER else without_memory
    return replace(message, content=own(message.content))


def _save(episode: Episode) -> Message:
    newest = max(episode.content.evidence, key=lambda e: e.at)
    return Message(
        chat=newest.chat,
        position=newest.position,
        role=Role.USER,
        speaker=Participant(id=episode.content.speaker, kind=ParticipantKind.HUMAN),
        content=f"{episode.content.description}\n{episode.content.body}",
        at=newest.at,
    )
