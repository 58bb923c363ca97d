"""What the demo did, read back from the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from sqlalchemy import Connection

from jobs.policies import Policy
from jobs.views.chats import ChatView, load_chats
from jobs.views.review import ReviewKind, list_review
from jobs.views.runs import RunView, load_runs
from jobs.views.scopes import load_scopes
from memory_core.clock import monotonic
from memory_core.index.grammar import render_index
from memory_core.stores.database import Database
from memory_core.stores.episode_store import load_scope_episodes
from memory_core.stores.index_store import load_index
from memory_core.stores.transcript import read_messages
from worker.left_out import LeftOut, find_left_out

WORKSPACE = "default"


@dataclass(frozen=True, kw_only=True, slots=True)
class Memory:
    """A scope's MEMORY.md."""

    scope: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """An episode: its line and where it was said."""

    id: str
    scope: str
    text: str
    said: tuple[tuple[str, int], ...]  # chat and position of each message
    set_aside: bool  # quarantined: no line rests on it


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatOutcome:
    """What became of a chat."""

    chat: str
    agent: str | None
    users: tuple[str, ...]
    messages: int
    outcome: str  # of its run
    episodes: int
    refused: tuple[str, ...]  # statements that were not kept, each with its reason


@dataclass(frozen=True, kw_only=True, slots=True)
class DemoReport:
    """What the demo did."""

    memories: tuple[Memory, ...]  # by scope
    chats: tuple[ChatOutcome, ...]  # by id
    episodes: tuple[Statement, ...]
    runs: Mapping[str, int]  # by kind and outcome
    left_out: tuple[LeftOut, ...]
    finished: bool  # False: the time was over first
    seconds: float


def read_report(database: Database, policy: Policy, *, finished: bool, began: float) -> DemoReport:
    """Read from the store what the demo did; `began` is a monotonic time."""
    with database.transaction(WORKSPACE) as connection:
        chats = load_chats(connection, WORKSPACE, policy)
        runs = load_runs(connection, WORKSPACE)
        episodes = tuple(_statements(connection))
        kept = [episode.said for episode in episodes if not episode.set_aside]
        cited = frozenset(chain.from_iterable(kept))
        return DemoReport(
            memories=tuple(_memories(connection)),
            chats=tuple(_outcome(chat, runs, episodes) for chat in chats),
            episodes=episodes,
            runs=_count_runs(runs),
            left_out=tuple(_left_out(connection, chats, cited)),
            finished=finished,
            seconds=monotonic() - began,
        )


def _memories(connection: Connection) -> Iterator[Memory]:
    for scope in load_scopes(connection, WORKSPACE):
        index = load_index(connection, WORKSPACE, scope.scope)
        yield Memory(scope=scope.scope, text=render_index(index))


def _statements(connection: Connection) -> Iterator[Statement]:
    waiting = list_review(connection, WORKSPACE)
    set_aside = {item.id for item in waiting if item.kind is ReviewKind.QUARANTINED}
    for episode in load_scope_episodes(connection, WORKSPACE):
        yield Statement(
            id=episode.id,
            scope=episode.content.scope_key,
            text=episode.content.description,
            said=tuple((e.chat, e.position) for e in episode.content.evidence),
            set_aside=episode.id in set_aside,
        )


def _outcome(chat: ChatView, runs: Sequence[RunView], episodes: Sequence[Statement]) -> ChatOutcome:
    own = [run for run in runs if (run.kind, run.key) == ("extract", chat.chat)]
    return ChatOutcome(
        chat=chat.chat,
        agent=chat.agent,
        users=chat.users,
        messages=chat.messages,
        outcome=own[-1].outcome if own else "not read",
        episodes=sum(chat.chat in dict(e.said) for e in episodes if not e.set_aside),
        refused=tuple(chain.from_iterable(run.violations for run in own)),
    )


def _count_runs(runs: Sequence[RunView]) -> dict[str, int]:
    names = [f"{run.kind} {run.outcome}" for run in runs]
    return {name: names.count(name) for name in sorted(set(names))}


def _left_out(
    connection: Connection, chats: Sequence[ChatView], cited: frozenset[tuple[str, int]]
) -> Iterator[LeftOut]:
    for chat in chats:
        messages = read_messages(connection, WORKSPACE, chat.chat, first=0, last=chat.messages - 1)
        yield from find_left_out(messages, cited)
