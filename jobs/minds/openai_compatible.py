"""The two ports over an OpenAI-compatible endpoint.

    window ── transcript ── question ── answer ── statements
    index, episodes ── agenda ── question ── answer ── operations

Numbers are translated here and nowhere else: a statement that names no message it was shown is
dropped and counted; an operation that names no entry or episode it was shown keeps an id that
exists nowhere, so that the accounting of the plan reports it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from typing import Any, Self, TypeVar

from pydantic import BaseModel

from jobs.errors import ContentError, MindError
from jobs.minds.answers import parse_answer
from jobs.minds.connection import connect
from jobs.minds.endpoint import Endpoint
from jobs.minds.guarding import Guard, guarded
from jobs.minds.lengthening import complete_at_length
from jobs.minds.metering import MeteredConnection, Wire
from jobs.minds.plans import operations_of, renumber
from jobs.minds.protocol import Proposal, Purse, Reading, Window
from jobs.minds.question import Question
from jobs.minds.schemas import PlanAnswer, ReadingAnswer, strict_schema
from jobs.minds.statements import statements_of
from jobs.minds.tokens import count_tokens
from jobs.usage import Usage
from memory_core.episodes import Episode
from memory_core.hashing import sha256_hex
from memory_core.index.model import Index
from memory_core.messages import ParticipantKind, Role
from memory_core.prompts.prompt import load_prompt
from memory_core.prompts.render import (
    Excerpt,
    fence,
    is_evidence,
    render_agenda,
    render_transcript,
    shown_content,
)

T = TypeVar("T")

_RE_ASK_TOKENS = 400  # the repair prompt, with the flaws of an answer
_DAY_LINES = 1.05  # of what is said: the lines that give the day
_LEAST_TOKENS = 64  # of a window; an endpoint with less refuses, and says so


class OpenAIReader:
    """Reads a window with one call, or two when the first answer was of no use."""

    def __init__(self, endpoint: Endpoint, guard: Guard | None = None) -> None:
        self._form = _Form("extract", ReadingAnswer)
        self._connection = guarded(connect(endpoint), guard)
        self._endpoint = endpoint
        self.model = endpoint.model
        self.prompt_version = self._form.version

    def metered(self, purse: Purse) -> Self:
        """Return the same mind, paying each call from this purse."""
        paying = copy(self)
        paying._connection = MeteredConnection(self._connection, purse)  # noqa: SLF001 - its own
        return paying

    @property
    def window_tokens(self) -> int:
        """Tokens of a transcript that fits beside the prompt, the largest answer and a re-ask."""
        static = self.count_tokens(self._form.question("").text) + _RE_ASK_TOKENS
        left = (self._endpoint.prompt_tokens - static) / _DAY_LINES
        return max(int(left), _LEAST_TOKENS)

    def count_tokens(self, text: str) -> int:
        """Return how many tokens the model counts in a text, or at least so many."""
        return count_tokens(text, self.model)

    def read(self, window: Window) -> Reading:
        """Return what the model found; a window of an assistant's words alone is not shown to it.

        Raises:
            MindError: of any class, with the usage of all calls made.
        """
        (reading,) = self.read_together([window])
        return reading

    def read_together(self, windows: Sequence[Window]) -> tuple[Reading, ...]:
        """Return what the model found in each window, with one call for all of them.

        Raises:
            MindError: of any class, with the usage of all calls made.
        """
        excerpts = [_excerpt(window) for window in windows]
        worth = [n for n, excerpt in enumerate(excerpts) if _may_tell(excerpt)]
        readings = [Reading(statements=()) for _ in windows]
        if worth:
            transcript = render_transcript(*(excerpts[n] for n in worth))
            found, usage = _ask(
                self._connection,
                self._form.question(transcript.text),
                lambda text: statements_of(parse_answer(text, ReadingAnswer), transcript),
            )
            for n, (statements, dropped) in zip(worth, found, strict=True):
                readings[n] = Reading(statements=statements, dropped=dropped)
            readings[0] = replace(readings[0], usage=usage)
        return tuple(readings)


class OpenAIPlanner:
    """Plans a fold with one call, or two when the first answer was of no use."""

    def __init__(self, endpoint: Endpoint, guard: Guard | None = None) -> None:
        self._form = _Form("consolidate", PlanAnswer)
        self._connection = guarded(connect(endpoint), guard)
        self.model = endpoint.model
        self.prompt_version = self._form.version

    def metered(self, purse: Purse) -> Self:
        """Return the same mind, paying each call from this purse."""
        paying = copy(self)
        paying._connection = MeteredConnection(self._connection, purse)  # noqa: SLF001 - its own
        return paying

    def plan(
        self, index: Index, episodes: Sequence[Episode], violations: Sequence[str] = ()
    ) -> Proposal:
        """Return the model's operations; `violations` are told to it in its own numbers.

        Raises:
            MindError: of any class, with the usage of all calls made.
        """
        agenda = render_agenda(index.active, episodes)
        question = self._form.question(agenda.text)
        if violations:
            question = _again(question, [renumber(line, agenda) for line in violations])
        (operations, flaws), usage = _ask(
            self._connection,
            question,
            lambda text: operations_of(parse_answer(text, PlanAnswer), agenda),
        )
        return Proposal(operations=operations, usage=usage, violations=flaws)


def _excerpt(window: Window) -> Excerpt:
    people = [p for p in window.participants if p.kind is ParticipantKind.HUMAN]
    return Excerpt(
        messages=window.messages,
        context=window.context,
        one_user=len(people) == 1 and people[0].user is not None,
    )


def _may_tell(excerpt: Excerpt) -> bool:
    """Return whether anything shown could be evidence: a user's words, or a lone user's tool."""
    return any(
        shown_content(m) and (is_evidence(m) or (excerpt.one_user and m.role is Role.TOOL))
        for m in excerpt.messages
    )


class _Form:
    """The part of a question that never changes, and its version."""

    def __init__(self, name: str, shape: type[BaseModel]) -> None:
        self._name = name
        self._system = load_prompt(name).text
        self._schema: dict[str, Any] = strict_schema(shape)
        # the schema is read by the model too, and the repair may be part of any call
        parts = (self._system, load_prompt("repair").text, json.dumps(self._schema))
        self.version = f"{name}-{sha256_hex(chr(0).join(parts))[:12]}"

    def question(self, data: str) -> Question:
        return Question(name=self._name, schema=self._schema, system=self._system, user=data)


def _ask(wire: Wire, question: Question, take: Callable[[str], T]) -> tuple[T, Usage]:
    """Return what `take` makes of the answer; one that it refuses is asked for once more."""
    usage = Usage()
    try:
        return _take(wire, question, take)
    except ContentError as flaw:
        usage = flaw.usage
        again = _again(question, [str(flaw)])
    try:
        taken, more = _take(wire, again, take)
    except ContentError as flaw:
        reason = f"the model's answer could not be used, twice: {flaw}"
        raise ContentError(reason, usage=usage + flaw.usage) from None
    except MindError as error:
        error.usage = usage + error.usage
        raise
    return taken, usage + more


def _take(wire: Wire, question: Question, take: Callable[[str], T]) -> tuple[T, Usage]:
    completion = complete_at_length(wire, question)
    try:
        return take(completion.text), completion.usage
    except ContentError as flaw:
        flaw.usage = completion.usage
        raise


def _again(question: Question, flaws: Sequence[str]) -> Question:
    told = fence("Flaws", [f"- {' '.join(flaw.split())}" for flaw in flaws])
    repair = load_prompt("repair").text.replace("{flaws}", told)
    return Question(
        name=question.name,
        schema=question.schema,
        system=question.system,
        user=f"{question.user}\n\n{repair}",
    )
