"""The verdicts of grounding."""

from datetime import datetime, timedelta, timezone

import pytest

from memory_core.dates import parse_partial_date
from memory_core.index.grounding import supports_date, ungrounded
from tests.fakes.memories import make_message


def _verdict(said, line, **more):
    return ungrounded(line, [make_message(said)], **more)


ACCEPTED = [
    ("I live in Oslo", "Lives in Oslo."),
    ("We have two kids.", "Has 2 children."),
    ("I moved out of Oslo, I don't live there any more", "No longer lives in Oslo."),
    ("No, it's Bergen, not Oslo.", "Lives in Bergen."),
    ("Not Oslo but Bergen.", "Lives in Bergen."),
    ("I don't like coffee", "Dislikes coffee."),
    ("I hate mornings!", "Dislikes mornings."),
    ("My brother is called Zander and he is a nurse", "Has a brother: Zander."),
    ("Everyone calls me Zed.", "Goes by Zed."),
    ("My wife and I live in Oslo", "Lives in Oslo."),
    ("I live in Oslo and Zander lives in Rome", "Lives in Oslo."),
    ("Please use metric units, I prefer metric units.", "Prefers metric units."),
    ("I work at Brandvik Labs as a welder", "Works at Brandwik Labs."),
    ("I like cats, dogs and birds", "Likes cats, dogs and birds."),
    ("As I said, I live in Oslo", "Lives in Oslo."),
    ("I'm twenty-one and live in Oslo", "Is 21 and lives in Oslo."),
    ("I'm used to mornings, I like them", "Likes mornings."),
    ("I'm keen on chess so it lets me relax", "Likes chess."),
    ("They're fine- we got a cat named Fizz", 'Said: "we got a cat named Fizz"'),
    ("You mentioned clubs, so I joined a club", 'Said: "I joined a club"'),
]
REFUSED = [
    ("I live in Oslo", "Lives in Bergen."),
    ("I am 6 feet tall", "Is 183 cm tall."),
    ("I'm vegetarian", "Eats no meat."),
    ("My brother lives in Oslo", "Lives in Oslo."),
    ("My brother works as a teacher", "Works as a teacher."),
    ("I want to move to Rome", "Lives in Rome."),
    ("I don't like coffee", "Likes coffee."),
    ("I don't like cats and dogs", "Likes dogs."),
    ("I'm no longer at Acme", "Works at Acme."),
    ("If I lived in Rome, I would be happy", "Lives in Rome."),
    ("Do I live in Rome?", "Lives in Rome."),
    ("I used to live in Rome", "Lives in Rome."),
    ("She says I live in Rome", "Lives in Rome."),
    ("Zander lives in Rome", "Lives in Rome."),
    ("You should use Vim", "Uses Vim."),
    ("I live in Oslo and Zander lives in Rome", "Lives in Rome."),
    ("I want to live in Rome. Rome is great.", "Lives in Rome."),
    ("We have two kids.", "Has 3 children."),
    ("I like jazz", "Likes quantum chromodynamics."),
    ("I like jazz", "No longer likes jazz."),
    ("I work at Zed", "Works at Zod."),
    ("ok thanks", "Prefers short answers."),
    ("She said I like jazz and I live in Rome", "Lives in Rome."),
    ("She said I like jazz and I live in Rome", 'Said: "I live in Rome"'),
]


@pytest.mark.parametrize(("said", "line"), ACCEPTED)
def test_a_line_that_follows_is_accepted(said, line):
    assert _verdict(said, line) == []


# cases 23, 27, 32, 33
@pytest.mark.parametrize(("said", "line"), REFUSED)
def test_a_line_that_does_not_follow_is_refused(said, line):
    assert _verdict(said, line)


# cases 46, 47
@pytest.mark.parametrize(
    ("date", "accepted"),
    [("2026-02-02", True), ("2026-02", True), ("2026", True), ("2026-02-01", False)],
)
def test_a_date_is_what_the_message_says_on_its_own_day(date, accepted):
    message = make_message("We launched the shop yesterday.")
    line = f"Launched the shop on {date}."
    assert (ungrounded(line, [message]) == []) is accepted
    assert supports_date(parse_partial_date(date), [message]) is accepted


# case 48
def test_yesterday_is_counted_in_the_speakers_zone():
    at = datetime(2026, 4, 12, 3, 53, tzinfo=timezone(timedelta(hours=8)))
    message = make_message("I joined a choir yesterday.", at=at)
    assert ungrounded('Said: "I joined a choir yesterday [2026-04-11]."', [message]) == []
    elsewhere = make_message("I joined a choir yesterday.", at=at, zone="UTC")
    assert ungrounded('Said: "I joined a choir yesterday [2026-04-10]."', [elsewhere]) == []


def test_what_the_context_holds_counts_only_when_it_is_given():
    context = [make_message("Do you know Brandvik Labs?", position=0)]
    said = make_message("I work there as a welder.", position=2)
    assert ungrounded("Works as a welder at Brandvik Labs.", [said], context=context) == []
    assert ungrounded("Works as a welder at Brandvik Labs.", [said])


QUOTED = (
    "I joined a support group yesterday.  I don't regret it, but my sister says I live in a dream."
)


@pytest.mark.parametrize(
    "line",
    [
        'Said: "I joined a support group yesterday [2026-02-02]."',
        'Said: "I joined a support group yesterday"',
        'Said: "I joined a support group yesterday [2026-02-02]. I don\'t regret it"',
    ],
)
def test_a_quotation_stands_word_for_word(line):
    assert _verdict(QUOTED, line) == []


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('Said: "I joined a support group yesterday [2026-02-01]."', "date 2026-02-01"),
        ('Said: "I joined a support group yesterday [2026-02-31]."', "in brackets"),
        ('Said: "I joined the support group yesterday."', "word for word"),
        ('Said: "regret it"', "negation"),
        ('Said: "I live in a dream"', "attribution"),
        ('Said: "oined a support group"', "word for word"),
    ],
)
def test_a_quotation_drops_and_changes_nothing(line, reason):
    assert any(reason in found for found in _verdict(QUOTED, line))


# case 53
@pytest.mark.parametrize(
    ("said", "line", "accepted"),
    [
        ("Remember: die Besprechung ist um neun.", "die Besprechung ist um neun.", True),
        ("记住：我住在上海。", "我住在上海。", True),
        ("我不住在上海", "我住在上海。", False),
        ("Ich wohne in Hinterwald", "Lives in Hinterwald.", False),
        ("Ich wohne in Hinterwald", 'Said: "Ich wohne in Hinterwald"', True),
    ],
)
def test_other_languages_quote_a_contiguous_span(said, line, accepted):
    assert (_verdict(said, line, language="zh") == []) is accepted


def test_the_speakers_own_name_is_free():
    message = make_message("I like jazz", name="Zedina Example")
    assert ungrounded("Likes jazz, says Zedina.", [message]) == ["adds attribution"]
    assert ungrounded("The user Zedina likes jazz.", [message]) == []


def test_a_corrected_slot_keeps_the_label_of_the_line_it_replaces():
    message = make_message("Not Danuta, it's Dilyara.")
    assert ungrounded("Has a sister: Dilyara.", [message])
    replaced = "Has a sister: Danuta."
    assert ungrounded("Has a sister: Dilyara.", [message], replaced=replaced) == []


def test_no_message_grounds_nothing():
    assert ungrounded("Lives in Oslo.", []) == ["no asserting message"]
