from __future__ import annotations

import pytest

from memory_core.embedding import local
from memory_core.embedding.http import HttpEmbedder
from memory_core.embedding.local import LocalEmbedder
from memory_core.errors import ConfigurationError
from worker import embedders
from worker.embedders import find_embedder
from worker.settings import describe_settings, load_settings

HTTP = {
    "MEMFOLD_EMBEDDINGS": "http",
    "MEMFOLD_EMBEDDINGS_BASE_URL": "http://127.0.0.1:1/v1",
    "MEMFOLD_EMBEDDINGS_MODEL": "compass-1",
}


@pytest.fixture
def load(tmp_path):
    def load(**environment):
        return load_settings(environment, data_dir=tmp_path).embeddings

    return load


def test_without_a_word_the_local_model_is_taken_where_it_is_installed(load, monkeypatch):
    monkeypatch.setattr(embedders, "has_local_model", lambda: False)
    assert find_embedder(load()) is None
    monkeypatch.setattr(embedders, "has_local_model", lambda: True)
    monkeypatch.setattr(local, "has_local_model", lambda: True)
    assert isinstance(find_embedder(load()), LocalEmbedder)


def test_off_is_off_though_the_model_is_installed(load, monkeypatch):
    monkeypatch.setattr(embedders, "has_local_model", lambda: True)
    assert find_embedder(load(MEMFOLD_EMBEDDINGS="off")) is None


def test_the_local_model_that_is_asked_for_and_missing_is_said(load, monkeypatch):
    monkeypatch.setattr(local, "has_local_model", lambda: False)
    with pytest.raises(ConfigurationError, match="pip install"):
        find_embedder(load(MEMFOLD_EMBEDDINGS="local"))


def test_an_endpoint_is_read_whole(load):
    settings = load(
        **HTTP,
        MEMFOLD_EMBEDDINGS_WIDTH="512",
        MEMFOLD_EMBEDDINGS_PASSAGE_TYPE="passage",
        MEMFOLD_EMBEDDINGS_BATCH="16",
        MEMFOLD_EMBEDDINGS_QUERY_TIMEOUT="1.5",
    )
    assert (settings.batch, settings.endpoint.query_timeout) == (16, 1.5)
    found = find_embedder(settings)
    assert isinstance(found, HttpEmbedder)
    assert found.id.startswith("compass-1:512+")
    assert found.dimensions == 512


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MEMFOLD_EMBEDDINGS", "yes"),
        ("MEMFOLD_EMBEDDINGS_BASE_URL", "somewhere"),
        ("MEMFOLD_EMBEDDINGS_MODEL", ""),
        ("MEMFOLD_EMBEDDINGS_WIDTH", "-1"),
        ("MEMFOLD_EMBEDDINGS_BATCH", "0"),
        ("MEMFOLD_EMBEDDINGS_ALIKE", "2"),
        ("MEMFOLD_EMBEDDINGS_QUERY_TIMEOUT", "soon"),
    ],
)
def test_a_wrong_value_is_refused_by_the_name_of_its_variable(load, name, value):
    with pytest.raises(ConfigurationError, match=f"^{name}: ") as refused:
        load(**HTTP | {name: value})
    assert name.removeprefix("MEMFOLD_EMBEDDINGS_").lower() + ":" not in str(refused.value)


def test_the_key_is_never_shown():
    shown = describe_settings({"MEMFOLD_EMBEDDINGS_API_KEY": "invented"})
    assert {"(set)"} == {v["value"] for v in shown if v["name"] == "MEMFOLD_EMBEDDINGS_API_KEY"}
