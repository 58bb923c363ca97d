"""An earlier version's active lines come back."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.fold import fold
from memory_core.index.grammar import render_index
from memory_core.index.model import Ending, EndingKind
from memory_core.index.operations import Add, Retract
from memory_core.index.restore import restore_index
from memory_core.index.rewrite import Cause, Dossier
from memory_core.index.room import measure
from memory_core.index.validator import validate_rewrite
from memory_core.provenance import Provenance
from tests.fakes.memories import NOW, Story, empty

LINES = ("Lives in Oslo.", "Likes tea.", "Works at Norvik Yards.", "Speaks Norwegian.")


def grown(story, index, *lines):
    episodes = [story.say(line, line) for line in lines]
    adds = [Add(episodes=(e.id,)) for e in episodes]
    return fold(index, adds, story.episodes, NOW).after


def without(story, index, *texts):
    gone = [e for e in index.active if e.text in texts]
    retracts = [
        Retract(entry=e.id, episodes=(story.say(f"not: {e.text}", f"No: {e.text}").id,))
        for e in gone
    ]
    return fold(index, retracts, story.episodes, NOW).after


def sources(*indexes):
    return {e.id: e.sources for index in indexes for e in index.entries}


def texts(entries):
    return sorted(entry.text for entry in entries)


def judged(current, restored, known):
    dossier = Dossier(
        known_episodes=frozenset(s for e in known for s in e.sources),
        known_entries=frozenset(e.id for e in known),
    )
    text = render_index(restored.after)
    return validate_rewrite(current, text, dossier, DEFAULT_BUDGET, Cause.RESTORED)


def test_what_was_active_then_is_active_and_the_rest_is_put_away():
    story = Story()
    old = grown(story, empty(), *LINES[:2])
    current = grown(story, without(story, old, "Likes tea."), LINES[2])
    restored = restore_index(current, old, sources(old, current), NOW)
    assert texts(restored.after.active) == texts(old.active)
    (away,) = (e for e in restored.after.archived if e.id in restored.away)
    assert (away.text, away.ending.kind) == (LINES[2], EndingKind.RESTORED_AWAY)
    assert restored.after.version == current.version + 1
    assert judged(current, restored, [*old.entries, *current.entries]) == []


def test_a_line_comes_back_with_the_sources_that_are_left_or_not_at_all():
    story = Story()
    old = grown(story, empty(), *LINES[:2])
    current = without(story, old, *LINES[:2])
    oslo = next(e for e in old.active if "Oslo" in e.text)
    restored = restore_index(current, old, {oslo.id: oslo.sources}, NOW)
    assert texts(restored.after.active) == ["Lives in Oslo."]
    assert len(restored.left_out) == 1


def test_a_line_does_not_come_back_more_trusted_than_its_sources_earn():
    story = Story()
    old = grown(story, empty(), LINES[0])
    trusted = replace(old, entries=tuple(replace(e, unverified=False) for e in old.entries))
    current = without(story, trusted, LINES[0])
    forgotten_mark = replace(
        current, entries=tuple(replace(e, unverified=True) for e in current.entries)
    )
    (back,) = restore_index(forgotten_mark, trusted, sources(old), NOW).after.active
    assert back.unverified
    asked = replace(
        trusted,
        entries=tuple(replace(e, provenance=Provenance.USER_REQUESTED) for e in trusted.entries),
    )
    (saved,) = restore_index(empty().next_version((), NOW), asked, sources(old), NOW).after.active
    assert not saved.unverified


def test_what_finds_no_room_in_the_archive_is_dropped_oldest_first_and_named():
    story = Story()
    old = grown(story, empty(), *(f"Owns invented book number {n}." for n in range(80)))
    archived = [
        e.archived(Ending(kind=EndingKind.ROOM, on=NOW.date()))
        for e in grown(
            story, empty(), *(f"Saw invented film number {n}." for n in range(30))
        ).active
    ]
    current = old.next_version([*list(old.active)[:5], *archived], NOW)
    restored = restore_index(current, old, sources(old, current), NOW)
    assert measure(restored.after).fits(DEFAULT_BUDGET)
    assert len(restored.after.active) == 80
    assert restored.dropped
    assert list(restored.dropped) == [e.id for e in archived][: len(restored.dropped)]
    assert judged(current, restored, [*old.entries, *current.entries]) == []


@given(st.sets(st.sampled_from(LINES)), st.sets(st.sampled_from(LINES)))
def test_restoring_twice_changes_nothing_more(then, gone):
    story = Story()
    old = grown(story, empty(), *sorted(then))
    current = without(story, old, *gone)
    once = restore_index(current, old, sources(old, current), NOW)
    assert texts(once.after.active) == texts(old.active)
    again = restore_index(once.after, old, sources(old, once.after), NOW)
    assert again.after is once.after
