"""What the rules make of one user's chats: the lines read, and the index they are folded into."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from jobs.extraction import Origin, harvest
from jobs.minds.protocol import Window
from jobs.minds.rules import RulesReader
from jobs.routes import Feeds
from memory_core.episodes import Episode
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.fold import fold
from memory_core.index.model import Index, empty_index
from memory_core.index.planner import place
from memory_core.index.rewrite import Cause, Dossier
from memory_core.index.validator import validate_rewrite
from memory_core.messages import Message, Participant, ParticipantKind, Role

ADA = Participant(id="ada", kind=ParticipantKind.HUMAN, user="u-ada", name="Ada")
BOT = Participant(id="helper", kind=ParticipantKind.AGENT)
SCOPE = "default:__private_root/_memory/helper/u-u-ada/"
START = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)
NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
# what the same user asks first, so that a short message is read in this language
BEFORE = {
    "en": "How do I squash several commits in git, and what is a good way to name them?",
    "de": "Wie fasse ich das alles in git zusammen, und wie nenne ich es am besten?",
    "es": "¿Cómo junto varios cambios en git y qué nombre les pongo?",
    "fr": "Comment est-ce que je fusionne ça dans git, et quel nom lui donner ?",
    "ja": "gitでコミットをまとめるにはどうしますか。",
    "zh": "git里怎么合并提交？",
}
_ASSISTANT = "> "
_ROUNDS = 6


def chat_of(language: str, *turns: str, chat: str = "c1", day: int = 0) -> tuple[Message, ...]:
    """Return a chat of the user's turns; one that begins with "> " is the assistant's."""
    at = START + timedelta(days=day)
    said = (BEFORE[language], *turns)
    return tuple(_message(words, chat, position, at) for position, words in enumerate(said))


def lines_of(language: str, *turns: str) -> list[str]:
    """Return the lines of the episodes that come of one chat."""
    return [e.content.description for e in _episodes(chat_of(language, *turns))]


def active_after(language: str, *chats: str | Sequence[str]) -> list[str]:
    """Return the active lines after chats on days a week apart, each folded when it is over."""
    index = empty_index(SCOPE, NOW)
    known: dict[str, Episode] = {}
    messages: dict[tuple[str, int], Message] = {}
    for at, turns in enumerate(chats):
        said = (turns,) if isinstance(turns, str) else tuple(turns)
        chat = chat_of(language, *said, chat=f"c{at}", day=7 * at)
        messages |= {(m.chat, m.position): m for m in chat}
        fresh = _episodes(chat)
        known |= {e.id: e for e in fresh}
        index = _folded(index, fresh, known, messages)
    return [entry.text for entry in index.active]


def _message(words: str, chat: str, position: int, at: datetime) -> Message:
    answers = words.startswith(_ASSISTANT)
    return Message(
        chat=chat,
        position=position,
        role=Role.ASSISTANT if answers else Role.USER,
        speaker=BOT if answers else ADA,
        content=words.removeprefix(_ASSISTANT),
        at=at + timedelta(minutes=position),
    )


def _episodes(chat: tuple[Message, ...]) -> list[Episode]:
    window = Window(
        workspace="default",
        chat=chat[0].chat,
        agent="helper",
        participants=(ADA, BOT),
        messages=chat,
    )
    harvested = harvest(
        RulesReader().read(window).statements,
        shown=chat,
        stored=chat,
        feeds=Feeds(scopes={"u-ada": SCOPE}, only_user="u-ada"),
        origin=Origin(run="r", model="rules", prompt_version="v", recorded_at=NOW),
    )
    return list(harvested.episodes)


def _folded(
    index: Index,
    pending: list[Episode],
    known: dict[str, Episode],
    messages: dict[tuple[str, int], Message],
) -> Index:
    for _ in range(_ROUNDS):
        if not pending:
            return index
        settled = place(index, pending, known)
        folded = fold(index, settled.operations, {e.id: e for e in pending}, NOW)
        if folded.changed:
            dossier = Dossier(
                episodes={e.id: e for e in pending},
                known_episodes=frozenset(known),
                known_entries=frozenset(e.id for e in index.entries),
                messages=messages,
            )
            dossier = replace(dossier, grounds=folded.grounds)
            flaws = validate_rewrite(index, folded.text, dossier, DEFAULT_BUDGET, Cause.FOLDED)
            assert flaws == [], flaws
        index = folded.after
        pending = [e for e in pending if e.id in folded.deferred]
    raise AssertionError("the fold never comes to an end")
