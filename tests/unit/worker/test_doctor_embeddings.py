from __future__ import annotations

import pytest

from worker.cli.doctor_embeddings import examine_embeddings
from worker.settings import load_settings

HTTP = {
    "MEMFOLD_EMBEDDINGS": "http",
    "MEMFOLD_EMBEDDINGS_BASE_URL": "http://127.0.0.1:1/v1",
    "MEMFOLD_EMBEDDINGS_MODEL": "compass-1",
}


@pytest.fixture
def examine(tmp_path, monkeypatch):
    def examine(*, probe=False, **environment):
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return examine_embeddings(load_settings(environment, data_dir=tmp_path), probe=probe)

    return examine


def test_without_an_embedder_searches_go_by_words(examine):
    found = examine(MEMFOLD_EMBEDDINGS="off")
    assert (found.ok, found.detail) == (True, "none: searches go by words")


def test_an_endpoint_that_is_set_up_and_not_chosen_is_a_slip(examine):
    found = examine(MEMFOLD_EMBEDDINGS_MODEL="compass-1")
    assert not found.ok
    assert found.detail.startswith("MEMFOLD_EMBEDDINGS: not http, so MEMFOLD_EMBEDDINGS_MODEL has")


def test_an_endpoint_is_asked_only_by_a_probe(examine):
    assert examine(**HTTP).ok
    asked = examine(probe=True, **HTTP)
    assert (asked.ok, asked.detail) == (False, "the embedding endpoint does not answer")
