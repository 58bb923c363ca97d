"""Invented messages, episodes and dossiers for tests of the index."""

from datetime import UTC, datetime, timedelta

from memory_core.episodes import Episode, EpisodeContent, Evidence, episode_id
from memory_core.index.model import Index, empty_index
from memory_core.index.rewrite import Dossier
from memory_core.index.slots import slot_of
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.provenance import Provenance
from memory_core.sections import Section

KEY = "default:__private_root/_memory/_user/u-zed/"
START = datetime(2026, 2, 3, 10, 0, tzinfo=UTC)
NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)


def make_message(content, *, chat="c1", position=0, at=START, speaker="zed", name=None, zone=None):
    return Message(
        chat=chat,
        position=position,
        role=Role.USER,
        speaker=Participant(
            id=speaker, kind=ParticipantKind.HUMAN, user=speaker, name=name, time_zone=zone
        ),
        content=content,
        at=at,
    )


def make_episode(
    line, *messages, section=None, provenance=Provenance.USER_SAID, aliases=(), **more
):
    said = messages or (make_message(line),)
    fact = slot_of(line)
    content = EpisodeContent(
        scope_key=more.get("scope_key", KEY),
        provenance=provenance,
        speaker=said[0].speaker.id,
        occurred_on=None,
        section=section or (fact.section if fact else Section.OTHER),
        description=line,
        body=line,
        aliases=tuple(aliases),
        evidence=tuple(
            Evidence(
                chat=m.chat,
                position=m.position,
                span=(0, len(m.content)),
                message_hash=m.content_hash,
                at=m.at,
            )
            for m in said
        ),
    )
    return Episode(
        id=episode_id(content),
        content=content,
        language=more.get("language", "en"),
        recorded_at=NOW,
        prompt_version="v",
        model="rules",
        run="r",
    )


class Story:
    """A user's statements in the order of their evidence, an hour or more apart."""

    def __init__(self):
        self.messages = {}
        self.episodes = {}
        self._count = 0

    def say(self, words, line, *, day=0, hour=None, **more):
        self._count += 1
        at = START + timedelta(days=day, hours=self._count if hour is None else hour)
        message = make_message(words, chat=f"c{self._count}", at=at)
        self.messages[message.chat, message.position] = message
        episode = make_episode(line, message, **more)
        self.episodes[episode.id] = episode
        return episode

    def dossier(self, offered=None, index=None):
        offered = self.episodes if offered is None else {e.id: e for e in offered}
        return Dossier(
            episodes=offered,
            known_episodes=frozenset(self.episodes),
            known_entries=frozenset(e.id for e in index.entries) if index else frozenset(),
            messages=self.messages,
        )


def empty() -> Index:
    return empty_index(KEY, NOW)
