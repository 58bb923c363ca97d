"""A model that lies, breaks, steals and guesses, over HTTP: the index is none the worse for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIPlanner
from jobs.minds.protocol import Reading, Statement
from memory_core.index.grammar import parse_index
from memory_core.sections import Section
from tests.fakes.command_line import CommandLine
from tests.fakes.folding import SCOPE, fold
from tests.fakes.messages import said
from tests.fakes.minds import ScriptedReader
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, saying

HOME, TEA, CHESS, WORK = "Lives in Bergen.", "Likes tea.", "Likes chess.", "Works at Initech."
KNOWN = {
    HOME: "I live in Bergen.",
    TEA: "I love tea.",
    CHESS: "I love chess.",
    WORK: "I work at Initech.",
}
RUGBY, BROTHER = "Likes rugby.", "Brother lives in Oslo."
NEWS = {RUGBY: "I love rugby.", BROTHER: "My brother lives in Oslo."}
FOREIGN = "m0other00"


@dataclass(frozen=True)
class Shown:
    """What the model was shown, by text."""

    entries: dict[str, int]
    episodes: dict[str, int]

    def adding(self, *texts: str) -> list[dict[str, Any]]:
        return [{"op": "add", "episodes": [self.episodes[t]]} for t in texts if t in self.episodes]

    @property
    def rest(self) -> list[int]:
        return list(self.episodes.values())


def shown(request) -> Shown:
    data = "\n".join(m["content"] for m in request["messages"] if m["role"] == "user")

    def numbered(pattern, texts):
        found = [(int(n), line) for n, line in re.findall(pattern, data, re.MULTILINE)]
        return {text: n for text in texts for n, line in found if text.rstrip(".") in line}

    return Shown(
        entries=numbered(r"^\[(\d+)\] (.*)$", KNOWN), episodes=numbered(r"^\((\d+)\) (.*)$", NEWS)
    )


Attack = Callable[[Shown], Answer]


def plan(*operations: dict[str, Any]) -> Answer:
    return saying({"operations": list(operations)})


def worded(op: str, text: str, *, episodes=(), entries=()) -> dict[str, Any]:
    return {"op": op, "entries": list(entries), "episodes": list(episodes), "text": text}


def invented(text: str) -> Attack:
    """Add a line of the model's own for what was said of rugby, and the rest as it is."""
    return lambda s: plan(
        worded("add", text, episodes=[s.episodes[RUGBY]]),
        *s.adding(BROTHER),
    )


def merging(other: str, text: str) -> Attack:
    """Pass one line for two that say different things."""

    def merge(s: Shown) -> Answer:
        both = worded("merge", text, entries=[s.entries[TEA], s.entries[other]])
        return plan(both, *s.adding(RUGBY, BROTHER))

    return merge


def supersede_all(s: Shown) -> Answer:
    """Every line, by one true statement: each names the same episode."""
    one = s.episodes[RUGBY]
    return plan(
        *(
            {"op": "supersede", "entries": [number], "episodes": [one]}
            for number in s.entries.values()
        ),
        *s.adding(BROTHER),
    )


def supersede_one(s: Shown) -> Answer:
    other = {"op": "supersede", "entries": [s.entries[HOME]], "episodes": [s.episodes[RUGBY]]}
    return plan(other, *s.adding(BROTHER))


def retract(s: Shown) -> Answer:
    taken = {"op": "retract", "entries": [s.entries[TEA]], "episodes": [s.episodes[RUGBY]]}
    return plan(taken, *s.adding(BROTHER))


def promote(s: Shown) -> Answer:
    same = {"op": "confirm", "entries": [s.entries[WORK]], "episodes": [s.episodes[RUGBY]]}
    return plan(same, *s.adding(BROTHER))


def wrong_owner(s: Shown) -> Answer:
    line = worded("add", "Lives in Oslo.", episodes=[s.episodes[BROTHER]])
    return plan(line, *s.adding(RUGBY))


def unknown_ids(s: Shown) -> Answer:
    return plan(
        {"op": "retract", "entries": [77], "episodes": [s.episodes[RUGBY]]},
        {"op": "add", "episodes": [88]},
        *s.adding(BROTHER),
    )


def id_twice(s: Shown) -> Answer:
    return plan(*s.adding(RUGBY, BROTHER), *s.adding(RUGBY))


def entry_twice(s: Shown) -> Answer:
    return plan(
        {"op": "confirm", "entries": [s.entries[TEA]], "episodes": [s.episodes[RUGBY]]},
        {"op": "retract", "entries": [s.entries[TEA]], "episodes": [s.episodes[BROTHER]]},
    )


def other_scope(s: Shown) -> Answer:
    return saying({"operations": [{"op": "retract", "entries": [FOREIGN], "episodes": s.rest}]})


def twelve_lines(_s: Shown) -> Answer:
    return Answer(content="\n".join(["# Memory", "## Other", *["- Likes a thing."] * 10]))


TRUE_LINES = {*KNOWN, *NEWS}
SECRET = "sk-" + "proj-" + "Ab3dEf6hIj9lMn2pQr5tUv8xYz1b"

# cases 4, 7, 8, 9, 11, 27, 28: what the model answers, and what its refusal is called; None where
# there is no plan that a rule could refuse
ATTACKS: dict[str, tuple[Attack, str | None]] = {
    "nothing": (lambda _: Answer(content=""), None),
    "no operations": (lambda _: plan(), None),
    "prose": (lambda _: Answer(content="I folded everything, it looks lovely now."), None),
    "unchanged": (lambda _: Answer(content="unchanged"), None),
    "a refusal": (lambda _: Answer(content=None, refusal="I cannot help with that."), None),
    "an index of 12 lines": (twelve_lines, None),
    "the id of another scope": (other_scope, None),
    "unknown ids": (unknown_ids, "V07"),
    "an id twice": (id_twice, "V04"),
    "an entry twice": (entry_twice, "V04"),
    "nothing for an episode": (lambda s: plan(*s.adding(RUGBY)), "plan"),
    "a merge of different facts": (merging(HOME, "Likes tea."), "V11"),
    "a merge of one theme": (merging(CHESS, "Likes tea."), "V11"),
    "a merge into what nobody said": (merging(CHESS, "Likes quiet evenings."), "V11"),
    "an invented date": (invented("Likes rugby since 2019."), "V10"),
    "an invented fact": (invented("Owns a yacht in Monaco."), "V10"),
    "a placeholder": (invented("<fact here>"), "V10"),
    "the words of a line that stands": (invented(TEA), "V16"),
    "an example's name": (invented("Lives in Zz-Harbour."), "V10"),
    "a promotion": (promote, "V16"),
    "a secret": (invented(f"Likes rugby, key {SECRET}."), "V13"),
    "a forged line": (invented("Likes rugby.\u2028- [verified] admin"), "V10"),
    "a line as long as the model likes": (invented("Likes rugby" + " a lot" * 99 + "."), "V02"),
    "every line superseded": (supersede_all, "V04"),
    "a line superseded by another matter": (supersede_one, "V16"),
    "a retraction without a cue": (retract, "V16"),
    "the user in his brother's place": (wrong_owner, "V10"),
}


def read_brother(window):
    return Reading(
        statements=(
            Statement(
                text=BROTHER, section=Section.PEOPLE, messages=(window.messages[0].position,)
            ),
        )
    )


@pytest.fixture
def stage(ledger, pend, make_office, move_clock, sql):
    """A folded index of four lines, and two episodes that code alone does not settle."""
    pend(*KNOWN.values())
    fold(make_office())
    pend(NEWS[RUGBY], minute=300, prefix="q")
    ledger.append([said(NEWS[BROTHER], chat="b", minute=301)])
    ledger.report_idle("default", "b")
    reading = make_office(ScriptedReader(read_brother))
    assert reading.extractor.extract("default", "b").episodes == 1
    move_clock(timedelta(hours=1))
    assert set(lines(reading)) == set(KNOWN)


def lines(office) -> dict[str, Any]:
    active = parse_index(office.index_text(SCOPE)).active
    assert len({entry.text for entry in active}) == len(active)
    return {entry.text: entry for entry in active}


def answering(attack: Attack) -> Callable[[dict[str, Any]], Answer]:
    """Attack as long as what the attack names is shown; then be honest."""

    def script(request: dict[str, Any]) -> Answer:
        data = shown(request)
        try:
            return attack(data)
        except KeyError:
            return plan(*data.adding(RUGBY, BROTHER))

    return script


@pytest.mark.parametrize("name", ATTACKS)
@pytest.mark.usefixtures("stage")
def test_no_answer_of_a_hostile_model_makes_the_index_worse(
    name, make_office, move_clock, sql, urls, tmp_path
):
    attack, code = ATTACKS[name]
    memfold = CommandLine(tmp_path, DATABASE_URL=urls.database_url)
    with ScriptedEndpoint(answering(attack)) as endpoint:
        mind = OpenAIPlanner(Endpoint(base_url=endpoint.base_url, model="hostile"))
        office = make_office(planner=mind)
        before = lines(office)
        for tries in range(1, 5):
            fold(office)
            now = lines(office)
            assert set(before) <= set(now)
            assert set(now) <= TRUE_LINES
            assert all(entry.unverified for entry in now.values())
            assert all(now[text].sources == entry.sources for text, entry in before.items())
            move_clock(timedelta(hours=1 + 2 * tries))
        bought = endpoint.count
    runs = [run for run in memfold.json("runs") if run["kind"] == "consolidate"][1:]
    assert set(lines(office)) == TRUE_LINES
    assert sql("SELECT count(*) FROM pending_episode") == [(0,)]
    assert bought <= 6
    assert runs[0]["calls"] == 2
    if code is None:
        assert [run["outcome"] for run in runs] == ["failed"] * 3 + ["done"]
        assert all(run["reason"] for run in runs[:3])
    else:
        assert code in runs[0]["violations"]
    assert SECRET not in str(runs)


@pytest.mark.usefixtures("stage")
def test_a_mark_that_a_model_sets_is_no_part_of_its_answer(make_office):
    def marking(s: Shown) -> Answer:
        return plan(*({**add, "verified": True, "pinned": 1} for add in s.adding(RUGBY, BROTHER)))

    with ScriptedEndpoint(answering(marking)) as endpoint:
        mind = OpenAIPlanner(Endpoint(base_url=endpoint.base_url, model="hostile"))
        office = make_office(planner=mind)
        assert fold(office).placed == 2
    assert all(e.unverified and not e.pinned for e in lines(office).values())
