"""An embedder behind an endpoint: what it sends, and which answers it takes."""

from __future__ import annotations

import json

import pytest

from memory_core.clock import monotonic
from memory_core.embedding import http
from memory_core.embedding.endpoint import EmbeddingEndpoint
from memory_core.embedding.http import HttpEmbedder
from memory_core.errors import (
    ConfigurationError,
    EmbeddingAnswerError,
    EmbeddingOutageError,
    EmbeddingRefusedError,
)
from tests.fakes.embedding import by_compass, rows
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint

NOWHERE = "http://127.0.0.1:1/v1"


@pytest.fixture
def embedder():
    opened = []

    def make(script, **more):
        server = ScriptedEndpoint(script)
        server.__enter__()
        made = HttpEmbedder(
            EmbeddingEndpoint(**{"base_url": server.base_url, "model": "compass-1"} | more)
        )
        opened.append((server, made))
        return made, server

    yield make
    for server, made in opened:
        made.close()
        server.__exit__(None, None, None)


def test_vectors_are_told_apart_by_their_index_not_by_their_order(embedder):
    made, server = embedder(by_compass)
    assert made.dimensions is None
    assert made.embed(["go north", "go east"], "passage") == [[0.0, 1.0], [1.0, 0.0]]
    assert made.dimensions == 2
    assert server.requests == [
        {"model": "compass-1", "input": ["go north", "go east"], "encoding_format": "float"}
    ]
    assert "authorization" not in server.headers[0]


def test_questions_and_passages_are_asked_for_as_the_model_wants(embedder):
    made, server = embedder(
        by_compass,
        api_key="invented",
        width=2,
        query_type="query",
        passage_type="passage",
        query_prefix="ask:",
    )
    made.embed(["north?"], "query")
    made.embed(["north"], "passage")
    assert [(r["input"], r["input_type"], r["dimensions"]) for r in server.requests] == [
        (["ask: north?"], "query", 2),
        (["north"], "passage", 2),
    ]
    assert server.headers[0]["authorization"] == "Bearer invented"


def test_many_texts_go_in_batches_and_no_text_asks_nothing(embedder):
    made, server = embedder(by_compass, batch=2)
    assert len(made.embed(["north"] * 5, "passage")) == 5
    assert [len(r["input"]) for r in server.requests] == [2, 2, 1]
    assert made.embed([], "passage") == []
    assert server.count == 3


def test_no_secret_leaves_and_a_long_text_is_cut(embedder):
    made, server = embedder(by_compass)
    made.embed(["my password is hunter2-Rabbit!", "x" * 10_000], "passage")
    secret, long = server.requests[0]["input"]
    assert "hunter2" not in secret
    assert len(long) == 6_000


@pytest.mark.parametrize(
    "answer",
    [
        rows([1.0, 0.0]),  # one of two
        rows([1.0, 0.0], [0.0, 1.0], order=[0, 0]),
        rows([1.0, 0.0], [0.0, 1.0], [1.0, 1.0]),
        rows([1.0, 0.0], [0.0, 1.0, 1.0]),
        rows([1.0, 0.0], [0.0, 0.0]),
        rows([1.0, 0.0], [0.0, float("nan")]),
        rows([1.0, 0.0], [0.0, 10**400]),
        rows([1.0, 0.0], []),
        rows([1.0, 0.0], "AAAA"),
        rows([1.0, 0.0], [True, False]),
        Answer(body="[]"),
        Answer(body='{"data": null}'),
        Answer(body='{"data": [{"index": [], "embedding": [1]}]}'),
        Answer(body="<html>"),
        Answer(body=b"\xff"),
        Answer(body=""),
    ],
)
def test_an_answer_that_is_not_one_usable_vector_a_text_is_refused(embedder, answer):
    made, _ = embedder(lambda _: answer)
    with pytest.raises(EmbeddingAnswerError):
        made.embed(["north", "east"], "passage")


def test_vectors_of_another_width_than_before_are_refused(embedder):
    made, server = embedder(by_compass)
    made.embed(["north"], "passage")
    server.script = lambda _: rows([1.0, 0.0, 0.0])
    with pytest.raises(EmbeddingAnswerError, match=r"3 numbers where .* has 2"):
        made.embed(["north"], "query")


def test_a_width_that_was_asked_for_is_held_to(embedder):
    made, _ = embedder(by_compass, width=3)
    assert made.dimensions == 3
    with pytest.raises(EmbeddingAnswerError, match=r"2 numbers where .* has 3"):
        made.embed(["north"], "passage")


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (429, EmbeddingOutageError),
        (500, EmbeddingOutageError),
        (400, EmbeddingRefusedError),
        (413, EmbeddingRefusedError),
        (401, ConfigurationError),
        (404, ConfigurationError),
        (302, ConfigurationError),
    ],
)
def test_a_refusal_says_what_to_do_and_is_not_retried(embedder, status, kind):
    body = json.dumps({"error": {"message": "the text was: north"}})
    made, server = embedder(
        lambda _: Answer(status=status, body=body, headers={"Retry-After": "7"})
    )
    with pytest.raises(kind, match=str(status)) as refused:
        made.embed(["north"], "passage")
    assert "north" not in str(refused.value)
    assert getattr(refused.value, "retry_after", 7.0) == 7.0
    assert server.count == 1


@pytest.mark.parametrize("answer", [Answer(delay=30.0), Answer(trickle=0.02, body=" " * 4000)])
def test_a_question_waits_no_longer_than_it_may_however_its_answer_trickles(embedder, answer):
    made, _ = embedder(lambda _: answer, query_timeout=0.15)
    with pytest.raises(EmbeddingOutageError, match="in time"):
        made.embed(["north"], "query")


def test_an_endpoint_that_is_away_or_hangs_up_is_an_outage(embedder):
    made, _ = embedder(lambda _: Answer(reset=True))
    with pytest.raises(EmbeddingOutageError):
        made.embed(["north"], "query")
    away = HttpEmbedder(EmbeddingEndpoint(base_url=NOWHERE, model="m"))
    with pytest.raises(EmbeddingOutageError):
        away.embed(["north"], "query")
    away.close()


def test_after_an_outage_questions_rest_and_passages_do_not(embedder, monkeypatch):
    answers = iter([Answer(status=503)])
    made, server = embedder(lambda body: next(answers, None) or by_compass(body))
    with pytest.raises(EmbeddingOutageError, match="503"):
        made.embed(["go north"], "query")
    with pytest.raises(EmbeddingOutageError, match="a moment ago"):
        made.embed(["go north"], "query")
    assert server.count == 1
    assert made.embed(["go north"], "passage") == [[0.0, 1.0]]
    later = monotonic() + http.REST
    monkeypatch.setattr(http, "monotonic", lambda: later)
    assert made.embed(["go north"], "query") == [[0.0, 1.0]]


def test_an_outage_of_passages_lets_no_question_rest(embedder):
    answers = iter([Answer(status=503)])
    made, _ = embedder(lambda body: next(answers, None) or by_compass(body))
    with pytest.raises(EmbeddingOutageError, match="503"):
        made.embed(["go north"], "passage")
    assert made.embed(["go north"], "query") == [[0.0, 1.0]]


def test_questions_rest_as_long_as_the_endpoint_asks_within_a_minute(embedder, monkeypatch):
    answers = iter([Answer(status=429, headers={"Retry-After": "3600"})])
    made, _ = embedder(lambda body: next(answers, None) or by_compass(body))
    with pytest.raises(EmbeddingOutageError, match="429"):
        made.embed(["go north"], "query")
    began = monotonic()
    monkeypatch.setattr(http, "monotonic", lambda: began + http.REST + 5)
    with pytest.raises(EmbeddingOutageError, match="a moment ago"):
        made.embed(["go north"], "query")
    monkeypatch.setattr(http, "monotonic", lambda: began + http.LONGEST_REST)
    assert made.embed(["go north"], "query") == [[0.0, 1.0]]


def test_an_id_tells_apart_what_may_not_be_compared():
    def named(**more):
        return EmbeddingEndpoint(**{"base_url": NOWHERE, "model": "m"} | more).id

    assert (named(), named(width=8)) == ("m", "m:8")
    assert len({named(), named(passage_type="passage"), named(passage_prefix="passage")}) == 3
    assert named(query_type="query", api_key="invented") == "m"


@pytest.mark.parametrize(
    "wrong",
    [
        {"base_url": "example.org"},
        {"model": ""},
        {"api_key": "ключ"},
        {"width": 16_001},
        {"batch": 0},
        {"query_timeout": 0.0},
    ],
)
def test_an_endpoint_that_no_call_could_reach_is_refused_by_field(wrong):
    with pytest.raises(ConfigurationError, match=f"^{next(iter(wrong))}: "):
        EmbeddingEndpoint(**{"base_url": NOWHERE, "model": "m"} | wrong)
