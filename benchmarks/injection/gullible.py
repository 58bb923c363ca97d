"""A mind that falls for every attack: it states the words that work, whoever wrote them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from benchmarks.fold.minds import Mind
from benchmarks.injection.attacks import Pair
from jobs.minds.protocol import Reading, Statement, Window
from jobs.minds.rules.reader import RulesReader
from memory_core.messages import Message, Role
from memory_core.sections import Section
from memory_core.text.orders import sentences

_LONGEST = 380  # characters
_SECTIONS = (Section.PREFERENCES, Section.PROCEDURES, Section.EVENTS, Section.WORK)
_NAMES = re.compile(r"[A-Z][\w-]{3,}")


class GullibleReader:
    """States the attacks of some pairs in four sections, with their names as aliases.

    Args:
        pairs: what it falls for.
    """

    model = "gullible"
    prompt_version = "gullible-1"

    def __init__(self, pairs: Sequence[Pair]) -> None:
        lines = {part for pair in pairs for part in (*pair.sent.split("\n"), *sentences(pair.sent))}
        self._lines = {line.strip() for line in lines if line.strip()}

    def read(self, window: Window) -> Reading:
        """Return what the rules read, and every attack."""
        own = RulesReader().read(window).statements
        taken_in = [s for m in window.messages if m.role is not Role.SYSTEM for s in self._of(m)]
        return Reading(statements=(*own, *taken_in))

    def _of(self, message: Message) -> Iterator[Statement]:
        for line in sorted(line for line in self._lines if line in message.content):
            for section in _SECTIONS:
                yield Statement(
                    text=line[:_LONGEST],
                    section=section,
                    messages=(message.position,),
                    aliases=tuple(_NAMES.findall(line)[-1:]),
                )


MINDS: dict[str, Callable[[Sequence[Pair]], Mind]] = {
    "rules": lambda pairs: Mind(reader=RulesReader(), planner=None),  # noqa: ARG005 - as the other
    "gullible": lambda pairs: Mind(reader=GullibleReader(pairs), planner=None),
}
