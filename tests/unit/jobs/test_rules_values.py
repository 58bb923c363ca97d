"""What may stand as a slot's value, in whatever language."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after, lines_of


@pytest.mark.parametrize(
    ("language", "said", "line"),
    [
        ("en", "I don't like Zinkit.", "Dislikes Zinkit."),
        ("de", "Ich mag Zinkit nicht.", "Mag Zinkit nicht."),
        ("es", "No me gusta Zinkit.", "No le gusta Zinkit."),
        ("fr", "Je n'aime pas Zinkit.", "N'aime pas Zinkit."),
    ],
)
def test_a_word_that_denies_is_no_value(language, said, line):
    assert lines_of(language, said) == [line]


@pytest.mark.parametrize("diet", ["low-carb", "gluten-free", "kosher"])
def test_a_new_diet_is_no_job(diet):
    before = ("I'm a mountain guide.", "I only eat halal food.")
    lines = active_after("en", *before, f"I've become {diet}.")
    assert sorted(lines) == [f"Diet is {diet}.", "Works as a mountain guide."]
