"""Invented messages, windows, episodes and indexes for tests of minds."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

from jobs.minds.protocol import Window
from memory_core.episodes import Episode, EpisodeContent, Evidence, episode_id
from memory_core.index.model import Entry, Index
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.provenance import Provenance
from memory_core.sections import Section

SCOPE = "acme:__private_root/_memory/_user/u-ned/"
START = datetime(2026, 2, 3, 9, 0, tzinfo=timezone(timedelta(hours=1)))
NED = Participant(id="ned", kind=ParticipantKind.HUMAN, user="u-ned", name="Ned")
MIA = Participant(id="mia", kind=ParticipantKind.HUMAN, user="u-mia", name="Mia")
BOT = Participant(id="bot", kind=ParticipantKind.AGENT, name="Bot")


def message(
    position: int,
    content: str,
    *,
    speaker: Participant = NED,
    role: Role | None = None,
    at: datetime | None = None,
) -> Message:
    """Make one message; by default of a user, a minute after the one before."""
    natural = Role.USER if speaker.kind is ParticipantKind.HUMAN else Role.ASSISTANT
    return Message(
        chat="c1",
        position=position,
        role=role or natural,
        speaker=speaker,
        content=content,
        at=at or START + timedelta(minutes=position),
    )


def window(*messages: Message, context: tuple[Message, ...] = ()) -> Window:
    """Make a window of these messages."""
    return Window(
        workspace="acme",
        chat="c1",
        agent="support",
        participants=(NED, MIA, BOT),
        messages=messages,
        context=context,
    )


def episode(text: str, *, position: int = 0, section: Section = Section.PROFILE) -> Episode:
    """Make a sealed episode of Ned's."""
    evidence = Evidence(
        chat="c1", position=position, span=(0, 5), message_hash=f"h{position}", at=START
    )
    content = EpisodeContent(
        scope_key=SCOPE,
        provenance=Provenance.USER_SAID,
        speaker="ned",
        occurred_on=None,
        section=section,
        description=text,
        body=text,
        aliases=(),
        evidence=(evidence,),
    )
    return Episode(
        id=episode_id(content),
        content=content,
        language="en",
        recorded_at=START,
        prompt_version="p",
        model="m",
        run="r",
    )


def entry(entry_id: str, text: str) -> Entry:
    """Make an active entry."""
    return Entry(
        id=entry_id,
        section=Section.PROFILE,
        day=date(2026, 1, 2),
        text=text,
        provenance=Provenance.USER_SAID,
        unverified=True,
        sources=("e0000000000000000",),
    )


def index(*entries: Entry) -> Index:
    """Make an index with these entries."""
    return Index(
        scope_key=SCOPE, version=3, written_at=datetime(2026, 2, 1, tzinfo=UTC), entries=entries
    )
