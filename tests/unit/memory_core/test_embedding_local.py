"""The embedder on this machine."""

from __future__ import annotations

import math
import sys

import pytest

from memory_core.embedding import local
from memory_core.embedding.local import LocalEmbedder, has_local_model
from memory_core.errors import ConfigurationError, EmbeddingAnswerError


@pytest.fixture(scope="module")
def embedder():
    pytest.importorskip("wordllama")
    return LocalEmbedder()


def likeness(embedder, left, right):
    a, b = embedder.embed([left, right], "passage")
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return dot / math.hypot(*a) / math.hypot(*b)


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("She adopted a kitten.", "Does she have a cat?", "The server crashed again."),
        ("Ich mag Katzen.", "Meine Katze heißt Mia.", "Der Server ist abgestürzt."),
        ("日本語を話します", "日本に住んでいます", "猫が好きです"),
    ],
)
def test_what_is_about_the_same_is_nearer_than_what_is_not(embedder, text, near, far):
    assert likeness(embedder, text, near) > likeness(embedder, text, far)


def test_a_text_has_the_same_vector_alone_and_among_others(embedder):
    alone = embedder.embed(["I moved to Bergen."], "passage")[0]
    among = embedder.embed(["I moved to Bergen.", "word " * 3_000], "query")[0]
    assert len(alone) == embedder.dimensions
    assert among == pytest.approx(alone, abs=1e-4)
    assert embedder.embed([], "passage") == []


def test_a_text_without_a_token_has_no_direction(embedder):
    with pytest.raises(EmbeddingAnswerError, match="direction"):
        embedder.embed(["Bergen", ""], "passage")


def test_without_the_extra_it_is_absent_and_says_so_when_asked_for(monkeypatch):
    monkeypatch.setattr(local, "find_spec", lambda _: None)
    assert not has_local_model()
    with pytest.raises(ConfigurationError, match=r"memfold\[embeddings\]"):
        LocalEmbedder()


def test_nothing_is_loaded_before_the_first_text(monkeypatch):
    monkeypatch.setattr(local, "find_spec", lambda _: object())
    before = set(sys.modules)
    assert LocalEmbedder().id
    assert set(sys.modules) == before
