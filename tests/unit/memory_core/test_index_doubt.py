"""A value told in doubt takes an empty place, and no other value's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memory_core.index.endings import is_known_otherwise, is_what_ended
from memory_core.index.fold import fold
from memory_core.index.planner import place
from memory_core.index.slots import SlotValue, slot_of
from tests.fakes.memories import NOW, Story, empty

DOUBTED = "I work at Zedwerk when it rains"


def _active_after(*told: tuple[str, str, bool]) -> list[str]:
    index, story = empty(), Story()
    for day, (words, line, in_doubt) in enumerate(told):
        episode = story.say(words, line, day=day)
        if in_doubt:
            content = replace(episode.content, body=f'Said: "{words}"')
            episode = story.episodes[episode.id] = replace(episode, content=content)
        settled = place(index, [episode], story.episodes)
        index = fold(index, settled.operations, {episode.id: episode}, NOW).after
    return [entry.text for entry in index.active]


def test_a_value_in_doubt_stands_beside_the_one_it_does_not_replace():
    active = _active_after(
        ("I work at Acme", "Works at Acme.", False), (DOUBTED, "Works at Zedwerk.", True)
    )
    assert active == ["Works at Acme.", f'Said: "{DOUBTED}"']


def test_a_value_in_doubt_takes_an_empty_place_and_makes_way_for_a_plain_one():
    assert _active_after((DOUBTED, "Works at Zedwerk.", True)) == ["Works at Zedwerk."]
    active = _active_after(
        (DOUBTED, "Works at Zedwerk.", True), ("I work at Acme", "Works at Acme.", False)
    )
    assert active == ["Works at Acme."]


def test_a_value_in_doubt_whose_words_need_their_moment_is_no_line():
    active = _active_after(
        ("I work at Acme", "Works at Acme.", False),
        ("I work at Zedwerk there when it rains", "Works at Zedwerk.", True),
    )
    assert active == ["Works at Acme."]


def test_a_value_without_doubt_replaces():
    active = _active_after(
        ("I work at Acme", "Works at Acme.", False),
        ("I work at Zedwerk", "Works at Zedwerk.", False),
    )
    assert active == ["Works at Zedwerk."]


def test_the_name_of_a_project_is_no_employers():
    active = _active_after(
        ("I work at Acme", "Works at Acme.", False),
        ("I'm working on Zedwerk", "Is working on Zedwerk.", False),
        ("I work at Zedwerk", "Works at Zedwerk.", False),
    )
    assert "Works at Acme." in active
    project, firm = slot_of("Is working on Zedwerk."), slot_of("Works at Zedwerk.")
    assert firm is not None
    assert is_known_otherwise(firm, [project])
    assert not is_known_otherwise(firm, [None, firm])


def _fact(line: str) -> SlotValue:
    fact = slot_of(line)
    assert fact is not None
    return fact


@pytest.mark.parametrize(
    ("held", "said", "language", "ends"),
    [
        ("ペット（犬）の名前はソル。", "ソルが亡くなりました。", "ja", True),
        ("ペット（犬）の名前はソル。", "うちの犬のソルが亡くなりました。", "ja", True),
        ("ペット（犬）の名前はソル。", "友達の犬のソルが亡くなりました。", "ja", False),
        ("ペット（犬）の名前はソル。", "もうソルを散歩に連れて行きません。", "ja", False),
        ("ベントールに取り組んでいる。", "ベントールの開発は中止です。", "ja", True),
        ("ベントールに取り組んでいる。", "ベントールの会議は中止です。", "ja", False),
        ("宠物（狗）叫豆包。", "豆包去世了。", "zh", True),
        ("宠物（狗）叫豆包。", "我不再遛豆包了。", "zh", False),
    ],
)
def test_only_what_ends_the_value_ends_its_line(held, said, language, ends):
    assert is_what_ended(_fact(held), said, language) is ends
