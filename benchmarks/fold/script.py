"""The gold as a script: which message of a stream states, repeats or ends which row."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from benchmarks.fold.gold import Gold, Place, Stream, Truth


@dataclass(frozen=True, kw_only=True, slots=True)
class Cue:
    """What a message does to a row."""

    row: Gold
    place: Place
    sentence: str
    ends: bool = False


class Script:
    """The cues of a stream by message, and the rows by id."""

    def __init__(self, stream: Stream) -> None:
        self.rows = {row.id: row for row in stream.rows}
        self._cues: dict[Place, list[Cue]] = defaultdict(list)
        for row in stream.rows:
            if row.truth is Truth.HELD:
                self._add(row)

    def cues(self, place: Place) -> list[Cue]:
        """Return what a message does."""
        return self._cues.get(place, [])

    def _add(self, row: Gold) -> None:
        for place, sentence in zip(row.messages, row.sentences, strict=True):
            self._cues[place].append(Cue(row=row, place=place, sentence=sentence))
        if row.ended_in is not None:
            cue = Cue(row=row, place=row.ended_in, sentence=row.ended_by, ends=True)
            self._cues[row.ended_in].append(cue)
