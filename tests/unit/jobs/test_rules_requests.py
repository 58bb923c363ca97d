from __future__ import annotations

import pytest

from jobs.minds.rules.requests import (
    find_correction,
    find_forgotten,
    find_remembered,
    find_remembered_anywhere,
    is_retraction,
    section_of,
)
from memory_core.sections import Section


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("Please remember that the demo is on the 4th.", "the demo is on the 4th."),
        ("remember: deploy from main", "deploy from main"),
        ("Can you remember that I park on level 2?", "I park on level 2"),
        ("Remember to call mum.", None),
        ("Remember when we met?", None),
        ("I remember that day.", None),
        ("Remember: [password]", None),
    ],
)
def test_a_request_to_remember_names_what(sentence: str, what: str | None) -> None:
    assert find_remembered(sentence, to_agent=True) == what


def test_among_humans_advice_is_no_request_to_remember() -> None:
    assert find_remembered("Remember that rest is important.", to_agent=False) is None
    assert find_remembered("Remember that I leave on Friday.", to_agent=False) is not None


@pytest.mark.parametrize(
    "line",
    [
        "Merke dir: der Schlüssel",
        "Recuerda: la llave",
        "記住：鑰匙",
        "覚えて：鍵",
        "remember: ключ",
    ],
)
def test_a_colon_asks_to_remember_in_any_language(line: str) -> None:
    assert find_remembered_anywhere(line) == line.replace("：", ":").split(":")[1].strip()


def test_a_standing_order_is_a_procedure() -> None:
    assert section_of("always use tabs") is Section.PROCEDURES
    assert section_of("the key is in the vault") is Section.OTHER


@pytest.mark.parametrize(
    ("sentence", "what"),
    [
        ("Forget that I like jazz.", "I like jazz"),
        ("Please forget what I said about Oslo.", "Oslo"),
        ("Forget it.", None),
        ("Forget about that.", None),
        ("Don't forget that I like jazz.", None),
    ],
)
def test_a_request_to_forget_names_what(sentence: str, what: str | None) -> None:
    assert find_forgotten(sentence, to_agent=True) == what


@pytest.mark.parametrize("clause", ["I don't eat meat any more", "I no longer run marathons"])
def test_taking_a_habit_back_is_a_retraction(clause: str) -> None:
    assert is_retraction(clause)


@pytest.mark.parametrize(
    "clause", ["I don't eat meat", "I can't do it anymore", "I no longer know"]
)
def test_a_plain_denial_or_a_pronoun_takes_nothing_back(clause: str) -> None:
    assert not is_retraction(clause)


@pytest.mark.parametrize(
    "sentence",
    [
        "No, it's Bergen, not Oslo.",
        "It's not Oslo but Bergen.",
        "Actually my flight is on the 5th, not the 4th.",
        "Sorry, not Acme, it's Initech.",
    ],
)
def test_a_correction_names_the_old_value_and_the_new(sentence: str) -> None:
    assert find_correction(sentence) == sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "No, it's fine.",
        "No, it's Bergen.",
        "It's not easy but worth it.",
        "Is it Oslo, not Bergen?",
    ],
)
def test_what_names_no_old_value_corrects_nothing(sentence: str) -> None:
    assert find_correction(sentence) is None
