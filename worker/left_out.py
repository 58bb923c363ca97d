"""What of a chat became no episode, for a person who compares the two.

The reader by rules says nothing of what it passes over, so the reasons here are guessed from the
message with the reader's own tables, the likeliest first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from jobs.minds.rules.guards import is_attributed, is_foreign, is_wish
from jobs.minds.rules.own_words import own_words
from jobs.minds.rules.sentences import split_sentences
from memory_core.messages import Message, Role
from memory_core.text.normalise import one_line
from memory_core.text.redact import redact

_EXCERPT = 56  # characters
_NO_USERS_WORDS = {
    Role.ASSISTANT: "an assistant's words",
    Role.TOOL: "a tool's words",
    Role.SYSTEM: "a system's words",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class LeftOut:
    """A message that no episode rests on, but for what was set aside."""

    chat: str
    position: int
    excerpt: str  # without secrets
    reason: str


def find_left_out(
    messages: Iterable[Message], cited: frozenset[tuple[str, int]]
) -> Iterator[LeftOut]:
    """Yield the messages that are not cited, by (chat, position), in the order given."""
    for message in messages:
        if (message.chat, message.position) not in cited:
            yield LeftOut(
                chat=message.chat,
                position=message.position,
                excerpt=_excerpt(message.content),
                reason=_NO_USERS_WORDS.get(message.role) or _reason(message.content),
            )


def _excerpt(content: str) -> str:
    text = one_line(redact(content).text)
    return text if len(text) <= _EXCERPT else f"{text[: _EXCERPT - 1].rstrip()}…"


def _reason(content: str) -> str:
    if redact(content).kinds:
        return "holds a secret"
    if _is_partly_foreign(content):
        return "pasted or quoted"
    for sentence in split_sentences(one_line(content)):
        for holds, reason in _REASONS:
            if holds(sentence):
                return reason
    return "says nothing that lasts"


def _is_partly_foreign(content: str) -> bool:
    lines = [line.strip() for line in content.splitlines() if line.strip()]
    return own_words(content) != lines


def _is_question(sentence: str) -> bool:
    return sentence.endswith("?")


def _is_third_party(sentence: str) -> bool:
    return sentence.startswith(("My ", "He ", "She ", "They "))


_REASONS: tuple[tuple[Callable[[str], bool], str], ...] = (
    (_is_question, "a question"),
    (is_attributed, "what someone else says"),
    (is_wish, "a wish, a plan or a supposition"),
    (is_foreign, "a wish, a plan or a supposition"),
    (_is_third_party, "about someone else"),
)
