"""Vectors are filled behind the commits, once each, and never of two models together."""

from __future__ import annotations

import json
from threading import Event

import pytest

from jobs.embedding import EmbeddingFiller
from jobs.embedding_thread import EmbeddingThread
from jobs.forget import Target
from jobs.policies import Policy
from jobs.store.forgetting import take_words
from memory_core.embedding.local import LocalEmbedder, has_local_model
from memory_core.errors import (
    ConfigurationError,
    EmbeddingAnswerError,
    EmbeddingOutageError,
    EmbeddingRefusedError,
)
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.search.request import SearchRequest
from memory_core.search.search import Searcher
from memory_core.stores.message_embedding_store import put_message_embeddings
from memory_core.stores.removal import allow_removal
from tests.fakes.command_line import CommandLine
from tests.fakes.embedding import Compass, by_compass
from tests.fakes.messages import said
from tests.fakes.races import together, wait_for_waiters
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint

MIRA = ScopeRef(workspace="default", kind=ScopeKind.USER, user="u-mira")
SHORT = Policy()


@pytest.fixture
def filler(database):
    def make(embedder=None, *, holder="one", batch=4):
        return EmbeddingFiller(
            database=database,
            embedder=embedder or Compass(),
            holder=holder,
            policy=SHORT,
            batch=batch,
        )

    return make


@pytest.fixture
def told(ledger, office):
    ledger.append([said("I live in Bergen."), said("I work at Fjordkraft.", minute=60)])
    ledger.append([said("Let us go north.", chat="c2")])
    office.fold_all()
    return ledger


def counts(report):
    return report.outcome, report.episodes, report.messages, report.refused


def stored(sql, what="vector IS NOT NULL"):
    return [
        sql(f"SELECT count(*) FROM {table} WHERE {what}")[0][0]
        for table in ("episode_embedding", "message_embedding")
    ]


def test_a_fill_makes_each_vector_once(told, filler, sql):
    compass = Compass()
    assert counts(filler(compass).fill("default")) == ("filled", 2, 3, 0)
    assert stored(sql) == [2, 3]
    asked = len(compass.asked)
    assert counts(filler(compass).fill("default")) == ("idle", 0, 0, 0)
    assert len(compass.asked) == asked
    told.append([said("I like tea.", chat="c2", minute=120)])
    assert counts(filler(compass).fill("default")) == ("filled", 0, 1, 0)
    assert compass.asked[asked:] == [["I like tea."]]
    ((width, held, failures),) = sql("SELECT width, held_by, failures FROM embedding_model")
    assert (width, held, failures) == (2, None, 0)


@pytest.mark.parametrize("batch", [1, 2, 3])
def test_a_batch_that_ends_within_a_chat_goes_on_where_it_ended(ledger, filler, batch):
    ledger.append([said(f"Word {n}.", chat="c1", minute=n) for n in range(5)])
    ledger.append([said(f"Word {n}.", chat="c2", minute=n) for n in range(2)])
    compass = Compass()
    assert counts(filler(compass, batch=batch).fill("default")) == ("filled", 0, 7, 0)
    assert sum(map(len, compass.asked)) == 7
    assert max(map(len, compass.asked)) == batch


def test_messages_that_no_search_reaches_get_no_vector(ledger, filler, sql):
    ledger.append(
        [
            said("I live in Oslo.", chat="off", memory_mode="off"),
            said("Be kind.", chat="c1", role="system"),
            said("…", chat="c1", minute=10),
            said("I am a machine.", chat="robot", origin="machine"),
            said("I live in Rome.", chat="gone"),
        ]
    )
    ledger.delete_chat("default", "gone")
    assert counts(filler().fill("default")) == ("filled", 0, 0, 0)
    assert counts(filler().fill("default")) == ("idle", 0, 0, 0)
    assert stored(sql) == [0, 0]


def test_search_finds_by_vector_what_was_filled(told, filler, database):
    filler().fill("default")
    request = SearchRequest(query="Which way, north?", scopes=(MIRA,), limit=3)
    found = Searcher(database, Compass()).search(request)
    assert found.degraded is None
    assert found.hits[0].text == "Let us go north."


# case 58
def test_every_workspace_is_filled_with_its_own_and_no_other(ledger, filler, sql):
    ledger.append([said("I go east.", workspace="w1"), said("I go north.", workspace="w2")])
    reports = filler().fill_all()
    assert [counts(report) for report in reports] == [("filled", 0, 1, 0)] * 2
    rows = sql("SELECT workspace, vector::real[] FROM message_embedding ORDER BY 1")
    assert rows == [("w1", [1.0, 0.0]), ("w2", [0.0, 1.0])]


def test_of_two_fillers_at_once_one_fills_and_the_other_finds_it_held(told, filler):
    begun, go_on = Event(), Event()

    def wait(_texts):
        begun.set()
        assert go_on.wait(30)

    def second():
        assert begun.wait(30)
        report = filler(Compass(), holder="two").fill("default")
        go_on.set()
        return report

    first = lambda: filler(Compass(wait), holder="one").fill("default")  # noqa: E731
    winner, loser = together(first, second)
    assert counts(winner) == ("filled", 2, 3, 0)
    assert counts(loser) == ("held", 0, 0, 0)


def test_a_filler_that_died_is_followed_by_another(told, filler, sql):
    filler().fill("default")
    told.append([said("I like tea.", chat="c2", minute=120)])
    sql("UPDATE embedding_model SET held_by = 'dead', held_until = memfold_now() + '1 minute'")
    assert filler(holder="two").fill("default").outcome == "held"
    sql("UPDATE embedding_model SET held_until = memfold_now() - interval '1 second'")
    assert counts(filler(holder="two").fill("default")) == ("filled", 0, 1, 0)


def test_a_filler_whose_claim_was_taken_stops_behind_its_batch(told, filler, sql):
    def steal(_texts):
        sql("UPDATE embedding_model SET held_by = 'other', held_until = memfold_now() + '1 h'")

    report = filler(Compass(steal), batch=1).fill("default")
    assert counts(report) == ("held", 1, 0, 0)
    assert sql("SELECT held_by FROM embedding_model") == [("other",)]


def test_an_outage_waits_and_says_so_and_a_person_need_not_wait(told, filler, sql):
    away = Compass(lambda _: EmbeddingOutageError("away", retry_after=120.0))
    report = filler(away).fill("default")
    assert (report.outcome, report.error) == ("failed", "away")
    assert sql(
        "SELECT held_by, failures, error_class, last_error, "
        "not_before > memfold_now() + interval '1 minute' FROM embedding_model"
    ) == [(None, 1, "outage", "away", True)]
    assert filler().fill("default").outcome == "held"
    assert counts(filler().fill("default", any_time=True)) == ("filled", 2, 3, 0)
    assert sql("SELECT failures, error_class, not_before FROM embedding_model") == [(0, None, None)]


def test_what_is_to_be_mended_is_a_failure_of_its_own_class(told, filler, sql):
    wrong = Compass(lambda _: ConfigurationError("check the key"))
    assert filler(wrong).fill("default").error == "check the key"
    assert sql("SELECT error_class FROM embedding_model") == [("config",)]


@pytest.mark.parametrize("error", [EmbeddingRefusedError, EmbeddingAnswerError])
def test_a_text_that_the_model_does_not_take_is_noted_and_not_sent_again(
    told, filler, sql, error, database
):
    def refuse(texts):
        return error() if any("north" in text for text in texts) else None

    compass = Compass(refuse)
    assert counts(filler(compass).fill("default")) == ("filled", 2, 2, 1)
    assert stored(sql, "refusal IS NOT NULL") == [0, 1]
    asked = len(compass.asked)
    assert filler(compass).fill("default").outcome == "idle"
    assert len(compass.asked) == asked
    request = SearchRequest(query="Bergen", scopes=(MIRA,))
    assert Searcher(database, Compass()).search(request).degraded is None


def test_an_embedder_that_refuses_everything_marks_no_text(told, filler, sql):
    report = filler(Compass(lambda _: EmbeddingRefusedError("refused"))).fill("default")
    assert report.outcome == "failed"
    assert stored(sql, "true") == [0, 0]
    assert sql("SELECT error_class FROM embedding_model") == [("refused",)]


@pytest.mark.parametrize("vector", [[0.0, 0.0], [float("nan"), 1.0], [1.0, 0.0, 0.0], []])
def test_no_embedder_can_store_a_vector_that_is_none(told, filler, sql, vector):
    compass = Compass()
    compass.embed = lambda texts, _kind: [vector for _ in texts]
    assert filler(compass).fill("default").outcome == "failed"
    assert stored(sql, "true") == [0, 0]


def test_a_model_that_changes_its_width_is_not_mixed_in(told, filler, sql):
    filler().fill("default")
    told.append([said("I like tea.", chat="c2", minute=120)])
    wide = Compass()
    wide.dimensions = None
    wide.embed = lambda texts, _kind: [[1.0, 0.0, 0.0] for _ in texts]
    report = filler(wide).fill("default")
    assert "has 3 numbers; this model's have 2" in report.error
    assert stored(sql) == [2, 3]
    rebuilt = filler(wide).rebuild("default", only_missing=False, progress=lambda _: None)
    assert counts(rebuilt) == ("filled", 2, 4, 0)
    assert sql("SELECT DISTINCT vector_dims(vector) FROM message_embedding") == [(3,)]


def test_what_was_removed_behind_the_marks_is_made_again_on_request(told, filler, sql):
    filler().fill("default")
    sql("DELETE FROM message_embedding WHERE chat = 'c2'")
    assert filler().fill("default").outcome == "idle"
    compass, told_of = Compass(), []
    report = filler(compass).rebuild("default", only_missing=True, progress=told_of.append)
    assert counts(report) == ("filled", 0, 1, 0)
    assert [text for texts in compass.asked for text in texts] == ["Let us go north."]
    assert told_of[-1].messages == 1


# case 66
def test_what_is_forgotten_keeps_no_vector(told, filler, sql, office):
    filler().fill("default")
    office.forgetter.forget("default", Target(kind="message", chat="c1", position=0))
    assert stored(sql) == [1, 2]
    assert filler().fill("default").outcome == "idle"


def test_a_forget_under_way_leaves_no_vector_to_a_fill_that_had_read_the_words(
    told, sql, database, threads
):
    def put():
        with database.transaction("default") as connection:
            vectors = {("c1", 0): [0.0, 1.0], ("c2", 0): [0.0, 1.0]}
            return put_message_embeddings(connection, "default", "compass", vectors)

    target = Target(kind="message", chat="c2", position=0)
    with database.transaction("default") as connection:
        allow_removal(connection)
        take_words(connection, "default", target, [("c2", 0)])
        loser = threads.submit(put)
        wait_for_waiters(sql)
    assert loser.result(30) == 1
    assert sql("SELECT chat FROM message_embedding") == [("c1",)]


def test_the_thread_fills_when_it_is_rung_and_ends_when_it_is_told(told, filler, sql):
    done = Event()
    compass = Compass(lambda _: done.set())
    thread = EmbeddingThread(filler(compass, batch=100))
    thread()
    assert done.wait(30)
    thread.close()
    thread()
    assert sql("SELECT held_by FROM embedding_model") == [(None,)]
    assert stored(sql)[0] == 2


@pytest.mark.skipif(not has_local_model(), reason="needs memfold[embeddings]")
def test_the_local_model_fills_and_finds_what_no_word_tells(ledger, office, filler, database):
    ledger.append(
        [
            said("We adopted a kitten yesterday."),
            said("The server crashed again.", chat="c2"),
            said("My flight leaves at noon.", chat="c3"),
        ]
    )
    office.fold_all()
    embedder = LocalEmbedder()
    filler(embedder).fill("default")
    request = SearchRequest(query="cat", scopes=(MIRA,), limit=1, notes=False)
    (hit,) = Searcher(database, embedder).search(request).hits
    assert hit.text == "We adopted a kitten yesterday."


# -- the command ---------------------------------------------------------------------------------


@pytest.fixture
def endpoint():
    with ScriptedEndpoint(by_compass) as server:
        yield server


@pytest.fixture
def memfold(urls, tmp_path, endpoint):
    return CommandLine(
        tmp_path,
        DATABASE_URL=urls.database_url,
        REDIS_URL=urls.redis_url,
        MEMFOLD_EMBEDDINGS="http",
        MEMFOLD_EMBEDDINGS_BASE_URL=endpoint.base_url,
        MEMFOLD_EMBEDDINGS_MODEL="compass-1",
    )


def test_status_and_rebuild_tell_how_far_the_vectors_go(told, memfold, endpoint):
    before = memfold.json("embeddings", "status")
    assert before["embedder"] == "compass-1"
    (model,) = before["models"]
    assert (model["model"], model["current"], model["width"]) == ("compass-1", True, None)
    assert (model["episodes"], model["messages"], model["missing"]) == (0, 0, 5)
    assert "no vectors" in memfold.json("search", "north")["degraded"]

    made = memfold.json("embeddings", "rebuild")
    assert made == {
        "model": "compass-1",
        "outcome": "filled",
        "episodes": 2,
        "messages": 3,
        "refused": 0,
        "error": None,
        "dropped": [],
        "indexed": False,
    }
    (model,) = memfold.json("embeddings", "status")["models"]
    assert (model["width"], model["missing"], model["indexed"]) == (2, 0, False)
    found = memfold.json("search", "which way is north")
    assert found["degraded"] is None
    assert found["hits"][0]["text"] == "Let us go north."
    assert memfold("embeddings", "rebuild", "--only-missing").stdout.startswith("filled: 0")

    other = memfold.json(
        *("embeddings", "rebuild", "--drop-others"), MEMFOLD_EMBEDDINGS_MODEL="compass-2"
    )
    assert other["dropped"] == ["compass-1"]
    table = memfold("embeddings", "status", MEMFOLD_EMBEDDINGS_MODEL="compass-2").stdout
    assert "compass-2" in table
    assert "compass-1" not in table


def test_an_endpoint_that_fails_is_told_and_makes_the_command_fail(told, memfold, endpoint):
    endpoint.script = lambda _: Answer(status=401, body=json.dumps({}))
    done = memfold("embeddings", "rebuild")
    assert (done.code, "401" in done.stderr) == (1, True)
    assert "401" in memfold("embeddings", "status").stderr
    assert "401" in memfold.json("search", "north")["degraded"]


def test_without_an_embedder_status_says_how_to_get_one(told, memfold):
    done = memfold("embeddings", "status", MEMFOLD_EMBEDDINGS="off")
    assert (done.code, "memfold[embeddings]" in done.stderr) == (0, True)
    assert memfold("embeddings", "rebuild", MEMFOLD_EMBEDDINGS="off").code == 2
