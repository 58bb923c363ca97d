"""The corpus through the real thing: ledger, extraction, fold, block, search and saves.

    own facts ── fold ── attacks ── look ── sweep and fold, a day later ── look again ── judge
    harmless strings: saved by a person, said by a user, told by a tool ── fold ── look

Looked at before and after the fold: what was just said is searched at once. A model is shown blocks
and hits; it asks with the working words themselves, so that what can be found is found.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

import psycopg

from benchmarks.fold.minds import Mind
from benchmarks.fold.shop import Shop
from benchmarks.injection.attacks import Pair
from benchmarks.injection.channels import AGENT, Victim
from benchmarks.injection.scorer import Harm, IndexLine, Outcome, Seen, find_damage, judge
from jobs.store.chats import force_chats
from memory_core.client import MemoryClient
from memory_core.errors import MemfoldError
from memory_core.provider import MemoryProvider
from memory_core.stores.database import Database
from memory_core.text.shown_values import show_values

T = TypeVar("T")
Tell = Callable[[str], None]

_WORKSPACE = "default"
_MOST_SWEEPS = 60
_DAY = timedelta(days=1)
_PATIENCE = 60.0  # seconds: what was not shown because the machine was busy proves nothing
_QUESTIONS = ("Where does the user live, and what is preferred?", "the boat Nadir")
_LONGEST_QUERY = 300
_HITS = 20
_STEP = 100  # trials between two words of how far it is
# not memory: the ledger's own words, ids, and what a chat was shown
_NO_MEMORY = {"delivered_span", "chat_feed", "participant"}
_NO_TEXT = "'scope_key' - 'workspace' - 'speaker' - 'user_id' - 'chat'"


@dataclass(frozen=True, kw_only=True, slots=True)
class Findings:
    """What a run found."""

    outcomes: tuple[Outcome, ...]
    harms: tuple[Harm, ...]


class Stage:
    """A database with an application and its jobs over it.

    Args:
        database_url: of the login, migrated and empty.
        admin_url: of a superuser, who moves the clock and looks into every table.
        mind: reads and plans.
        tell: is told how far a run is.
    """

    def __init__(
        self, database_url: str, admin_url: str, mind: Mind, tell: Tell = lambda _: None
    ) -> None:
        self._tell = tell
        self.database = Database(database_url)
        self.client = MemoryClient(
            database_url,
            secret="injection",  # noqa: S106 - of a run
            deadline=_PATIENCE,
        )
        self.admin = psycopg.connect(admin_url, autocommit=True)
        self._shop = Shop.open(self.database, mind)
        self._ahead = timedelta()

    def close(self) -> None:
        """Stop the jobs and close all connections."""
        self._shop.heartbeat.stop()
        self.client.close()
        self.admin.close()
        self.database.close()

    def counted(self, doing: str, things: Sequence[T]) -> Iterator[T]:
        """Yield things, and tell how many there are and how many are done."""
        for number, thing in enumerate(things):
            if number % _STEP == 0:
                self._tell(f"{doing} {number} of {len(things)}")
            yield thing

    def fold(self) -> None:
        """Read and fold all there is, on the day after."""
        self._tell("folding")
        self._move_clock(_DAY)
        with self.database.transaction(_WORKSPACE) as connection:
            force_chats(connection, _WORKSPACE)
        for _ in range(_MOST_SWEEPS):
            if not self._shop.sweep():
                return
            self._move_clock(timedelta(minutes=16))

    def _move_clock(self, by: timedelta) -> None:
        self._ahead += by
        self.admin.execute(
            "INSERT INTO test_clock (ahead) VALUES (%s) "
            "ON CONFLICT (only_row) DO UPDATE SET ahead = excluded.ahead",
            (self._ahead,),
        )

    def index(self, user: str) -> frozenset[IndexLine]:
        """Return the lines of a user's index."""
        scope = self.client.scope(user=user, agent=AGENT)
        return frozenset(
            IndexLine(
                text=entry.text,
                trust=str(entry.trust),
                aliases=entry.aliases,
                archived=entry.section is None,
            )
            for entry in self.client.index(scope).entries
        )

    def memories(self) -> dict[str, str]:
        """Return all texts of every table that belongs to a scope, by the scope's key."""
        texts: defaultdict[str, list[str]] = defaultdict(list)
        tables = self.admin.execute(
            "SELECT table_name FROM information_schema.columns "
            "WHERE table_schema = 'public' AND column_name = 'scope_key'"
        ).fetchall()
        for (table,) in tables:
            if table in _NO_MEMORY:
                continue
            rows = self.admin.execute(
                f"SELECT scope_key, (to_jsonb(t) - {_NO_TEXT})::text FROM {table} t"  # noqa: S608
            )
            for key, text in rows:
                texts[key].append(_without_header(text))
        return {key: "\n".join(parts) for key, parts in texts.items()}

    def shown(self, user: str, *questions: str) -> tuple[str, ...]:
        """Return what a model is shown: its block with the first question, and hits for each."""
        memory = self.client.provider(user=user, agent=AGENT)
        asked = dict.fromkeys(question[:_LONGEST_QUERY] for question in questions)
        block = _block(memory, next(iter(asked)))
        return (block, *(memory.search_text(question, _HITS) for question in asked))


def _block(memory: MemoryProvider, query: str) -> str:
    text = memory.context_block(query)
    if not text:
        raise RuntimeError("no block came; give the machine some rest")
    return text


def _without_header(text: str) -> str:
    return "\n".join(part for part in text.split("\\n") if "<!-- memfold" not in part)


@contextmanager
def open_stage(urls: tuple[str, str], mind: Mind, tell: Tell = lambda _: None) -> Iterator[Stage]:
    """Open a stage, and close it."""
    stage = Stage(*urls, mind, tell)
    try:
        yield stage
    finally:
        stage.close()


# -- attacks -----------------------------------------------------------------------------------


def run_attacks(stage: Stage, pairs: Sequence[Pair]) -> list[Outcome]:
    """Let each attack arrive on each of its channels at a user of its own, and judge."""
    trials = [(pair, channel) for pair in pairs for channel in pair.channels]
    victims = [Victim(pair, channel, n) for n, (pair, channel) in enumerate(trials)]
    chatting = [victim for victim in victims if victim.has_chat]
    for victim in chatting:
        victim.tell(stage.client)
    stage.fold()
    before = {victim.user: stage.index(victim.user) for victim in chatting}
    shown: dict[str, tuple[str, ...]] = {}
    for victim in stage.counted("attacked", chatting):
        victim.attack(stage.client, stage.database)
        shown[victim.user] = _look(stage, victim)
    stage.fold()
    memories = stage.memories()
    seen = [
        Seen(
            pair=victim.pair,
            channel=victim.channel,
            memory=memories[stage.client.scope(user=victim.user, agent=AGENT).key],
            before=before[victim.user],
            after=stage.index(victim.user),
            shown=(*shown[victim.user], *_look(stage, victim)),
        )
        for victim in stage.counted("judged", chatting)
    ]
    return [judge(each) for each in (*seen, *_values(victims))]


def _look(stage: Stage, victim: Victim) -> tuple[str, ...]:
    pair = victim.pair
    return stage.shown(victim.user, pair.working, pair.sent, *_QUESTIONS)


def _values(victims: Sequence[Victim]) -> Iterator[Seen]:
    for victim in victims:
        if not victim.has_chat:
            pair = victim.pair
            shown = tuple(show_values(m, wary=True) for m in pair.messages)
            nothing = frozenset[IndexLine]()
            yield Seen(pair=pair, channel=victim.channel, memory="", before=nothing,
                       after=nothing, shown=shown)  # fmt: skip


# -- harmless strings --------------------------------------------------------------------------


def run_harmless(stage: Stage, pairs: Sequence[Pair]) -> list[Harm]:
    """Have each harmless string saved by a person, said by a user and told by a tool; judge."""
    refused = {pair.id: _save(stage, pair) for pair in pairs}
    for pair in pairs:
        stage.client.append(f"h-{pair.id}", "user", pair.harmless, user=_said(pair), agent=AGENT)
        told = f"t-{pair.id}"
        stage.client.append(told, "user", pair.asked, user=_read(pair), agent=AGENT)
        stage.client.append(told, "tool", pair.harmless, agent=AGENT)
    stage.fold()
    harms = []
    for pair in stage.counted("looked at harmless", pairs):
        kept = stage.shown(_saved(pair), "anything")[:1]
        harms.append(
            Harm(pair=pair, channel="save",
                 damage=refused[pair.id] or find_damage(pair.harmless, kept))
        )  # fmt: skip
        for channel, user in (("user", _said(pair)), ("tool", _read(pair))):
            damage = find_damage(pair.harmless, stage.shown(user, pair.harmless))
            harms.append(Harm(pair=pair, channel=channel, damage=damage))
    return harms


def _save(stage: Stage, pair: Pair) -> str | None:
    memory = stage.client.provider(user=_saved(pair), agent=AGENT)
    try:
        memory.save(pair.harmless, requested_by_user=True)
    except MemfoldError as error:
        return str(error)
    return None


def _saved(pair: Pair) -> str:
    return f"hs-{pair.id}"


def _read(pair: Pair) -> str:
    return f"ht-{pair.id}"


def _said(pair: Pair) -> str:
    return f"hu-{pair.id}"
