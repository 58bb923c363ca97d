"""English: what only looks like a change leaves the line, a change ends it."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after

HOME = "I live in Valmorel."
JOB = "I work at Nordelec."
ROLE = "I'm an accountant."
NAME = "My name is Fina Quell."
NICK = "Call me Fani."
DIET = "I'm vegetarian."
STYLE = "I prefer short answers."
UNITS = "I prefer metric units."
BIRTHDAY = "My birthday is May 3."
ORIGIN = "I'm from Tarnela."
PET = "My dog is called Rufo."
KIN = "My husband is called Bertin."
PROJECT = "I'm working on a game called Ventador."

NEAR = {
    JOB: (
        "I'm working at Mirlada today, the café round the corner.",
        "I work at Mirlada on weekends as a volunteer.",
        "I also work at Mirlada on Saturdays.",
        "I started at Mirlada, a pottery class.",
        "I've started at Mirlada, my new gym.",
        "I volunteer at Mirlada on Sundays.",
        "I work for Mirlada as a volunteer.",
        "I'm on the team at Mirlada, the local rugby club.",
        "I joined Mirlada, a jazz choir.",
        "I've joined Mirlada as a member.",
        "I got a place at Mirlada for my master's.",
        "Mirlada hired me for one gig in June.",
        "My company is Mirlada's customer.",
        "My theatre company is Mirlada.",
        "My insurance company is Mirlada.",
        "My new company of actors is called Mirlada.",
        "I'm with Mirlada now, the phone provider.",
        "I switched jobs in the game, it's Mirlada now.",
        "Besides Nordelec, I work at Mirlada two evenings a week.",
        "I work at Mirlada just this month to cover for a friend.",
        "I'm working for Mirlada on the side.",
        "I signed up with Mirlada for electricity.",
        "I started working with Mirlada, a note-taking app.",
        "I work at Mirlada in the school play.",
        "I was at Mirlada yesterday.",
        "I work at Mirlada in my spare time.",
        "I have a part-time job at Mirlada too.",
        "I left the choir, now I'm with Mirlada.",
        "I quit the gym, I'm at Mirlada now.",
        "My first day at Mirlada, the summer camp, was fun.",
    ),
    HOME: (
        "I live in Brison during the week.",
        "We live in Brison in summer.",
        "I'm staying in Brison this week.",
        "I'm living in Brison for a month.",
        "I've been living in Brison for two weeks on a business trip.",
        "My holiday home is in Brison.",
        "Our summer house is in Brison.",
        "We have a second home in Brison.",
        "My parents' house is in Brison.",
        "My office moved to Brison.",
        "We moved to Brison when I was six.",
        "I'm based in Brison until Friday.",
        "I moved my boat to Brison.",
        "We've settled in at the hotel in Brison.",
        "My home for the week is in Brison.",
        "In the game I live in Brison.",
        "Home for the holidays is Brison.",
        "I'm from Brison's chess club.",
    ),
    ROLE: (
        "I'm a coach for my son's football team.",
        "I work as a volunteer at the shelter.",
        "I'm a photographer in my spare time.",
        "I'm an amateur photographer.",
        "I became a godmother.",
        "I became a member of the choir.",
        "I work as a barista on Sundays.",
        "In the play I'm a nurse.",
        "I'm an editor for the neighbourhood newsletter.",
        "I'm a hobby painter.",
        "I'm a singer in a choir.",
        "My role in the play is a doctor.",
    ),
    NAME: (
        "My stage name is Rosa Lanvin.",
        "In the game my name is Rosa Lanvin.",
        "My character's name is Rosa Lanvin.",
        "My pen name is Rosa Lanvin.",
    ),
    NICK: (
        "My grandma calls me Spark.",
        "As a child they called me Spark.",
        "At the club everyone calls me Spark.",
    ),
    DIET: (
        "I'm eating vegan today.",
        "I cooked vegan for my friends.",
        "I cook vegan for my sister.",
        "The wedding meals are vegan.",
        "I eat vegan on Mondays.",
        "I'm on keto this week for a bet.",
        "My cat's food is gluten-free.",
    ),
    STYLE: (
        "I want a detailed answer this time.",
        "For this report I want detailed answers.",
        "My boss likes detailed answers.",
    ),
    UNITS: (
        "The recipe uses imperial units.",
        "Convert this to imperial units.",
        "For this recipe use imperial units.",
    ),
    BIRTHDAY: (
        "My birthday party is May 9.",
        "My daughter's birthday is May 9.",
        "I celebrate my birthday on May 9 with a party this year.",
    ),
    ORIGIN: (
        "I'm from Brison High.",
        "I come from Brison just now, what traffic.",
        "I'm from the Mirlada team.",
    ),
    PET: (
        "My friend's dog isn't called Rufo but Mira.",
        "I'm looking after a dog called Mira.",
        "I also have a dog called Mira.",
        "I no longer walk Rufo at night.",
    ),
    KIN: (
        "My sister's husband isn't called Bertin but Loik.",
        "I no longer argue with Bertin about the car.",
    ),
    PROJECT: (
        "I'm also working on a game called Orvane.",
        "The Ventador meeting was cancelled.",
        "I finished the logo of Ventador.",
    ),
}

MORE_NEAR = [
    (
        JOB,
        [
            "I work at Olvera when the office wifi is down.",
            "I'm at Olvera for lunch.",
            "I help out at Olvera, the food bank.",
            "I'm working with Olvera on a poster for the village fair.",
            "I'm being treated at Olvera.",
            "I only work at Olvera at Christmas.",
            "My daughter started at Olvera.",
            "I got a job at Olvera once, years ago.",
        ],
    ),
    (
        HOME,
        [
            "I live in Tarifal until the renovation is done.",
            "I'm living in Tarifal while my bathroom is redone.",
            "My childhood home is in Tarifal.",
            "At Christmas we live in Tarifal.",
            "I used to live in Tarifal.",
            "I'm house-sitting in Tarifal.",
        ],
    ),
    (
        ROLE,
        [
            "I'm a tutor to my nephew.",
            "I'm the captain of the veterans.",
            "Tonight I'm a cook for the family.",
        ],
    ),
    (
        DIET,
        [
            "I eat vegan during Lent.",
            "On the cruise I eat vegan.",
        ],
    ),
    (
        NAME,
        [
            "On Instagram my name is Rosa Lanvin.",
        ],
    ),
    (
        PET,
        [
            "I no longer bathe Rufo.",
        ],
    ),
]

CHANGES = {
    JOB: (
        "Since Monday I'm with Mirlada.",
        "I work for Mirlada now.",
        "I switched jobs, I'm at Mirlada now.",
        "I left Nordelec and now work at Mirlada.",
        "My new employer is Mirlada.",
        "I started working at Mirlada last week.",
        "Mirlada hired me.",
        "I no longer work at Nordelec, I'm with Mirlada now.",
        "I got a new job at Mirlada.",
    ),
    HOME: (
        "We've moved to Brison.",
        "I live in Brison now.",
        "I just moved to Brison.",
        "My new house is in Brison.",
        "These days I live in Brison.",
    ),
    ROLE: ("I'm a nurse now.", "I became a baker.", "My new job title is nurse."),
    NAME: ("I got married and changed my name to Fina Lanvin.",),
    NICK: ("From now on call me Spark.",),
    DIET: ("I'm vegan now.", "I've gone vegan.", "I switched to a keto diet."),
    STYLE: ("From now on I want detailed answers.",),
    UNITS: ("From now on use imperial units.",),
    BIRTHDAY: ("My birthday is not May 3 but May 9.",),
}

MORE_CHANGES = [
    (
        JOB,
        [
            "I've been working for Olvera since March.",
            "I found a new job at Olvera.",
            "I'm now employed by Olvera.",
            "This summer Olvera hired me.",
        ],
    ),
    (
        HOME,
        [
            "We bought a house and now live in Tarifal.",
            "Since autumn I live in Tarifal.",
            "This summer we moved to Tarifal.",
        ],
    ),
    (
        ROLE,
        [
            "I'm a florist now.",
        ],
    ),
    (
        DIET,
        [
            "I've been vegan since January.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*NEAR.items(), *MORE_NEAR] for one in all_]
)
def test_a_near_miss_leaves_the_english_line_where_it_is(before: str, later: str) -> None:
    (line,) = active_after("en", before)
    assert line in active_after("en", before, later)


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*CHANGES.items(), *MORE_CHANGES] for one in all_]
)
def test_a_change_takes_the_place_of_the_english_line(before: str, later: str) -> None:
    (line,) = active_after("en", before)
    after = active_after("en", before, later)
    assert after
    assert line not in after
