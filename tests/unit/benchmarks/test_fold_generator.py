"""A stream is the same for ever, holds each kind often enough, and its gold agrees with it."""

from collections import Counter

import pytest

from benchmarks.fold.generator import digest, generate
from benchmarks.fold.gold import Kind, Truth
from benchmarks.fold.matching import holds
from memory_core.incoming import parse_message


@pytest.fixture(scope="module")
def small():
    return generate("dev", 3, users=12, chats=10)


def test_the_same_split_and_seed_make_the_same_stream(small):
    assert digest(generate("dev", 3, users=12, chats=10)) == digest(small)
    assert digest(generate("dev", 4, users=12, chats=10)) != digest(small)


def test_a_full_stream_holds_three_hundred_of_each_kind():
    counts = Counter(row.kind for row in generate("dev", 11).rows)
    assert {kind: counts[kind] for kind in Kind if counts[kind] < 300} == {}


def test_every_message_of_a_row_holds_the_words_that_the_row_says_stand_there(small):
    texts = {(line.chat, line.position): line.content for r in small.rounds for line in r.lines}
    for row in small.rows:
        assert row.messages
        for place, sentence in zip(row.messages, row.sentences, strict=True):
            assert sentence in texts[place]
        said = " ".join(texts[place] for place in row.messages)
        assert any(holds(said, form) for form in row.accepted)
        if row.ended_in:
            assert holds(texts[row.ended_in], row.value)


def test_an_invented_value_is_that_of_one_row_alone(small):
    changed_mind = {row.replaces for row in small.rows if row.slot == "dislikes"}
    values = Counter(row.value for row in small.rows if row.opaque and row.id not in changed_mind)
    assert {value for value, count in values.items() if count > 1} == set()


def test_a_slot_of_one_value_holds_one_at_a_time(small):
    for at in range(10):
        held = Counter(
            (row.owner, row.slot)
            for row in small.rows
            if row.truth is Truth.HELD and row.is_true(at)
            if row.slot in {"home", "employer", "role", "units", "diet", "style", "name"}
        )
        assert not [key for key, count in held.items() if count > 1]


def test_what_ends_or_comes_again_does_so_in_a_later_chat(small):
    for row in small.rows:
        assert row.valid_to is None or row.valid_to > row.valid_from
        if row.kind is Kind.CORROBORATED:
            assert len({chat for chat, _ in row.messages}) == 2


def test_every_message_has_the_shape_that_the_ledger_takes(small):
    for line in small.rounds[0].lines:
        parse_message(
            {
                "chat": line.chat,
                "role": line.role,
                "speaker": line.speaker,
                "content": line.content,
                "at": line.at,
                "position": line.position,
            }
        )


def test_a_chat_ends_before_its_round_is_looked_at(small):
    for each in small.rounds:
        assert max(line.at for line in each.lines) < each.ends_at
