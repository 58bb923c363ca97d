from __future__ import annotations

import pytest

from jobs.minds.rules.sentences import split_clauses
from jobs.minds.rules.slot_patterns import find_named, find_slot
from memory_core.index.slots import render_slot


def slots(sentence: str) -> list[str]:
    facts = [find_slot(clause.text) for clause in split_clauses(sentence)]
    return [render_slot(fact) for fact in (*facts, *find_named(sentence)) if fact]


@pytest.mark.parametrize(
    ("sentence", "line"),
    [
        ("My name is Ada Brook.", "Name is Ada Brook."),
        ("Please call me Ned", "Goes by Ned."),
        ("I live in New York City with my cats.", "Lives in New York City."),
        ("Now I live in Bergen.", "Lives in Bergen."),
        ("i live in oslo", "Lives in oslo."),
        ("I'm originally from Ghana.", "Is from Ghana."),
        ("I work for Blue Harbor.", "Works at Blue Harbor."),
        ("I'm a senior data engineer.", "Works as a senior data engineer."),
        ("My sister's name is Ana.", "Has a sister: Ana."),
        ("I met my brother Bo at noon.", "Has a brother: Bo."),
        ("I have a cat named Luna.", "Has a cat named Luna."),
        ("My dog, Rex, is ill.", "Has a dog named Rex."),
        ("My birthday is on May 3rd.", "Birthday is May 3rd."),
        ("I was born on 4 June 1988.", "Birthday is 4 June 1988."),
        ("Please always use metric units.", "Prefers metric units."),
        ("I'm vegan.", "Diet is vegan."),
        ("I'm allergic to peanuts.", "Is allergic to peanuts."),
        ("I use Neovim for everything.", "Uses Neovim."),
        ("Please keep your answers short.", "Prefers short answers."),
        ("I really love camping with my family!", "Likes camping with my family."),
        ("I don't like coffee.", "Dislikes coffee."),
        ("I'm working on a compiler for a toy language.",
         "Is working on a compiler for a toy language."),
        ("I no longer live in Oslo.", "No longer lives in Oslo."),
        ("I don't work at Acme any more.", "No longer works at Acme."),
        ("I don\u2019t like jazz anymore.", "No longer likes jazz."),
        ("I'm no longer vegan.", "Diet is no longer vegan."),
    ],
)  # fmt: skip
def test_a_clause_states_one_slot(sentence: str, line: str) -> None:
    assert slots(sentence) == [line]


def test_each_language_spoken_is_a_slot_of_its_own() -> None:
    assert slots("I speak French, German and Dutch.") == [
        "Speaks French.",
        "Speaks German.",
        "Speaks Dutch.",
    ]


@pytest.mark.parametrize(
    "sentence",
    [
        "I live in fear.",
        "I work for myself.",
        "I'm a big fan.",
        "I love it.",
        "I love your idea!",
        "I love how that looks.",
        "I like the new approach better.",
        "I use it daily.",
        "I don't speak French.",
        "I'd love a dog.",
        "I'm working on it.",
        "I'm working on getting better.",
        "My sister is Norwegian.",
        "My sister Norwegian is fine.",
        "I'm passionate about creating a safe, inviting place.",
        "My name is [name].",
    ],
)
def test_a_clause_that_states_no_value_of_its_own_is_no_slot(sentence: str) -> None:
    assert slots(sentence) == []
