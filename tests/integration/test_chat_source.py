from __future__ import annotations

import sys
import types
from datetime import UTC, datetime, timedelta

import pytest

from jobs import chat_source
from jobs.bell import silent
from jobs.chat_source import NamedSource, load_source, pull
from jobs.policies import Policy
from jobs.sweep import Sweeper
from memory_core.errors import ConfigurationError
from tests.fakes.messages import said

START = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)


class HostTable:
    """A host's chat table in a list: each row has its number as its mark."""

    def __init__(self):
        self.rows = []
        self.asked = []

    def add(self, content, **fields):
        number = len(self.rows)
        row = {
            "chat": "c-1",
            "role": "user",
            "user": "u-1",
            "content": content,
            "at": (START + timedelta(minutes=number)).isoformat(),
            "key": f"k-{number}",
            **fields,
        }
        self.rows.append((row, str(number)))

    def changed_since(self, mark):
        self.asked.append(mark)
        first = 0 if mark is None else int(mark) + 1
        yield from self.rows[first:]


@pytest.fixture
def table():
    return HostTable()


@pytest.fixture
def named(table):
    return NamedSource(name="host.chats:table", workspace="acme", source=table)


def test_every_sweep_pulls_what_is_new_in_the_hosts_table(database, table, named, sql):
    sweeper = Sweeper(database=database, policy=Policy(), bell=silent, sources=[named])
    table.add("I live in Bergen.")
    assert sweeper.sweep(any_time=True).pulled == 1
    table.add("I like tea.")
    table.add("I like rye bread.")
    assert sweeper.sweep(any_time=True).pulled == 2
    assert sweeper.sweep(any_time=True).pulled == 0
    assert sql("SELECT workspace, content FROM message ORDER BY position") == [
        ("acme", "I live in Bergen."),
        ("acme", "I like tea."),
        ("acme", "I like rye bread."),
    ]


def test_the_mark_is_kept_and_the_host_is_asked_from_there(database, table, named):
    table.add("one")
    table.add("two")
    pull(database, named)
    pull(database, named)
    assert table.asked == [None, "1"]


def test_a_message_that_comes_twice_is_stored_once(database, table, named, sql):
    table.add("I like tea.")
    pull(database, named)
    sql("DELETE FROM source_mark")  # as after a crash between the append and its mark
    assert pull(database, named) == 0
    assert sql("SELECT count(*) FROM message") == [(1,)]


def test_a_bad_message_is_reported_and_the_rest_goes_in(database, table, named, sql, caplog):
    table.add("one")
    table.add("two", at="2026-02-03T09:00:00")
    table.add("three", role="robot")
    table.add("four")
    assert pull(database, named) == 2
    assert "at: has no time zone" in caplog.text
    assert "role: must be one of" in caplog.text
    assert sql("SELECT content FROM message ORDER BY position") == [("one",), ("four",)]
    assert pull(database, named) == 0


def test_a_changed_message_is_reported_and_the_stored_one_stays(
    database, table, named, sql, caplog
):
    table.add("I like tea.")
    table.add("I like coffee.", key="k-0")
    assert pull(database, named) == 1
    assert "append-only" in caplog.text
    assert sql("SELECT content FROM message") == [("I like tea.",)]


def test_more_than_one_batch_is_pulled_whole(database, table, named, sql):
    for number in range(1_100):
        table.add(f"message {number}")
    assert pull(database, named) == 1_100
    assert sql("SELECT mark FROM source_mark") == [("1099",)]


def test_a_source_is_found_by_its_name(monkeypatch, table):
    module = types.ModuleType("host_chats")
    module.table = table
    monkeypatch.setitem(sys.modules, "host_chats", module)
    assert load_source("host_chats:table", workspace="acme").source is table


@pytest.mark.parametrize("name", ["no_such_module:table", "json:no_such_object", "json", ""])
def test_a_source_that_cannot_be_imported_is_named(name):
    with pytest.raises(ConfigurationError, match=r"MEMFOLD_CHAT_SOURCE: .*package\.module:object"):
        load_source(name, workspace="acme")


def test_an_object_without_the_method_is_no_source():
    with pytest.raises(ConfigurationError, match="has no method changed_since"):
        load_source("json:dumps", workspace="acme")


def test_a_source_without_end_is_left_after_a_while_and_goes_on_from_its_mark(
    database, table, named, monkeypatch, sql
):
    monkeypatch.setattr(chat_source, "_SECONDS", 0.0)
    monkeypatch.setattr(chat_source, "_BATCH", 2)
    for number in range(5):
        table.add(f"I have {number} cats.")
    assert [pull(database, named) for _ in range(3)] == [2, 2, 1]
    assert table.asked == [None, "1", "3"]


def test_a_slow_source_makes_no_chat_wait_for_its_ring(database, ledger, named, table):
    ledger.append([said("I live in Bergen.")])
    ledger.report_idle("default", "c1")
    rung = []
    table.changed_since = lambda _: rung.append("pulled") or ()
    Sweeper(database=database, policy=Policy(), bell=rung.append, sources=[named]).sweep(
        any_time=True
    )
    assert [getattr(ring, "key", ring) for ring in rung] == ["c1", "pulled"]
