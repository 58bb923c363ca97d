"""Ranking of messages by the words in them and around them, pure.

A message counts by itself, by the three and the seven around it and by its session, so an answer
is found by the words of the question before it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memory_core.search.ranking import Order, order_by, rarity, relevance

Turn = tuple[str, int]  # chat and position
_REACHES = (0, 1, 3)  # messages to either side: the message itself, 3 and 7 of them
SESSION_LENGTH = 50  # positions: a chat that never ends is cut into such
GUESSED = 0.5  # weight of a term that is only spelt alike


@dataclass(frozen=True, kw_only=True, slots=True)
class Posting:
    """How often a message has a term's words."""

    turn: Turn
    term: int
    count: int
    length: int  # different words of the message


@dataclass(frozen=True, kw_only=True, slots=True)
class Reach:
    """The part of a chat that a search may look at."""

    first: int
    last: int  # included
    age: int  # rank among the chats by their last message, from 0, the newest


def rank_turns(
    postings: Iterable[Posting], reach: Mapping[str, Reach], guessed: frozenset[int] = frozenset()
) -> list[Order]:
    """Return an order of messages a grain: one message, three, seven, the session.

    Args:
        postings: of all messages that have a term.
        reach: the chats that were searched.
        guessed: the terms that are only spelt alike.
    """
    found = list(postings)
    if not found:
        return []
    words = _Words(found, reach, guessed)
    orders = [order_by(words.scores(around)) for around in _REACHES]
    return [*orders, _session_order(words, orders[-1])]


class _Words:
    """Which messages have which terms, and how much each term tells."""

    def __init__(
        self, postings: list[Posting], reach: Mapping[str, Reach], guessed: frozenset[int]
    ) -> None:
        self.reach = reach
        self.by_term: dict[int, dict[Turn, int]] = defaultdict(dict)
        self.lengths: dict[Turn, int] = {}
        for posting in postings:
            counts = self.by_term[posting.term]
            counts[posting.turn] = counts.get(posting.turn, 0) + posting.count
            self.lengths[posting.turn] = posting.length
        self.usual = sum(self.lengths.values()) / len(self.lengths)
        total = sum(part.last - part.first + 1 for part in reach.values())
        self.rarity = {
            term: rarity(len(counts), total) * (GUESSED if term in guessed else 1.0)
            for term, counts in self.by_term.items()
        }

    def scores(self, around: int) -> dict[Turn, float]:
        """Score each message by the words of those around it, itself included."""
        scores: dict[Turn, float] = defaultdict(float)
        lengths: dict[Turn, float] = {}
        for term, counts in self.by_term.items():
            near: dict[Turn, int] = defaultdict(int)
            for (chat, at), count in counts.items():
                for position in self._near(chat, at, around):
                    near[chat, position] += count
            for turn, count in near.items():
                if turn not in lengths:
                    lengths[turn] = self._length(turn, around)
                scores[turn] += relevance(count, lengths[turn], self.rarity[term])
        return scores

    def session_scores(self) -> dict[tuple[str, int], float]:
        """Score each session by all its words."""
        scores: dict[tuple[str, int], float] = defaultdict(float)
        usual = self._usual_session()
        for term, counts in self.by_term.items():
            near: dict[tuple[str, int], int] = defaultdict(int)
            for turn, count in counts.items():
                near[session_of(turn)] += count
            for session, count in near.items():
                length = self._session_length(session) / usual
                scores[session] += relevance(count, length, self.rarity[term])
        return scores

    def _near(self, chat: str, at: int, around: int) -> range:
        part = self.reach[chat]
        return range(max(part.first, at - around), min(part.last, at + around) + 1)

    def _length(self, turn: Turn, around: int) -> float:
        chat, at = turn
        near = self._near(chat, at, around)
        length = sum(self.lengths.get((chat, position), self.usual) for position in near)
        return length / self.usual / (2 * around + 1)

    def _session_length(self, session: tuple[str, int]) -> int:
        part = self.reach[session[0]]
        return min(SESSION_LENGTH, part.last + 1 - session[1] * SESSION_LENGTH)

    def _usual_session(self) -> float:
        lengths = [min(SESSION_LENGTH, p.last + 1 - p.first) for p in self.reach.values()]
        return sum(lengths) / len(lengths)


def session_of(turn: Turn) -> tuple[str, int]:
    """Return the session a message stands in."""
    return turn[0], turn[1] // SESSION_LENGTH


def _session_order(words: _Words, candidates: Order) -> Order:
    """Give each candidate the rank of its session."""
    sessions = order_by(words.session_scores()).ranks
    places = ((turn, sessions.get(session_of(turn))) for turn in candidates.ranks)
    return Order(ranks={turn: rank for turn, rank in places if rank})
