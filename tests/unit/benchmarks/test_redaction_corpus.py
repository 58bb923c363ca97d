from __future__ import annotations

import pytest
from stdnum import iban, luhn

from benchmarks.redaction.corpus import ROWS, Row, build_corpus
from benchmarks.redaction.scorer import judge, score
from memory_core.text.redact import Redacted, Secret, find_secrets, redact


def row(text, *secrets):
    return Row(id="r", format="f", language="-", kind="k", text=text, secrets=secrets)


@pytest.mark.parametrize("split", ["dev", "test"])
def test_a_split_holds_enough_rows_of_both_kinds(split):
    rows = build_corpus(split)
    assert sum(bool(r.secrets) for r in rows) >= ROWS
    assert sum(not r.secrets for r in rows) >= ROWS
    assert all(secret in r.text for r in rows for secret in r.secrets)
    assert not any("{v}" in r.text for r in rows)
    assert len({r.id for r in rows}) == len(rows)


def test_the_splits_share_no_text_around_a_secret():
    around = [
        {r.text.replace(s, "") for r in build_corpus(split) for s in r.secrets}
        for split in ("dev", "test")
    ]
    assert {t for t in around[0] & around[1] if t.strip()} == set()


def test_made_up_numbers_have_valid_check_digits():
    rows = [r for r in build_corpus("dev") if r.secrets]
    assert all(luhn.is_valid(r.secrets[0].replace("-", "").replace(" ", ""))
               for r in rows if r.kind.startswith("card"))  # fmt: skip
    assert all(iban.is_valid(r.secrets[0], check_country=False)
               for r in rows if r.kind.startswith("iban"))  # fmt: skip


def test_a_secret_of_which_a_piece_is_left_is_missed():
    (verdict,) = judge(
        [row("pass abcdefgh12 end", "abcdefgh12")],
        lambda _: [Secret(kind="p", start=5, end=8)],
        lambda _: Redacted(text="pass [p]defgh12 end", kinds=("p",)),
    )
    assert verdict.missed == ("abcdefgh12",)
    assert (verdict.true_count, verdict.false_count) == (1, 0)


def test_a_span_that_touches_no_secret_costs_precision():
    verdicts = judge(
        [row("nothing here")],
        lambda _: [Secret(kind="p", start=0, end=7)],
        lambda _: Redacted(text="[p] here", kinds=("p",)),
    )
    assert str(score(verdicts).precision).startswith("0/1")


def test_redaction_keeps_its_goal_on_what_is_worked_on():
    reached = score(judge(build_corpus("dev"), find_secrets, redact))
    assert reached.recall.share >= 0.98
    assert reached.precision.share >= 0.97
