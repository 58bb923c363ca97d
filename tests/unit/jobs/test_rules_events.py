from __future__ import annotations

import pytest

from jobs.minds.rules.events import find_event
from jobs.minds.rules.standing import find_standing


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("I joined a support group yesterday.", "I joined a support group yesterday."),
        ("Wow, Bo! By the way, I adopted a kitten.", "I adopted a kitten."),
        ("Last week we hiked up a hill - it was so much fun!", "Last week we hiked up a hill"),
        ("I've been busy, but I signed up for a class.", "I signed up for a class."),
        ("My wife and I bought a house in Lund.", "My wife and I bought a house in Lund."),
        ("Just got back from a road trip yesterday!", "Just got back from a road trip yesterday!"),
        ("I've been practicing the cello for ten years.",
         "I've been practicing the cello for ten years."),
        ("I won the race, and you cheered!", "I won the race"),
        ("My grandmother passed away last month.", "My grandmother passed away last month."),
    ],
)  # fmt: skip
def test_a_past_deed_is_quoted_without_greeting_and_praise(sentence: str, quote: str) -> None:
    event = find_event(sentence)
    assert event is not None
    assert event.quote == quote


@pytest.mark.parametrize(
    "sentence",
    [
        "I did it yesterday.",
        "I saw that last week.",
        "I had a great time last night!",
        "I didn't join the club.",
        "I almost joined the club.",
        "I wanted to join a club.",
        "When I joined the club, did you laugh?",
        "He said I joined the club.",
        "I got your message yesterday.",
        "We had a nice chat last week.",
        "Thanks, I appreciated the photo yesterday!",
        "I went there last week.",
        "Excited about the game today!",
        "You joined a choir last week.",
        "The band that I joined fell apart last week.",
    ],
)
def test_what_is_vague_denied_wished_or_of_the_chat_is_no_event(sentence: str) -> None:
    assert find_event(sentence) is None


def test_a_passing_deed_says_whether_it_names_something() -> None:
    named, plain = find_event("I watched Solaris at home."), find_event("I watched an old movie.")
    assert named is not None
    assert plain is not None
    assert (named.passing, named.names_something) == (True, True)
    assert (plain.passing, plain.names_something) == (True, False)


@pytest.mark.parametrize(
    ("sentence", "quote"),
    [
        ("Yeah, I play the clarinet!", "I play the clarinet!"),
        ("We have two dogs - they're the best.", "We have two dogs"),
        ("I'm taking a cooking class.", "I'm taking a cooking class."),
        ("My favourite editor is Helix.", "My favourite editor is Helix."),
    ],
)
def test_a_lasting_state_is_quoted(sentence: str, quote: str) -> None:
    found = find_standing(sentence)
    assert found is not None
    assert found[1] == quote


@pytest.mark.parametrize(
    "sentence",
    ["I have two questions.", "I'm looking for help.", "I'm taking a break.", "I play it daily.",
     "I don't play the clarinet.", "If I play the clarinet, they leave."],
)  # fmt: skip
def test_a_passing_state_is_not_kept(sentence: str) -> None:
    assert find_standing(sentence) is None
