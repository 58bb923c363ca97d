"""Which entries a planner is shown in full."""

from __future__ import annotations

import pytest

from memory_core.index.nearness import NEAREST, find_near
from tests.fakes.chats import entry
from tests.fakes.memories import make_episode


@pytest.mark.parametrize(
    ("line", "said", "language"),
    [
        ("Has a cat named Pip, twelve years old.", "The cat died.", "en"),
        ("Lives in Oslo.", "Lives in Bergen.", "en"),
        ("Was walking two dogs before breakfast.", "Walks a dog.", "en"),
        ("Wohnt in Leipzig.", "Wohnt in Dresden.", "de"),
        ("研究大语言模型的设计方法。", "不再研究大语言模型。", "zh"),
    ],
)
def test_what_may_be_replaced_or_confirmed_is_near(line, said, language):
    assert find_near([entry("m0000001", line)], [make_episode(said, language=language)])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Lives with two dogs by the sea.", "Lives in Bergen."),
        ("Likes long walks in the rain.", "Likes tea."),
        ("Prefers answers with worked examples.", "Has a sister."),
    ],
)
def test_words_that_any_line_may_hold_bring_nothing_near(line, said):
    assert not find_near([entry("m0000001", line)], [make_episode(said)])


def test_an_alias_brings_its_entry_near():
    named = make_episode("Met Dee at the harbour.", aliases=("Deirdre",))
    assert find_near([entry("m0000001", "Manager is Deirdre Vance.")], [named])


def test_a_word_that_many_lines_hold_brings_none_of_them_near():
    lines = [
        entry(f"m000000{n}", f"Mira visited {city}.")
        for n, city in enumerate(["Oslo", "Bergen", "Turku", "Malmo", "Gdansk", "Riga"])
    ]
    assert find_near(lines, [make_episode("Mira visited Turku.")]) == {"m0000002"}


def test_an_episode_brings_only_its_nearest_entries_near():
    close = entry("m0000009", "Paints the harbour in oil.")
    loose = [
        entry(f"m000000{n}", line)
        for n, line in enumerate(
            ["Saw a harbour.", "Bought oil.", "Sold a boat.", "Oil lamps flicker.", "Harbour fees."]
        )
    ]
    near = find_near([*loose, close], [make_episode("Stopped painting the harbour in oil.")])
    assert close.id in near
    assert len(near) == NEAREST
