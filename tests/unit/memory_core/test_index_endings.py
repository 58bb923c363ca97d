"""Merges, losses, and what ends or confirms a line: hostile plans against the validator."""

from dataclasses import replace

import pytest

from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.fold import fold
from memory_core.index.losses import reported_losses
from memory_core.index.operations import Add, Alias, Confirm, Merge, Retract, Supersede
from memory_core.index.rewrite import Cause
from memory_core.index.validator import validate_rewrite
from tests.fakes.memories import NOW, Story, empty, make_episode, make_message

SAID = [
    ("I live in Oslo", "Lives in Oslo."),
    ("I like tea", "Likes tea."),
    ("I love green tea", "Loves green tea."),
    ("I work at Zedwerk", "Works at Zedwerk."),
    ("I play chess on Mondays with 3 friends", "Plays chess on Mondays with 3 friends."),
    ("I don't eat meat", "Does not eat meat."),
]


class Table:
    """An index of what was said, and the verdicts on what is done to it."""

    def __init__(self, said=SAID):
        self.story = Story()
        told = [self.story.say(words, line, day=n) for n, (words, line) in enumerate(said)]
        plan = [Add(episodes=(e.id,)) for e in told]
        self.index = fold(empty(), plan, self.story.episodes, NOW).after

    def entry(self, text):
        return next(e.id for e in self.index.active if e.text == text)

    def say(self, words, line=None, **more):
        return self.story.say(words, line or words, day=more.pop("day", 30), **more)

    def judged(self, *operations, **dossier):
        offered = {e: self.story.episodes[e] for o in operations for e in o.episodes}
        folded = fold(self.index, operations, offered, NOW)
        assert folded.changed
        evidence = replace(
            self.story.dossier(list(offered.values())), grounds=folded.grounds, **dossier
        )
        found = validate_rewrite(self.index, folded.text, evidence, DEFAULT_BUDGET, Cause.FOLDED)
        return sorted({violation.code for violation in found})


@pytest.fixture
def table():
    return Table()


# -- V11: merges


# case 8
def test_a_merge_of_different_facts_is_refused(table):
    names = (table.entry("Lives in Oslo."), table.entry("Likes tea."))
    for text in ("Lives in Oslo.", "Likes tea.", "Likes tea in Rome."):
        assert "V11" in table.judged(Merge(entries=names, episodes=(), text=text))


# case 35
def test_a_merge_of_what_says_the_same_may_exchange_the_words_of_liking(table):
    names = (table.entry("Likes tea."), table.entry("Loves green tea."))
    assert table.judged(Merge(entries=names, episodes=(), text="Loves green tea.")) == []
    assert table.judged(Merge(entries=names, episodes=(), text="Enjoys green tea.")) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Plays chess on Tuesdays with 3 friends.", "a name changed"),
        ("Plays chess on Mondays.", "a number lost"),
        ("Does not play chess on Mondays with 3 friends.", "a guard word added"),
        ("Wants to play chess on Mondays with 3 friends.", "a plan added"),
    ],
)
def test_a_merge_may_lose_or_change_no_hard_token_or_guard_word(table, text, why):
    again = table.say("We play chess on Mondays, 3 friends and me", "Plays chess with 3 friends.")
    name = table.entry("Plays chess on Mondays with 3 friends.")
    merge = Merge(entries=(name,), episodes=(again.id,), text=text)
    assert "V11" in table.judged(merge), why


def test_a_merge_has_six_members_at_most():
    table = Table([("I like tea", f"Likes tea{'!' * n}.") for n in range(7)])
    names = tuple(entry.id for entry in table.index.active)
    assert "V11" in table.judged(Merge(entries=names, episodes=(), text="Likes tea."))


# -- V12: losses


# cases 7, 8
def test_more_than_a_quarter_of_the_lines_may_not_be_merged_away_at_once():
    said = [("I like tea", f"Likes tea, cup {n}.") for n in range(8)]
    table = Table(said)
    groups = [entry.id for entry in table.index.active]
    merges = [
        Merge(entries=tuple(groups[at : at + 4]), episodes=(), text="Likes tea.") for at in (0, 4)
    ]
    assert "V12" in table.judged(*merges)


def test_what_was_merged_away_today_counts(table):
    names = (table.entry("Likes tea."), table.entry("Loves green tea."))
    merge = Merge(entries=names, episodes=(), text="Loves green tea.")
    assert table.judged(merge, lost_today=3) == []
    assert table.judged(merge, lost_today=4) == ["V12"]


def test_a_stored_report_tells_how_many_lines_its_merges_lost(table):
    names = (table.entry("Likes tea."), table.entry("Loves green tea."))
    folded = fold(table.index, [Merge(entries=names, episodes=(), text="Enjoys tea.")], {}, NOW)
    report = [{"kind": str(e.kind), "reason": e.reason} for e in folded.effects]
    assert reported_losses(report) == 1


# -- V16: supersede


def test_one_true_statement_cannot_supersede_every_line(table):
    tea = table.say("I like tea", "Likes tea.")
    plan = [
        Supersede(entry=entry.id, episodes=(tea.id,), text="Likes tea.")
        for entry in table.index.active
        if entry.text != "Likes tea."
    ]
    assert "V16" in table.judged(*plan)
    of_oslo = next(op for op in plan if op.entry == table.entry("Lives in Oslo."))
    assert table.judged(of_oslo) == ["V16"]


def test_one_episode_ends_three_lines_at_most():
    table = Table([("I like tea", f"Likes tea {n}.") for n in range(4)])
    over = table.say("I no longer like tea 0 1 2 3", 'Said: "I no longer like tea 0 1 2 3"')
    plan = [Retract(entry=entry.id, episodes=(over.id,)) for entry in table.index.active]
    assert table.judged(*plan[:3]) == []
    assert table.judged(*plan) == ["V16"]


# cases 36, 37
def test_a_newer_value_of_the_slot_supersedes_and_an_older_one_does_not(table):
    moved = table.say("I live in Rome", "Lives in Rome.")
    entry = table.entry("Lives in Oslo.")
    assert table.judged(Supersede(entry=entry, episodes=(moved.id,), text="Lives in Rome.")) == []
    old = table.say("I live in Rome", "Lives in Rome.", day=-9)
    found = table.judged(Supersede(entry=entry, episodes=(old.id,), text="Lives in Rome."))
    assert found == ["V16"]


def test_another_value_of_a_slot_that_holds_many_supersedes_nothing():
    table = Table([("I speak German", "Speaks German.")])
    told = table.say("I speak French", "Speaks French.")
    entry = table.entry("Speaks German.")
    found = table.judged(Supersede(entry=entry, episodes=(told.id,), text="Speaks French."))
    assert found == ["V16"]


def test_a_word_that_says_what_a_line_is_about_is_something_in_common():
    table = Table([("My diet is dairy-free", 'Said: "My diet is dairy-free"')])
    words = "From now on my diet is low-carb"
    told = table.say(words, f'Said: "{words}"')
    operation = Supersede(entry=table.index.active[0].id, episodes=(told.id,))
    assert table.judged(operation) == []


def test_a_correction_that_names_the_old_value_supersedes(table):
    words = "No, it's Bergen, not Oslo."
    fix = table.say(words, f'Said: "{words}"')
    entry = table.entry("Lives in Oslo.")
    assert table.judged(Supersede(entry=entry, episodes=(fix.id,), text="Lives in Bergen.")) == []


# -- V16: retract


@pytest.mark.parametrize(
    ("words", "accepted"),
    [
        ("I no longer like tea", True),
        ("Forget that I like tea", True),
        ("I don't like tea", True),
        ("I like tea", False),  # a retraction without a cue
        ("I no longer like jazz", False),
        ("I had tea with Ned", False),
    ],
)
def test_a_retraction_names_the_line_and_takes_it_back(table, words, accepted):
    told = table.say(words, f'Said: "{words}"')
    found = table.judged(Retract(entry=table.entry("Likes tea."), episodes=(told.id,)))
    assert found == ([] if accepted else ["V16"])


def test_a_denial_is_taken_back_by_its_opposite(table):
    told = table.say("I eat meat again", 'Said: "I eat meat again"')
    entry = table.entry("Does not eat meat.")
    assert table.judged(Retract(entry=entry, episodes=(told.id,))) == []


@pytest.mark.parametrize(
    ("language", "words", "line", "over"),
    [
        ("de", "Ich mag Tee", "Mag Tee.", "Ich mag keinen Tee mehr"),
        ("es", "Me gusta el té", "Le gusta el té.", "Ya no me gusta el té"),
        ("fr", "J'aime le thé", "Aime le thé.", "Je n'aime plus le thé"),
        ("ja", "紅茶が好きです", "紅茶が好き。", "紅茶はもう好きではありません"),
        ("zh", "我喜欢红茶", "喜欢红茶。", "我不再喜欢红茶"),
    ],
)
def test_a_line_is_taken_back_in_its_own_language(language, words, line, over):
    table = Table([(words, line)])
    told = table.say(over, f'Said: "{over}"', language=language)
    assert table.judged(Retract(entry=table.entry(line), episodes=(told.id,))) == []
    same = table.say(words, f'Said: "{words}"', language=language)
    assert table.judged(Retract(entry=table.entry(line), episodes=(same.id,))) == ["V16"]


def test_a_line_that_ended_by_no_episode_at_hand_is_refused(table):
    told = table.say("I no longer like tea", "No longer likes tea.")
    operation = Retract(entry=table.entry("Likes tea."), episodes=(told.id,))
    folded = fold(table.index, [operation], table.story.episodes, NOW)
    bare = table.story.dossier([told])
    found = validate_rewrite(table.index, folded.text, bare, DEFAULT_BUDGET, Cause.FOLDED)
    assert [violation.code for violation in found] == ["V16"]


# -- V16: confirm


@pytest.mark.parametrize(
    ("words", "line", "accepted"),
    [
        ("I love tea", "Likes tea.", True),
        ("Tea is what I like", 'Said: "Tea is what I like"', True),
        ("I don't like tea", "Dislikes tea.", False),
        ("I like jazz", "Likes jazz.", False),
        ("I may like tea if it is green", 'Said: "I may like tea if it is green"', False),
    ],
)
def test_a_confirmation_states_the_line(table, words, line, accepted):
    told = table.say(words, line)
    found = table.judged(Confirm(entry=table.entry("Likes tea."), episodes=(told.id,)))
    assert found == ([] if accepted else ["V16"])


def test_what_names_a_line_need_not_state_it_and_what_does_neither_confirms_nothing():  # case 40
    table = Table([("My brother is Robert", "Has a brother, Robert.")])
    entry = table.index.active[0].id
    named = table.say("Robert is also known as Bob", "Robert, also known as Bob.")
    jazz = table.say("I like jazz", "Likes jazz.")
    assert table.judged(Alias(entry=entry, episodes=(named.id,), alias="Bob")) == []
    both = Alias(entry=entry, episodes=(named.id, jazz.id), alias="Bob")
    assert table.judged(both) == ["V16"]


# -- and the others


@pytest.mark.parametrize(
    ("words", "line", "code"),
    [
        ("My brother lives in Oslo", "Lives in Oslo.", "V10"),
        ("We launched the shop", "Launched the shop on 2026-03-04.", "V10"),
        ("I moved there yesterday", "Moved there yesterday.", "V17"),
        ("I like tea", "Likes Zz-tea.", "V15"),
    ],
)
def test_other_inventions_are_refused_by_their_rule(words, line, code):
    table = Table([])
    told = table.say(words, line)
    assert code in table.judged(Add(episodes=(told.id,)))


def test_a_line_may_rest_on_what_was_said_right_before():
    table = Table([])
    told = table.say("I live there", "Lives in Oslo.")
    chat = told.content.evidence[0].chat
    after = make_message("I live there", chat=chat, position=2)
    told = make_episode("Lives in Oslo.", after)
    table.story.episodes = {told.id: told}
    table.story.messages = {(chat, 2): after}
    assert "V10" in table.judged(Add(episodes=(told.id,)))
    before = make_message("I spent the weekend in Oslo.", chat=chat, position=0)
    table.story.messages[chat, 0] = before
    assert table.judged(Add(episodes=(told.id,))) == []
