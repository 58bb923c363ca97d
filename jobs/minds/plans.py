"""A planner's answer as operations: numbers become ids, and ids numbers again in a repair."""

from __future__ import annotations

from collections.abc import Sequence

from jobs.errors import ContentError
from jobs.minds.schemas import (
    AddAnswer,
    EntryAnswer,
    OperationAnswer,
    PlanAnswer,
    SkipAnswer,
)
from memory_core.index.operations import (
    Add,
    Alias,
    Confirm,
    Merge,
    Operation,
    Retract,
    Skip,
    Supersede,
)
from memory_core.prompts.render import Agenda

Ids = tuple[str, ...]


class _MalformedError(ValueError):
    """An operation lacks what its kind names."""


def operations_of(
    answer: PlanAnswer, agenda: Agenda
) -> tuple[tuple[Operation, ...], tuple[str, ...]]:
    """Return the operations and what is wrong with those that are none.

    A number that was not shown becomes an id that exists nowhere.

    Raises:
        ContentError: not one is an operation.
    """
    operations: list[Operation] = []
    flaws: list[str] = []
    for place, proposed in enumerate(answer.operations, 1):
        try:
            operations.append(_operation(proposed, agenda))
        except _MalformedError as flaw:
            flaws.append(f"operation {place}: {flaw}")
    if not operations:
        raise ContentError("; ".join(flaws))
    return tuple(operations), tuple(flaws)


def renumber(line: str, agenda: Agenda) -> str:
    """Return the line with ids as the numbers that the model was shown."""
    for number, entry in enumerate(agenda.entries, 1):
        line = line.replace(f"^{entry.id}", entry.id).replace(entry.id, f"entry [{number}]")
    for number, episode in enumerate(agenda.episodes, 1):
        line = line.replace(episode.id, f"episode ({number})")
    return line


def _operation(proposed: OperationAnswer, agenda: Agenda) -> Operation:
    episodes = _ids(proposed.episodes, [e.id for e in agenda.episodes], "episode")
    if isinstance(proposed, SkipAnswer):
        return Skip(episodes=episodes, reason=proposed.reason)
    if isinstance(proposed, AddAnswer):
        return Add(episodes=episodes)
    entries = _ids(proposed.entries, [e.id for e in agenda.entries], "entry")
    if not episodes and proposed.op != "merge":
        raise _MalformedError(f"{proposed.op} names no episode")
    return _named(proposed, entries, episodes)


def _named(proposed: EntryAnswer, entries: Ids, episodes: Ids) -> Operation:
    match proposed.op:
        case "add":
            return Add(episodes=episodes, text=proposed.text or None)
        case "merge":
            return Merge(entries=entries, episodes=episodes, text=_text(proposed))
    entry = _only(proposed.op, entries)
    match proposed.op:
        case "confirm":
            return Confirm(entry=entry, episodes=episodes)
        case "retract":
            return Retract(entry=entry, episodes=episodes)
        case "supersede":
            return Supersede(entry=entry, episodes=episodes, text=proposed.text or None)
    remove = proposed.op == "unalias"
    return Alias(entry=entry, episodes=episodes, alias=_text(proposed), remove=remove)


def _only(op: str, entries: Sequence[str]) -> str:
    if len(entries) != 1:
        raise _MalformedError(f"{op} names one entry, not {len(entries)}")
    return entries[0]


def _text(proposed: EntryAnswer) -> str:
    if not proposed.text:
        raise _MalformedError(f"{proposed.op} needs a text")
    return proposed.text


def _ids(numbers: Sequence[int], shown: Sequence[str], kind: str) -> tuple[str, ...]:
    return tuple(
        dict.fromkeys(
            shown[number - 1] if 1 <= number <= len(shown) else f"unknown {kind} {number}"
            for number in numbers
        )
    )
