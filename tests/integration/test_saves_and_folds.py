"""What becomes of saves over folds: again and again, beside others, and while one is under way."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from jobs import consolidator
from memory_core.client import MemoryClient
from memory_core.saving import SaveStatus

WHOSE = {"user": "nora", "agent": "helper"}
BIKE, SOLD = "The red bike stands in the cellar.", "The red bike was sold to Ada."


@pytest.fixture
def client(urls):
    with MemoryClient(urls.database_url, secret="invented", deadline=30.0) as memory:
        yield memory


@pytest.fixture
def save(client):
    def save(text, **more):
        return client.save(text, requested_by_user=True, **more, **WHOSE)

    return save


@pytest.fixture
def fold(office, move_clock):
    """Let two more hours go by and fold what is due."""
    hours = iter(range(2, 99, 2))

    def fold():
        move_clock(timedelta(hours=next(hours)))
        office.sweeper.sweep(any_time=True)
        office.work_off()

    return fold


@pytest.fixture
def during(monkeypatch):
    """Do something once between the planning of a fold by code and its commit."""

    def during(act):
        waiting = [act]
        plan = consolidator.plan_by_code

        def planned(desk):
            made = plan(desk)
            if waiting:
                waiting.pop()()
            return made

        monkeypatch.setattr(consolidator, "plan_by_code", planned)

    return during


def said(client, words, *, chat="c-1"):
    client.append(chat, "user", words, **WHOSE)


def lines(client):
    index = client.index(client.scope(**WHOSE))
    return sorted(e.text for e in index.active), sorted(e.text for e in index.archived)


def read(office):
    """Read the chats, and fold nothing yet."""
    office.force()
    office.sweeper.sweep(any_time=True)
    reads = [ring for ring in office.rung if ring.kind == "extract"]
    for ring in reads:
        office.extractor.extract(ring.workspace, ring.key)
    office.rung.clear()


def test_what_was_replaced_is_saved_again_in_the_same_words(client, save, fold):
    first = save("Lives in Oslo.")
    second = save("Lives in Bergen.", supersedes=first.id)
    third = save("Lives in Oslo.", supersedes=second.id)
    assert len({first.id, second.id, third.id}) == 3
    assert "| Lives in Oslo. |" in client.context_block(**WHOSE)
    fold()
    assert lines(client) == (["Lives in Oslo."], [])
    for text, old in (("Lives in Bergen.", "Lives in Oslo."), ("Lives in Oslo.", "Lives in Berg")):
        (line,) = client.index(client.scope(**WHOSE)).active
        assert line.text.startswith(old)
        save(text, supersedes=line.id)
        fold()
    assert lines(client) == (["Lives in Oslo."], ["Lives in Bergen.", "Lives in Oslo."])


def test_a_tool_saves_the_same_words_of_one_message_again(client, fold):
    tools = client.provider(chat="c-1", **WHOSE).tools
    replaced = None
    for words, text in (
        ("I live in Oslo.", "Lives in Oslo."),
        ("No wait, I live in Bergen.", "Lives in Bergen."),
        ("Sorry, it is Oslo after all.", "Lives in Oslo."),
    ):
        said(client, words)
        answer = tools.call("memory_save", {"text": text, "supersedes": replaced})
        assert json.loads(answer)["status"] == "saved"
        replaced = json.loads(answer)["id"]
    fold()
    assert lines(client)[0] == ["Lives in Oslo."]


def test_what_was_taken_back_may_be_saved_again(client, save, fold, office):
    save("Lives in Oslo.")
    fold()
    client.append("c-2", "user", "I no longer live in Oslo.", **WHOSE)
    office.fold_all()
    assert lines(client) == ([], ["Lives in Oslo."])
    save("Lives in Oslo.")
    fold()
    assert lines(client)[0] == ["Lives in Oslo."]


def test_a_rival_that_waits_for_its_cooldown_stands_beside_what_is_to_keep_both(
    client, save, fold, office, move_clock, sql
):
    said(client, "My sister is called Ada.")
    office.fold_all()
    said(client, "I live in Oslo.")
    read(office)
    sql("UPDATE scope_state SET forced_at = NULL")  # the cooldown holds
    asked = save("Lives in Bergen.")
    assert [rival.text for rival in asked.rivals] == ["Lives in Oslo."]
    save("Lives in Bergen.", supersedes="none")
    move_clock(timedelta(minutes=1))
    office.sweeper.sweep(any_time=True)
    office.work_off()  # the save alone
    assert "Lives in Oslo." not in lines(client)[0]
    fold()
    assert lines(client) == (["Has a sister: Ada.", "Lives in Bergen.", "Lives in Oslo."], [])


def test_to_keep_both_settles_what_was_saved_before_its_rival_came(client, save, fold, office):
    save("Lives in Bergen.")
    said(client, "I live in Oslo.")
    read(office)
    told = [save("Lives in Bergen.", supersedes="none").status for _ in range(3)]
    assert told == [SaveStatus.SAVED, SaveStatus.ALREADY_KNOWN, SaveStatus.ALREADY_KNOWN]
    fold()
    assert lines(client) == (["Lives in Bergen.", "Lives in Oslo."], [])


@pytest.mark.parametrize("told", [None, "none"])
def test_what_gave_way_before_any_fold_is_not_brought_back_by_its_chat(
    client, save, fold, office, told
):
    said(client, BIKE)
    said(client, SOLD)
    first = save(BIKE, supersedes=told)
    save(SOLD, supersedes=first.id)
    fold()
    office.fold_all()
    assert lines(client) == ([SOLD], [])


def test_a_fold_does_not_place_what_a_save_took_back_meanwhile(client, save, fold, office, during):
    first = save(BIKE)
    during(lambda: save(SOLD, supersedes=first.id))
    office.sweeper.sweep(any_time=True)
    office.work_off()
    assert lines(client) == ([], [])
    fold()
    assert lines(client) == ([SOLD], [])


def test_a_fold_does_not_replace_what_a_save_meanwhile_is_to_stand_beside(
    client, save, fold, office, during
):
    save("Lives in Oslo.")
    fold()
    said(client, "I live in Bergen.")
    read(office)
    during(lambda: save("Lives in Bergen.", supersedes="none"))
    fold()
    assert lines(client) == (["Lives in Oslo."], [])
    fold()
    assert lines(client) == (["Lives in Bergen.", "Lives in Oslo."], [])


def test_any_episode_behind_a_line_names_it_not_only_those_that_the_index_prints(
    client, save, office, sql
):
    for chat in range(5):
        said(client, "I live in Oslo.", chat=f"c-{chat}")
    office.fold_all()
    (line,) = client.index(client.scope(**WHOSE)).active
    (unprinted, *_) = {episode for (episode,) in sql("SELECT id FROM episode")} - set(line.sources)
    assert save("Lives in Bergen.", supersedes=f"^{unprinted}").status is SaveStatus.SAVED
    assert sql("SELECT supersedes FROM save") == [(line.id,)]


def test_a_word_of_time_is_that_of_the_message_that_said_it_last(client):
    said_at = "2026-11-10T09:00:00+01:00"
    client.append("c-1", "user", "I have a dentist appointment tomorrow.", at=said_at, **WHOSE)
    client.append(
        "c-1", "user", "Please note that I am at the dentist again tomorrow.",
        at="2026-11-24T09:00:00+01:00", **WHOSE,
    )  # fmt: skip
    kept = client.save("Has a dentist appointment tomorrow.", chat="c-1", **WHOSE)
    assert kept.text == "Has a dentist appointment tomorrow [2026-11-25]."
