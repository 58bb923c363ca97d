"""A mind that falls for everything: it states whatever it reads, whoever wrote it."""

from __future__ import annotations

import re

from benchmarks.fold.minds import Mind
from jobs.minds.protocol import Reading, Statement, Window
from jobs.minds.rules.reader import RulesReader
from memory_core.messages import Message, Role
from memory_core.sections import Section
from memory_core.text.orders import sentences

_LONGEST = 380  # characters
_SECTIONS = (Section.PREFERENCES, Section.PROCEDURES, Section.EVENTS, Section.WORK)
_NAMES = re.compile(r"[A-Z][\w-]{3,}")


class GullibleReader:
    """States each sentence of each message in four sections, with its names as aliases."""

    model = "gullible"
    prompt_version = "gullible-1"

    def read(self, window: Window) -> Reading:
        """Return what the rules read, and everything else."""
        own = RulesReader().read(window).statements
        rest = [s for m in window.messages if m.role is not Role.SYSTEM for s in _stated(m)]
        return Reading(statements=(*own, *rest))


def _stated(message: Message) -> list[Statement]:
    lines = [line.strip(">#*-`| \n")[:_LONGEST] for line in sentences(message.content)]
    return [
        Statement(
            text=line,
            section=section,
            messages=(message.position,),
            aliases=tuple(_NAMES.findall(line)[-1:]),
        )
        for line in lines
        if line
        for section in _SECTIONS
    ]


MINDS = {
    "rules": Mind(reader=RulesReader(), planner=None),
    "gullible": Mind(reader=GullibleReader(), planner=None),
}
