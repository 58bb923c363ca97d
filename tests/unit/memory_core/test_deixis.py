"""Words that point out of a line."""

from datetime import UTC, datetime

import pytest

from memory_core.index.deixis import resolve, unresolved


@pytest.mark.parametrize(
    "line",
    [
        "Moved in yesterday.",
        "Lives there.",
        "Is currently on leave.",
        "Starts a new job next week.",
        'Said: "I live here with Rex."',
        "Ist gestern eingezogen.",
        "Wohnt dort mit dem Hund.",
        "Se mudó ayer a la casa.",
        "Vive allí con su perro.",
        "A emménagé hier dans la maison.",
        "Vit là-bas avec son chien.",
        "昨日引っ越した。",
        "そこに住んでいる。",
        "昨天搬了家。",
        "住在那里。",
    ],
)
def test_a_line_that_points_to_its_chat_is_named(line):
    assert unresolved(line)


@pytest.mark.parametrize(
    "line",
    [
        'Said: "I moved in yesterday [2026-02-02]."',
        'Said: "We met last Saturday night [2026-01-31] in Oslo."',
        'Said: "Ich bin gestern [2026-02-02] eingezogen."',
        'Said: "昨日[2026-02-02]引っ越しました。"',
        'Said: "There is a harbour in Oslo."',
        "Moved in on 2026-02-02.",
        "Likes tea every morning.",
        "Trinkt jeden Morgen Tee.",
    ],
)
def test_a_bracketed_date_behind_it_resolves_it(line):
    assert unresolved(line) == []


# -- said at half past midnight of Wednesday 2026-03-04 ----------------------------------------


@pytest.mark.parametrize(
    ("line", "dated"),
    [
        ("Exam is tomorrow.", "Exam is tomorrow [2026-03-05]."),
        ("Will visit Oslo tomorrow.", "Will visit Oslo tomorrow [2026-03-05]."),
        ("Der Zahnarzt ist morgen.", "Der Zahnarzt ist morgen [2026-03-05]."),
        ("歯医者は明日です。", "歯医者は明日[2026-03-05]です。"),
        ("Moved in yesterday [2026-03-03].", "Moved in yesterday [2026-03-03]."),
        ("Moved here last year.", "Moved here last year [2025]."),
        ("Runs every Monday.", "Runs every Monday."),
        ("Birthday is on 2 May.", "Birthday is on 2 May."),
    ],
)
def test_a_word_of_time_is_dated_by_when_it_was_said(line, dated):
    assert resolve(line, datetime(2026, 3, 4, 0, 30, tzinfo=UTC)) == dated


def test_a_word_of_place_stays_unresolved():
    line = resolve("Has moved there.", datetime(2026, 3, 4, tzinfo=UTC))
    assert (line, unresolved(line)) == ("Has moved there.", ["there"])
