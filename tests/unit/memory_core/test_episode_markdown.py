"""An episode's file."""

import json

from hypothesis import given
from hypothesis import strategies as st

from memory_core.formats.episode_markdown import render_episode
from tests.fakes.memories import make_episode, make_message


def front_matter(text):
    head = text.split("\n---\n")[0].removeprefix("---\n")
    pairs = (line.split(": ", 1) for line in head.split("\n"))
    return {name: json.loads(value) for name, value in pairs}


def test_the_front_matter_holds_what_is_known_and_the_body_follows():
    episode = make_episode("Likes tea.", make_message("I love tea."))
    text = render_episode(episode)
    fields = front_matter(text)
    assert (fields["id"], fields["description"]) == (episode.id, "Likes tea.")
    assert fields["evidence"][0]["at"] == "2026-02-03T10:00:00+00:00"
    assert text.endswith("\n---\n\nLikes tea.\n")


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_no_text_ends_a_value_or_the_front_matter_early(line):
    text = render_episode(make_episode("Likes tea.", make_message("x"), aliases=(line,)))
    assert front_matter(text)["aliases"] == [line]
    assert not set("\x85\u2028\u2029") & set(text)
