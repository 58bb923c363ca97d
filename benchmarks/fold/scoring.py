"""The score of an index after each fold, and their sum over a user. Pure.

Each active line falls into one class, the first that fits:

    wrong owner   holds an invented value of another user's row, or of somebody else as the user's
    unsupported   holds a value that no line may hold or a contrast form, cites no gold message, or
                  has a number or name that none of its messages has
    matched       states a row that is true now, or one that is true and not asked for
    grace         states a row that ceased to be true in this very round
    stale         states a row that is no longer true, or holds what was to be forgotten
    unscored      the rest
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.fold.fault import Fault
from benchmarks.fold.gold import Gold, Kind, Line, Place, Stream, Truth
from benchmarks.fold.matching import Shown, denies, gives_away, holds, matches, names

_STATED = frozenset(("expired", "room"))  # endings that are a stated reason for a loss
_DATE = re.compile(r"(?<!\d)\d{4}-\d\d(?:-\d\d)?(?!\d)|\[(\d{4})\]")
_BRACKETED = re.compile(r"\[\d{4}(?:-\d\d(?:-\d\d)?)?\]")
_NAME = re.compile(r"(?<=[a-zà-ÿ,] )[A-ZÀ-Ý][\w-]{2,}|\d[\w.:-]*\d|\d")
_NOUNS_CAPITALISED = "de"

Tally = Counter[str]  # rows, recalled, lines, matched, grace, stale … summed over folds


@dataclass(kw_only=True, slots=True)
class UserScore:
    """What a user's folds come to."""

    language: str
    total: Tally = field(default_factory=Counter)
    by_round: dict[int, Tally] = field(default_factory=dict)
    by_kind: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    faults: list[Fault] = field(default_factory=list)


class Scorer:
    """Scores one user's index fold by fold, in order."""

    def __init__(
        self,
        stream: Stream,
        user: str,
        *,
        asked: frozenset[Kind] = frozenset(),
        messages: Mapping[Place, Line] | None = None,
    ) -> None:
        """Take the gold of a user.

        Args:
            stream: with the gold of all users.
            user: whose index it is.
            asked: kinds of allowed rows that a good index is expected to hold.
            messages: those of the stream by their places, to be shared between scorers.
        """
        self._rows = [row for row in stream.rows if row.owner == user]
        own_values = {row.value for row in self._rows}
        others = {
            form
            for row in stream.rows
            if row.owner != user and row.opaque and row.truth is not Truth.NEVER
            for form in row.accepted
        }
        self._other_forms = {form: form.casefold() for form in others - own_values}
        self._asked = asked
        self._messages = stream.messages() if messages is None else messages
        self._gold_places = {place for row in stream.rows for place in _places(row)}
        self._matched_before: dict[str, Shown] = {}  # row → the line that stated it
        self._judged: dict[Shown, tuple[list[Gold], str | None]] = {}  # what no round changes
        language = next(u.language for u in stream.users if u.id == user)
        self.score = UserScore(language=language)

    def fold(self, at: int, lines: Sequence[Shown]) -> Tally:
        """Score the index after a round."""
        tally: Tally = Counter()
        active = [line for line in lines if line.ending is None]
        taken: set[str] = set()
        for line in active:
            kind, row = self._class(line, at)
            found = [kind]
            if row is not None and kind == "matched":
                found += ["duplicate"] if row.id in taken else []
                taken.add(row.id)
            if self._has_wrong_date(line, row):
                found.append("wrong date")
            tally.update(found)
            self._note(at, found, line, row)
        tally["lines"] = len(active)
        self._recall(tally, at, active)
        self._lose(tally, at, active, lines)
        self.score.by_round[at] = tally
        self.score.total.update(tally)
        return tally

    def _note(self, at: int, kinds: Iterable[str], line: Shown, row: Gold | None) -> None:
        faults = (kind for kind in kinds if kind not in {"matched", "grace"})
        self.score.faults += [Fault(kind=kind, at=at, line=line, row=row) for kind in faults]

    # -- lines -------------------------------------------------------------------------------------

    def _class(self, line: Shown, at: int) -> tuple[str, Gold | None]:
        fitting, fault = self._judge(line)
        if fault:
            return fault, None
        for row in sorted(fitting, key=lambda row: row.truth is not Truth.HELD):
            if row.truth is not Truth.NEVER and row.is_true(at):
                return "matched", row
        ended = [row for row in self._rows if row.valid_to is not None and names(line, row)]
        if any(denies(line, row) for row in ended) or self._is_half(line):
            return "matched", None
        for row in ended:
            if row in fitting or row.kind is Kind.FORGOTTEN:
                return ("grace" if at == row.valid_to else "stale"), row
        return "unscored", None

    def _judge(self, line: Shown) -> tuple[list[Gold], str | None]:
        """Return the rows that a line states, and the class of a line that is always wrong."""
        if line not in self._judged:
            fitting = [row for row in self._rows if matches(line, row)]
            self._judged[line] = (fitting, self._fault(line, fitting))
        return self._judged[line]

    def _fault(self, line: Shown, fitting: Sequence[Gold]) -> str | None:
        """Return the class of a line that is wrong whenever it stands."""
        if self._is_of_another(line, fitting):
            return "wrong owner"
        if self._is_unsupported(line, fitting):
            return "unsupported"
        return None

    def _is_of_another(self, line: Shown, fitting: Sequence[Gold]) -> bool:
        if any(holds(line.text, form) for form in self._candidates(line)):
            return True
        return not fitting and any(
            row.needs and not names(line, row) and any(holds(line.text, f) for f in row.accepted)
            for row in self._rows
        )

    def _candidates(self, line: Shown) -> Iterator[str]:
        """Yield values of others that may be in a line: a cheap test before the exact one."""
        folded = line.text.casefold()
        yield from (form for form, plain in self._other_forms.items() if plain in folded)

    def _is_unsupported(self, line: Shown, fitting: Sequence[Gold]) -> bool:
        return (
            any(gives_away(line, row) for row in self._rows)
            or (not fitting and self._holds_contrast(line))
            or not line.cites & self._gold_places
            or any(self._unknown(line))
        )

    def _holds_contrast(self, line: Shown) -> bool:
        return any(
            row.contrast
            and line.cites.intersection(row.messages)
            and names(line, row)
            and any(holds(line.text, form) for form in row.contrast)
            for row in self._rows
        )

    def _unknown(self, line: Shown) -> Iterator[str]:
        """Yield numbers and names of a line that stand in none of its messages."""
        said = self._said_in(line).casefold()
        names_count = self.score.language != _NOUNS_CAPITALISED
        for token in _NAME.findall(_BRACKETED.sub("", line.text)):
            if (token[0].isdigit() or names_count) and token.casefold() not in said:
                yield token

    def _is_half(self, line: Shown) -> bool:
        """Tell whether a line tells the half of a row's messages that does not name the value."""
        return any(
            row.kind is Kind.TWO_MESSAGES
            and not any(holds(sentence, row.value) for sentence in said)
            for row in self._rows
            if (said := _said(row, line.cites))
        )

    def _has_wrong_date(self, line: Shown, row: Gold | None) -> bool:
        """Tell whether a line holds a date that is not said, nor the row's, nor of its messages.

        A row that has a date of its own leaves no other to its line.
        """
        said = self._said_in(line)
        cited = (self._messages[place] for place in line.cites if place in self._messages)
        days = {message.at.date().isoformat() for message in cited}
        right = {str(row.date)} if row and row.date else days
        written = (found[0].strip("[]") for found in _DATE.finditer(line.text))
        return any(
            date not in said and not any(day.startswith(date) for day in right) for date in written
        )

    def _said_in(self, line: Shown) -> str:
        places = (place for place in line.cites if place in self._messages)
        return " ".join(self._messages[place].content for place in places)

    # -- rows --------------------------------------------------------------------------------------

    def _recall(self, tally: Tally, at: int, active: Sequence[Shown]) -> None:
        for row in self._expected(at):
            if row.valid_from == at:
                continue
            found = any(matches(line, row) for line in active)
            tally["rows"] += 1
            tally["recalled"] += found
            self.score.by_kind[row.kind]["rows"] += 1
            self.score.by_kind[row.kind]["recalled"] += found
            if not found:
                self.score.faults.append(Fault(kind="missed", at=at, row=row))

    def _expected(self, at: int) -> Iterator[Gold]:
        for row in self._rows:
            if row.is_true(at) and (row.truth is Truth.HELD or row.kind in self._asked):
                yield row

    def _lose(self, tally: Tally, at: int, active: Sequence[Shown], lines: Sequence[Shown]) -> None:
        now: dict[str, Shown] = {}
        for row in self._expected(at):
            stating = next((line for line in active if matches(line, row)), None)
            before = self._matched_before.get(row.id)
            if stating is not None:
                now[row.id] = stating
            elif before is not None and not _has_reason(row, lines):
                tally["lost"] += 1
                left = tuple(line for line in lines if names(line, row))
                self.score.faults.append(Fault(kind="lost", at=at, line=before, row=row, now=left))
        self._matched_before = now


def _has_reason(row: Gold, lines: Sequence[Shown]) -> bool:
    return any(line.ending in _STATED and matches(line, row) for line in lines)


def _said(row: Gold, places: frozenset[Place]) -> list[str]:
    """Return the row's sentences in these messages."""
    told = zip(row.messages, row.sentences, strict=True)
    return [sentence for place, sentence in told if place in places]


def _places(row: Gold) -> Iterator[Place]:
    yield from row.messages
    if row.ended_in is not None:
        yield row.ended_in


RATES: Mapping[str, tuple[str, str]] = {
    "recall": ("recalled", "rows"),
    "precision": ("matched", "lines"),
    "duplicate": ("duplicate", "recalled"),
    "stale": ("stale", "lines"),
    "unsupported": ("unsupported", "lines"),
    "wrong owner": ("wrong owner", "lines"),
    "wrong date": ("wrong date", "lines"),
    "lost": ("lost", "recalled"),
    "unscored": ("unscored", "lines"),
}


def rate(name: str, tally: Tally) -> float:
    """Return a metric as a share from 0 to 1; 0 where there is nothing to divide by."""
    above, below = RATES[name]
    good = tally[above] + (tally["grace"] if name == "precision" else 0)
    return good / tally[below] if tally[below] else 0.0
