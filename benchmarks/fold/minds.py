"""Minds that know the gold, each of which must score as expected: they test scorer and pipeline.

oracle               states, repeats, replaces and takes back what the gold says
paraphrasing oracle  the same in other words
null                 finds nothing
append-all           adds a line for every statement, also a repeated one
never-forget         the same, and leaves out that something is over
swap-owner           states what is true of somebody else
parrot               states of the user what an assistant or a tool said
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.fold.gold import Gold, Kind, Place, Stream
from benchmarks.fold.matching import holds
from benchmarks.fold.script import Cue, Script
from benchmarks.fold.wording import Wording, paraphrased, plain, quoted, section_of
from jobs.minds.protocol import Planner, Proposal, Reader, Reading, Statement, Window
from memory_core.episodes import Episode
from memory_core.index.deixis import unresolved
from memory_core.index.grounding import supports_date, ungrounded
from memory_core.index.model import Entry, Index
from memory_core.index.operations import (
    Add,
    Confirm,
    Operation,
    Retract,
    Skip,
    SkipReason,
    Supersede,
)
from memory_core.messages import Message
from memory_core.sections import Section


@dataclass(frozen=True, kw_only=True, slots=True)
class Mind:
    """A reader and a planner; without a planner code alone folds."""

    reader: Reader
    planner: Planner | None
    bodies: Callable[[], str] = str  # returns every request body that was sent to a model


class NullReader:
    """Finds nothing."""

    model = "null"
    prompt_version = "null-1"

    def read(self, window: Window) -> Reading:
        """Return an empty reading."""
        del window
        return Reading(statements=())


class GoldReader:
    """States what the script says of each message."""

    prompt_version = "gold-1"

    def __init__(
        self, stream: Stream, wording: Wording, *, model: str, forgets: bool = True
    ) -> None:
        self.model = model
        self._script = Script(stream)
        self._wording = wording
        self._forgets = forgets

    def read(self, window: Window) -> Reading:
        """Return a statement for each cue of the window, once for each row and message."""
        messages = {message.position: message for message in window.messages}
        found: list[Statement] = []
        told: set[tuple[str, str]] = set()
        for position in messages:
            for cue in self._script.cues((window.chat, position)):
                key = (cue.row.id, cue.sentence if len(_in_chat(cue.row, window.chat)) == 1 else "")
                if key not in told and (self._forgets or not cue.ends):
                    told.add(key)
                    found += self._state(cue, window.chat, messages)
        return Reading(statements=tuple(found))

    def _state(self, cue: Cue, chat: str, messages: dict[int, Message]) -> Iterator[Statement]:
        places = [cue.place] if cue.ends else _in_chat(cue.row, chat)
        positions = tuple(position for _, position in places if position in messages)
        asserting = [messages[position] for position in positions]
        language, date = cue.row.language, cue.row.date
        for text in self._words(cue, places):
            if _says(text, cue) and _may_stand(text, asserting, language):
                dated = date and supports_date(date, asserting, language=language)
                yield Statement(
                    text=text,
                    section=section_of(cue.row),
                    messages=positions,
                    occurred_on=date if dated else None,
                    language=language,
                )
                return

    def _words(self, cue: Cue, places: Sequence[Place]) -> Iterator[str]:
        """Yield wordings; of a row told in several messages also those that quote the value."""
        yield from self._wording(cue)
        for place, sentence in zip(cue.row.messages, cue.row.sentences, strict=True):
            if place in places and not cue.ends and holds(sentence, cue.row.value):
                yield f'Said: "{sentence}"'


class SwappingReader:
    """States of each user what is true of another."""

    model = "swap-owner"
    prompt_version = "gold-1"

    def __init__(self, stream: Stream) -> None:
        self._script = Script(stream)
        rows = list(self._script.rows.values())
        self._others = {
            row.id: next(o for o in rows if o.owner != row.owner and o.slot == row.slot)
            for row in rows
            if row.opaque and any(o.owner != row.owner and o.slot == row.slot for o in rows)
        }

    def read(self, window: Window) -> Reading:
        """Return the other's statement for each cue of the window."""
        statements = [
            Statement(
                text=next(plain(Cue(row=other, place=cue.place, sentence=other.sentences[0]))),
                section=section_of(cue.row),
                messages=(message.position,),
                language=cue.row.language,
            )
            for message in window.messages
            for cue in self._script.cues((window.chat, message.position))
            if (other := self._others.get(cue.row.id)) is not None
        ]
        return Reading(statements=tuple(statements))


class ParrotReader:
    """States of the user what was only said to him, as a slot's line and in the words used."""

    model = "parrot"
    prompt_version = "gold-1"

    def __init__(self, stream: Stream) -> None:
        self._told = {
            place: Cue(row=row, place=place, sentence=sentence)
            for row in stream.rows
            if row.kind in {Kind.SHOWN, Kind.ADVISED, Kind.INJECTED}
            for place, sentence in zip(row.messages, row.sentences, strict=True)
        }

    def read(self, window: Window) -> Reading:
        """Return two statements for each message that told a row."""
        statements = [
            Statement(
                text=text,
                section=Section.WORK,  # others' words may enter it
                messages=(message.position,),
                language=cue.row.language,
            )
            for message in window.messages
            if (cue := self._told.get((window.chat, message.position))) is not None
            for text in (next(plain(cue)), cue.sentence)
        ]
        return Reading(statements=tuple(statements))


class GoldPlanner:
    """Plans as the script says."""

    prompt_version = "gold-1"

    def __init__(self, stream: Stream, *, model: str) -> None:
        self.model = model
        self._script = Script(stream)

    def plan(
        self, index: Index, episodes: Sequence[Episode], violations: Sequence[str] = ()
    ) -> Proposal:
        """Return an operation for each episode; told of violations, let repetitions be."""
        planned: dict[str, Operation] = {}
        for episode in episodes:
            operation = self._operation(index, episode, wary=bool(violations))
            self._join(planned, operation)
        return Proposal(operations=tuple(planned.values()))

    def _operation(self, index: Index, episode: Episode, *, wary: bool) -> Operation:
        ids = (episode.id,)
        cue = self._cue(episode)
        own = _find(index, cue.row)
        old = self._script.rows.get(cue.row.replaces or "")
        replaced = _find(index, old) if old is not None else None
        if cue.ends:
            return (
                Retract(entry=own.id, episodes=ids)
                if own
                else Skip(episodes=ids, reason=SkipReason.NOT_DURABLE)
            )
        if replaced is not None:
            return Supersede(entry=replaced.id, episodes=ids, section=episode.content.section)
        if own is None:
            return Add(episodes=ids)
        if wary:
            return Skip(episodes=ids, reason=SkipReason.DUPLICATE)
        return Confirm(entry=own.id, episodes=ids)

    def _cue(self, episode: Episode) -> Cue:
        """Return what an episode's first message does to the row whose value the line holds."""
        cues = [
            cue
            for evidence in episode.content.evidence
            for cue in self._script.cues((evidence.chat, evidence.position))
        ]
        text = episode.content.description
        return next((c for c in cues if any(holds(text, f) for f in c.row.accepted)), cues[0])

    @staticmethod
    def _join(planned: dict[str, Operation], operation: Operation) -> None:
        """Put an operation into the plan; an entry takes one, the others wait as duplicates."""
        key = operation.entries[0] if operation.entries else operation.episodes[0]
        if key in planned:
            operation = Skip(episodes=operation.episodes, reason=SkipReason.DUPLICATE)
            key = operation.episodes[0]
        planned[key] = operation


class AddingPlanner:
    """Adds a line for every episode."""

    prompt_version = "adding-1"

    def __init__(self, *, model: str) -> None:
        self.model = model

    def plan(
        self, index: Index, episodes: Sequence[Episode], violations: Sequence[str] = ()
    ) -> Proposal:
        """Return an `add` each."""
        del index, violations
        return Proposal(operations=tuple(Add(episodes=(episode.id,)) for episode in episodes))


def _find(index: Index, row: Gold) -> Entry | None:
    """Find the active line that holds a row's value and nothing that contradicts it."""
    fitting: Iterable[Entry] = (
        entry
        for entry in index.active
        if any(holds(entry.text, form) for form in row.accepted)
        and not any(holds(entry.text, form) for form in row.contrast)
        and (row.opaque or entry.section in {None, section_of(row)})
    )
    return next(iter(fitting), None)


def _says(text: str, cue: Cue) -> bool:
    """Tell whether a wording holds the value, and unless it ends the row nothing against it."""
    named = any(holds(text, form) for form in cue.row.accepted)
    return named and (cue.ends or not any(holds(text, form) for form in cue.row.contrast))


def _may_stand(text: str, asserting: Sequence[Message], language: str) -> bool:
    return not unresolved(text) and not ungrounded(text, asserting, language=language)


def _in_chat(row: Gold, chat: str) -> list[Place]:
    return [place for place in row.messages if place[0] == chat]


def build_mind(name: str, stream: Stream) -> Mind:
    """Return a mind of this module by name.

    Raises:
        KeyError: no such mind.
    """
    gold = GoldPlanner(stream, model=name)
    made = {
        "oracle": lambda: Mind(reader=GoldReader(stream, plain, model=name), planner=gold),
        "paraphrasing-oracle": lambda: Mind(
            reader=GoldReader(stream, paraphrased, model=name), planner=gold
        ),
        "null": lambda: Mind(reader=NullReader(), planner=None),
        "append-all": lambda: Mind(
            reader=GoldReader(stream, quoted, model=name), planner=AddingPlanner(model=name)
        ),
        "never-forget": lambda: Mind(
            reader=GoldReader(stream, quoted, model=name, forgets=False),
            planner=AddingPlanner(model=name),
        ),
        "swap-owner": lambda: Mind(reader=SwappingReader(stream), planner=gold),
        "parrot": lambda: Mind(reader=ParrotReader(stream), planner=AddingPlanner(model=name)),
    }
    return made[name]()


SANITY = (
    *("oracle", "paraphrasing-oracle", "null", "append-all", "never-forget", "swap-owner"),
    "parrot",
)
