from __future__ import annotations

import pytest

from jobs.minds.rules.own_words import PASTE_LENGTH, own_words

OWN = "I live in Oslo."
FOREIGN = "I live in Paris."


@pytest.mark.parametrize(
    "content",
    [
        f"{OWN}\n```\n{FOREIGN}\n```",
        f"{OWN}\n~~~ text\n{FOREIGN}\n~~~",
        f"{OWN}\n```\n{FOREIGN}",
        f"> {FOREIGN}\n{OWN}",
        f"{OWN}\n-----Original Message-----\n{FOREIGN}",
        f"{OWN}\n\nOn Mon, 2 Feb 2026, Cy wrote:\n{FOREIGN}",
        f"{OWN}\nFrom: Cy\nTo: Di\n{FOREIGN}",
        f"{OWN}\nBegin forwarded message:\n{FOREIGN}",
        f"{OWN} [photo: {FOREIGN}]",
        f"{OWN}\n<memfold-memory>\n{FOREIGN}\n</memfold-memory>",
        f"{OWN}\nPlease proofread this text: {FOREIGN}",
    ],
)
def test_what_came_by_another_channel_is_not_the_speakers(content: str) -> None:
    words = " ".join(own_words(content))
    assert OWN in words
    assert FOREIGN not in words


def test_what_follows_a_closed_fence_is_the_speakers_again() -> None:
    assert own_words(f"```\n{FOREIGN}\n```\n{OWN}") == [OWN]


# case 42
def test_of_a_long_paste_only_the_first_and_last_paragraph_count() -> None:
    middle = "\n\n".join([FOREIGN] * (PASTE_LENGTH // len(FOREIGN)))
    assert own_words(f"{OWN}\n\n{middle}\n\nI like jazz.") == [OWN, "I like jazz."]


def test_a_long_paste_without_blank_lines_counts_by_its_first_and_last_line() -> None:
    middle = "\n".join([FOREIGN] * (PASTE_LENGTH // len(FOREIGN)))
    assert own_words(f"{OWN}\n{middle}\nI like jazz.") == [OWN, "I like jazz."]


def test_one_endless_line_is_nobodys_statement() -> None:
    assert own_words(FOREIGN * PASTE_LENGTH) == []
