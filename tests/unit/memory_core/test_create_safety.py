from __future__ import annotations

from datetime import date

import pytest

from memory_core.provenance import Provenance, Trust
from memory_core.search.create_safety import judge_safety
from memory_core.search.hit import Hit, MatchedOn


def hit(text, *, name="m0000001", scope_key="default:x/", **more):
    fields = {
        "date": date(2026, 1, 1), "provenance": Provenance.USER_SAID,
        "trust": Trust.UNVERIFIED, "matched_on": MatchedOn.DESCRIPTION, "score": 1.0,
        "source": (), "scope_key": scope_key, **more,
    }  # fmt: skip
    return Hit(id=name, text=text, **fields)


@pytest.mark.parametrize(
    ("query", "found", "safety"),
    [
        ("Lives in Oslo.", hit("Lives in Oslo."), "exists"),
        ("Dana", hit("Manager is D. Whitfield.", matched_on=MatchedOn.ALIAS_EXACT), "exists"),
        ("red bicycle cellar", hit("The red bicycle stands outside."), "probable"),
        ("an umbrella", hit("Owns a parasol.", near=True), "probable"),
        ("an umbrella", hit("Owns a parasol."), "unknown"),
    ],
)
def test_the_verdict_rests_on_what_was_found(query, found, safety):
    judged = judge_safety(query, [found])
    assert str(judged) == safety
    assert judged.ids == (() if safety == "unknown" else ("m0000001",))


@pytest.mark.parametrize(
    "found",
    [hit("Lives in Oslo.", archived=True), hit("Lives in Oslo.", scope_key=None)],
)
def test_what_no_longer_holds_and_what_was_only_said_stand_in_no_ones_way(found):
    assert str(judge_safety("Lives in Oslo.", [found])) == "unknown"


def test_a_degraded_search_never_says_unknown():
    assert str(judge_safety("an umbrella", [], degraded=True)) == "probable, degraded"
    assert str(judge_safety("Lives in Oslo.", [hit("Lives in Oslo.")], degraded=True)) == (
        "exists, degraded"
    )
