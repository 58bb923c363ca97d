"""What an index reads like without what was forgotten.

A line goes when nothing that is left says it in full; its episodes that are left then wait for
their fold as if they were new. A line that stays loses the forgotten sources, the aliases that
nothing left names, and the trust that rested on them. What a forgotten line had replaced reads
`^gone`. Everything here is pure; messages that were forgotten are not there any more.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from memory_core.episodes import Episode, episode_id
from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.effects import Effect, EffectKind
from memory_core.index.grounding import supports_date, ungrounded
from memory_core.index.model import GONE, Ending, EndingKind, Entry, Index
from memory_core.index.rewrite import Dossier
from memory_core.index.room import Occupancy, make_room
from memory_core.index.trust import Witnesses, org_flaw, remarked
from memory_core.messages import Message
from memory_core.provenance import Provenance
from memory_core.text.languages.known import table_of
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import content_stems

_OWN = frozenset({Provenance.USER_SAID, Provenance.USER_REQUESTED})
_SHOWN = 3
_CONTEXT = 4  # messages before an assertion that it may refer to

Place = tuple[str, int]  # chat, position


@dataclass(frozen=True, kw_only=True, slots=True)
class Forgotten:
    """What is gone, and what is left of what the lines rested on."""

    episodes: frozenset[str] = frozenset()
    anew: Mapping[str, str] = field(default_factory=dict)  # one of them → minted from its rest
    entries: frozenset[str] = frozenset()  # lines that go whatever is left
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # entry → all its
    # episodes, in the order in which they were taken in, forgotten ones included
    left: Dossier = field(default_factory=Dossier)  # episodes that are left, and their messages


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What becomes of the lines of every version."""

    gone: frozenset[str] = frozenset()
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # line that stays and
    # rested on something forgotten → what it rests on now
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # of such a line
    anew: Mapping[str, str] = field(default_factory=dict)  # as `Forgotten` has it
    episodes: frozenset[str] = frozenset()  # the same
    loose: tuple[str, ...] = ()  # episodes left whose active line goes: to be folded anew

    @property
    def touches_nothing(self) -> bool:
        """Whether no line is concerned."""
        return not self.gone and not self.sources

    def effects(self, index: Index, after: Index) -> Iterator[Effect]:
        """Yield what became of the lines of an index, for its next version's report."""
        for entry in index.entries:
            if entry.id in self.gone:
                yield Effect(kind=EffectKind.FORGOTTEN, entry=entry.id)
            elif entry.id in self.sources:
                yield Effect(
                    kind=EffectKind.FORGOTTEN, entry=entry.id, reason="some of its sources only"
                )
        yield from _room_effects(index, after, self.gone)


def _room_effects(index: Index, after: Index, gone: Collection[str]) -> Iterator[Effect]:
    for entry in index.entries:
        now = after.find_entry(entry.id)
        if now is None and entry.id not in gone:
            yield Effect(kind=EffectKind.DROPPED, entry=entry.id, reason="room")
        elif now is not None and entry.active and not now.active:
            yield Effect(kind=EffectKind.ARCHIVED, entry=entry.id, reason="room")


def judge_lines(entries: Iterable[Entry], forgotten: Forgotten) -> Verdict:
    """Decide what becomes of lines, each in its newest form."""
    lines = list(entries)
    concerned = [entry for entry in lines if _is_concerned(entry, forgotten)]
    left = {entry.id: _left_of(entry, forgotten) for entry in concerned}
    gone = {e.id for e in concerned if e.id in forgotten.entries or not _holds(e, left, forgotten)}
    stay = [entry for entry in concerned if entry.id not in gone]
    kept = {e.id: _left_of(e, forgotten) for e in lines if e.active and e.id not in gone}
    cited = {source for sources in kept.values() for source in sources}
    loose = [s for e in concerned if e.active and e.id in gone for s in left[e.id]]
    return Verdict(
        gone=frozenset(gone),
        sources={entry.id: left[entry.id] for entry in stay},
        aliases={entry.id: _aliases_left(entry, left[entry.id], forgotten.left) for entry in stay},
        anew=forgotten.anew,
        episodes=forgotten.episodes,
        loose=tuple(dict.fromkeys(s for s in loose if s not in cited)),
    )


def _is_concerned(entry: Entry, forgotten: Forgotten) -> bool:
    all_sources = {*forgotten.sources.get(entry.id, ()), *entry.sources}
    return entry.id in forgotten.entries or not forgotten.episodes.isdisjoint(all_sources)


def _left_of(entry: Entry, forgotten: Forgotten) -> tuple[str, ...]:
    rested = (*forgotten.sources.get(entry.id, ()), *entry.sources)
    return _without(rested, forgotten.episodes, forgotten.anew)


def _without(
    sources: Iterable[str], episodes: Collection[str], anew: Mapping[str, str]
) -> tuple[str, ...]:
    found = (anew.get(source) if source in episodes else source for source in sources)
    return tuple(dict.fromkeys(source for source in found if source))


def _holds(entry: Entry, left: Mapping[str, Sequence[str]], forgotten: Forgotten) -> bool:
    """Tell whether what is left says the whole line, and is vouched for as the line says."""
    dossier = forgotten.left
    episodes = [dossier.episodes[s] for s in left[entry.id] if s in dossier.episodes]
    vouched = any(e.content.provenance is entry.provenance for e in episodes)
    if not vouched or _too_few_users(entry, left[entry.id], dossier):
        return False
    if any(fold_key(e.content.description) == fold_key(entry.text) for e in episodes):
        return True
    own = [e for e in episodes if e.content.provenance in _OWN]
    if entry.provenance not in _OWN or not own:
        return False
    return _says(entry.text, own, dossier)


def _too_few_users(entry: Entry, left: Sequence[str], dossier: Dossier) -> bool:
    """Tell whether a line of an agent's common memory has lost the users that it takes."""
    if dossier.org is None:
        return False
    known = dossier.witnesses.known
    return org_flaw(entry, [known[s] for s in left if s in known], dossier.org) is not None


def _says(text: str, episodes: Sequence[Episode], dossier: Dossier) -> bool:
    """Tell whether a text follows from what is left and holds no word from elsewhere."""
    messages = [message for episode in episodes for message in dossier.asserting(episode)]
    language = episodes[0].language
    if ungrounded(text, messages, language=language):
        return False
    said = [m.content for m in messages] + [e.content.description for e in episodes]
    free = content_stems(" ".join(table_of(language).free), language)
    known = free.union(*(content_stems(words, language) for words in said))
    return content_stems(text, language) <= known


def _aliases_left(entry: Entry, left: Sequence[str], dossier: Dossier) -> tuple[str, ...]:
    episodes = [dossier.episodes[s] for s in left if s in dossier.episodes]
    named = {fold_key(alias) for e in episodes for alias in e.content.aliases}
    said = [fold_key(m.content) for e in episodes for m in dossier.asserting(e)]
    return tuple(
        alias
        for alias in entry.aliases
        if fold_key(alias) in named or any(fold_key(alias) in words for words in said)
    )


# -- what is written ---------------------------------------------------------------------------


def next_without(
    index: Index,
    verdict: Verdict,
    now: datetime,
    left: Dossier,
    budget: Budget = DEFAULT_BUDGET,
) -> Index:
    """Return the version that follows the current one, without what is gone.

    It is `index` itself where no line of it is concerned. A mark that returns takes bytes: where
    they are missing, others make room as in any fold.
    """
    entries = [_current(entry, verdict, left) for entry in index.entries]
    kept = [entry for entry in entries if entry is not None]
    if tuple(kept) == index.entries:
        return index
    occupancy = Occupancy(before=index, budget=budget, today=now.astimezone(UTC).date())
    room = make_room(replace(index, entries=tuple(kept)), occupancy)
    return index.next_version(room.index.entries if room else kept, now)


def _current(entry: Entry, verdict: Verdict, left: Dossier) -> Entry | None:
    entry_now = _past(entry, verdict)
    sources = verdict.sources.get(entry.id)
    if entry.id in verdict.gone or sources is None:
        return entry_now
    shown = tuple(dict.fromkeys((*_past_sources(entry, verdict), *sources)))[:_SHOWN]
    kept = replace(
        entry_now or entry,
        ending=_ending(entry, verdict),
        sources=tuple(source for source in sources if source in shown),
        more=max(len(sources) - _SHOWN, 0),
        aliases=verdict.aliases[entry.id],
    )
    return _marked(kept, sources, left)


def _marked(entry: Entry, sources: Sequence[str], left: Dossier) -> Entry:
    """Return the line with the trust that is left: what is not known to be earned is not."""
    asked = entry.provenance is Provenance.USER_REQUESTED
    if asked or entry.unverified:
        return entry
    witnesses = left.witnesses.known
    known = Witnesses(
        known={s: witnesses[s] for s in sources if s in witnesses},
        sources={entry.id: tuple(sources)},
    )
    again = remarked(replace(entry, unverified=True), known)
    return replace(entry, unverified=again.unverified)


def snapshot_without(index: Index, verdict: Verdict) -> Index:
    """Return an earlier version as it may still be read: the same version and time.

    A line that then rested on forgotten sources alone is left out though it stays today.
    """
    entries = (_past(entry, verdict) for entry in index.entries)
    return replace(index, entries=tuple(entry for entry in entries if entry is not None))


def _past(entry: Entry, verdict: Verdict) -> Entry | None:
    if entry.id in verdict.gone:
        return None
    kept = replace(entry, ending=_ending(entry, verdict))
    if verdict.episodes.isdisjoint(entry.sources) and entry.id not in verdict.sources:
        return kept
    sources = _past_sources(entry, verdict)
    if not sources:
        return None
    aliases = verdict.aliases.get(entry.id, ())
    return replace(
        kept,
        sources=sources,
        more=entry.more if len(sources) == _SHOWN else 0,
        aliases=tuple(alias for alias in entry.aliases if alias in aliases),
    )


def _past_sources(entry: Entry, verdict: Verdict) -> tuple[str, ...]:
    return _without(entry.sources, verdict.episodes, verdict.anew)


def _ending(entry: Entry, verdict: Verdict) -> Ending | None:
    ending = entry.ending
    if ending is None or ending.by not in verdict.gone:
        return ending
    return replace(ending, by=GONE)


def merged_sources(
    entries: Iterable[Entry], sources: Mapping[str, tuple[str, ...]]
) -> dict[str, tuple[str, ...]]:
    """Return the full sources of each line, those of the lines merged into it included."""
    full = dict(sources)
    merged = [(e.id, e.ending.by) for e in entries if e.ending and e.ending.kind in _MERGED]
    for _ in merged:  # as many rounds as a chain of merges can be long
        before = dict(full)
        for member, into in merged:
            if into is not None:
                both = (*full.get(member, ()), *full.get(into, ()))
                full[into] = tuple(dict.fromkeys(both))
        if full == before:
            break
    return full


_MERGED = frozenset({EndingKind.MERGED})


# -- episodes ----------------------------------------------------------------------------------


def mint_anew(episode: Episode, forgotten: Collection[Place], left: Dossier) -> Episode | None:
    """Return the episode as it rests on what is left of its evidence; None when that is too little.

    Args:
        episode: one that rested, at least partly, on what was forgotten.
        forgotten: chat and position of each forgotten message.
        left: with the messages that are left.
    """
    content = episode.content
    rest = tuple(e for e in content.evidence if (e.chat, e.position) not in forgotten)
    if not rest or content.provenance is not Provenance.USER_SAID:
        return None
    partly = replace(episode, content=replace(content, evidence=rest))
    messages = left.asserting(partly)
    dated = content.occurred_on is None or supports_date(
        content.occurred_on, messages, language=episode.language
    )
    if not messages or not dated or not _says_alone(content.description, partly, left):
        return None
    said = [fold_key(message.content) for message in messages]
    whole = content.body == content.description or _says_alone(content.body, partly, left)
    anew = replace(
        partly.content,
        body=content.body if whole else content.description,
        aliases=tuple(a for a in content.aliases if any(fold_key(a) in words for words in said)),
    )
    return replace(episode, id=episode_id(anew), content=anew)


def depends_on(
    episode: Episode, forgotten: Collection[Place], messages: Mapping[Place, Message]
) -> bool:
    """Tell whether an episode leans on what is to be forgotten without naming it as evidence.

    Args:
        episode: with evidence after the messages to be forgotten.
        forgotten: chat and position of each of those.
        messages: all that can be read around its evidence, those included.
    """
    content = episode.content
    named = {(e.chat, e.position) for e in content.evidence}
    asserting = Dossier(messages=messages).asserting(episode)
    around = sorted(
        place
        for place in messages
        if place not in named
        and any(place[0] == chat and 0 < at - place[1] <= _CONTEXT for chat, at in named)
    )

    def holds(places: Iterable[Place]) -> bool:
        context = [messages[place] for place in places]
        line, language = content.description, episode.language
        return not ungrounded(line, asserting, language=language, context=context)

    return holds(around) and not holds(place for place in around if place not in forgotten)


def _says_alone(text: str, episode: Episode, left: Dossier) -> bool:
    wordless = replace(episode, content=replace(episode.content, description=""))
    return _says(text, [wordless], left)
