"""A person's edit: read, compared, carried over, carried out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.edit import EDIT_CHAT, Hand, StepKind, apply_edit, translate_edit
from memory_core.index.fold import fold
from memory_core.index.grammar import IndexFormatError, render_index
from memory_core.index.hand_edit import read_hand_edit
from memory_core.index.model import Ending, EndingKind
from memory_core.index.operations import Add, Retract, Supersede
from memory_core.index.rewrite import Cause, Dossier
from memory_core.index.room import measure
from memory_core.index.validator import validate_rewrite
from memory_core.provenance import Provenance
from tests.fakes.memories import NOW, Story, empty

HAND = Hand(speaker="zed", run="r", at=NOW)
LINES = ("Lives in Oslo.", "Likes tea.", "Works at Norvik Yards.", "Speaks Norwegian.")


@pytest.fixture
def story():
    return Story()


def grown(story, *lines):
    episodes = [story.say(line, line) for line in lines]
    adds = [Add(episodes=(e.id,)) for e in episodes]
    return fold(empty(), adds, story.episodes, NOW).after


def entry_of(index, text):
    return next(e for e in index.entries if e.text == text)


def steps_of(text, base, current=None):
    return translate_edit(read_hand_edit(text), base, current or base)


def applied(index, text, **more):
    return apply_edit(index, steps_of(text, index).steps, HAND, **more)


def texts(index):
    return sorted(entry.text for entry in index.active)


def test_a_changed_a_new_and_a_removed_line_become_steps_that_begin_with_what_goes(story):
    index = grown(story, *LINES[:3])
    text = render_index(index).replace("Oslo", "Voss") + "- Likes jazz.\n"
    kept = "\n".join(line for line in text.splitlines() if "Norvik" not in line)
    edit = steps_of(kept, index)
    assert [(step.kind, step.text) for step in edit.steps] == [
        (StepKind.REMOVE, "Works at Norvik Yards."),
        (StepKind.CHANGE, "Lives in Voss."),
        (StepKind.ADD, "Likes jazz."),
    ]
    assert edit.remarks == ()


def test_a_new_line_without_a_heading_stands_where_its_slot_belongs():
    edit = steps_of("- Lives in Oslo.\n- Something else.\n", empty())
    assert [step.section for step in edit.steps] == ["Profile", "Other"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- Likes tea.", "Likes tea."),
        ("* Likes   tea. ", "Likes tea."),
        ("- 2026-02-01 | Likes tea.", "Likes tea."),
        ("- Uses a | b.", "Uses a | b."),
        (r"- Uses a \| b.", "Uses a | b."),
    ],
)
def test_a_new_line_may_be_written_in_short(line, text):
    (step,) = steps_of(f"## Other\n{line}\n", empty()).steps
    assert (step.kind, step.text) == (StepKind.ADD, text)


def test_a_bar_typed_into_a_text_is_text(story):
    index = grown(story, LINES[0])
    (step,) = steps_of(render_index(index).replace("in Oslo", "in Oslo | Bergen"), index).steps
    assert step.text == "Lives in Oslo | Bergen."


def test_a_copied_line_is_a_new_one_and_its_id_is_ignored(story):
    index = grown(story, LINES[0])
    line = render_index(index).splitlines()[-1]
    edit = steps_of(render_index(index) + line.replace("Oslo", "Voss") + "\n", index)
    assert [(step.kind, step.text) for step in edit.steps] == [(StepKind.ADD, "Lives in Voss.")]
    assert "ids are minted" in edit.remarks[0]


def test_a_line_moved_into_the_archive_is_removed_and_one_moved_out_is_added_anew(story):
    index = grown(story, *LINES[:2])
    tea = entry_of(index, "Likes tea.")
    line = next(x for x in render_index(index).splitlines() if "tea" in x)
    text = render_index(index).replace(f"## Preferences\n{line}\n", "") + f"## Archive\n{line}\n"
    assert [step.kind for step in steps_of(text, index).steps] == [StepKind.REMOVE]
    ended = tea.archived(Ending(kind=EndingKind.RETRACTED, on=NOW.date()))
    after = index.next_version([e for e in index.entries if e is not tea] + [ended], NOW)
    back = render_index(after).replace("## Archive\n", "## Preferences\n")
    assert [(s.kind, s.text) for s in steps_of(back, after).steps] == [(StepKind.ADD, "Likes tea.")]


def test_lines_of_the_archive_are_neither_changed_nor_taken_out_by_hand(story):
    index = grown(story, LINES[0])
    entry = index.entries[0].archived(Ending(kind=EndingKind.RETRACTED, on=NOW.date()))
    after = index.next_version([entry], NOW)
    without = "\n".join(render_index(after).splitlines()[:2]) + "\n"
    for text in (without, render_index(after).replace("Oslo", "Voss")):
        edit = steps_of(text, after)
        assert (edit.steps, len(edit.remarks)) == ((), 1)


def test_a_line_appended_below_the_archive_is_a_new_active_one(story):
    index = grown(story, LINES[0])
    entry = index.entries[0].archived(Ending(kind=EndingKind.RETRACTED, on=NOW.date()))
    after = index.next_version([entry], NOW)
    edit = steps_of(render_index(after) + "- Likes jazz.\n", after)
    assert [(s.kind, s.text, s.section) for s in edit.steps] == [
        (StepKind.ADD, "Likes jazz.", "Preferences")
    ]
    assert "a new line is active" in edit.remarks[0]


def test_what_is_there_already_is_not_added_twice(story):
    index = grown(story, LINES[1])
    edit = steps_of(render_index(index) + "- likes TEA.\n", index)
    assert edit.steps == ()
    assert "says this already" in edit.remarks[0]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("# Memory\nprose\n", 2, "## "),
        ("## Hobbies\n", 1, "no such heading"),
        ("- 2026-02-01 | Likes tea. | ^m7k2p9qa\n", 1, "6 fields"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text, line, reason):
    with pytest.raises(IndexFormatError, match=reason) as refused:
        read_hand_edit(text)
    assert refused.value.line == line


def test_an_emptied_text_is_refused_and_not_taken_for_a_removal(story):
    index = grown(story, LINES[0])
    with pytest.raises(IndexFormatError, match="needs a text"):
        read_hand_edit(render_index(index).replace("Lives in Oslo.", " "))


# -- another version meanwhile -------------------------------------------------------------------


def next_with(index, story, *operations):
    return fold(index, operations, story.episodes, NOW).after


def test_an_edited_line_that_was_superseded_meanwhile_supersedes_its_successor(story):
    base = grown(story, LINES[0])
    oslo = entry_of(base, "Lives in Oslo.").id
    newer = story.say("I live in Bergen", "Lives in Bergen.", day=2)
    current = next_with(base, story, Supersede(entry=oslo, episodes=(newer.id,)))
    edit = steps_of(render_index(base).replace("Oslo", "Voss"), base, current)
    (step,) = edit.steps
    assert (step.kind, step.entry) == (StepKind.CHANGE, entry_of(current, "Lives in Bergen.").id)
    same = steps_of(render_index(base).replace("Oslo", "Bergen"), base, current)
    assert same.steps == ()


def test_an_edited_line_that_was_retracted_meanwhile_is_added(story):
    base = grown(story, LINES[0])
    taken = story.say("I don't live in Oslo", "No longer lives in Oslo.", day=2)
    retract = Retract(entry=base.entries[0].id, episodes=(taken.id,))
    current = next_with(base, story, retract)
    (step,) = steps_of(render_index(base).replace("Oslo", "Voss"), base, current).steps
    assert (step.kind, step.entry, step.section) == (StepKind.ADD, None, "Profile")


def test_a_removed_line_that_went_meanwhile_takes_nothing_else_with_it(story):
    base = grown(story, LINES[0])
    newer = story.say("I live in Bergen", "Lives in Bergen.", day=2)
    supersede = Supersede(entry=base.entries[0].id, episodes=(newer.id,))
    current = next_with(base, story, supersede)
    edit = steps_of("\n".join(render_index(base).splitlines()[:2]), base, current)
    assert edit.steps == ()
    assert "no longer an active line" in edit.remarks[0]


def test_an_edit_taken_in_twice_changes_nothing_the_second_time(story):
    base = grown(story, *LINES)
    text = render_index(base).replace("Oslo", "Voss") + "- Likes jazz.\n"
    after = applied(base, text).rounds[-1].after
    again = steps_of(text, base, after)
    assert again.steps == ()


# -- carried out ---------------------------------------------------------------------------------


def judged(before, done):
    """Validate each version that an edit makes; return the last."""
    known = frozenset(s for e in before.entries for s in e.sources)
    for folded in done.rounds:
        dossier = Dossier(episodes=done.episodes, known_episodes=known | set(done.episodes))
        text = render_index(folded.after)
        assert validate_rewrite(before, text, dossier, DEFAULT_BUDGET, Cause.EDITED) == []
        before = folded.after
    return before


def test_each_line_rests_on_an_episode_that_the_person_asked_for(story):
    index = grown(story, *LINES[:2])
    done = applied(index, render_index(index).replace("Oslo", "Voss") + "- Likes jazz.\n")
    after = judged(index, done)
    assert texts(after) == ["Likes jazz.", "Likes tea.", "Lives in Voss."]
    voss = entry_of(after, "Lives in Voss.")
    content = done.episodes[voss.sources[0]].content
    assert (content.provenance, content.description) == ("user-requested", "Lives in Voss.")
    assert content.evidence[0].chat == EDIT_CHAT
    assert (voss.provenance, voss.unverified, voss.day) == (
        *(Provenance.USER_REQUESTED, False, NOW.date()),
    )


def test_what_looks_like_a_placeholder_is_a_persons_own_word():
    judged(empty(), applied(empty(), "- Keeps the TODO list in an invented tool.\n"))


def test_the_same_edit_makes_the_same_ids(story):
    index = grown(story, *LINES[:2])
    text = render_index(index).replace("Oslo", "Voss")
    assert applied(index, text) == applied(index, text)


def test_a_full_index_takes_a_large_edit_in_several_versions(story):
    index = grown(story, *(f"Owns invented book number {n}." for n in range(80)))
    new = "".join(f"- Owns invented lamp number {n}.\n" for n in range(60))
    done = applied(index, render_index(index) + new)
    after = judged(index, done)
    assert len(done.rounds) > 1
    assert done.left == ()
    assert sum("lamp" in text for text in texts(after)) == 60
    assert [folded.before.version for folded in done.rounds] == list(
        range(index.version, after.version)
    )


def test_what_a_person_asked_for_is_never_pushed_out_by_the_rest_of_the_edit():
    new = "".join(f"- Owns invented lamp number {n}.\n" for n in range(120))
    done = applied(empty(), new)
    after = judged(empty(), done)
    assert len(after.active) + len(done.left) == 120
    assert measure(after).fits(DEFAULT_BUDGET)
    assert all("no room" in why for _, why in done.left)


def test_headings_and_aliases_change_without_an_episode(story):
    index = grown(story, LINES[1])
    line = render_index(index).splitlines()[-1]
    moved = line.replace(" | - | ", " | chai; a\\;b | ")
    done = applied(index, f"## Other\n{moved}\n")
    after = judged(index, done)
    (entry,) = after.active
    assert (entry.section, entry.aliases, done.episodes) == ("Other", ("chai", "a;b"), {})
    assert after.version == index.version + 1


@given(st.lists(st.sampled_from(LINES), unique=True), st.sets(st.sampled_from(LINES)))
def test_the_lines_that_a_person_leaves_are_the_active_ones(known, wanted):
    index = grown(Story(), *known)
    lines = render_index(index).splitlines()[:2]
    kept = {e.text: x for e, x in zip(index.entries, _entry_lines(index), strict=True)}
    lines += [
        line
        for section in ("Profile", "Preferences", "Work")
        for line in (f"## {section}", *_left(index, section, kept, wanted))
    ]
    lines += [f"- {text}" for text in sorted(wanted - set(known))]
    done = applied(index, "\n".join(lines) + "\n")
    assert texts(judged(index, done)) == sorted(wanted)


def _entry_lines(index):
    return [line for line in render_index(index).splitlines() if line.startswith("- ")]


def _left(index, section, kept, wanted):
    return [kept[e.text] for e in index.active if e.section == section and e.text in wanted]


@given(st.lists(st.sampled_from(LINES), unique=True), st.integers(0, 3))
def test_a_file_that_nobody_touched_is_no_edit(known, archived):
    index = grown(Story(), *known)
    ending = Ending(kind=EndingKind.ROOM, on=NOW.date())
    entries = [e.archived(ending) if n < archived else e for n, e in enumerate(index.entries)]
    index = replace(index, entries=tuple(entries))
    assert steps_of(render_index(index), index) == steps_of(render_index(index), index)
    edit = steps_of(render_index(index), index)
    assert (edit.steps, edit.remarks) == ((), ())


# -- none doubled ------------------------------------------------------------------------------


def test_a_line_changed_into_what_another_says_ends_at_that_one(story):
    index = grown(story, *LINES)
    text = render_index(index).replace("Lives in Oslo.", "Likes tea.")
    done = applied(index, text)
    after = done.rounds[-1].after
    assert texts(after) == sorted(LINES[1:])
    assert after.archived[-1].ending.by == entry_of(index, "Likes tea.").id
    assert done.left == ()


def test_a_line_written_twice_is_one_line():
    done = applied(empty(), "## Preferences\n- Likes tea.\n## Other\n- Likes tea.\n")
    assert texts(done.rounds[-1].after) == ["Likes tea."]
    assert done.left == ()


def test_two_lines_whose_texts_change_places_both_stay(story):
    index = grown(story, *LINES)
    one, two = LINES[:2]
    text = render_index(index).replace(one, "?").replace(two, one).replace("?", two)
    assert texts(applied(index, text).rounds[-1].after) == sorted(LINES)
