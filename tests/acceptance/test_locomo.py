"""Ten real conversations through the real command, broker, workers and database.

The data is LoCoMo (CC BY-NC 4.0), read from where it lies; without it these tests are skipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis

from memory_core.index.grammar import parse_index
from memory_core.index.model import Entry, Index
from tests.fakes.deployment import FAST, Deployment, wait_until
from tests.fakes.scripted_endpoint import ScriptedEndpoint, facts_from_transcript

Deploy = Callable[..., Deployment]
Sql = Callable[..., list[tuple[Any, ...]]]


def _import(deployment: Deployment, locomo: Path) -> None:
    report = deployment.ask("import", str(locomo), "--format", "locomo")
    assert (report["chats"], report["refused"]) == (272, [])


def _sweep(deployment: Deployment) -> Any:
    return deployment.ask("sweep", "--now", "--wait", "--timeout", "300")


def _indexes(sql: Sql) -> dict[str, Index]:
    """Return each scope's index as it is stored; parsing refuses what is not canonical."""
    rows = sql(
        "SELECT DISTINCT ON (scope_key) scope_key, text FROM index_version "
        "ORDER BY scope_key, version DESC"
    )
    return {scope: parse_index(text) for scope, text in rows}


def _memory(sql: Sql) -> tuple[set[str], dict[str, tuple[Entry, ...]]]:
    """Return the episode ids and each scope's active lines, dates, marks and sources included."""
    episodes = {episode for (episode,) in sql("SELECT id FROM episode")}
    return episodes, {scope: index.active for scope, index in _indexes(sql).items()}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What an undisturbed run comes to; filled by the first test that makes one."""
    return {}


def _expect_undisturbed(undisturbed: dict[str, Any], sql: Sql) -> None:
    memory = _memory(sql)
    assert memory == undisturbed.setdefault("memory", memory)


def test_every_speaker_gets_an_index_that_cites_own_words(
    deploy: Deploy, locomo: Path, undisturbed: dict[str, Any], sql: Sql
) -> None:
    deployment = deploy()
    deployment.start("worker")
    deployment.start("beat")
    _import(deployment, locomo)
    _sweep(deployment)

    scopes = deployment.ask("scopes")
    assert len(scopes) == 20
    assert {scope["kind"] for scope in scopes} == {"user"}
    active = [scope["active"] for scope in scopes]
    assert min(active) >= 10
    assert sum(count >= 20 for count in active) >= 10
    indexes = _indexes(sql)
    assert {scope: len(index.active) for scope, index in indexes.items()} == {
        scope["scope"]: scope["active"] for scope in scopes
    }
    shown = deployment.ask("index", "show", scopes[0]["scope"])
    assert parse_index(shown["text"]) == indexes[scopes[0]["scope"]]
    assert shown["lines"] <= 100

    strangers = sql(
        """SELECT e.id FROM episode e JOIN scope s USING (workspace, scope_key)
             LEFT JOIN episode_evidence v ON v.episode = e.id
             LEFT JOIN message m ON (m.chat, m.position) = (v.chat, v.position)
             LEFT JOIN participant p ON (p.chat, p.participant) = (m.chat, m.participant)
            WHERE p.user_id IS DISTINCT FROM s.user_id OR m.content_hash <> v.message_hash"""
    )
    assert strangers == []

    runs = deployment.ask("runs")
    read = Counter(run["key"] for run in runs if run["kind"] == "extract")
    assert len(read) == 272
    assert set(read.values()) == {1}
    assert {run["outcome"] for run in runs} <= {"done", "nothing"}
    _expect_undisturbed(undisturbed, sql)

    before = sql("SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM index_version)")
    report = deployment.ask("import", str(locomo), "--format", "locomo")
    assert report["messages"] == 0
    _sweep(deployment)
    assert sql("SELECT (SELECT count(*) FROM run), (SELECT count(*) FROM index_version)") == before
    _expect_undisturbed(undisturbed, sql)


def test_an_unchanged_conversation_is_never_bought_twice(deploy: Deploy, locomo: Path) -> None:
    with ScriptedEndpoint(facts_from_transcript) as endpoint:
        model = {"BASE_URL": endpoint.base_url, "MODEL": "scripted", "API_KEY": "none"}
        deployment = deploy(
            **{
                f"MEMFOLD_{job}_{name}": value
                for job in ("EXTRACT", "CONSOLIDATE")
                for name, value in model.items()
            }
        )
        deployment.start("worker")
        deployment.start("beat")
        _import(deployment, locomo)
        _sweep(deployment)
        bought = endpoint.count
        runs = deployment.ask("runs")
        assert len({run["key"] for run in runs if run["kind"] == "extract"}) == 272
        assert 0 < bought < len(runs)  # sessions of the same two people share calls
        assert sum(run["calls"] for run in runs) == bought
        assert not [run for run in runs if run["outcome"] not in {"done", "nothing"}]
        _import(deployment, locomo)
        _sweep(deployment)
        assert endpoint.count == bought


def _done(sql: Sql, at_least: int) -> Callable[[], bool]:
    def reached() -> bool:
        ((count,),) = sql("SELECT count(*) FROM run WHERE outcome IN ('done', 'nothing')")
        return bool(count >= at_least)

    return reached


@contextmanager
def _while_sweeping(deployment: Deployment) -> Iterator[None]:
    """Disturb a sweep that another process waits for, then wait for it too."""
    sweep = deployment.start("sweep", "--now", "--wait", "--timeout", "300")
    yield
    assert sweep.wait(320) == 0


def test_a_killed_worker_group_changes_nothing(
    deploy: Deploy, locomo: Path, undisturbed: dict[str, Any], sql: Sql
) -> None:
    deployment = deploy(**FAST)
    worker = deployment.start("worker")
    deployment.start("beat")
    _import(deployment, locomo)
    with _while_sweeping(deployment):
        wait_until(_done(sql, 40))
        deployment.kill(worker)
        deployment.start("worker")
    assert sql("SELECT count(*) FROM chat_state WHERE quarantined_at IS NOT NULL") == [(0,)]
    _expect_undisturbed(undisturbed, sql)
    _expect_no_window_twice(sql)


def test_a_flushed_broker_changes_nothing(
    deploy: Deploy, locomo: Path, undisturbed: dict[str, Any], sql: Sql
) -> None:
    deployment = deploy(**FAST)
    deployment.start("worker")
    deployment.start("beat")
    _import(deployment, locomo)
    with _while_sweeping(deployment):
        wait_until(_done(sql, 20))
        redis.Redis.from_url(deployment.environment["REDIS_URL"]).flushall()
    _expect_undisturbed(undisturbed, sql)
    _expect_no_window_twice(sql)


def test_two_beats_and_three_sweeps_at_once_change_nothing(  # case 81
    deploy: Deploy, locomo: Path, undisturbed: dict[str, Any], sql: Sql
) -> None:
    deployment = deploy(**FAST)
    deployment.start("worker")
    deployment.start("beat")
    deployment.start("beat")
    _import(deployment, locomo)
    sweeps = [deployment.start("sweep", "--now", "--wait") for _ in range(3)]
    assert [sweep.wait(320) for sweep in sweeps] == [0, 0, 0]
    _expect_undisturbed(undisturbed, sql)
    _expect_no_window_twice(sql)


def _expect_no_window_twice(sql: Sql) -> None:
    """Every chat was read whole, by committed windows that do not overlap."""
    overlapping = sql(
        """SELECT a.chat FROM extraction_key a JOIN extraction_key b
             ON a.workspace = b.workspace AND a.chat = b.chat AND a.key < b.key
            AND a.window_from <= b.window_to AND b.window_from <= a.window_to"""
    )
    assert overlapping == []
    assert sql("SELECT count(*) FROM chat_state WHERE watermark < last_position") == [(0,)]
