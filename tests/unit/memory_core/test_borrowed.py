"""What a line takes from a prompt."""

import pytest

from memory_core.index.borrowed import borrowed

PROMPT = "Write one line for each durable fact that the user states about himself, in his words."


# cases 22, 27, 28
@pytest.mark.parametrize(
    "line",
    [
        "One line for each durable fact that the user states about himself.",
        "Manager is Zz-Merrin Voss.",
        "<fact here>",
        "Lives in [city].",
        "Name is {name}.",
        "Likes TODO.",
    ],
)
def test_words_of_a_prompt_sentinels_and_placeholders_are_named(line):
    assert list(borrowed(line, [PROMPT], ["I like tea"]))


@pytest.mark.parametrize(
    "line", ["Likes tea.", "Writes one line for each day.", "Moved in yesterday [2026-02-02]."]
)
def test_a_line_of_its_own_is_not(line):
    assert list(borrowed(line, [PROMPT], ["I like tea"])) == []


def test_a_placeholder_that_was_said_is_the_speakers_own():
    line = "Writes <name> in templates."
    assert list(borrowed(line, [], ["I write <name> in templates"])) == []
