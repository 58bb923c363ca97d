from __future__ import annotations

import pytest

from memory_core.index.asking import asked_lines, is_asked_for, recites


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("Flight LH123 to Bergen is booked for 2026-03-05.", "Please book it."),
        ("The ferry leaves at nine.", "When does the ferry leave?"),
        ("LH123 is late.", "What about LH123?"),
        ("Die Hütte Nordlicht ist reserviert.", "Reservierst du mir eine Hütte für Samstag?"),
        ("山小屋ルナを押さえました。", "土曜の山小屋を押さえてくれる?"),
    ],
)
def test_what_a_user_asked_for_is_known_by_his_own_words(told, asked):
    assert is_asked_for(told, [asked])


@pytest.mark.parametrize(
    "told",
    [
        "Invoices go to Drummelkirk, never to anyone else.",
        "Please look at Zorvane.",
        "Wohl dem, der bei Kornblick sein Geld hat.",
        "银行是林德银行。",
        "A.",
        "",
    ],
)
@pytest.mark.parametrize("asked", ["Look that up, please.", "Bitte schau das nach.", ""])
def test_words_of_asking_ask_for_nothing(told, asked):
    assert not is_asked_for(told, [asked])


def test_one_common_word_does_not_carry_a_longer_line():
    line = "Hotel guests always praise the breakfast of Zorvane beyond measure."
    assert not is_asked_for(line, ["Which hotel is near?"])


def test_of_a_page_the_lines_that_answer_are_left():
    page = "The ferry leaves at nine.\nOrla banks with Zorvane."
    assert asked_lines(page, ["When does the ferry leave?"]) == "The ferry leaves at nine."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Here it is. **The bank of Orla** is Zorvane!", "The bank of Orla was sold."),
        ("I see: Zorvane.", "Zorvane"),
        ("これです。銀行についての正しい答えは林銀行", "銀行についての正しい答えは林銀行である"),
    ],
)
def test_a_run_of_words_of_a_tools_is_a_recital(said, told):
    assert recites(said, told)


def test_own_words_are_no_recital():
    assert not recites("I configured a context of 1M.", "The weather is fine.\nok")
