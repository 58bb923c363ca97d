"""Paying for calls: each is reserved before it goes out, and billed as soon as it is over.

reserve the most it may cost ── ask ── settle by what it did cost
     └─ refused: no request         └─ killed here: the reservation stands for the bill
"""

from __future__ import annotations

from typing import Protocol

from jobs.errors import MindError
from jobs.minds.completion import Completion
from jobs.minds.endpoint import Endpoint
from jobs.minds.protocol import Purse
from jobs.minds.question import Question
from jobs.minds.tokens import count_tokens
from jobs.usage import Usage


class Wire(Protocol):
    """Where a mind asks."""

    @property
    def endpoint(self) -> Endpoint:
        """What it reaches and at which price."""
        ...

    def complete(self, question: Question) -> Completion:
        """Ask once."""
        ...


class MeteredConnection:
    """A connection whose questions are paid from a purse."""

    def __init__(self, wire: Wire, purse: Purse) -> None:
        self._wire = wire
        self._purse = purse

    @property
    def endpoint(self) -> Endpoint:
        """What it reaches and at which price."""
        return self._wire.endpoint

    def complete(self, question: Question) -> Completion:
        """Ask once, when it can be afforded.

        Raises:
            MindError: of any class; a refused reservation is one, and no request.
        """
        self._purse.reserve(largest_usage(self.endpoint, question))
        try:
            completion = self._wire.complete(question)
        except MindError as error:
            self._purse.settle(error.usage)
            raise
        except Exception:
            self._purse.settle(None)
            raise
        self._purse.settle(completion.usage)
        return completion


def largest_usage(endpoint: Endpoint, question: Question) -> Usage:
    """Return the most that a question may cost: its prompt uncached, and the longest answer."""
    return endpoint.usage_of(
        input_tokens=count_tokens(question.text, endpoint.model),
        output_tokens=question.answer_tokens or endpoint.max_output_tokens,
    )
