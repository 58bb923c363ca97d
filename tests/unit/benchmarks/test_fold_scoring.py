"""The scorer on small indexes written by hand: each class of line, each metric."""

from base64 import b64encode
from datetime import UTC, date, datetime, timedelta

import pytest

from benchmarks.fold.gold import Gold, Kind, Line, Round, Stream, Truth, User
from benchmarks.fold.intervals import bound_of_none, interval
from benchmarks.fold.leaks import spellings
from benchmarks.fold.matching import Shown, holds, matches
from benchmarks.fold.scoring import Scorer, rate
from memory_core.dates import PartialDate

START = datetime(2031, 2, 3, 9, 0, tzinfo=UTC)
SAID = [  # one message a chat, one chat a round
    ("ann", "I live in Velmora."),
    ("ann", "I moved, I live in Tarholt now."),
    ("bob", "I use Zinkit."),
    ("ann", "I joined the Keddova choir yesterday."),
    ("ann", "I'd love to live in Ulfburg."),
    ("ann", "My brother works for Wexlabs."),
    ("ann", "How do I prune a tree?"),
]


def _row(number, value, **fields):
    owner = fields.pop("owner", "ann")
    at = fields.pop("at", number)
    given = {
        "language": "en",
        "slot": "home",
        "kind": Kind.INTRODUCED,
        "truth": Truth.HELD,
        "accepted": (value,),
        "valid_from": at,
        "messages": ((f"c{at}", 0),),
        "sentences": (SAID[at][1],),
        **fields,
    }
    return Gold(id=f"g{number}", owner=owner, value=value, **given)


ROWS = (
    _row(0, "Velmora", valid_to=1, contrast=("Tarholt",)),
    _row(1, "Tarholt", kind=Kind.CHANGED, replaces="g0", contrast=("Velmora",)),
    _row(2, "Zinkit", owner="bob", slot="tool"),
    _row(3, "Keddova", kind=Kind.DATED, date=PartialDate(value=date(2031, 2, 5))),
    _row(4, "Ulfburg", kind=Kind.WISHED, truth=Truth.NEVER, positive=None),
    _row(5, "Wexlabs", kind=Kind.SOMEONE_ELSE, truth=Truth.ALLOWED, needs=("brother",)),
)
STREAM = Stream(
    split="dev",
    seed=0,
    users=tuple(User(id=name, language="en", zone="+00:00") for name in ("ann", "bob")),
    rounds=tuple(
        Round(
            number=number,
            ends_at=START + timedelta(days=number, hours=1),
            lines=(
                Line(
                    chat=f"c{number}",
                    position=0,
                    role="user",
                    speaker=speaker,
                    content=content,
                    at=START + timedelta(days=number),
                ),
            ),
        )
        for number, (speaker, content) in enumerate(SAID)
    ),
    rows=ROWS,
)
LAST = len(SAID) - 1


def _line(text, *rounds, ending=None):
    return Shown(text=text, cites=frozenset((f"c{r}", 0) for r in rounds), ending=ending)


HOME = _line("Lives in Tarholt.", 1)
EVENT = _line('Said: "I joined the Keddova choir yesterday [2031-02-05]."', 3)


def _fold(*lines, at=LAST):
    return Scorer(STREAM, "ann").fold(at, lines)


def test_a_perfect_index_scores_everything():
    tally = _fold(HOME, EVENT)
    assert (rate("recall", tally), rate("precision", tally)) == (1.0, 1.0)
    assert tally["wrong date"] == tally["duplicate"] == tally["lost"] == 0


def test_an_empty_index_recalls_nothing():
    assert rate("recall", _fold()) == 0


def test_a_row_of_this_very_round_is_not_asked_for_yet():
    assert _fold(HOME, at=3)["rows"] == 1


def test_a_second_line_of_a_row_is_a_duplicate():
    assert _fold(HOME, _line("The user lives in Tarholt.", 1))["duplicate"] == 1


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (_line("Lives in Velmora.", 0), "stale"),
        (_line("Uses Zinkit.", 2), "wrong owner"),
        (_line("Works at Wexlabs.", 5), "wrong owner"),
        (_line("Brother works for Wexlabs.", 5), "matched"),
        (_line("Lives in Ulfburg.", 4), "unsupported"),
        (_line("Moved from Velmora to Tarholt.", 0, 1), "unsupported"),
        (_line("Prunes a tree.", 6), "unsupported"),
        (_line("Lives in Tarholt now.", 1), "matched"),
        (_line("Lives in Tarholt since 1999.", 1), "unsupported"),
        (_line("Lives in Tarholt with Grunda.", 1), "unsupported"),
        (_line("Likes the town.", 1), "unscored"),
        (_line("Does not live in Tarholt.", 1), "unscored"),
    ],
)
def test_a_line_falls_into_the_class_of_its_fault(line, kind):
    assert _fold(line)[kind] == 1


def test_what_ceased_to_be_true_in_this_round_has_one_fold_of_grace():
    tally = _fold(_line("Lives in Velmora.", 0), at=1)
    assert (tally["grace"], tally["stale"], rate("precision", tally)) == (1, 0, 1.0)


def test_a_date_other_than_the_gold_one_is_wrong_and_a_coarser_one_is_not():
    assert _fold(_line("Joined the Keddova choir [2031-02-06].", 3))["wrong date"] == 1
    assert _fold(_line("Joined the Keddova choir [2031-02].", 3))["wrong date"] == 0


def test_what_was_matched_and_is_gone_without_a_reason_is_lost():
    scorer = Scorer(STREAM, "ann")
    scorer.fold(3, [HOME])
    assert scorer.fold(4, [])["lost"] == 1
    assert scorer.fold(5, [])["lost"] == 0


@pytest.mark.parametrize(("ending", "lost"), [("expired", 0), ("room", 0), ("retracted", 1)])
def test_expiry_and_want_of_room_are_reasons_and_a_retraction_of_what_is_true_is_none(ending, lost):
    scorer = Scorer(STREAM, "ann")
    scorer.fold(3, [HOME])
    assert scorer.fold(4, [_line(HOME.text, 1, ending=ending)])["lost"] == lost


def test_a_value_is_found_inflected_but_not_inside_another_word_or_number():
    assert holds("Velmoras Hafen", "Velmora")
    assert not holds("NeuVelmora", "Velmora")
    assert holds("我的号是WP-5419。", "WP-5419")
    assert not holds("on January 12", "January 1")


def test_a_line_that_cites_another_message_does_not_state_the_row():
    assert not matches(_line("Lives in Tarholt.", 0), ROWS[1])


def test_the_interval_holds_the_share_and_none_of_many_has_a_bound():
    scorer = Scorer(STREAM, "ann")
    tallies = [scorer.fold(5, [HOME]), scorer.fold(6, [])]
    low, high = interval(tallies, lambda tally: rate("recall", tally))
    assert low <= 0.25 <= high
    assert bound_of_none(300) == 0.01


def test_a_canary_is_found_in_base64_at_any_alignment():
    for prefix in ("", "a", "ab", "abc"):
        text = b64encode(f"{prefix}Kq7!vTr92xLmw end".encode()).decode()
        assert any(form in text for form in spellings("Kq7!vTr92xLmw"))
