from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery import Celery

from jobs.extractor import ExtractReport
from memory_core.client import MemoryClient
from memory_core.errors import (
    AppendOnlyError,
    ConfigurationError,
    InvalidInputError,
    NotFoundError,
    StoreUnavailableError,
)
from memory_core.scopes import ScopeKind
from worker import tasks
from worker.app import make_app

ROOT = Path(__file__).resolve().parents[2]
NOON = datetime(2026, 4, 12, 12, 0, tzinfo=timezone(timedelta(hours=8)))


@pytest.fixture
def client(urls):
    with MemoryClient(urls.database_url, deadline=30.0) as memory:
        yield memory


def test_append_makes_the_chat_and_returns_positions_from_zero(client, sql):
    assert client.append("c-1", "user", "I live in Bergen.", user="u-1", agent="helper") == 0
    assert client.append("c-1", "assistant", "Noted.", agent="helper") == 1
    assert sql("SELECT chat, agent, origin FROM chat") == [("c-1", "helper", "interactive")]


def test_a_time_that_is_left_out_is_the_databases_now(client, sql, move_clock):
    move_clock(timedelta(days=400))
    client.append("c-1", "user", "hello", user="u-1")
    ((at, now),) = sql("SELECT m.at, memfold_now() FROM message m")
    assert timedelta(0) <= now - at < timedelta(minutes=1)


def test_a_time_keeps_its_senders_offset(client, sql):
    client.append("c-1", "user", "hello", user="u-1", at=NOON)
    assert sql("SELECT at, utc_offset_minutes FROM message") == [(NOON, 480)]


# case 48
def test_a_naive_time_is_refused_by_its_field(client, sql):
    with pytest.raises(InvalidInputError, match="at: has no time zone"):
        client.append("c-1", "user", "hello", user="u-1", at=datetime(2026, 4, 12))  # noqa: DTZ001
    assert sql("SELECT count(*) FROM message") == [(0,)]


def test_a_repeated_key_answers_the_first_position_and_stores_nothing(client, sql):
    for _ in range(3):
        assert client.append("c-1", "user", "I like tea.", user="u-1", key="k-1", at=NOON) == 0
    assert sql("SELECT count(*) FROM message") == [(1,)]


def test_a_changed_message_is_refused_since_the_ledger_is_append_only(client, sql):
    client.append("c-1", "user", "I like tea.", user="u-1", key="k-1")
    with pytest.raises(AppendOnlyError, match="append-only"):
        client.append("c-1", "user", "I like coffee.", user="u-1", key="k-1")
    assert sql("SELECT content FROM message") == [("I like tea.",)]


def test_a_position_that_leaves_a_gap_is_refused_with_the_next_one(client):
    with pytest.raises(InvalidInputError, match=r"position: the next one of this chat is 0"):
        client.append("c-1", "user", "hello", user="u-1", position=7)


def test_a_speaker_cannot_become_another_user(client):
    client.append("c-1", "user", "I like tea.", user="u-1", speaker="anna")
    with pytest.raises(InvalidInputError, match="speaker: 'anna' is already user 'u-1'"):
        client.append("c-1", "user", "I like coffee.", user="u-2", speaker="anna")


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"chat": ""}, "chat"),
        ({"chat": "x" * 1025}, "chat"),
        ({"role": "robot"}, "role"),
        ({"content": " "}, "content"),
        ({"user": "a\0b"}, "user"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"memory_mode": "maybe"}, "memory_mode"),
        ({"origin": "alien"}, "origin"),
    ],
)
def test_bad_input_is_refused_by_its_field_before_anything_is_written(client, sql, fields, field):
    given = {"chat": "c-1", "role": "user", "content": "hello", "user": "u-1", **fields}
    with pytest.raises(InvalidInputError) as refusal:
        client.append(given.pop("chat"), given.pop("role"), given.pop("content"), **given)
    assert refusal.value.field == field
    assert sql("SELECT count(*) FROM chat") == [(0,)]


def test_append_all_reports_what_is_refused_and_takes_the_rest(client):
    message = {"chat": "c-1", "role": "user", "user": "u-1", "at": NOON.isoformat()}
    client.append_all([{**message, "content": "one", "key": "a"}])
    report = client.append_all(
        [{**message, "content": "other", "key": "a"}, {**message, "content": "two", "key": "b"}]
    )
    assert (report.appended, [r.message.key for r in report.refused]) == (1, ["a"])


def test_append_all_writes_nothing_when_a_message_has_a_wrong_field(client, sql):
    good = {"chat": "c-1", "role": "user", "user": "u-1", "content": "hello"}
    with pytest.raises(InvalidInputError, match="role"):
        client.append_all([good, {**good, "role": "robot"}])
    assert sql("SELECT count(*) FROM message") == [(0,)]


def test_a_message_of_another_workspace_is_refused(client):
    message = {"chat": "c-1", "role": "user", "content": "hello", "workspace": "acme"}
    with pytest.raises(
        InvalidInputError, match="workspace: is 'acme'; this client is of 'default'"
    ):
        client.append_all([message])


def test_idle_is_a_durable_row_before_the_bell_is_rung(urls, sql):
    seen = []

    def ring(workspace, chat):
        rows = sql("SELECT idle_through FROM idle_signal WHERE chat = %s", chat)
        seen.append((workspace, chat, rows))

    with MemoryClient(urls.database_url, "acme", ring, deadline=30.0) as client:
        client.append("c-1", "user", "hello", user="u-1")
        client.append("c-1", "user", "bye", user="u-1")
        client.report_idle("c-1")
    assert seen == [("acme", "c-1", [(1,)])]


def test_a_bell_that_fails_is_logged_and_never_raised(urls, sql, caplog):
    def ring(workspace, chat):
        raise ConnectionError("no broker")

    with MemoryClient(urls.database_url, ring=ring, deadline=30.0) as client:
        client.append("c-1", "user", "hello", user="u-1")
        client.report_idle("c-1")
    assert "next sweep" in caplog.text
    assert sql("SELECT count(*) FROM idle_signal") == [(1,)]


def test_an_unknown_chat_is_named(client):
    for call in (
        lambda: client.report_idle("nobody"),
        lambda: client.delete_chat("nobody"),
        lambda: client.set_memory_mode("nobody", "off"),
    ):
        with pytest.raises(NotFoundError, match="'nobody'"):
            call()


def test_memory_that_is_off_stays_off_until_it_is_turned_on(client, sql):
    client.append("c-1", "user", "one", user="u-1")
    client.set_memory_mode("c-1", "off")
    client.append("c-1", "user", "two", user="u-1")
    client.append("c-1", "user", "three", user="u-1", memory_mode="on")
    modes = sql("SELECT memory_mode FROM message ORDER BY position")
    assert modes == [("on",), ("off",), ("on",)]


def test_a_deleted_chat_is_marked(client, sql):
    client.append("c-1", "user", "hello", user="u-1")
    client.delete_chat("c-1")
    assert sql("SELECT deleted_at IS NOT NULL FROM chat") == [(True,)]


def test_scopes_are_named_by_their_parts(client):
    assert client.scope(user="u-1").kind is ScopeKind.USER
    assert client.scope(user="u-1", agent="helper").kind is ScopeKind.AGENT_USER
    assert client.scope(agent="helper", org=True).kind is ScopeKind.AGENT_ORG
    assert client.scope(user="u-1", team="blue") != client.scope(user="u-1")
    for wrong in ({}, {"agent": "helper"}, {"user": "u-1", "org": True}):
        with pytest.raises(InvalidInputError):
            client.scope(**wrong)


def test_an_index_nobody_has_written_has_a_header_and_no_line(client):
    scope = client.scope(user="u-1")
    assert (client.index(scope).version, client.index(scope).entries) == (0, ())
    first, second = client.index_text(scope).splitlines()
    assert first == "# Memory"
    assert scope.key in second


# case 58
def test_a_scope_of_another_workspace_is_refused(client, urls):
    with MemoryClient(urls.database_url, "acme", deadline=30.0) as other:
        scope = other.scope(user="u-1")
    with pytest.raises(InvalidInputError, match="scope: is of workspace 'acme'"):
        client.index(scope)


def test_a_login_that_passes_the_walls_is_refused(urls):
    with (
        MemoryClient(urls.admin_database_url) as client,
        pytest.raises(ConfigurationError, match="superuser"),
    ):
        client.append("c-1", "user", "hello", user="u-1")


def test_a_database_that_does_not_answer_is_said_so():
    with (
        MemoryClient("postgresql://memfold:x@127.0.0.1:1/memfold") as client,
        pytest.raises(StoreUnavailableError, match=r"127\.0\.0\.1:1/memfold cannot be reached"),
    ):
        client.append("c-1", "user", "hello", user="u-1")


HOST = """
import json, sys
import jobs, worker  # the host's own
import memory_core
from memory_core.client import MemoryClient

with MemoryClient(sys.argv[1]) as memory:
    position = memory.append("c-1", "user", "I live in Bergen.", user="u-1", agent="helper")
    memory.report_idle("c-1")
    text = memory.index_text(memory.scope(user="u-1", agent="helper"))
ours = sorted(name for name in sys.modules if name.split(".")[0] in {"jobs", "worker", "celery"})
assert memory_core.__file__.startswith(sys.argv[2]), memory_core.__file__
print(json.dumps([position, jobs.OWNER, worker.OWNER, text.splitlines()[0], ours]))
"""


def test_a_host_with_packages_named_jobs_and_worker_can_use_it(tmp_path, urls):
    site = tmp_path / "site"
    shutil.copytree(
        ROOT / "memory_core",
        site / "memory_core",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    shutil.copytree(ROOT / "migrations", site / "memory_core" / "_migrations")
    host = tmp_path / "host"
    for name in ("jobs", "worker"):
        (host / name).mkdir(parents=True)
        (host / name / "__init__.py").write_text("OWNER = 'the host'\n")
    (host / "main.py").write_text(HOST)
    done = subprocess.run(
        [sys.executable, "main.py", urls.database_url, str(site)],
        cwd=host,
        env={**os.environ, "PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [0, "the host", "the host", "# Memory", ["jobs", "worker"]]


def test_a_host_rings_by_the_tasks_name_alone(urls, monkeypatch):
    rung = []
    extractor = SimpleNamespace(
        extract=lambda *chat, **_: (
            rung.append(chat) or ExtractReport(workspace=chat[0], chat=chat[1], outcome="skipped")
        )
    )
    monkeypatch.setattr(tasks, "services", lambda: SimpleNamespace(extractor=extractor))
    host = Celery("host", broker=urls.redis_url)
    host.send_task("memfold.chat_idle", args=["default", "c-1"], queue="extract")
    app = make_app(urls.redis_url)
    with app.connection_for_read() as connection:
        message = connection.SimpleQueue("extract").get(timeout=5)
        message.ack()
    arguments, keywords, _ = message.payload
    app.tasks[message.headers["task"]](*arguments, **keywords)
    assert rung == [("default", "c-1")]
