from __future__ import annotations

import pytest

from jobs.errors import ContentError
from jobs.minds.endpoint import Endpoint
from jobs.minds.openai_compatible import OpenAIPlanner
from memory_core.index.operations import (
    Add,
    Alias,
    Confirm,
    Merge,
    Retract,
    Skip,
    SkipReason,
    Supersede,
)
from tests.fakes.chats import entry, episode, index
from tests.fakes.scripted_endpoint import (
    Answer,
    ScriptedEndpoint,
    facts_from_transcript,
    in_turn,
    saying,
)

OSLO, BOAT, TEA = (
    entry("m0000001", "Lives in Oslo."),
    entry("m0000002", "Owns a boat."),
    entry("m0000003", "Likes green tea."),
)
INDEX = index(OSLO, BOAT, TEA)
EPISODES = tuple(episode(f"Lives in Bergen {n}.", position=n) for n in range(8))
IDS = [each.id for each in EPISODES]


def plan(script, *, violations=()):
    with ScriptedEndpoint(script) as server:
        planner = OpenAIPlanner(Endpoint(base_url=server.base_url, model="scripted"))
        try:
            return planner.plan(INDEX, EPISODES, violations), server.requests
        except Exception as error:
            error.requests = server.requests
            raise


def test_each_operation_names_ids():
    proposal, _ = plan(
        in_turn(
            saying(
                {
                    "operations": [
                        {"op": "add", "episodes": [1]},
                        {"op": "add", "entries": [], "episodes": [2], "text": "Lives by the sea."},
                        {"op": "confirm", "entries": [1], "episodes": [3]},
                        {"op": "supersede", "entries": [2], "episodes": [4]},
                        {"op": "retract", "entries": [3], "episodes": [5]},
                        {"op": "merge", "entries": [1, 2], "episodes": [6], "text": "Both."},
                        {"op": "alias", "entries": [1], "episodes": [7], "text": "Home"},
                        {"op": "skip", "episodes": [8], "reason": "transient"},
                    ]
                }
            )
        )
    )
    assert proposal.operations == (
        Add(episodes=(IDS[0],)),
        Add(episodes=(IDS[1],), text="Lives by the sea."),
        Confirm(entry=OSLO.id, episodes=(IDS[2],)),
        Supersede(entry=BOAT.id, episodes=(IDS[3],)),
        Retract(entry=TEA.id, episodes=(IDS[4],)),
        Merge(entries=(OSLO.id, BOAT.id), episodes=(IDS[5],), text="Both."),
        Alias(entry=OSLO.id, episodes=(IDS[6],), alias="Home"),
        Skip(episodes=(IDS[7],), reason=SkipReason.TRANSIENT),
    )
    assert proposal.violations == ()
    assert proposal.usage.calls == 1


def test_a_number_that_was_not_shown_becomes_an_id_that_exists_nowhere():
    answer = {"operations": [{"op": "confirm", "entries": [9], "episodes": [1, 40]}]}
    proposal, _ = plan(in_turn(saying(answer)))
    (operation,) = proposal.operations
    assert operation.entry not in {each.id for each in INDEX.entries}
    assert operation.episodes[0] == IDS[0]
    assert operation.episodes[1] not in IDS


def test_one_malformed_operation_does_not_spoil_the_others():
    proposal, requests = plan(
        in_turn(
            saying(
                {
                    "operations": [
                        {"op": "confirm", "entries": [1, 2], "episodes": [1]},
                        {"op": "add", "episodes": [2]},
                    ]
                }
            )
        )
    )
    assert proposal.operations == (Add(episodes=(IDS[1],)),)
    assert proposal.violations == ("operation 1: confirm names one entry, not 2",)
    assert len(requests) == 1


# cases 9, 11
@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        '{"operations": []}',
        "I cannot complete this request.",
        '{"operations": [{"op": "delete", "entries": [1]}]}',
        '{"operations": [{"op": "retract", "entries": [], "episodes": [1]}]}',
        '{"operations": [{"op": "retract", "entries": [1, 2], "episodes": [1]}]}',
    ],
)
def test_a_plan_without_an_operation_is_a_failure(content):
    with pytest.raises(ContentError) as caught:
        plan(in_turn(Answer(content=content)))
    assert len(caught.value.requests) == 2
    assert caught.value.usage.calls == 2


def test_violations_are_told_in_the_numbers_that_were_shown():
    told = f"V03: ^{BOAT.id} would vanish\nwith {IDS[2]}"
    _, (request,) = plan(
        in_turn(saying({"operations": [{"op": "add", "episodes": [1]}]})), violations=[told]
    )
    user = request["messages"][1]["content"]
    assert "- V03: entry [2] would vanish with episode (3)" in user
    assert BOAT.id not in user
    assert IDS[2] not in user


def test_the_dull_model_adds_each_episode_as_it_stands():
    proposal, _ = plan(facts_from_transcript)
    assert proposal.operations == tuple(Add(episodes=(each,)) for each in IDS)
