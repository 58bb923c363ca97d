"""What happens to one invented user over the rounds: so many of each kind, in a drawn order.

A kind's method writes one case. Cases that have a before and an after take two rounds, at least
one apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import cycle, islice
from typing import Any

from benchmarks.fold.author import Author, Row
from benchmarks.fold.gold import Kind, Truth
from benchmarks.fold.values import CLOSED
from memory_core.dates import PartialDate, Precision

CHANGEABLE = ("home", "employer", "role", "diet", "style", "units", "dislikes")
_SINGLE = ("name", "birthday", "nickname", "home", "employer", "role", "diet", "style", "units")
_MANY = ("family", "pet", "allergy", "language", "tool", "project", "likes", "dislikes", "event",
         "remember")  # fmt: skip
_REPEATED = ("family", "pet", "allergy", "tool", "project", "likes", "remember")
_DROPPED = ("tool", "project", "likes")
_NEVER = {
    Kind.HYPOTHETICAL: "hypothetical",
    Kind.WISHED: "wished",
    Kind.CONDITIONAL: "conditional",
    Kind.QUOTED: "quoted",
}
ROUNDS_A_CASE = 8  # 40 chats hold five cases of each kind


class Plot:
    """Writes a user's cases into an author's rounds."""

    def __init__(self, author: Author, rounds: int, days: tuple[date, ...]) -> None:
        self._author = author
        self._random = author.random
        self._rounds = rounds
        self._days = days
        self._changed: set[str] = set()
        self._home_in_two = False  # whether the home is yet to be told in two messages

    def write(self) -> None:
        """Write every case but those that take a second speaker."""
        count = max(1, round(self._rounds / ROUNDS_A_CASE))
        self._change(count)
        self._home_in_two = "home" not in self._changed
        self._introduce(2 * count)
        for slot in islice(cycle(self._shuffled(_REPEATED)), count):
            self._corroborate(slot)
        for kind, group in ((Kind.TAKEN_BACK, "taken_back"), (Kind.FORGOTTEN, "forgotten")):
            for slot in islice(cycle(self._shuffled(_DROPPED)), count):
                self._drop(slot, kind, group)
        for write in self._traps():
            for _ in range(count):
                write(self._random.randrange(self._rounds))

    def third_person(self, at: int) -> None:
        """Say something of somebody else."""
        slot, template = self._draw("someone_else")
        sentence, subject = template.split("|")
        row = self._author.row(
            slot, Kind.SOMEONE_ELSE, at, truth=Truth.ALLOWED, needs=(subject,), positive=None
        )
        self._author.say(at, self._author.statement(sentence, row))

    def _traps(self) -> Iterator[Callable[[int], None]]:
        yield from (self._unreal(kind, group) for kind, group in _NEVER.items())
        yield from (
            self._negated,
            self._dated,
            self._two_messages,
            self._advised,
            self._shown,
            self._done,
            self._secret,
            self._injected,
        )

    # -- what is true ------------------------------------------------------------------------------

    def _introduce(self, count: int) -> None:
        told = {"home"} if self._home_in_two else self._changed
        single = [slot for slot in _SINGLE if slot not in self._changed | told]
        many = islice(cycle(self._shuffled(_MANY)), count)
        for slot in islice((*self._shuffled(single), *many), count):
            self._say(slot, Kind.INTRODUCED, self._random.randrange(self._rounds))

    def _say(self, slot: str, kind: Kind, at: int) -> Row:
        row = self._author.row(slot, kind, at, **self._taken(slot))
        self._author.say(at, self._author.statement(self._author.phrasing("said", slot), row))
        return row

    def _taken(self, slot: str) -> dict[str, object]:
        """Choose a closed value that no other row of this user has."""
        if slot not in CLOSED:
            return {}
        had = frozenset(r.value.said for r in self._author.rows if r.fields["slot"] == slot)
        had = had if len(had) < len(self._author.book.values[slot]) else frozenset()
        return {"value": self._author.mint.mint(slot, self._author.book, but=had)}

    def _change(self, count: int) -> None:
        for slot in islice(cycle(self._shuffled(CHANGEABLE)), count):
            self._changed.add(slot)
            first, then = self._two_rounds()
            if slot == "dislikes":
                self._fall_out(first, then)
                continue
            old = self._say(slot, Kind.INTRODUCED, first)
            new = self._author.row(slot, Kind.CHANGED, then, **self._taken(slot))
            _end(old, then)
            new.fields |= {"replaces": old.fields["id"], "contrast": old.value.forms}
            old.fields["contrast"] = new.value.forms
            template = self._author.phrasing("changed", slot)
            self._author.say(then, self._author.statement(template, new, old=old.value.said))

    def _fall_out(self, first: int, then: int) -> None:
        old = self._say("likes", Kind.INTRODUCED, first)
        new = self._author.row("dislikes", Kind.CHANGED, then, value=old.value)
        _end(old, then)
        new.fields["replaces"] = old.fields["id"]
        template = self._author.phrasing("changed", "dislikes")
        self._author.say(then, self._author.statement(template, new))

    def _corroborate(self, slot: str) -> None:
        first, then = self._two_rounds()
        row = self._author.row(slot, Kind.CORROBORATED, first)
        template = self._author.phrasing("said", slot)
        again = self._author.phrasing("said", slot, but=template)
        if slot in {"family", "pet"}:
            again = template  # another phrasing would be about another relative
        self._author.say(first, self._author.statement(template, row))
        self._author.say(then, self._author.statement(again, row))

    def _drop(self, slot: str, kind: Kind, group: str) -> None:
        first, then = self._two_rounds()
        row = self._say(slot, kind, first)
        _end(row, then)
        turn = self._author.statement(self._author.phrasing(group, slot), row, ends=True)
        self._author.say(then, turn)

    def _dated(self, at: int) -> None:
        when, offset = self._random.choice(self._author.book.groups["dated"]["when"]).split("|")
        row = self._author.row(
            "event", Kind.DATED, at, date=_back(self._days[at], offset), when=when
        )
        template = self._random.choice(self._author.book.groups["dated"]["event"])
        turn = self._author.statement(template, row, when=when)
        self._author.say(at, turn)

    def _two_messages(self, at: int) -> None:
        """Tell a home so at most once, and only where nothing else does: it has one value."""
        slot, exchange = self._draw("two_messages", only="home" if self._home_in_two else "")
        self._home_in_two = False
        row = self._author.row(slot, Kind.TWO_MESSAGES, at, positive=None)
        texts = [text.format(v=row.value.said) for text in exchange]
        first, second = (self._author.user_turn(text, row) for text in texts)
        self._author.write(at, first, second, self._author.reply())

    # -- what is not -------------------------------------------------------------------------------

    def _unreal(self, kind: Kind, group: str) -> Callable[[int], None]:
        def write(at: int) -> None:
            slot, template = self._draw(group)
            row = self._never(slot, kind, at)
            self._author.say(at, self._author.statement(template, row))

        return write

    def _negated(self, at: int) -> None:
        slot, template = self._draw("negated")
        row = self._author.row(slot, Kind.NEGATED, at, truth=Truth.ALLOWED, positive=False)
        self._author.say(at, self._author.statement(template, row))

    def _advised(self, at: int) -> None:
        self._told_by_assistant("advised", Kind.ADVISED, at)

    def _shown(self, at: int) -> None:
        self._told_by_assistant("shown", Kind.SHOWN, at)

    def _told_by_assistant(self, group: str, kind: Kind, at: int) -> None:
        slot, (told, answer) = self._draw(group)
        row = self._never(slot, kind, at)
        opening = self._author.chatter()[0]
        said = self._author.assistant(told.format(v=row.value.said), row)
        self._author.say(at, opening, said, self._author.user_turn(answer))

    def _done(self, at: int) -> None:
        slot, (asked, result, answer) = self._draw("done")
        row = self._author.row(slot, Kind.DONE, at, truth=Truth.ALLOWED, positive=None)
        said = row.value.said
        self._author.write(
            at,
            self._author.user_turn(asked),
            self._author.tool(result.replace("{v}", said), row),
            self._author.assistant(answer.format(v=said), row),
        )

    def _secret(self, at: int) -> None:
        template = self._author.phrasing("secret", "said")
        key = "api" in template.casefold()
        value = self._author.mint.secret_value(key=key)
        row = self._never("secret", Kind.SECRET, at, value=value)
        self._author.say(at, self._author.user_turn(template.format(v=value.said), row))

    def _injected(self, at: int) -> None:
        channel = self._random.choice(("paste", "tool", "web"))
        row = self._never("home", Kind.INJECTED, at)
        text = self._author.phrasing("injected", channel).replace("{v}", row.value.said)
        if channel == "paste":
            self._author.say(at, self._author.user_turn(text, row))
            return
        ask = self._author.user_turn(self._author.phrasing("injected", "ask"))
        name = "browser" if channel == "web" else "tool"
        self._author.say(at, ask, self._author.tool(text, row, name=name))

    def _never(self, slot: str, kind: Kind, at: int, **fields: object) -> Row:
        return self._author.row(slot, kind, at, truth=Truth.NEVER, positive=None, **fields)

    # -- drawing -----------------------------------------------------------------------------------

    def _draw(self, group: str, *, only: str | None = None) -> tuple[str, Any]:
        """Draw a slot and a phrasing; `only` a home, or anything else with ""."""
        pairs = [
            (slot, phrasing)
            for slot, phrasings in self._author.book.groups[group].items()
            for phrasing in phrasings
            if only is None or (slot == "home") is (only == "home")
        ]
        return self._random.choice(pairs)

    def _two_rounds(self) -> tuple[int, int]:
        first, then = sorted(self._random.sample(range(self._rounds), 2))
        return first, then

    def _shuffled(self, slots: list[str] | tuple[str, ...]) -> list[str]:
        return self._random.sample(slots, len(slots))


def _end(row: Row, at: int) -> None:
    row.fields["valid_to"] = at


def _back(day: date, offset: str) -> PartialDate:
    """Go back from a day: `-3d`, `-1m`, `-1y`."""
    amount, unit = int(offset[1:-1]), offset[-1]
    if unit == "d":
        return PartialDate(value=day - timedelta(days=amount))
    if unit == "y":
        return PartialDate(value=date(day.year - amount, 1, 1), precision=Precision.YEAR)
    last = day.replace(day=1)
    for _ in range(amount):
        last = (last - timedelta(days=1)).replace(day=1)
    return PartialDate(value=last, precision=Precision.MONTH)
