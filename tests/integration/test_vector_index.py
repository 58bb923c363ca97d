"""Large scopes are read by an approximate index, and one by one where that falls short."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import create_engine

from memory_core.errors import InvalidInputError
from memory_core.stores import note_search, vector_index
from memory_core.stores.database import driver_url
from memory_core.stores.embedding_store import put_embeddings
from memory_core.stores.note_search import NoteFilter, NoteSearch
from memory_core.stores.vector_index import create_vector_index, has_vector_index, indexed
from tests.fakes.shelf import Shelf

MODEL = "invented:model/3"


@pytest.fixture
def make_index(urls):
    def make(width):
        engine = create_engine(driver_url(urls.migrate_database_url))
        with engine.begin() as connection:
            create_vector_index(connection, MODEL, width)
        engine.dispose()

    return make


def filled(database, user, count, width):
    shelf, chance = Shelf(database, user=user).open(), Random(count)
    episodes = [shelf.say("x", f"{user} likes number {n}.") for n in range(count)]
    shelf.put(*episodes)
    vectors = {e.id: [chance.random() - 0.5 for _ in range(width)] for e in episodes}
    with database.transaction("default") as connection:
        put_embeddings(connection, "default", MODEL, vectors)
    return shelf


def nearest(database, shelf, vector, most):
    with database.transaction("default") as connection:
        search = NoteSearch(connection, "default", NoteFilter(scope_keys=(shelf.scope.key,)))
        return [near.episode for near in search.find_near(MODEL, vector, most)]


@pytest.mark.parametrize("width", [8, 2_001])
def test_the_index_gives_the_same_as_comparing_one_by_one(database, make_index, monkeypatch, width):
    shelf = filled(database, "zed", 60, width)
    filled(database, "ann", 30, width)
    asked = [1.0] * width
    exact = nearest(database, shelf, asked, 10)
    make_index(width)
    monkeypatch.setattr(note_search, "EXACT_MOST", 0)
    assert nearest(database, shelf, asked, 10) == exact
    assert len(nearest(database, shelf, asked, 500)) == 60  # it falls short: one by one


def test_whether_an_index_is_there_is_known_by_model_and_width(database, make_index):
    make_index(8)
    with database.transaction("default") as connection:
        assert has_vector_index(connection, MODEL, 8)
        assert not has_vector_index(connection, MODEL, 9)
        assert not has_vector_index(connection, "another", 8)
        assert not has_vector_index(connection, "it's", 8)
        assert not has_vector_index(connection, MODEL, 5_000)


def test_a_model_or_width_that_no_index_can_hold_is_refused():
    with pytest.raises(InvalidInputError, match="model"):
        indexed("it's", 8)
    with pytest.raises(InvalidInputError, match="width"):
        indexed(MODEL, 4_001)
    assert "halfvec" in indexed(MODEL, 3_072)
    assert vector_index.EXACT_MOST > 0
