from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from jobs.policies import Policy
from jobs.windows import cut_chunk, readable, window_key
from memory_core.messages import Participant, ParticipantKind
from tests.fakes.chats import BOT, NED, message

SMALL = Policy(window_characters=100, window_messages=5)


def cut_all(messages, *, first, last, policy=SMALL):
    chunks = []
    while first <= last:
        left = [m for m in messages if first <= m.position <= last]
        chunks.append(cut_chunk(left, first=first, last=last, policy=policy))
        first = chunks[-1].last + 1
    return chunks


@given(
    st.lists(st.tuples(st.integers(0, 250), st.booleans()), min_size=1, max_size=40),
    st.integers(0, 5),
)
def test_chunks_partition_any_window_exactly(sizes, start):
    """Every position lies in one chunk, in order; what may not be read is passed over."""
    last = start + len(sizes) - 1
    messages = [
        message(start + n, "x" * size) for n, (size, readable) in enumerate(sizes) if readable
    ]
    chunks = cut_all(messages, first=start, last=last)
    covered = [p for chunk in chunks for p in range(chunk.first, chunk.last + 1)]
    assert covered == list(range(start, last + 1))
    assert [m for chunk in chunks for m in chunk.messages] == messages
    for chunk in chunks:
        size = sum(len(m.content) for m in chunk.messages)
        assert len(chunk.messages) <= SMALL.window_messages
        assert size <= SMALL.window_characters or len(chunk.messages) == 1


def test_a_message_larger_than_the_budget_is_a_chunk_of_its_own():
    messages = [message(0, "a"), message(1, "b" * 2_000_000), message(2, "c")]
    assert [(c.first, c.last) for c in cut_all(messages, first=0, last=2)] == [
        (0, 0),
        (1, 1),
        (2, 2),
    ]


def key_of(**changes):
    fields = {
        "chat": "c1",
        "feeds": ["s1"],
        "chunk": cut_chunk([message(0, "Hello")], first=0, last=0, policy=Policy()),
        "participants": (NED, BOT),
        "prompt_version": "v1",
    }
    return window_key(**{**fields, **changes})


def test_a_key_is_the_same_for_the_same_window_however_its_parts_are_ordered():
    assert key_of() == key_of(participants=(BOT, NED))
    assert key_of(feeds=["s1", "s2"]) == key_of(feeds=["s2", "s1"])


def test_a_key_changes_with_everything_that_a_reading_depends_on():
    other = cut_chunk([message(0, "Hullo")], first=0, last=0, policy=Policy())
    longer = cut_chunk([message(0, "Hello")], first=0, last=1, policy=Policy())
    stranger = Participant(id="ned", kind=ParticipantKind.HUMAN, user="someone-else")
    keys = [
        key_of(),
        key_of(chat="c2"),
        key_of(feeds=["s2"]),
        key_of(chunk=other),
        key_of(chunk=longer),
        key_of(participants=(stranger, BOT)),
        key_of(prompt_version="v2"),
    ]
    assert len(set(keys)) == len(keys)


@given(st.text(max_size=400), st.integers(2, 100))
def test_what_is_shown_of_a_message_keeps_its_head_and_tail(content, limit):
    shown = readable(message(0, content), limit=limit).content
    if len(content) <= limit:
        assert len(shown) <= len(content) or "[" in shown  # a secret's kind stands in its place
    assert len(shown) <= max(len(content) + 200, limit + 60)


def test_a_secret_is_taken_out_before_a_mind_sees_it():  # case 57
    said = message(0, "export GITHUB_TOKEN=ghp_" + "a1B2" * 9)
    assert "a1B2a1B2" not in readable(said, limit=10_000).content
    assert readable(replace(said, content="plain"), limit=10).content == "plain"
