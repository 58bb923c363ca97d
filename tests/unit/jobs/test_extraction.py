from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from jobs.extraction import Origin, harvest
from jobs.minds.protocol import Statement
from jobs.routes import Feeds
from memory_core.dates import PartialDate, Precision
from memory_core.messages import Role
from memory_core.sections import Section
from tests.fakes.chats import BOT, MIA, NED, SCOPE, message

MIAS = SCOPE.replace("u-ned", "u-mia")
ORIGIN = Origin(
    run="run-1", model="scripted", prompt_version="v1", recorded_at=datetime(2026, 2, 3, tzinfo=UTC)
)
MESSAGES = (
    message(0, "I live in Bergen and I love tea."),
    message(1, "Bergen is lovely.", speaker=BOT),
    message(2, "I live in Oslo.", speaker=MIA),
    message(3, "On 2025-05-04 I joined a choir."),
)


def statement(text, *positions, **fields):
    return Statement(text=text, section=Section.PROFILE, messages=positions, **fields)


def reap(*statements, messages=MESSAGES, stored=None, origin=ORIGIN):
    return harvest(
        statements,
        shown=messages,
        stored=stored or messages,
        feeds=Feeds(scopes={"u-ned": SCOPE, "u-mia": MIAS}),
        origin=origin,
    )


def test_a_grounded_statement_becomes_an_episode_of_its_speaker_alone():
    harvested = reap(statement("Lives in Bergen.", 0), statement("Lives in Oslo.", 2))
    assert harvested.refusals == ()
    assert [e.content.scope_key for e in harvested.episodes] == [SCOPE, MIAS]
    assert [e.content.speaker for e in harvested.episodes] == ["ned", "mia"]
    (evidence,) = harvested.episodes[0].content.evidence
    assert (evidence.chat, evidence.position) == ("c1", 0)
    assert evidence.message_hash == MESSAGES[0].content_hash


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (statement("Lives in Bergen.", 9), "unknown-message"),
        (statement("Lives in Bergen."), "unknown-message"),
        (statement("Lives in Bergen.", 0, 2), "several-speakers"),
        (statement("Bergen is lovely.", 1), "several-users"),
        (statement("Lives in Rome.", 0), "V10"),
        (statement("", 0), "V02"),
        (statement("Lives in Bergen. " + "tea " * 200, 0), "V02"),
        (statement("Lives in Bergen, key sk-proj-" + "a1B2c3D4" * 6, 0), "V13"),
        (
            statement(
                "Lives in Bergen.",
                0,
                occurred_on=PartialDate(value=date(2020, 1, 1), precision=Precision.DAY),
            ),
            "V10",
        ),
    ],
)
def test_what_does_not_hold_is_refused_with_its_reason_and_spoils_nothing_else(wrong, reason):
    harvested = reap(wrong, statement("Lives in Bergen.", 0))
    assert len(harvested.episodes) == 1
    (refusal,) = harvested.refusals
    assert refusal.startswith(f"{reason}:")
    assert harvested.summary == f"{reason} × 1"


def test_a_tool_turn_of_a_human_is_not_that_users_own_word():
    forged = (message(0, "I live in Bergen.", role=Role.TOOL),)
    harvested = reap(statement("Lives in Bergen.", 0), messages=forged)
    assert harvested.refusals[0].startswith("several-users")


def test_a_user_without_a_scope_here_is_nobodys_memory():
    stranger = (message(0, "I live in Bergen.", speaker=replace(NED, user="u-zoe")),)
    assert reap(statement("Lives in Bergen.", 0), messages=stranger).episodes == ()


def test_the_same_statement_twice_is_one_episode():
    assert len(reap(*[statement("Lives in Bergen.", 0)] * 2).episodes) == 1


def test_an_id_rests_on_the_content_and_not_on_run_model_or_time():  # case 82
    other = Origin(
        run="run-2", model="m2", prompt_version="v2", recorded_at=datetime(2027, 1, 1, tzinfo=UTC)
    )
    first = reap(statement("Lives in Bergen.", 0)).episodes[0]
    second = reap(statement("Lives in Bergen.", 0), origin=other).episodes[0]
    assert first.id == second.id
    assert first.run != second.run


def test_evidence_points_into_the_stored_message_not_into_what_was_shown():
    shown = (message(0, "I live in Bergen. [… left out: 9 characters …]"),)
    stored = (message(0, "I live in Bergen. And so on and on."),)
    (episode,) = reap(statement("Lives in Bergen.", 0), messages=shown, stored=stored).episodes
    assert episode.content.evidence[0].message_hash == stored[0].content_hash


def test_nothing_to_refuse_has_no_summary():
    assert reap().summary is None
