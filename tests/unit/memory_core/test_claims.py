from __future__ import annotations

import pytest

from memory_core.text.claims import claims_deed, nearest_sentence


# case 31
@pytest.mark.parametrize(
    "words",
    [
        "I configured a context of 1M.",
        "I've just booked flight LH123.",
        "Your table has been booked.",
        "Done: the report is sent.",
        "Ich habe den Flug gebucht.",
        "He reservado el vuelo.",
        "J'ai réservé le vol.",
        "予約しました。",
        "我已经预订了航班。",
    ],
)
def test_an_assistant_that_says_it_did_something_claims_a_deed(words):
    assert claims_deed(words)


# case 32
@pytest.mark.parametrize(
    "words",
    [
        "You should use Vim.",
        "I recommended Vim.",
        "I will book it.",
        "I could have booked it.",
        "Shall I have it booked?",
        "Oslo was founded in 1048.",
        "I noted that you like tea.",
        "Ich würde den Flug buchen.",
        "予約しましょうか。",
        "要不要我预订？",
    ],
)
def test_advice_plans_questions_and_world_knowledge_claim_none(words):
    assert not claims_deed(words)


def test_the_nearest_sentence_shares_most_content_and_the_first_wins_a_tie():
    told = ["I like Vim.", "I booked a flight to Oslo.", "A flight, I booked it to Oslo."]
    assert nearest_sentence("Booked a flight to Oslo.", told) == told[1]
    assert nearest_sentence("anything", []) == ""
