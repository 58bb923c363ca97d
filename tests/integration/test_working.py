"""Working memory: values beside a scope, who loses a race, what a model is shown, what goes."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest
from pydantic import BaseModel, ConfigDict, Field

from jobs.store.forget_requests import Target
from memory_core.async_client import AsyncMemoryClient
from memory_core.client import MemoryClient
from memory_core.errors import InvalidInputError, VersionConflictError
from memory_core.stores import working_store
from memory_core.working import NEW
from tests.fakes.races import together

WHOSE = {"user": "nora", "agent": "helper"}


@pytest.fixture
def client(urls):
    with MemoryClient(urls.database_url, secret="invented", deadline=30.0) as memory:
        yield memory


@pytest.fixture
def working(client):
    return client.working(client.scope(**WHOSE))


# -- values ------------------------------------------------------------------------------------


@pytest.mark.parametrize("held", [None, 0, "", "é\n日本", [1, {"a": [True, 1.5]}], {}])
def test_a_value_comes_back_as_it_was_put(working, held):
    put = working.put("k", held)
    assert working.get("k") == put
    assert put.value == held
    assert put.updated_at.tzinfo is not None


def test_what_was_never_put_is_none_and_no_scope_is_made_by_looking(working, sql):
    assert working.get("k") is None
    assert working.delete("k") is False
    assert working.page().values == ()
    assert sql("SELECT count(*) FROM scope") == [(0,)]


def test_scopes_and_workspaces_are_walls(client, working, urls):
    working.put("k", 1)
    assert client.working(client.scope(user="nora")).get("k") is None
    assert client.working(client.scope(user="zed", agent="helper")).get("k") is None
    with MemoryClient(urls.database_url, "acme", deadline=30.0) as other:
        assert other.working(other.scope(**WHOSE)).get("k") is None
        with pytest.raises(InvalidInputError, match="scope: is of workspace 'default'"):
            other.working(client.scope(**WHOSE))


def test_pages_list_every_key_once_system_keys_too(working):
    keys = ["_cursor", "a", "b", "é"]
    for key in reversed(keys):
        working.put(key, key)
    first = working.page(limit=3)
    second = working.page(limit=3, after=first.after)
    assert [v.key for v in (*first.values, *second.values)] == keys
    assert second.after is None
    assert working.page(limit=4).after is None
    with pytest.raises(InvalidInputError, match="limit: must be 1 to 100"):
        working.page(limit=0)


def test_a_scope_holds_so_many_keys_and_no_more(working, monkeypatch):
    monkeypatch.setattr(working_store, "MOST_KEYS", 2)
    working.put("a", 1)
    working.put("b", 1)
    with pytest.raises(InvalidInputError, match="key: 'c' is one too many: a scope holds 2"):
        working.put("c", 1)
    assert working.put("b", 2).value == 2
    working.delete("a")
    assert working.put("c", 1).value == 1


# -- compare and set ---------------------------------------------------------------------------


def test_a_put_at_an_older_version_writes_nothing_and_names_the_newer(working):
    first = working.put("k", 1, version=NEW)
    second = working.put("k", 2, version=first.version)
    assert second.version > first.version
    with pytest.raises(VersionConflictError, match=f"'k' is at version {second.version}"):
        working.put("k", 3, version=first.version)
    with pytest.raises(VersionConflictError, match=f"'k' is at version {second.version}"):
        working.put("k", 3, version=NEW)
    with pytest.raises(VersionConflictError, match="at version"):
        working.delete("k", version=first.version)
    assert working.get("k") == second
    assert working.put("k", 4).value == 4


def test_a_key_that_was_deleted_and_made_again_is_not_what_it_was(working):
    first = working.put("k", 1)
    assert working.delete("k", version=first.version) is True
    with pytest.raises(VersionConflictError, match="'k' is gone"):
        working.put("k", 2, version=first.version)
    working.put("k", 1, version=NEW)
    with pytest.raises(VersionConflictError, match="'k' is at version"):
        working.put("k", 2, version=first.version)


@pytest.mark.parametrize("there", [False, True])
def test_of_those_who_compare_at_once_one_wins_and_the_others_lose(working, there):
    version = working.put("k", "before").version if there else NEW
    ends = together(*[lambda n=n: _tried(working, n, version) for n in range(5)])
    assert sorted(map(str, ends)) == ["lost"] * 4 + ["won"]


def _tried(working, number, version):
    try:
        working.put("k", number, version=version)
    except VersionConflictError:
        return "lost"
    return "won"


def test_of_those_who_add_a_last_key_at_once_one_finds_room(working, monkeypatch):
    monkeypatch.setattr(working_store, "MOST_KEYS", 1)

    def add(key):
        try:
            working.put(key, 1)
        except InvalidInputError:
            return "full"
        return "added"

    ends = together(*[lambda n=n: add(f"k{n}") for n in range(4)])
    assert sorted(ends) == ["added", "full", "full", "full"]


# -- models ------------------------------------------------------------------------------------


class Trip(BaseModel):
    model_config = ConfigDict(strict=True)

    to: str
    leaves_on: date = Field(alias="leavesOn")


def test_a_model_is_checked_at_each_write_and_read(working):
    trips = working.of(Trip)
    put = trips.put("trip", {"to": "Lisbon", "leavesOn": date(2026, 5, 4)})
    assert put.value == Trip(to="Lisbon", leavesOn=date(2026, 5, 4))
    assert trips.get("trip") == put
    assert working.get("trip").value == {"to": "Lisbon", "leavesOn": "2026-05-04"}
    with pytest.raises(InvalidInputError, match="value: does not fit Trip: to: Field required"):
        trips.put("trip", {"leavesOn": date(2026, 5, 4)})
    put.value.to = 7
    with pytest.raises(InvalidInputError, match="value: does not fit Trip: to"):
        trips.put("trip", put.value)
    with pytest.raises(VersionConflictError):
        trips.put("trip", {"to": "Porto", "leavesOn": date(2026, 5, 4)}, version=NEW)
    working.put("trip", {"to": "a secret place"})
    with pytest.raises(InvalidInputError, match="key: 'trip' holds what does not fit") as refused:
        trips.get("trip")
    assert "secret" not in str(refused.value)
    assert trips.delete("trip") is True
    assert trips.get("trip") is None


# -- in the block ------------------------------------------------------------------------------


def test_the_block_shows_values_when_asked_and_no_system_key(client, working):
    client.save("Prefers metric units.", requested_by_user=True, **WHOSE)
    working.put("trip", {"to": "Lisbon"})
    working.put("_token", "hidden")
    turn = client.provider(**WHOSE)
    plain = turn.context_block()
    shown = turn.context_block(working=True)
    assert '## Working memory\n- trip | {"to": "Lisbon"}\n</memfold ' in shown
    assert "hidden" not in shown
    assert "_token" not in shown
    assert "Prefers metric units." in shown
    assert "Lisbon" not in plain


def test_the_bytes_stay_until_a_value_changes_and_change_with_the_next_block_then(
    client, working, urls
):
    working.put("trip", "Lisbon")
    first = client.context_block(working=True, **WHOSE)
    assert client.context_block(working=True, **WHOSE) == first
    with MemoryClient(urls.database_url, secret="invented", deadline=30.0) as other:
        assert other.context_block(working=True, **WHOSE) == first
    before = client.context_block(**WHOSE)
    working.put("trip", "Lisbon")
    assert client.context_block(working=True, **WHOSE) != first
    reads = client.block_counts["read"]
    assert client.context_block(**WHOSE) == before
    assert client.block_counts["read"] == reads
    working.delete("trip")
    assert "Lisbon" not in client.context_block(working=True, **WHOSE)


def test_what_a_value_says_to_a_chat_is_no_second_witness(client, working, sql):
    working.put("plan", {"note": "Lives in Bergen.", "seats": 2})
    client.append("c-1", "user", "Hello.", user="nora", agent="helper")
    client.context_block(working=True, chat="c-1", **WHOSE)
    assert sql("SELECT kind, entry, line FROM delivered_span") == [
        ("working", None, "Lives in Bergen.")
    ]


def test_the_values_of_a_turn_are_those_of_its_nearest_scope(client, working):
    client.provider(**WHOSE).working.put("k", 1)
    assert working.get("k").value == 1


# -- forgetting --------------------------------------------------------------------------------


def test_forgetting_a_user_takes_the_values_and_what_was_shown_of_them(
    client, working, office, sql
):
    working.put("plan", "Zanzibar in May")
    client.working(client.scope(user="nora")).put("_plan", "Zanzibar")
    client.working(client.scope(user="zed")).put("plan", "Oslo")
    client.context_block(working=True, chat="c-9", **WHOSE)
    report = office.forgetter.forget("default", Target(kind="user", user_id="nora"))
    assert report.receipt["rows"]["working_memory"] == 2
    assert "Zanzibar" not in str(report.receipt)
    assert sql("SELECT value FROM working_memory") == [("Oslo",)]
    assert sql("SELECT count(*) FROM delivered_span") == [(0,)]
    assert client.context_block(working=True, user="zed").count("Oslo") == 1


def test_forgetting_a_chat_leaves_the_values(client, working, office):
    working.put("plan", "Oslo in May")
    client.append("c-1", "user", "I live in Oslo.", user="nora", agent="helper")
    report = office.forgetter.forget("default", Target(kind="chat", chat="c-1"))
    assert "working_memory" not in report.receipt["rows"]
    assert working.get("plan").value == "Oslo in May"


# -- asyncio -----------------------------------------------------------------------------------


def test_the_same_can_be_awaited(urls):
    async def run():
        async with AsyncMemoryClient(urls.database_url, deadline=30.0) as memory:
            turn = memory.provider(**WHOSE)
            put = await turn.working.put("k", {"to": "Lisbon", "leavesOn": "2026-05-04"})
            trips = memory.working(memory.scope(**WHOSE)).of(Trip)
            found = await trips.get("k")
            again = await trips.put("k", found.value, version=put.version)
            page = await turn.working.page()
            block = await turn.context_block(working=True)
            gone = await trips.delete("k", version=again.version)
            return found.value.to, [v.key for v in page.values], "Lisbon" in block, gone

    assert asyncio.run(run()) == ("Lisbon", ["k"], True, True)
