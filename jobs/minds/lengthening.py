"""Answers that were cut off at their largest size: asked for once more, with twice the room.

Models that think before they answer use up a size that would do for the answer alone; a smaller
window would not help them.
"""

from __future__ import annotations

from dataclasses import replace

from jobs.errors import MindError
from jobs.minds.completion import Completion, CutOffError
from jobs.minds.endpoint import Endpoint
from jobs.minds.metering import Wire
from jobs.minds.question import Question
from jobs.minds.tokens import count_tokens


def complete_at_length(wire: Wire, question: Question) -> Completion:
    """Ask, and once more where the answer was cut off and the context has room for a longer one.

    Raises:
        CutOffError: the longer one was cut off too, or there is no room.
        MindError: of any class, with the usage of both calls.
    """
    try:
        return wire.complete(question)
    except CutOffError as cut:
        room = _longer(wire.endpoint, question)
        if room is None:
            raise
        try:
            completion = wire.complete(replace(question, answer_tokens=room))
        except MindError as error:
            error.usage = cut.usage + error.usage
            raise
        return replace(completion, usage=cut.usage + completion.usage)


def _longer(endpoint: Endpoint, question: Question) -> int | None:
    """Return a size of twice, or at least half more, where the context has room for it."""
    left = endpoint.context_tokens - count_tokens(question.text, endpoint.model)
    room = min(2 * endpoint.max_output_tokens, left)
    return room if 2 * room >= 3 * endpoint.max_output_tokens else None
