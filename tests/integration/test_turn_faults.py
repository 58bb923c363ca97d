"""Turns that go wrong: what hosts and models give, and what others said in the same chat."""

from __future__ import annotations

import socket

import pytest

from jobs.store.forget_requests import Target
from memory_core.client import MemoryClient
from memory_core.errors import InvalidInputError
from memory_core.saving import SaveLimitError, SaveRequest, SaveStatus
from memory_core.turn.saves import keep
from tests.fakes.races import wait_for_waiters

NORA = {"user": "nora", "agent": "helper"}
OMAR = {"user": "omar", "agent": "helper"}


@pytest.fixture
def client(urls):
    with MemoryClient(urls.database_url, secret="invented", deadline=30.0) as memory:
        yield memory


# -- uses --------------------------------------------------------------------------------------


def test_a_use_that_cannot_be_written_takes_no_other_with_it(client, office, sql, caplog):
    client.append("c", "user", "I live in Bergen.", **NORA)
    office.fold_all()
    (line,) = client.index(client.scope(**NORA)).active
    uses = client._turns.uses
    uses.note(client.scope(user="aaa").key, ["m\0"])  # written first
    uses.note(client.scope(**NORA).key, [line.id])
    client.flush()
    assert sql("SELECT uses FROM usage") == [(1,)]
    assert "dropped" in caplog.text


def test_a_turn_in_a_workspace_that_nobody_made_ends_in_peace(urls, caplog):
    with MemoryClient(urls.database_url, "nowhere") as memory:
        memory.provider(**NORA).memory_used(["m7k2p9qa"])
    assert "dropped" in caplog.text


def test_only_ids_of_lines_and_episodes_are_counted_as_cited(client):
    turn = client.provider(**NORA)
    ids = ["^m7k2p9qa", " m7k2p9qa ", "e3kq9m2x7v1bt8hd4", "m\0aaaaaaa", "c-1#0", "", "x" * 9999]
    assert turn.memory_used(ids) == 3


def test_whether_something_is_known_is_told_without_showing_or_using_it(client, office, sql):
    client.append("c", "user", "I live in Bergen.", **NORA)
    office.fold_all()
    turn = client.provider(chat="c-2", **NORA)
    assert turn.create_safety("Lives in Bergen.").safety == "exists"
    client.flush()
    assert sql("SELECT uses FROM usage") == [(0,)]
    assert sql("SELECT count(*) FROM delivered_span") == [(0,)]


# case 66
def test_a_message_that_is_forgotten_while_it_is_found_is_not_recorded_as_shown(
    client, office, sql, monkeypatch
):
    for place, words in enumerate(("The key hangs on the blue hook.", "The key fits the shed.")):
        client.append(f"c-{place}", "user", words, **NORA)
    client.append("c-2", "user", "Where is the key?", **NORA)
    search = client._turns.recall._searcher.search

    def forgotten_behind(request):
        found = search(request)
        office.forgetter.forget("default", Target(kind="message", chat="c-0", position=0))
        return found

    monkeypatch.setattr(client._turns.recall._searcher, "search", forgotten_behind)
    client.search("key", chat="c-2", **NORA)
    assert sql("SELECT line FROM delivered_span") == [("The key fits the shed.",)]


# -- blocks ------------------------------------------------------------------------------------


def test_a_search_that_breaks_leaves_the_block_as_it_is(client, monkeypatch, caplog):
    def broken(*_arguments, **_more):
        raise KeyError("anything")

    block = client.context_block(**NORA)
    monkeypatch.setattr(client._turns.recall, "search", broken)
    assert client.context_block("What?", **NORA) == block
    assert client.block_counts["without hits"] == 1
    assert "a turn goes on without a search" in caplog.text


def test_a_line_that_no_process_can_read_costs_no_other_user_the_block(client, office, sql):
    for whose in (NORA, OMAR):
        client.append(f"c-{whose['user']}", "user", "I live in Bergen.", **whose)
    office.fold_all()
    sql("SET session_replication_role = replica")  # past the trigger that refuses it
    sql(
        "UPDATE index_version SET text = 'broken' WHERE scope_key = %s",
        client.scope(**NORA).key,
    )
    assert client.context_block(**NORA) == ""
    assert "Bergen" in client.context_block(**OMAR)


def test_a_store_that_accepts_and_never_answers_is_an_empty_block_and_is_asked_no_more():
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://memfold:x@127.0.0.1:{silent.getsockname()[1]}/none"
        with MemoryClient(address) as memory:
            assert memory.context_block("What?", **NORA) == ""
            assert memory.context_block(**NORA) == ""
            assert memory.block_counts == {"late": 2}
            silent.settimeout(30)
            first, _ = silent.accept()  # of the two blocks one alone came here
            silent.setblocking(False)
            with first, pytest.raises(BlockingIOError):
                silent.accept()


def test_a_chat_that_no_store_can_name_is_refused_at_once(client):
    with pytest.raises(InvalidInputError, match="chat: holds a NUL"):
        client.provider(chat="c\0", **NORA)


# -- saves -------------------------------------------------------------------------------------


def test_a_machine_speaks_for_no_user(client):
    client.append("c", "user", "I live in Bergen, remember that.", origin="machine", **NORA)
    report = client.save("Lives in Bergen.", chat="c", **NORA)
    assert report.provenance == "assistant-said"


def test_a_turn_before_the_users_first_word_has_its_limit_too(client):
    client.append("c", "user", "Off the record.", memory_mode="off", **NORA)
    client.append("c", "assistant", "Hello.", agent="helper", memory_mode="on")
    for n in range(5):
        client.save(f"Owns the boat {n}{n}{n}.", chat="c", **NORA)
    with pytest.raises(SaveLimitError, match="a turn"):
        client.save("Owns the boat 555.", chat="c", **NORA)


def test_a_save_tells_nothing_of_what_another_users_memory_showed_in_the_chat(client, office):
    client.append("c", "user", "I live in Oslo.", **OMAR)
    office.fold_all()
    client.append("c-both", "user", "Hi.", **NORA)
    client.append("c-both", "user", "Hi.", **OMAR)
    assert "Oslo" in client.context_block(chat="c-both", **OMAR)
    report = client.save("Lives in Oslo.", chat="c-both", **NORA)
    assert (report.status, report.id) == (SaveStatus.ALREADY_KNOWN, None)
    assert report.text == "Lives in Oslo."


def test_a_text_that_can_be_no_line_locks_no_scope(client, sql):
    with pytest.raises(InvalidInputError, match="over 400"):
        client.save("x" * 1_000_000, **NORA)
    assert sql("SELECT count(*) FROM scope") == [(0,)]


# case 66
def test_words_that_are_forgotten_while_a_save_cites_them_take_the_save_with_them(
    client, office, hooked, threads, sql
):
    client.append("c", "user", "I live in Oslo, remember that.", **NORA)
    forgetting = []

    def forget_meanwhile(_connection):
        target = Target(kind="message", chat="c", position=0)
        forgetting.append(threads.submit(office.forgetter.forget, "default", target))
        wait_for_waiters(sql)

    hooked.before_commit = forget_meanwhile
    keep(hooked, SaveRequest(scope=client.scope(**NORA), text="Lives in Oslo.", chat="c"))
    forgetting[0].result(60)
    assert sql("SELECT count(*) FROM episode") == [(0,)]
