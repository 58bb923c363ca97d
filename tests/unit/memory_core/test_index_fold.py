"""Folding a plan: what each operation does, and where there is no room."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.fold import EffectKind, fold
from memory_core.index.grammar import parse_index
from memory_core.index.model import Ending, EndingKind, Entry, Index
from memory_core.index.operations import (
    Add,
    Alias,
    Confirm,
    Merge,
    Retract,
    Skip,
    SkipReason,
    Supersede,
)
from memory_core.index.plan import account
from memory_core.index.planner import place
from memory_core.index.rewrite import Cause
from memory_core.index.room import measure
from memory_core.index.validator import validate_rewrite
from memory_core.provenance import Provenance
from memory_core.sections import Section
from tests.fakes.memories import KEY, NOW, Story, empty

BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"


def _fold(index, operations, story, **more):
    return fold(index, operations, dict(story.episodes), NOW, **more)


def _entry(number, *, section=Section.EVENTS, size=20, ending=None, **more):
    digits = "".join(BASE32[(number >> shift) & 31] for shift in (15, 10, 5, 0))
    return Entry(
        id=f"m000{digits}",
        section=None if ending else section,
        day=date(2025, 1, 1 + number % 28),
        text=f"Invented line {number} ".ljust(size, "x"),
        provenance=more.pop("provenance", Provenance.USER_SAID),
        unverified=more.pop("unverified", True),
        ending=ending,
        sources=(f"e{digits * 4}",),
        **more,
    )


def _full(count=85, archived=11, **more):
    away = Ending(kind=EndingKind.RETRACTED, on=date(2025, 6, 1))
    lines = [_entry(n, **more) for n in range(count)]
    old = [_entry(1000 + n, ending=away) for n in range(archived)]
    return Index(scope_key=KEY, version=7, written_at=NOW, entries=(*lines, *old))


def test_every_operation_does_what_it_says():
    story = Story()
    ids = [
        story.say(words, line, day=day).id
        for day, (words, line) in enumerate(
            [
                ("I live in Oslo", "Lives in Oslo."),
                ("I like tea", "Likes tea."),
                ("I love tea", "Loves tea."),
                ("I use Vim", "Uses Vim."),
                ("hi", "Says hi."),
            ]
        )
    ]
    first = _fold(empty(), [Add(episodes=(i,)) for i in ids[:4]], story)
    home, tea, love, vim = (
        next(e.id for e in first.after.active if e.text == line)
        for line in ("Lives in Oslo.", "Likes tea.", "Loves tea.", "Uses Vim.")
    )
    assert first.placed == tuple(ids[:4])
    assert first.deferred == {ids[4]: "not placed by the plan"}
    more = Story()
    moved = more.say("I live in Bergen", "Lives in Bergen.", day=9)
    quit_vim = more.say("I no longer use Vim", "No longer uses Vim.", day=9)
    hello = more.say("hello", "Says hello.", day=9)
    also = more.say("Tea is great", "Likes tea.", day=9)
    second = _fold(
        first.after,
        [
            Supersede(entry=home, episodes=(moved.id,)),
            Retract(entry=vim, episodes=(quit_vim.id,)),
            Merge(entries=(tea, love), episodes=(also.id,), text="Likes tea."),
            Skip(episodes=(hello.id,), reason=SkipReason.TRANSIENT),
        ],
        more,
    )
    assert [e.text for e in second.after.active] == ["Lives in Bergen.", "Likes tea."]
    assert second.after.active[0].day == date(2026, 2, 12)
    assert second.after.version == 2
    kinds = {e.id: e.ending.kind for e in second.after.archived}
    assert kinds == {
        home: EndingKind.SUPERSEDED,
        vim: EndingKind.RETRACTED,
        tea: EndingKind.MERGED,
        love: EndingKind.MERGED,
    }
    assert second.placed == tuple(more.episodes)
    assert second.sources[second.after.active[0].id] == (moved.id,)
    third_story = Story()
    named = third_story.say("Tea means chai to me", "Likes tea.", day=11)
    merged = second.after.active[1].id
    third = _fold(
        second.after, [Alias(entry=merged, episodes=(named.id,), alias="chai")], third_story
    )
    assert third.after.find_entry(merged).aliases == ("chai",)


def test_a_replay_mints_the_same_ids_and_a_clash_a_longer_one():
    story = Story()
    episode = story.say("I like tea", "Likes tea.")
    one, two = (_fold(empty(), [Add(episodes=(episode.id,))], story) for _ in range(2))
    assert one.text == two.text
    minted = one.after.active[0].id
    clash = _fold(empty(), [Add(episodes=(episode.id,))], story, known_entries={minted})
    assert clash.after.active[0].id.startswith(minted)
    assert len(clash.after.active[0].id) == len(minted) + 1


def test_an_entry_is_used_once_a_round_and_the_rest_stays_pending():
    story = Story()
    tea = story.say("I like tea", "Likes tea.")
    index = _fold(empty(), [Add(episodes=(tea.id,))], story).after
    entry = index.active[0].id
    later = Story()
    again = later.say("I like tea", "Likes tea.", day=2)
    never = later.say("I no longer like tea", "No longer likes tea.", day=3)
    folded = _fold(
        index,
        [Confirm(entry=entry, episodes=(again.id,)), Retract(entry=entry, episodes=(never.id,))],
        later,
    )
    assert folded.placed == (again.id,)
    assert "already used" in folded.deferred[never.id]


def test_a_fold_that_changes_nothing_makes_no_version():
    story = Story()
    episode = story.say("hi", "Says hi.")
    index = empty()
    folded = _fold(index, [Skip(episodes=(episode.id,), reason=SkipReason.TRANSIENT)], story)
    assert not folded.changed
    assert folded.after is index
    assert folded.placed == (episode.id,)


# cases 3, 5
def test_a_full_index_archives_by_rule_and_names_each_victim_and_its_reason():
    index = _full()
    story = Story()
    episode = story.say("I like tea", "Likes tea.", section=Section.EVENTS)
    folded = _fold(index, [Add(episodes=(episode.id,))], story)
    assert "Likes tea." in [entry.text for entry in folded.after.active]
    by_kind = {effect.kind: effect for effect in folded.effects}
    assert (
        by_kind[EffectKind.ARCHIVED].entry
        == min(index.active, key=lambda entry: (entry.day, entry.id)).id
    )
    assert by_kind[EffectKind.DROPPED].entry == index.archived[0].id
    assert by_kind[EffectKind.DROPPED].reason == "room: the oldest line of the Archive"
    assert by_kind[EffectKind.ARCHIVED].reason.startswith("room: unverified, never used, of 2025")
    assert folded.after.archived[-1].ending.kind is EndingKind.ROOM
    dossier = story.dossier()
    assert validate_rewrite(index, folded.text, dossier, DEFAULT_BUDGET, Cause.FOLDED) == []


def test_unverified_lines_make_room_before_corroborated_and_used_ones_last():
    index = _full(archived=0)
    oldest, second = sorted(index.active, key=lambda e: (e.day, e.id))[:2]
    trusted = replace(oldest, unverified=False)
    index = replace(index, entries=tuple(trusted if e is oldest else e for e in index.entries))
    story = Story()
    episode = story.say("I like tea", "Likes tea.", section=Section.EVENTS)
    used = {second.id: NOW}
    folded = _fold(index, [Add(episodes=(episode.id,))], story, used_at=used)
    assert folded.after.find_entry(oldest.id).active
    assert folded.after.find_entry(second.id).active


# cases 13, 17
def test_where_every_line_is_kept_for_good_the_new_one_stays_pending():
    index = _full(pinned=True)
    story = Story()
    episode = story.say("I like tea", "Likes tea.")
    folded = _fold(index, [Add(episodes=(episode.id,))], story)
    assert not folded.changed
    assert "no room" in folded.deferred[episode.id]
    assert folded.effects[-1].kind is EffectKind.DEFERRED


# case 13
def test_bytes_count_like_lines():
    budget = Budget(file_bytes=9_000, active_bytes=8_800)
    index = _full(count=23, archived=0, size=220, pinned=True)
    assert measure(index).active_bytes > 7_000
    story = Story()
    first = story.say("x", "A" + " long" * 60 + " line.")
    others = [story.say("x", f"B{n}" + " long" * 70 + " line.") for n in range(6)]
    folded = fold(
        index,
        [Add(episodes=(e.id,)) for e in (first, *others)],
        story.episodes,
        NOW,
        budget,
    )
    assert first.id in folded.placed
    assert folded.deferred
    assert measure(folded.after).fits(budget)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(Section), st.integers(20, 390), st.integers(0, 9)), max_size=90
    ),
    st.integers(0, 30),
    st.integers(5, 390),
)
def test_from_every_valid_index_one_add_succeeds_within_two_rounds(lines, archived, size):
    away = Ending(kind=EndingKind.RETRACTED, on=date(2025, 6, 1))
    index = Index(scope_key=KEY, version=3, written_at=NOW)
    wanted = [
        _entry(n, section=section, size=length, pinned=pinned == 0, unverified=pinned < 8)
        for n, (section, length, pinned) in enumerate(lines)
    ] + [_entry(1000 + n, ending=away, size=300) for n in range(archived)]
    for entry in wanted:
        grown = replace(index, entries=(*index.entries, entry))
        index = grown if measure(grown).fits(DEFAULT_BUDGET) else index
    story = Story()
    line = "Likes " + "t" * (size - 5) + "."
    episode = story.say(f"I like {line[6:]}", line)
    for _ in range(2):
        folded = _fold(index, place(index, [episode]).operations, story)
        if folded.changed:
            dossier = story.dossier()
            found = validate_rewrite(index, folded.text, dossier, DEFAULT_BUDGET, Cause.FOLDED)
            assert [v for v in found if v.code != "V07"] == []
        index = folded.after
        if folded.placed:
            break
    kept_for_good = all(entry.spared for entry in index.active)
    spared_bytes = sum(len(e.text) + 110 for e in index.active if e.spared)
    assert folded.placed or kept_for_good or spared_bytes > 15_000
    assert parse_index(folded.text) == folded.after


# case 7
@pytest.mark.parametrize("kind", [Confirm, Retract, Supersede])
def test_an_operation_on_an_unknown_entry_changes_nothing(kind):
    story = Story()
    episode = story.say("I like tea", "Likes tea.")
    operation = kind(entry="m0000000", episodes=(episode.id,))
    assert not _fold(empty(), [operation], story).changed
    codes = [v.message for v in account([operation], story.episodes, empty())]
    assert codes == ["entry m0000000 is not active"]


def test_an_account_names_what_is_missing_doubled_and_invented():
    story = Story()
    one, two = (story.say("I like tea", "Likes tea.", day=d).id for d in (0, 1))
    plan = [Add(episodes=(one,)), Add(episodes=(one, "e" + "0" * 16))]
    messages = [v.message for v in account(plan, {one, two}, empty())]
    assert messages == [
        f"episode {one} stands in 2 operations",
        f"episode {'e' + '0' * 16} was not offered",
        f"episode {two} stands in no operation",
    ]


# -- none doubled ------------------------------------------------------------------------------


def _two_lines(story):
    tea, chess = story.say("I like tea", "Likes tea."), story.say("I like chess", "Likes chess.")
    index = _fold(empty(), [Add(episodes=(e.id,)) for e in (tea, chess)], story).after
    return index, *(next(e for e in index.active if e.text == t) for t in LINES)


LINES = ("Likes tea.", "Likes chess.")


# cases 8, 34
def test_an_add_of_what_a_line_says_to_the_letter_becomes_its_source():
    story = Story()
    index, tea, _ = _two_lines(story)
    more = [story.say(f"I like tea {n}", f"Tea number {n}.") for n in range(2)]
    plan = [Add(episodes=(e.id,), text="Likes  TEA.") for e in more]
    folded = _fold(index, plan, story)
    assert [e.text for e in folded.after.active] == ["Likes tea.", "Likes chess."]
    assert folded.after.find_entry(tea.id).sources == (*tea.sources, *(e.id for e in more))
    assert folded.sources == {tea.id: tuple(e.id for e in more)}
    assert folded.grounds == folded.sources
    assert set(folded.placed) == {e.id for e in more}


def test_two_adds_of_one_text_in_a_round_are_one_line():
    story = Story()
    said = [story.say(f"I like tea {n}", f"Tea number {n}.") for n in range(3)]
    folded = _fold(empty(), [Add(episodes=(e.id,), text="Likes tea.") for e in said], story)
    (entry,) = folded.after.active
    assert entry.sources == folded.sources[entry.id] == tuple(e.id for e in said)


def test_what_is_superseded_by_what_another_line_says_ends_at_that_line():
    story = Story()
    index, tea, chess = _two_lines(story)
    said = story.say("I like tea, not chess", "Tea, not chess.")
    plan = [Supersede(entry=chess.id, episodes=(said.id,), text="Likes tea.")]
    after = _fold(index, plan, story).after
    assert [e.id for e in after.active] == [tea.id]
    assert after.find_entry(tea.id).sources == (*tea.sources, said.id)
    (ended,) = after.archived
    assert (ended.id, ended.ending.by) == (chess.id, tea.id)


def test_two_lines_that_change_places_both_stay():
    story = Story()
    index, tea, chess = _two_lines(story)
    one, two = story.say("chess", "Likes chess."), story.say("tea", "Likes tea.", day=1)
    plan = [
        Supersede(entry=tea.id, episodes=(one.id,)),
        Supersede(entry=chess.id, episodes=(two.id,)),
    ]
    assert {e.text for e in _fold(index, plan, story).after.active} == set(LINES)


def test_a_merge_does_not_double_a_line_that_it_does_not_name():
    story = Story()
    index, _, chess = _two_lines(story)
    said = story.say("I like tea", "Tea it is.")
    folded = _fold(
        index, [Merge(entries=(chess.id,), episodes=(said.id,), text="Likes tea.")], story
    )
    assert not folded.changed
    assert [flaw.code for flaw in folded.flaws] == ["V11"]


def test_aliases_have_the_room_that_the_line_leaves_them():
    story = Story()
    said = story.say("I like tea", "Likes tea.", aliases=("T" * 60,))
    text = "Likes tea" + " and tea" * 45 + "."
    (entry,) = _fold(empty(), [Add(episodes=(said.id,), text=text)], story).after.active
    assert len(entry.text) + sum(map(len, entry.aliases)) <= DEFAULT_BUDGET.line_code_points
