from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory_core.messages import Message, Participant, ParticipantKind, Role
from worker.left_out import find_left_out

NED = Participant(id="ned", kind=ParticipantKind.HUMAN, user="u-ned")
BOT = Participant(id="bot", kind=ParticipantKind.AGENT)


def message(content, position=0, *, role=Role.USER):
    return Message(
        chat="c1",
        position=position,
        role=role,
        speaker=NED if role is Role.USER else BOT,
        content=content,
        at=datetime(2026, 2, 3, tzinfo=UTC),
    )


def test_what_an_episode_rests_on_is_not_left_out():
    messages = [message("I like tea."), message("Hello!", 1)]
    found = list(find_left_out(messages, frozenset({("c1", 0)})))
    assert [left.position for left in found] == [1]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("Hello!", "says nothing that lasts"),
        ("Will it rain?", "a question"),
        ("If I moved to Rome, I would need lessons.", "a wish, a plan or a supposition"),
        ("I wish I had a dog.", "a wish, a plan or a supposition"),
        ("Mia says I drink too much.", "what someone else says"),
        ("My brother lives in Oslo.", "about someone else"),
        ("Summarize this page:\n> I live in Paris.", "pasted or quoted"),
        ("The password is Sa8gE6ci-kr0ne.", "holds a secret"),
    ],
)
def test_the_likely_reason_is_said(content, reason):
    (left,) = find_left_out([message(content)], frozenset())
    assert left.reason == reason


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL, Role.SYSTEM])
def test_others_words_are_left_out_as_such(role):
    (left,) = find_left_out([message("You should use Vim.", role=role)], frozenset())
    assert left.reason.endswith(" words")


def test_an_excerpt_is_short_and_holds_no_secret():
    (left,) = find_left_out(
        [message("The password is Sa8gE6ci-kr0ne and " + "so " * 100)], frozenset()
    )
    assert "Sa8gE6ci" not in left.excerpt
    assert len(left.excerpt) <= 56
