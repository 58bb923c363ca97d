"""Where the approximate index over vectors begins to pay: the same question asked both ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from benchmarks.search.measure import Pointer
from benchmarks.search.store import MODEL, Size, scope_of
from memory_core.clock import monotonic
from memory_core.search.notes import SPARE
from memory_core.stores.database import Database
from memory_core.stores.note_search import NoteFilter, NoteSearch

_BY_INDEX = 0  # episodes up to which they are compared one by one
_HEAD = ("episodes", "in a scope", "limit", "exact ms", "index ms", "ratio", "recall")


@dataclass(frozen=True, kw_only=True, slots=True)
class Crossing:
    """What the two ways took, in the median."""

    size: Size
    limit: int
    exact: float  # milliseconds
    index: float
    recall: float  # percent of the exact nearest that the index found

    @property
    def row(self) -> str:
        """A line of the table."""
        own = self.size.episodes // self.size.scopes
        ratio = f"{self.exact / self.index:.2f}"
        times = (f"{self.exact:.1f}", f"{self.index:.1f}", ratio)
        return _row((self.size.episodes, own, self.limit, *times, f"{self.recall:.1f} %"))


def render() -> str:
    """Return the head of the table."""
    return f"{_row(_HEAD)}\n{_row(['---'] * len(_HEAD))}"


def time_ways(url: str, size: Size, limit: int, searches: int) -> Crossing:
    """Ask random scopes for what is nearest to a random direction, by both ways in turn."""
    database, pointer, chance = Database(url), Pointer(), Random(7)  # noqa: S311  a choice
    exact, index, same = list[float](), list[float](), list[float]()
    most = limit + SPARE
    for _ in range(searches):
        key = scope_of(chance.randrange(size.scopes)).key
        (vector,) = pointer.embed(["?"], "query")
        took, near = _ask(database, key, vector, most, size.episodes)
        exact.append(took)
        took, found = _ask(database, key, vector, most, _BY_INDEX)
        index.append(took)
        same.append(100 * len(near & found) / len(near))
    database.close()
    return Crossing(
        size=size,
        limit=limit,
        exact=median(exact),
        index=median(index),
        recall=sum(same) / len(same),
    )


def _ask(
    database: Database, key: str, vector: Sequence[float], most: int, exact_most: int
) -> tuple[float, frozenset[str]]:
    with database.transaction("default") as connection:
        search = NoteSearch(connection, "default", NoteFilter(scope_keys=(key,)))
        search.count()  # which a search has counted already
        began = monotonic()
        found = search.find_near(MODEL, vector, most, exact_most)
        return 1_000 * (monotonic() - began), frozenset(note.episode for note in found)


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"
