"""What lies between two versions, and where a line comes from."""

from dataclasses import replace
from datetime import timedelta

from memory_core.index.blame import VersionNote, blame_entry
from memory_core.index.diff import ChangeKind, diff_indexes
from memory_core.index.fold import fold
from memory_core.index.model import Ending, EndingKind
from memory_core.index.operations import Add, Confirm, Merge, Retract, Supersede
from memory_core.index.rewrite import Cause
from tests.fakes.memories import NOW, Story, empty


def grown(story, index, *lines):
    episodes = [story.say(line, line) for line in lines]
    adds = [Add(episodes=(e.id,)) for e in episodes]
    return fold(index, adds, story.episodes, NOW).after


def told(before, after, reasons=None):
    return [(c.kind, c.entry.text) for c in diff_indexes(before, after, reasons)]


def test_equal_versions_do_not_differ():
    index = grown(Story(), empty(), "Likes tea.")
    assert diff_indexes(index, index) == ()


def test_each_way_out_of_the_active_lines_has_its_name():
    story = Story()
    before = grown(story, empty(), "Lives in Oslo.", "Likes tea.", "Likes jazz.", "Likes opera.")
    oslo, tea, jazz, opera = (
        next(e for e in before.active if word in e.text)
        for word in ("Oslo", "tea", "jazz", "opera")
    )
    moved = story.say("I live in Voss", "Lives in Voss.")
    denied = story.say("I don't like tea", "No longer likes tea.")
    again = story.say("I like jazz and opera", "Likes jazz and opera.")
    operations = [
        Supersede(entry=oslo.id, episodes=(moved.id,)),
        Retract(entry=tea.id, episodes=(denied.id,)),
        Merge(entries=(jazz.id, opera.id), episodes=(again.id,), text="Likes jazz and opera."),
    ]
    after = fold(before, operations, story.episodes, NOW).after
    changes = diff_indexes(before, after, {tea.id: "took it back"})
    assert sorted((str(c.kind), c.entry.text, c.by.text if c.by else "") for c in changes) == [
        ("added", "Likes jazz and opera.", ""),
        ("added", "Lives in Voss.", ""),
        ("merged", "Likes jazz.", "Likes jazz and opera."),
        ("merged", "Likes opera.", "Likes jazz and opera."),
        ("retracted", "Likes tea.", ""),
        ("superseded", "Lives in Oslo.", "Lives in Voss."),
    ]
    assert [c.reason for c in changes if c.entry.id == tea.id] == ["took it back"]
    assert [str(c.kind) for c in changes][:2] == ["added", "added"]


def test_marks_sources_aliases_and_headings_are_told_apart():
    story = Story()
    before = grown(story, empty(), "Likes tea.")
    (entry,) = before.active
    again = story.say("tea is what I like", "Likes tea.")
    confirmed = fold(
        before, [Confirm(entry=entry.id, episodes=(again.id,))], story.episodes, NOW
    ).after
    assert told(before, confirmed) == [(ChangeKind.CONFIRMED, "Likes tea.")]
    for field, value, kind in (
        ("unverified", False, ChangeKind.CORROBORATED),
        ("pinned", True, ChangeKind.PINNED),
        ("aliases", ("chai",), ChangeKind.ALIASED),
        ("section", "Other", ChangeKind.MOVED),
    ):
        changed = before.next_version([replace(entry, **{field: value})], NOW)
        assert told(before, changed) == [(kind, "Likes tea.")]
    assert told(confirmed, before) == [(ChangeKind.FEWER_SOURCES, "Likes tea.")]


def test_lines_that_came_back_went_for_good_or_only_passed_by_are_named():
    story = Story()
    active = grown(story, empty(), "Likes tea.")
    (entry,) = active.active
    ended = entry.archived(Ending(kind=EndingKind.ROOM, on=NOW.date()))
    archived = active.next_version([ended], NOW)
    assert told(active, archived) == [(ChangeKind.ROOM, "Likes tea.")]
    assert told(archived, active) == [(ChangeKind.RETURNED, "Likes tea.")]
    assert told(archived, archived.next_version([], NOW)) == [(ChangeKind.DROPPED, "Likes tea.")]
    assert told(empty(), archived) == [(ChangeKind.CAME_AND_WENT, "Likes tea.")]


def test_blame_names_the_version_that_brought_a_line_and_the_last_that_archived_it():
    story = Story()
    index = grown(story, empty(), "Likes tea.")
    (entry,) = index.active
    episode = story.episodes[entry.sources[0]]
    notes = [
        VersionNote(
            version=number,
            cause=Cause.FOLDED,
            written_at=NOW + timedelta(days=number),
            run="r",
            report=report,
        )
        for number, report in (
            (1, ()),
            (2, ({"entry": entry.id, "kind": "archived"},)),
            (3, ()),
            (4, ({"entry": entry.id, "kind": "retracted"},)),
            (5, ({"entry": "m0000000", "kind": "retracted"},)),
        )
    ]
    blame = blame_entry(entry, [episode], {episode.id: 1}, story.messages, notes)
    assert (blame.entered.version, blame.ended) == (1, None)
    assert [m.content for m in blame.sources[0].messages.values()] == ["Likes tea."]
    ended = entry.archived(Ending(kind=EndingKind.RETRACTED, on=NOW.date()))
    assert blame_entry(ended, [episode], {episode.id: 1}, {}, notes).ended.version == 4
