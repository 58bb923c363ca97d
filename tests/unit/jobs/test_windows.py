from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.minds.tokens import count_tokens
from jobs.windows import Room, cut_chunk, halved, shown_context, window_key
from memory_core.messages import Participant, ParticipantKind, Role
from tests.fakes.chats import BOT, NED, message

SMALL = Room(characters=100, messages=5)


def cut_all(messages, *, first, last, room=SMALL):
    chunks = []
    while first <= last:
        left = [m for m in messages if first <= m.position <= last]
        chunks.append(cut_chunk(left, first=first, last=last, room=room))
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
        assert len(chunk.messages) == len(chunk.shown) <= SMALL.messages
        assert chunk.part <= 1


def test_a_message_larger_than_the_room_is_trimmed_and_passed():
    messages = [message(0, "a"), message(1, "b" * 2_000_000), message(2, "c" * 20)]
    chunks = cut_all(messages, first=0, last=2)
    assert [(c.first, c.last, c.trimmed) for c in chunks] == [(0, 1, 1), (2, 2, 0)]


def key_of(**changes):
    fields = {
        "chat": "c1",
        "feeds": ["s1"],
        "chunk": cut_chunk([message(0, "Hello")], first=0, last=0, room=SMALL),
        "participants": (NED, BOT),
        "prompt_version": "v1",
    }
    return window_key(**{**fields, **changes})


def test_a_key_is_the_same_for_the_same_window_however_its_parts_are_ordered():
    assert key_of() == key_of(participants=(BOT, NED))
    assert key_of(feeds=["s1", "s2"]) == key_of(feeds=["s2", "s1"])


def test_a_key_changes_with_everything_that_a_reading_depends_on():
    other = cut_chunk([message(0, "Hullo")], first=0, last=0, room=SMALL)
    longer = cut_chunk([message(0, "Hello")], first=0, last=1, room=SMALL)
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


DENSE = {
    "JSON": '{"k":[1,22,null],"v":"a1B2"},',
    "Chinese": "我去年春天和我的猫一起搬到了奥斯陆。",
    "base64": "aGVsbG8gd29ybGQsIHRoaXMgaXMg",
    "prose": "I moved to Larvik last spring. ",
}


# case 1
@pytest.mark.parametrize("kind", DENSE)
@pytest.mark.parametrize("model", ["some-llama", "gpt-4o"])
def test_a_message_too_large_for_the_mind_keeps_its_head_and_its_tail(kind, model):
    room = Room(
        messages=200, characters=24_000, tokens=3_000, count=partial(count_tokens, model=model)
    )
    content = "I live in Bergen.\n" + DENSE[kind] * (100_000 // len(DENSE[kind])) + "\nI love tea."
    chunk = cut_chunk([message(0, content)], first=0, last=0, room=room)
    (shown,) = chunk.shown
    assert chunk.trimmed == 1
    assert shown.content.startswith("I live in Bergen.\n")
    assert shown.content.endswith("\nI love tea.")
    assert "left out" in shown.content
    assert 0.6 < chunk.part <= 0.75


def test_a_users_words_are_kept_before_an_assistants_and_these_before_a_tools():
    huge = "word and word " * 100
    talk = [
        message(0, huge),
        message(1, huge, speaker=BOT, role=Role.TOOL),
        message(2, huge, speaker=BOT),
        message(3, huge, speaker=BOT),
        message(4, "ok"),
    ]
    room = Room(characters=1_000, messages=9)
    chunks = cut_all(talk, first=0, last=4, room=room)
    shown = [len(m.content) for chunk in chunks for m in chunk.shown]
    user, tool, between, final, _ = shown
    assert user > final > tool == between
    assert sum(chunk.trimmed for chunk in chunks) == 4
    assert max(chunk.part for chunk in chunks) <= 1


def test_what_stands_before_a_window_is_short():
    assert (
        len(shown_context(message(0, "word " * 5_000), Room(characters=16_000, messages=9)).content)
        < 1_000
    )


def test_half_of_a_chunk_is_half_of_what_it_held():
    room = Room(characters=10_000, messages=99, tokens=5_000)
    chunk = cut_chunk([message(n, "x" * 1_000) for n in range(4)], first=0, last=3, room=room)
    smaller = halved(room, chunk)
    assert (smaller.characters, smaller.tokens) == (4_040, 2_020)
    assert halved(room, cut_chunk([message(0, "x" * 400)], first=0, last=0, room=room)) is None


def test_a_secret_is_taken_out_before_a_mind_sees_it():  # case 57
    said = message(0, "export GITHUB_TOKEN=ghp_" + "a1B2" * 9)
    (shown,) = cut_chunk([said], first=0, last=0, room=Room(characters=9_000, messages=9)).shown
    assert "a1B2a1B2" not in shown.content
    assert "a1B2a1B2" not in shown_context(said, Room(characters=9_000, messages=9)).content
