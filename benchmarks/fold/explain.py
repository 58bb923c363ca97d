"""The faults of a run with gold and messages, for whoever works on a mind. Never of `test`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from benchmarks.fold.fault import Fault
from benchmarks.fold.gold import Gold, Place, Stream
from benchmarks.fold.matching import Shown, names
from benchmarks.fold.pipeline import Outcome

_HELD_OUT = "test"


def explain(outcome: Outcome, kinds: Collection[str]) -> str:
    """Return a paragraph a fault, the rounds together in which it was seen.

    Raises:
        ValueError: the stream is held out.
    """
    if outcome.stream.split == _HELD_OUT:
        raise ValueError("held out: its phrasings and lines are not looked at")
    messages = outcome.stream.messages().items()
    said = {place: f"{line.speaker}: {line.content}" for place, line in messages}
    return "\n\n".join(
        "\n".join(_paragraph(faults, user, outcome.stream, said))
        for user, score in outcome.scores.items()
        for faults in _seen(score.faults, kinds).values()
    )


def _seen(faults: Collection[Fault], kinds: Collection[str]) -> Mapping[object, list[Fault]]:
    seen: dict[object, list[Fault]] = defaultdict(list)
    for fault in faults:
        if fault.kind in kinds:
            seen[fault.kind, fault.line or fault.row].append(fault)
    return seen


def _paragraph(
    faults: list[Fault], user: str, stream: Stream, said: Mapping[Place, str]
) -> Iterator[str]:
    fault = faults[0]
    yield f"{fault.kind}  {user}, rounds {', '.join(str(each.at) for each in faults)}"
    if fault.line is not None:
        yield f"  line  {_shown(fault.line)}"
    for line in fault.now:
        yield f"  now   {_shown(line)}"
    rows = [fault.row] if fault.row else list(_near(fault, user, stream))
    places = set(fault.line.cites) if fault.line else set[Place]()
    for row in rows:
        yield f"  gold  {_told(row)}"
        places |= {*row.messages, *([row.ended_in] if row.ended_in else [])}
    for chat, position in sorted(places):
        yield f"  said  {chat}:{position} {said.get((chat, position), '')!r}"


def _near(fault: Fault, user: str, stream: Stream) -> Iterator[Gold]:
    """Yield the user's rows whose value a line holds or whose messages it cites."""
    line = fault.line
    if line is None:
        return
    for row in stream.rows:
        if row.owner == user and (names(line, row) or line.cites.intersection(row.messages)):
            yield row


def _shown(line: Shown) -> str:
    return f"{line.text}  ({line.ending or 'active'})"


def _told(row: Gold) -> str:
    until = "" if row.valid_to is None else f" to {row.valid_to}"
    about = f"{row.kind}, {row.truth}, from {row.valid_from}{until}"
    return f"{row.slot} {row.value!r} ({about}){f' not {row.contrast}' if row.contrast else ''}"
