from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace

import pytest

from memory_core.errors import VersionConflictError
from memory_core.index.grammar import body_hash, parse_index, render_index
from memory_core.index.model import Ending, EndingKind
from memory_core.index.rewrite import Cause
from memory_core.stores.index_store import (
    RewriteRefusedError,
    find_version,
    load_history,
    load_sources,
    replace_index,
)
from tests.fakes.memories import NOW
from tests.fakes.races import together, wait_for_waiters
from tests.fakes.shelf import Shelf

EVERYTHING = """
SELECT (SELECT jsonb_agg(to_jsonb(v) ORDER BY version) FROM index_version v),
       (SELECT jsonb_agg(to_jsonb(s) ORDER BY entry, episode) FROM entry_source s),
       (SELECT jsonb_agg(to_jsonb(s)) FROM scope_state s)
"""


@pytest.fixture
def shelf(database):
    return Shelf(database).open()


@pytest.fixture
def likes(shelf):
    """Make and store an episode of a liking."""

    def make(what, **more):
        episode = shelf.say(f"I like {what}", f"Likes {what}.", **more)
        shelf.put(episode)
        return episode

    return make


def history(shelf):
    with shelf.database.transaction(shelf.scope.workspace) as connection:
        return load_history(connection, *shelf.place)


def sources(shelf):
    with shelf.database.transaction(shelf.scope.workspace) as connection:
        return load_sources(connection, *shelf.place)


def refused_codes(shelf, new):
    with pytest.raises(RewriteRefusedError) as refused:
        shelf.replace(new)
    return {violation.code for violation in refused.value.violations}


def test_a_scope_without_an_index_is_at_version_zero(shelf):
    index = shelf.index()
    assert (index.version, index.entries, index.scope_key) == (0, (), shelf.scope.key)
    assert history(shelf) == []


def test_a_version_comes_back_as_it_was_folded(shelf, likes, sql):
    new = shelf.adding(likes("tea"), likes("snow"))
    assert shelf.replace(new) == 1
    assert shelf.index() == new.after
    (stored,) = history(shelf)
    assert stored.text == render_index(new.after)
    assert (stored.cause, stored.report, stored.run) == (
        Cause.FOLDED,
        ({"effect": "invented"},),
        new.run,
    )
    assert sql("SELECT version FROM scope_state") == [(1,)]
    assert sql("SELECT token FROM index_version") == [(1,)]


def test_every_version_is_kept_whole_and_names_the_hash_before_it(shelf, likes, sql):
    texts = []
    for what in ("tea", "snow", "rain"):
        new = shelf.adding(likes(what))
        shelf.replace(new)
        texts.append(render_index(new.after))
    assert [v.text for v in history(shelf)] == texts
    hashes = sql("SELECT previous_hash, body_hash FROM index_version ORDER BY version")
    assert [before for before, _ in hashes] == [None, *(after for _, after in hashes[:-1])]
    assert [after for _, after in hashes] == [body_hash(parse_index(text)) for text in texts]
    with shelf.database.transaction("default") as connection:
        second = find_version(connection, *shelf.place, number=2)
        assert second is not None
        assert second.text == texts[1]
        assert find_version(connection, *shelf.place, number=9) is None


def test_an_equal_body_makes_no_version(shelf, likes, sql):
    shelf.replace(shelf.adding(likes("tea")))
    before = sql(EVERYTHING)
    same = shelf.index()
    again = replace(shelf.adding(), after=same.next_version(same.entries, NOW))
    assert shelf.replace(again) is None
    assert sql(EVERYTHING) == before


# case 84
def test_of_two_writers_from_one_version_the_second_is_the_one_in_conflict(shelf, likes, sql):
    before = shelf.index()
    first, second = (shelf.adding(likes(what), before=before) for what in ("tea", "snow"))
    assert shelf.replace(first) == 1
    with pytest.raises(VersionConflictError):
        shelf.replace(second)
    assert shelf.index() == first.after
    assert sql("SELECT count(*) FROM index_version") == [(1,)]


# case 84
def test_a_writer_that_waited_for_another_loses_by_the_version(shelf, likes, sql):
    before = shelf.index()
    first, second = (shelf.adding(likes(what), before=before) for what in ("tea", "snow"))
    with ThreadPoolExecutor(1) as pool:
        with shelf.database.transaction("default") as connection:
            assert replace_index(connection, "default", first) == 1
            waiting = pool.submit(shelf.replace, second)
            wait_for_waiters(sql)
        with pytest.raises(VersionConflictError):
            waiting.result(timeout=30)
    assert shelf.index() == first.after
    assert sql("SELECT version FROM scope_state") == [(1,)]


# case 84
def test_of_two_writers_at_once_exactly_one_loses_and_leaves_nothing(shelf, likes, sql):
    before = shelf.index()
    rivals = [shelf.adding(likes(what), before=before) for what in ("tea", "snow")]
    results = together(*(lambda new=new: shelf.replace(new) for new in rivals))
    (loser,) = (r for r in results if isinstance(r, Exception))
    assert isinstance(loser, VersionConflictError)
    winner = rivals[results.index(1)]
    assert shelf.index() == winner.after
    assert set(sources(shelf)) == {entry.id for entry in winner.after.entries}
    assert sql("SELECT version FROM scope_state") == [(1,)]


def test_a_version_that_skips_one_is_in_conflict(shelf, likes):
    new = shelf.adding(likes("tea"))
    with pytest.raises(VersionConflictError):
        shelf.replace(replace(new, after=replace(new.after, version=2)))


@pytest.fixture
def overfull(shelf, likes):
    """One line more than may be active."""
    said = [likes(f"thing {n}") for n in range(90)]
    fits = shelf.adding(*said[:60])
    shelf.replace(fits)
    more = shelf.adding(*said[60:], before=replace(shelf.index(), entries=()))
    return replace(
        more, after=shelf.index().next_version((*fits.after.entries, *more.after.entries), NOW)
    )


# case 16
@pytest.mark.parametrize("cause", Cause)
def test_an_index_over_its_cap_is_refused_whatever_brings_it(shelf, overfull, sql, cause):
    before = sql(EVERYTHING)
    assert "V02" in refused_codes(shelf, replace(overfull, cause=cause))
    assert sql(EVERYTHING) == before


def test_a_line_may_not_vanish(shelf, likes, sql):
    shelf.replace(shelf.adding(likes("tea"), likes("snow")))
    before = sql(EVERYTHING)
    kept = shelf.index().entries[:1]
    new = replace(shelf.adding(), after=shelf.index().next_version(kept, NOW))
    assert "V03" in refused_codes(shelf, new)
    assert sql(EVERYTHING) == before


def test_a_source_that_was_never_stored_is_refused(shelf, sql):
    unknown = shelf.say("I like tea", "Likes tea.")
    new = replace(shelf.adding(unknown), episodes={})
    assert "V07" in refused_codes(shelf, new)
    assert sql("SELECT count(*) FROM index_version") == [(0,)]


# case 58
def test_a_source_of_another_scope_is_refused(shelf):
    other = Shelf(shelf.database, user="zed10").open()
    theirs = other.say("I like tea", "Likes tea.")
    other.put(theirs)
    new = replace(shelf.adding(theirs), episodes={})
    assert "V07" in refused_codes(shelf, new)


def test_a_superseder_known_from_an_earlier_version_does_not_dangle(shelf, likes):
    shelf.replace(shelf.adding(likes("tea")))
    (tea,) = shelf.index().entries
    ending = Ending(kind=EndingKind.SUPERSEDED, on=tea.day, by="m0000000")
    archived = shelf.index().next_version((tea.archived(ending),), NOW)
    assert "V08" in refused_codes(shelf, replace(shelf.adding(), after=archived))


def test_the_sources_are_recorded_in_full_and_not_only_the_ones_shown(shelf, likes, sql):
    first = likes("tea")
    new = shelf.adding(first)
    (tea,) = new.after.entries
    others = [likes("tea", day=day).id for day in (1, 2, 3, 4)]
    shelf.replace(replace(new, sources={tea.id: (first.id, *others)}))
    assert set(sources(shelf)[tea.id]) == {first.id, *others}


def test_the_sources_that_an_added_line_shows_are_recorded_by_themselves(shelf, likes):
    new = shelf.adding(likes("tea"))
    (tea,) = new.after.entries
    shelf.replace(replace(new, sources={}))
    assert sources(shelf) == {tea.id: tea.sources}


# case 86
def test_a_crash_between_snapshot_and_replacement_leaves_neither(shelf, likes, sql):
    shelf.replace(shelf.adding(likes("tea")))
    before = sql(EVERYTHING)
    new = shelf.adding(likes("snow"))
    with suppress(InterruptedError), shelf.database.transaction("default") as connection:
        assert replace_index(connection, "default", new) == 2
        raise InterruptedError
    assert sql(EVERYTHING) == before
    assert shelf.index().version == 1


# case 58
def test_the_index_of_one_workspace_cannot_be_replaced_from_another(shelf, likes, sql):
    new = shelf.adding(likes("tea"))
    with shelf.database.transaction("elsewhere") as connection:
        with pytest.raises(RewriteRefusedError, match="V07"):
            replace_index(connection, "default", replace(new, episodes={}))
        with pytest.raises(VersionConflictError):
            replace_index(connection, "default", new)
    assert sql("SELECT count(*) FROM index_version") == [(0,)]
