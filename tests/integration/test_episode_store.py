from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from itertools import permutations
from math import inf, nan, sqrt

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError, ProgrammingError

from memory_core.dates import PartialDate, Precision
from memory_core.episodes import Evidence, episode_id
from memory_core.errors import InvalidInputError
from memory_core.provenance import Provenance
from memory_core.sections import Section
from memory_core.stores.embedding_store import put_embeddings, unit_vector
from memory_core.stores.episode_store import load_episodes, load_pending, load_scope_episodes
from memory_core.stores.note_search import NoteFilter, NoteSearch
from tests.fakes.races import together
from tests.fakes.shelf import Shelf

TAIPEI = timezone(timedelta(hours=8))


@pytest.fixture
def shelf(database):
    return Shelf(database).open()


def sealed(episode, **changes):
    content = replace(episode.content, **changes)
    return replace(episode, content=content, id=episode_id(content))


def load(shelf, *ids):
    with shelf.database.transaction(shelf.scope.workspace) as connection:
        return load_episodes(connection, shelf.scope.workspace, ids)


def but_for_the_time(episodes):
    return [replace(e, recorded_at=datetime(2026, 1, 1, tzinfo=UTC)) for e in episodes]


# case 85
def test_a_replay_inserts_nothing_and_leaves_what_is_there(shelf, sql):
    tea, oslo = shelf.say("I like tea", "Likes tea."), shelf.say("I live in Oslo", "Lives in Oslo.")
    assert shelf.put(tea, oslo, tea) == {tea.id, oslo.id}
    before = sql("SELECT to_jsonb(e) FROM episode e ORDER BY seq")
    again = replace(tea, model="another", prompt_version="newer")
    assert shelf.put(oslo, again) == frozenset()
    assert sql("SELECT to_jsonb(e) FROM episode e ORDER BY seq") == before
    assert sql("SELECT count(*) FROM pending_episode") == [(2,)]


def test_a_replay_does_not_make_a_placed_episode_pending_again(shelf, sql):
    tea = shelf.say("I like tea", "Likes tea.")
    shelf.put(tea)
    sql("DELETE FROM pending_episode")
    shelf.put(tea)
    assert shelf.pending() == []


# case 85
def test_of_two_writers_of_one_episode_one_inserts_it(shelf, sql):
    tea = shelf.say("I like tea", "Likes tea.")
    new = together(lambda: shelf.put(tea), lambda: shelf.put(tea))
    assert sorted(map(len, new)) == [0, 1]
    assert sql("SELECT count(*) FROM episode_evidence") == [(1,)]


def test_no_episode_is_no_statement(shelf):
    assert shelf.put() == frozenset()
    assert load(shelf) == []


# cases 48, 51
def test_an_episode_comes_back_as_it_was_sealed(shelf):
    base = shelf.say("我用大语言模型", "Uses 大语言模型.", day=1)
    night = datetime(2026, 4, 12, 3, 53, tzinfo=TAIPEI)
    evidence = tuple(
        Evidence(chat=f"聊天/{n}", position=n, span=(n, n + 4), message_hash=f"h{n}", at=at)
        for n, at in enumerate((night, night.astimezone(UTC), night + timedelta(days=1)))
    )
    rich = [
        sealed(
            base,
            evidence=evidence,
            aliases=("断路器", "Привет; a|b", "e\u0301"),
            body="Line one.\nLine two \U0001f600",
            section=section,
            provenance=provenance,
            occurred_on=occurred,
        )
        for section, provenance, occurred in (
            (Section.PROFILE, Provenance.USER_SAID, None),
            (Section.EVENTS, Provenance.USER_REQUESTED, PartialDate(value=date(2023, 5, 7))),
            (
                Section.WORK,
                Provenance.TOOL_DERIVED,
                PartialDate(value=date(2023, 5, 1), precision=Precision.MONTH),
            ),
            (
                Section.OTHER,
                Provenance.ASSISTANT_SAID,
                PartialDate(value=date(2023, 1, 1), precision=Precision.YEAR),
            ),
        )
    ]
    shelf.put(*rich)
    found = load(shelf, *(e.id for e in rich))
    assert but_for_the_time(found) == but_for_the_time(rich)
    assert [e.content.evidence[0].at.isoformat() for e in found] == [
        "2026-04-12T03:53:00+08:00"
    ] * 4
    assert all(episode_id(e.content) == e.id for e in found)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    text=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1),
    aliases=st.lists(
        st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])), max_size=4
    ),
    at=st.datetimes(timezones=st.just(TAIPEI)).filter(lambda at: 1 < at.year < 9999),
)
def test_any_text_alias_and_time_come_back(shelf, text, aliases, at):
    tea = shelf.say("I like tea", "Likes tea.")
    evidence = (replace(tea.content.evidence[0], at=at),)
    episode = sealed(tea, body=text, aliases=tuple(aliases), evidence=evidence)
    shelf.put(episode)
    assert but_for_the_time(load(shelf, episode.id)) == but_for_the_time([episode])


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_order_of_the_pending_does_not_depend_on_their_arrival(shelf, order):
    said = [
        shelf.say("I like tea", "Likes tea.", hour=1),
        shelf.say("I like snow", "Likes snow.", hour=1),
        shelf.say("I like rain", "Likes rain.", hour=0),
    ]
    for place in order:
        shelf.put(said[place])
    assert shelf.pending() == [said[2].id, said[0].id, said[1].id]
    assert shelf.pending(limit=2) == [said[2].id, said[0].id]


def test_what_was_tried_less_comes_first_and_what_must_wait_is_not_offered(shelf, sql):
    old, new, waits = (
        shelf.say(f"I like {what}", f"Likes {what}.", hour=hour)
        for hour, what in enumerate(("tea", "snow", "rain"))
    )
    shelf.put(old, new, waits)
    sql("UPDATE pending_episode SET tries = 2 WHERE episode = %s", old.id)
    sql("UPDATE pending_episode SET not_before = 'infinity' WHERE episode = %s", waits.id)
    assert shelf.pending() == [new.id, old.id]
    with shelf.database.transaction("default") as connection:
        tries = [p.tries for p in load_pending(connection, *shelf.place, limit=9)]
    assert tries == [0, 2]


def test_retired_episodes_are_not_live(shelf, sql):
    tea, snow = shelf.say("I like tea", "Likes tea."), shelf.say("I like snow", "Likes snow.")
    shelf.put(tea, snow)
    sql("INSERT INTO episode_retirement VALUES ('default', %s, 'invented')", tea.id)
    with shelf.database.transaction("default") as connection:
        for scope in (shelf.scope.key, None):
            live = load_scope_episodes(connection, "default", scope)
            assert [e.id for e in live] == [snow.id]


def test_more_ids_than_a_statement_has_parameters_can_be_asked_for(shelf):
    tea = shelf.say("I like tea", "Likes tea.")
    shelf.put(tea)
    assert [e.id for e in load(shelf, tea.id, *(f"e{n}" for n in range(70_000)))] == [tea.id]


# case 58
def test_an_episode_of_one_workspace_is_not_there_in_another(database):
    mine, theirs = (Shelf(database, workspace=name).open() for name in ("w1", "w2"))
    tea = mine.say("I like tea", "Likes tea.")
    mine.put(tea)
    assert load(theirs, tea.id) == []
    with database.transaction("w2") as connection:
        assert load_scope_episodes(connection, "w1", mine.scope.key) == []
    with (
        pytest.raises(ProgrammingError, match="row-level security"),
        database.transaction("w2") as connection,
    ):
        put_embeddings(connection, "w1", "m", {tea.id: [1.0, 0.0]})


def test_an_episode_of_an_unknown_scope_is_refused(shelf, sql):
    stray = Shelf(shelf.database, user="nobody")
    with pytest.raises(IntegrityError):
        stray.put(stray.say("I like tea", "Likes tea."))
    assert sql("SELECT count(*) FROM episode") == [(0,)]


@pytest.fixture
def drinks(shelf):
    """Three stored episodes with vectors of an invented model `m`."""
    vectors = {"tea": [1.0, 0.0, 0.0], "coffee": [3.0, 3.0, 0.0], "rain": [0.0, 0.0, -1.0]}
    episodes = {what: shelf.say(f"I like {what}", f"Likes {what}.") for what in vectors}
    shelf.put(*episodes.values())
    with shelf.database.transaction("default") as connection:
        by_id = {episodes[what].id: vector for what, vector in vectors.items()}
        assert put_embeddings(connection, "default", "m", by_id) == 3
        assert put_embeddings(connection, "default", "m", by_id) == 0
    return {episode.id: what for what, episode in episodes.items()}


def nearest(shelf, vector, *, limit=10, model="m", workspace="default", scope_key=None):
    with shelf.database.transaction(workspace) as connection:
        chosen = NoteFilter(scope_keys=(scope_key or shelf.scope.key,))
        found = NoteSearch(connection, "default", chosen).find_near(model, vector, limit)
    return [(near.episode, pytest.approx(near.distance, abs=1e-6)) for near in found]


def test_the_nearest_episodes_come_first_with_their_cosine_distance(shelf, drinks):
    found = [(drinks[name], distance) for name, distance in nearest(shelf, [2.0, 0.0, 0.0])]
    assert found == [("tea", 0.0), ("coffee", 1 - 1 / sqrt(2)), ("rain", 1.0)]
    assert [drinks[name] for name, _ in nearest(shelf, [0, 0, -1], limit=1)] == ["rain"]


def test_vectors_come_back_at_unit_length(shelf, drinks, sql):
    rows = sql("SELECT vector::real[] FROM episode_embedding ORDER BY 1")
    assert [row[0] for row in rows] == [
        pytest.approx([0, 0, -1]),
        pytest.approx([sqrt(0.5), sqrt(0.5), 0]),
        pytest.approx([1, 0, 0]),
    ]


@pytest.mark.parametrize("size", [1e-300, 1e-30, 1e30, 1e300])
def test_the_length_of_a_vector_does_not_count(shelf, drinks, size):
    found = nearest(shelf, unit_vector([size, size / 2, 0.0], 3))
    assert [drinks[name] for name, _ in found] == ["coffee", "tea", "rain"]


# case 58
def test_the_search_sees_neither_another_scope_nor_workspace_nor_model(shelf, drinks):
    other = Shelf(shelf.database, user="zed10").open()
    twin = other.say("I like tea", "Likes tea.")
    other.put(twin)
    with shelf.database.transaction("default") as connection:
        put_embeddings(connection, "default", "m", {twin.id: [1.0, 0.0, 0.0]})
        put_embeddings(connection, "default", "wide", {twin.id: [1.0] * 8})
    assert twin.id not in dict(nearest(shelf, [1.0, 0.0, 0.0]))
    assert [n for n, _ in nearest(shelf, [1.0, 0, 0], scope_key=other.scope.key)] == [twin.id]
    assert nearest(shelf, [1.0] * 8, model="wide") == []
    assert nearest(shelf, [1.0], model="unknown") == []
    assert nearest(shelf, [1.0] * 8) == []
    assert nearest(shelf, [1.0, 0.0, 0.0], workspace="elsewhere") == []


def test_a_retired_episode_is_not_live(shelf, drinks, sql):
    sql("INSERT INTO episode_retirement SELECT workspace, id, 'invented' FROM episode LIMIT 1")
    with shelf.database.transaction("default") as connection:
        chosen = NoteFilter(scope_keys=(shelf.scope.key,))
        assert len(NoteSearch(connection, "default", chosen).live(drinks)) == 2


@pytest.mark.parametrize(
    ("vector", "reason"),
    [
        ([0.0, 0.0, 0.0], "is zero"),
        ([1.0, nan, 0.0], "not finite"),
        ([1.0, -inf, 0.0], "not finite"),
        ([1.0, 0.0], "has 2 numbers; this model's have 3"),
        ([], "has 0 numbers"),
    ],
)
def test_a_vector_that_points_nowhere_is_refused(shelf, drinks, vector, reason):
    snow = shelf.say("I like snow", "Likes snow.")
    shelf.put(snow)
    with (
        pytest.raises(InvalidInputError, match=f"^vector: .*{reason}"),
        shelf.database.transaction("default") as connection,
    ):
        put_embeddings(connection, "default", "m", {snow.id: vector})


def test_vectors_of_two_widths_are_refused_as_one_model(shelf):
    tea, snow = shelf.say("I like tea", "Likes tea."), shelf.say("I like snow", "Likes snow.")
    shelf.put(tea, snow)
    with (
        pytest.raises(InvalidInputError, match="has 3 numbers; this model's have 2"),
        shelf.database.transaction("default") as connection,
    ):
        put_embeddings(connection, "default", "m", {tea.id: [1, 0], snow.id: [1, 0, 0]})
