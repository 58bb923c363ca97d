"""Writes what one invented user says, and notes what becomes true by it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from random import Random
from typing import Any

from benchmarks.fold.gold import Gold, Kind, Place, Truth, User
from benchmarks.fold.phrasings import Phrasebook
from benchmarks.fold.values import Mint, Value

HELPER = "helper"
_PREFIXED = 0.25  # share of statements that follow a question in the same message
_UNJUDGED = frozenset(("remember",))  # "don't forget that" affirms


@dataclass(kw_only=True, slots=True)
class Row:
    """A row of the gold while its messages are still being written."""

    fields: dict[str, Any]
    value: Value
    messages: list[Place] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)

    def gold(self) -> Gold:
        """Return the finished row."""
        return Gold(**self.fields, messages=tuple(self.messages), sentences=tuple(self.sentences))


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """One message of a beat, and the row that it states or ends."""

    role: str
    speaker: str
    text: str
    row: Row | None = None
    sentence: str = ""
    ends: bool = False

    def note(self, place: Place) -> None:
        """Tell the row where it was said."""
        if self.row is None:
            return
        if self.ends:
            self.row.fields |= {"ended_in": place, "ended_by": self.sentence}
        else:
            self.row.messages.append(place)
            self.row.sentences.append(self.sentence or self.text)


Beat = tuple[Turn, ...]


class Author:
    """Writes beats, each for a round; a beat's turns stay together."""

    def __init__(self, user: User, book: Phrasebook, mint: Mint, random: Random) -> None:
        self.user = user
        self.book = book
        self.mint = mint
        self.random = random
        self.beats: dict[int, list[Beat]] = defaultdict(list)
        self.rows: list[Row] = []
        self._used: set[str] = set()

    def row(self, slot: str, kind: Kind, at: int, **fields: Any) -> Row:
        """Open a row with a new value, unless `value` gives one."""
        value = fields.pop("value", None) or self.mint.mint(slot, self.book)
        row = Row(
            value=value,
            fields={
                "id": f"{self.user.id}/{len(self.rows)}",
                "owner": self.user.id,
                "language": self.user.language,
                "slot": slot,
                "kind": kind,
                "truth": Truth.HELD,
                "value": value.said,
                "accepted": value.forms,
                "opaque": value.opaque,
                "positive": None if slot in _UNJUDGED else slot != "dislikes",
                "valid_from": at,
                **fields,
            },
        )
        self.rows.append(row)
        return row

    def phrasing(self, group: str, slot: str, *, but: str = "") -> Any:
        """Choose a phrasing of a slot, another than `but`, that this user has not used yet.

        Once all are used the first comes again: it names no relative and claims no favourite.
        """
        choices = [p for p in self.book.groups[group][slot] if p != but]
        fresh = [p for p in choices if p not in self._used]
        chosen = self.random.choice(fresh) if fresh else choices[0]
        if isinstance(chosen, str):
            self._used.add(chosen)
        return chosen

    def statement(self, template: str, row: Row, *, ends: bool = False, **words: str) -> Turn:
        """Write the user's words of a row."""
        sentence = template.format(v=row.value.said, **words)
        text = sentence
        if self.random.random() < _PREFIXED:
            gap = "" if self.user.language in {"ja", "zh"} else " "
            text = f"{self.random.choice(self._talk('filler'))}{gap}{sentence}"
        return Turn(
            role="user",
            speaker=self.user.id,
            text=text[:1].upper() + text[1:] if text is not sentence else text,
            row=row,
            sentence=sentence,
            ends=ends,
        )

    def say(self, at: int, *turns: Turn) -> None:
        """Let the user say something in a round, and the assistant answer."""
        self.beats[at].append((*turns, self.reply()))

    def write(self, at: int, *turns: Turn) -> None:
        """Put turns into a round as they are."""
        self.beats[at].append(turns)

    def reply(self) -> Turn:
        """Return an answer that says nothing of the user."""
        return self.assistant(self.random.choice(self._talk("reply")))

    def chatter(self, *, closing: bool = False) -> Beat:
        """Return small talk that nothing is to be made of."""
        text = self.random.choice(self._talk("thanks" if closing else "filler"))
        return (self.user_turn(text), self.reply())

    def user_turn(self, text: str, row: Row | None = None) -> Turn:
        """Return a turn of the user's."""
        return Turn(role="user", speaker=self.user.id, text=text, row=row)

    def assistant(self, text: str, row: Row | None = None) -> Turn:
        """Return a turn of the assistant's."""
        return Turn(role="assistant", speaker=HELPER, text=text, row=row)

    def tool(self, text: str, row: Row | None = None, *, name: str = "tool") -> Turn:
        """Return a tool's result."""
        return Turn(role="tool", speaker=name, text=text, row=row)

    def _talk(self, name: str) -> tuple[str, ...]:
        return self.book.groups["talk"][name]
