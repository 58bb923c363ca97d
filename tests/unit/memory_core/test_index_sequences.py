"""No sequence of folds, edits, restores, expiries and forgets breaks a rule of the index."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from jobs.consolidation import Desk, plan_by_code, plan_with_mind
from jobs.errors import PlanRefusedError
from jobs.minds.protocol import Proposal
from memory_core.index.budget import DEFAULT_BUDGET
from memory_core.index.edit import Hand, apply_edit, translate_edit
from memory_core.index.fold import fold
from memory_core.index.forgetting import Forgotten, judge_lines, next_without
from memory_core.index.grammar import parse_index, render_body, render_index
from memory_core.index.hand_edit import read_hand_edit
from memory_core.index.model import EndingKind
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
from memory_core.index.planner import place
from memory_core.index.restore import restore_index
from memory_core.index.retention import Occasion, Use, Uses, expire, find_revivable, pin, revive
from memory_core.index.rewrite import Cause, Dossier
from memory_core.index.room import measure
from memory_core.index.validator import validate_rewrite
from memory_core.sections import Section
from memory_core.text.normalise import fold_key
from tests.fakes.memories import KEY, NOW, Story, empty

THINGS = ("tea", "chess", "jazz", "rugby", "opera", "rowing", "pottery", "yoga")
TOWNS = ("Oslo", "Bergen", "Leipzig", "Lyon", "Porto")
SAYINGS = tuple(
    [(f"I love {thing}", f"Likes {thing}.") for thing in THINGS]
    + [(f"I live in {town}", f"Lives in {town}.") for town in TOWNS]
    + [(f"I no longer like {thing}", f"No longer likes {thing}.") for thing in THINGS[:3]]
)
LONG = 380


def long_saying(number):
    words = f"planted tree{number}x near fence{number}x " * 12
    line = f'Said: "I {words}'[: LONG - 1].rstrip() + '"'
    return line[7:-1], line


class Sequences(RuleBasedStateMachine):
    """One scope's life; whatever is stored passes the validator under its cause."""

    @initialize()
    def begin(self):
        self.index = empty()
        self.versions = [self.index]
        self.story = Story()
        self.sources = {}
        self.known = set()
        self.gone = set()
        self.clock = 0
        self.uses = Uses()
        self.flood = 0

    # -- what is there ---------------------------------------------------------------------------

    @property
    def now(self):
        return NOW + timedelta(minutes=len(self.versions))

    def dossier(self, offered=None, receipt=frozenset()):
        return Dossier(
            episodes=offered or {},
            known_episodes=frozenset(set(self.story.episodes) - self.gone),
            known_entries=frozenset(self.known),
            messages=self.story.messages,
            receipt=receipt,
        )

    def behind(self, index):
        cited = {s for entry in index.active for s in entry.sources}
        return {e: self.story.episodes[e] for e in cited if e in self.story.episodes}

    def desk(self, episodes):
        offered = {episode.id: episode for episode in episodes}
        return Desk(
            index=self.index,
            episodes=offered,
            tried=0,
            known=self.behind(self.index),
            dossier=self.dossier(offered),
            now=self.now,
            used_at=self.uses.used_at,
        )

    def store(self, after, cause, offered=None, receipt=frozenset(), sources=None, grounds=None):
        if render_body(after) == render_body(self.index):
            return
        dossier = replace(self.dossier(offered, receipt), grounds=grounds or {})
        text = render_index(after)
        assert validate_rewrite(self.index, text, dossier, DEFAULT_BUDGET, cause) == []
        moved = {e.id for e in self.index.active} ^ {e.id for e in after.active}
        self.uses = self.uses.restarted(moved)
        self.index = after
        self.versions.append(after)
        for entry, episodes in (sources or {}).items():
            self.sources[entry] = tuple(dict.fromkeys((*self.sources.get(entry, ()), *episodes)))
        for entry in after.entries:
            self.known.add(entry.id)
            self.sources.setdefault(entry.id, entry.sources)

    def say(self, sayings, section=None):
        return [
            self.story.say(words, line, section=section, day=len(self.versions))
            for words, line in sayings
        ]

    # -- what happens ----------------------------------------------------------------------------

    @rule(sayings=st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=6))
    def fold_by_code(self, sayings):
        self.take(plan_by_code(self.desk(self.say(sayings))).folded)

    @rule(count=st.integers(10, 20), section=st.sampled_from(Section))
    def fold_a_flood(self, count, section):
        sayings = [long_saying(self.flood + n) for n in range(count)]
        self.flood += count
        self.take(plan_by_code(self.desk(self.say(sayings, section))).folded)

    @rule(count=st.integers(10, 20), section=st.sampled_from(Section))
    def fold_many_short_ones(self, count, section):
        sayings = [
            (f"I like item{self.flood + n}q", f"Likes item{self.flood + n}q.") for n in range(count)
        ]
        self.flood += count
        self.take(plan_by_code(self.desk(self.say(sayings, section))).folded)

    def take(self, folded):
        if folded.changed:
            offered = {e: self.story.episodes[e] for e in (*folded.placed, *folded.deferred)}
            told = {"sources": folded.sources, "grounds": folded.grounds}
            self.store(folded.after, Cause.FOLDED, offered, **told)

    @rule(sayings=st.lists(st.sampled_from(SAYINGS), min_size=1, max_size=4), data=st.data())
    def fold_with_a_wild_mind(self, sayings, data):
        desk = self.desk(self.say(sayings))
        try:
            plan = plan_with_mind(desk, Wild(data), lambda _: None)
        except PlanRefusedError:
            return
        self.take(plan.folded)

    @precondition(lambda self: self.index.active)
    @rule(data=st.data(), words=st.sampled_from(SAYINGS), how=st.sampled_from(["-", "~", "+"]))
    def edit(self, data, words, how):
        """A person removes a line, changes one or writes a new one."""
        lines = render_index(self.index).splitlines()
        active = [n for n, line in enumerate(lines) if line.startswith("- ")]
        at = data.draw(st.sampled_from(active[: len(self.index.active)]))
        if how == "-":
            del lines[at]
        elif how == "~":
            fields = lines[at].split(" | ")
            lines[at] = " | ".join((fields[0], words[1], *fields[2:]))
        else:
            lines.insert(at, f"- {words[1]}")
        edit = translate_edit(read_hand_edit("\n".join(lines)), self.index, self.index)
        hand = Hand(speaker="zed", run="r", at=self.now)
        applied = apply_edit(self.index, edit.steps, hand, known_entries=self.known)
        self.story.episodes |= applied.episodes
        for folded in applied.rounds:
            self.store(folded.after, Cause.EDITED, dict(applied.episodes), sources=folded.sources)

    @rule(data=st.data())
    def restore(self, data):
        old = data.draw(st.sampled_from(self.versions))
        live = {
            entry: tuple(e for e in episodes if e not in self.gone)
            for entry, episodes in self.sources.items()
        }
        restored = restore_index(self.index, old, live, self.now)
        if restored.after is not self.index:
            self.store(restored.after, Cause.RESTORED)

    @precondition(lambda self: self.index.active)
    @rule(data=st.data(), off=st.booleans())
    def pin_or_unpin(self, data, off):
        entry = data.draw(st.sampled_from(self.index.active))
        occasion = Occasion(now=self.now, today=date(2027, 1, 1))
        pinned = pin(self.index, entry.id, self.uses, occasion, on=not off)
        if pinned:
            self.store(pinned.after, pinned.cause)

    @rule(days=st.integers(1, 40), data=st.data())
    def serve_turns_and_keep(self, days, data):
        """Days go by, some lines are used, the daily pass revives and expires."""
        used = data.draw(st.sets(st.sampled_from(sorted(self.known or {"none"})), max_size=5))
        served = self.uses.days_served + days
        fresh = {e: Use(day_count=served, used_at=self.now, used_again=True) for e in used}
        self.uses = Uses(days_served=served, by_entry={**self.uses.by_entry, **fresh})
        occasion = Occasion(now=self.now, today=date(2027, 1, 1) + timedelta(days=served))
        back = revive(
            self.index, find_revivable(self.index, self.uses, ()), {}, self.uses, occasion
        )
        if back:
            self.store(back.after, back.cause)
        gone = expire(self.index, self.uses, occasion)
        if gone:
            self.store(gone.after, gone.cause)
        assert expire(self.index, self.uses, occasion) is None
        spared = {e.id for e in self.versions[-1].entries if e.spared and e.ending}
        kinds = {e.ending.kind for e in self.index.archived if e.id in spared}
        assert EndingKind.EXPIRED not in kinds or not gone

    @precondition(lambda self: self.sources)
    @rule(data=st.data())
    def forget(self, data):
        """A message is forgotten, and the episodes that rest on it."""
        alive = sorted(set(self.story.episodes) - self.gone)
        if not alive:
            return
        episode = self.story.episodes[data.draw(st.sampled_from(alive))]
        self.gone.add(episode.id)
        for evidence in episode.content.evidence:
            self.story.messages.pop((evidence.chat, evidence.position), None)
        left = {e: self.story.episodes[e] for e in set(self.story.episodes) - self.gone}
        forgotten = Forgotten(
            episodes=frozenset({episode.id}),
            sources=self.sources,
            left=Dossier(episodes=left, messages=self.story.messages),
        )
        newest = {e.id: e for version in self.versions for e in version.entries}
        verdict = judge_lines(newest.values(), forgotten)
        after = next_without(self.index, verdict, self.now, forgotten.left)
        self.sources = {
            entry: tuple(e for e in episodes if e != episode.id)
            for entry, episodes in self.sources.items()
        }
        if after is not self.index:
            self.store(after, Cause.FORGOTTEN, receipt=verdict.gone)

    # -- what holds ------------------------------------------------------------------------------

    @invariant()
    def it_is_canonical_and_within_its_budget(self):
        assert parse_index(render_index(self.index)) == self.index
        assert measure(self.index).fits(DEFAULT_BUDGET)
        assert all(entry.sources for entry in self.index.entries)
        assert self.index.scope_key == KEY

    @invariant()
    def no_two_active_lines_say_the_same_to_the_letter(self):
        texts = [fold_key(entry.text) for entry in self.index.active]
        assert len(set(texts)) == len(texts)

    @invariant()
    def any_one_add_succeeds_within_two_rounds(self):
        index, story = self.index, Story()
        episode = story.say("I like mangoes " + "m" * 100, "Likes mangoes " + "m" * 100 + ".")
        for _ in range(2):
            operations = place(index, [episode]).operations
            folded = fold(index, operations, story.episodes, self.now, known_entries=self.known)
            index = folded.after
            if folded.placed:
                return
        assert all(entry.spared for entry in self.index.active) or self._spared_fill_it()

    def _spared_fill_it(self):
        spared = [e for e in self.index.entries if e.spared and e.active]
        alone = measure(replace(self.index, entries=tuple(spared)))
        return (
            alone.active_lines >= DEFAULT_BUDGET.active_lines - 1
            or alone.active_bytes > DEFAULT_BUDGET.active_bytes - 400
        )


class Wild:
    """A mind that names whatever there is, for any reason."""

    model = "wild"
    prompt_version = "wild-1"

    def __init__(self, data):
        self.data = data

    def plan(self, index, episodes, _violations=()):
        operations = [self._operation(index, episode) for episode in episodes]
        return Proposal(operations=tuple(operations))

    def _operation(self, index, episode):
        named = (episode.id,)
        entries = [entry.id for entry in index.entries] or ["m0000000"]
        entry = self.data.draw(st.sampled_from(entries))
        other = self.data.draw(st.sampled_from(entries))
        text = self.data.draw(st.sampled_from([None, *(line for _, line in SAYINGS)]))
        return self.data.draw(
            st.sampled_from(
                [
                    Add(episodes=named, text=text),
                    Confirm(entry=entry, episodes=named),
                    Supersede(entry=entry, episodes=named, text=text),
                    Merge(entries=(entry, other), episodes=named, text=text or "Likes tea."),
                    Retract(entry=entry, episodes=named),
                    Alias(entry=entry, episodes=named, alias="Zee"),
                    Skip(episodes=named, reason=SkipReason.TRANSIENT),
                ]
            )
        )


TestSequences = Sequences.TestCase
TestSequences.settings = settings(
    max_examples=15,
    stateful_step_count=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
