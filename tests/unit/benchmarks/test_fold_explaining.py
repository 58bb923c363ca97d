"""Each fault is told with its gold and messages, for `dev` alone."""

from collections import Counter
from datetime import UTC, datetime

import pytest

from benchmarks.fold.__main__ import main
from benchmarks.fold.explain import explain
from benchmarks.fold.gold import Gold, Kind, Line, Round, Stream, Truth, User
from benchmarks.fold.matching import Shown
from benchmarks.fold.pipeline import Bill, Outcome
from benchmarks.fold.scoring import Scorer

SAID = ("I live in Velmora.", "I'd love to live in Ulfburg.")


def _outcome(split, *folds):
    rows = (
        _row(0, "Velmora", kind=Kind.INTRODUCED, truth=Truth.HELD),
        _row(1, "Ulfburg", kind=Kind.WISHED, truth=Truth.NEVER, positive=None),
    )
    stream = Stream(
        split=split,
        seed=0,
        users=(User(id="ann", language="en", zone="+00:00"),),
        rounds=tuple(_round(number, content) for number, content in enumerate(SAID)),
        rows=rows,
    )
    scorer = Scorer(stream, "ann")
    for at, lines in enumerate(folds, start=1):
        scorer.fold(at, lines)
    bill = Bill(runs=0, calls=0, input_tokens=0, output_tokens=0)
    scores = {"ann": scorer.score}
    return Outcome(
        mind="rules",
        stream=stream,
        scores=scores,
        leaks=Counter(),
        refusals=Counter(),
        bill=bill,
    )


def _row(number, value, **fields):
    return Gold(
        id=f"g{number}",
        owner="ann",
        language="en",
        slot="home",
        value=value,
        accepted=(value,),
        valid_from=number,
        messages=((f"c{number}", 0),),
        sentences=(SAID[number],),
        **fields,
    )


def _round(number, content):
    at = datetime(2031, 2, 3 + number, 9, 0, tzinfo=UTC)
    line = Line(chat=f"c{number}", position=0, role="user", speaker="ann", content=content, at=at)
    return Round(number=number, ends_at=at, lines=(line,))


HOME = Shown(text="Lives in Velmora.", cites=frozenset({("c0", 0)}))
WISH = Shown(text="Lives in Ulfburg.", cites=frozenset({("c1", 0)}))
GONE = Shown(text="Lives in Velmora.", cites=frozenset({("c0", 0)}), ending="retracted")


def test_what_was_lost_is_told_with_the_old_line_and_what_became_of_it():
    told = explain(_outcome("dev", [HOME], [GONE]), {"lost"})
    assert told.splitlines() == [
        "lost  ann, rounds 2",
        "  line  Lives in Velmora.  (active)",
        "  now   Lives in Velmora.  (retracted)",
        "  gold  home 'Velmora' (introduced, held, from 0)",
        "  said  c0:0 'ann: I live in Velmora.'",
    ]


def test_a_line_without_support_is_told_once_with_the_row_that_it_gives_away():
    told = explain(_outcome("dev", [HOME, WISH], [HOME, WISH]), {"unsupported", "stale"})
    assert told.splitlines() == [
        "unsupported  ann, rounds 1, 2",
        "  line  Lives in Ulfburg.  (active)",
        "  gold  home 'Ulfburg' (wished, never, from 1)",
        '  said  c1:0 "ann: I\'d love to live in Ulfburg."',
    ]


def test_a_kind_that_was_not_asked_for_is_not_told():
    assert explain(_outcome("dev", [WISH]), {"stale"}) == ""


def test_the_held_out_split_is_not_explained():
    with pytest.raises(ValueError, match="held out"):
        explain(_outcome("test", [HOME]), {"lost"})


@pytest.mark.parametrize(
    "arguments",
    [
        ["--explain", "lost"],
        ["--split", "test", "--explain", "lost"],
        ["--split", "dev", "--explain", "lots"],
    ],
)
def test_the_command_refuses_to_explain_held_out_or_unknown_things(arguments, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(arguments)
    assert "--explain" in capsys.readouterr().err
