"""Lines of the index and episodes as hits.

A line and the episodes behind it are ranked together by words and by direction; a line is as near
as the nearest of its episodes. An episode that says what its line says is not returned beside it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial

from sqlalchemy import Connection

from memory_core.episodes import Episode
from memory_core.index.model import Entry
from memory_core.provenance import Provenance, Trust
from memory_core.search.context import Context
from memory_core.search.hit import Found, Hit, MatchedOn, Place
from memory_core.search.question import span_of
from memory_core.search.ranking import Order, fuse, order_by, rarity, relevance
from memory_core.search.terms import Term, guess_meant, words_of
from memory_core.search.turns import GUESSED
from memory_core.stores.episode_store import load_episodes
from memory_core.stores.index_store import load_index, load_sources
from memory_core.stores.note_search import NoteFilter, NoteSearch
from memory_core.stores.usage_store import load_uses
from memory_core.text.normalise import fold_key

_ALIAS_BONUS = 1.0  # so that what is named comes before whatever only matches
_FARTHEST = 3.0  # beyond every cosine distance, so that likeness is above zero
SPARE = 20  # episodes read beyond the limit: some say what their lines say


@dataclass(frozen=True, kw_only=True, slots=True)
class _Line:
    """A line of a scope's index with what stands behind it."""

    entry: Entry
    scope_key: str
    sources: tuple[str, ...]  # episodes
    used: bool
    holds: bool  # it is active, and no save that waits for its fold replaces it


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lines:
    """The lines of the scopes that are searched."""

    passing: Mapping[str, _Line]  # by id; what passes the filters
    citing: Mapping[str, Sequence[_Line]]  # by episode; whatever the filters say


@dataclass(kw_only=True, slots=True)
class _Matches:
    """By what each line and episode was found, by its id."""

    by_term: dict[int, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    lengths: dict[str, int] = field(default_factory=dict)
    described: set[str] = field(default_factory=set)  # by the words of its line or description
    worded: set[str] = field(default_factory=set)  # by any words
    named: set[str] = field(default_factory=set)  # by an alias
    alike: set[str] = field(default_factory=set)  # by a vector that says much the same

    def add(self, item: str, terms: Sequence[int], count: int, length: int) -> None:
        """Note that a word with these meanings stands so often in an item."""
        for term in terms:
            self.by_term[term][item] += count
            self.lengths[item] = length
            self.worded.add(item)

    def kind(self, item: str) -> MatchedOn:
        """Return the surest of them."""
        if item in self.named:
            return MatchedOn.ALIAS_EXACT
        if item in self.described:
            return MatchedOn.DESCRIPTION
        return MatchedOn.BODY if item in self.worded else MatchedOn.SIMILAR

    def scores(self, total: int, guessed: frozenset[int]) -> dict[str, float]:
        """Score by words."""
        usual = sum(self.lengths.values()) / max(1, len(self.lengths))
        scores: dict[str, float] = defaultdict(float)
        for term, counts in self.by_term.items():
            weight = rarity(len(counts), total) * (GUESSED if term in guessed else 1.0)
            for item, count in counts.items():
                scores[item] += relevance(count, self.lengths[item] / usual, weight)
        return scores


def find_notes(connection: Connection, context: Context) -> Found:
    """Find the lines and episodes that answer best: at least the request's limit, if there are."""
    search = NoteSearch(connection, context.request.workspace, _filter(context))
    shelf = _shelve(_load_lines(connection, search, context), context)
    lines = shelf.passing
    matches = _Matches()
    words = _order_by_words(search, context, lines, matches)
    _match_names(search, context, lines, matches)
    most = context.request.limit + SPARE
    while True:
        near = _near(search, context, most)
        likeness = _likeness(near, lines)
        matches.alike = _alike(likeness, context)
        orders = [words, order_by(likeness)] if near else [words]
        scores = dict.fromkeys(matches.named, 0.0) | fuse(orders)
        hits = _Hits(connection, search, context, shelf, matches).make(scores)
        if len(hits) >= context.request.limit or len(near) < most:
            return Found(hits=tuple(_archived_last(hits)), by_vector=bool(near))
        most *= 4  # some were retired, or say what their lines say


def _filter(context: Context) -> NoteFilter:
    request = context.request
    return NoteFilter(
        scope_keys=tuple(scope.key for scope in request.scopes),
        sections=request.sections,
        provenances=request.provenances,
        chats=request.chats,
        since=request.since,
        until=request.until,
    )


def _shelve(lines: Iterable[_Line], context: Context) -> _Lines:
    passing: dict[str, _Line] = {}
    citing: dict[str, list[_Line]] = defaultdict(list)
    for line in lines:
        if _passes(line.entry, context):
            passing[line.entry.id] = line
        for source in line.sources:
            citing[source].append(line)
    return _Lines(passing=passing, citing=citing)


def _load_lines(connection: Connection, search: NoteSearch, context: Context) -> Iterator[_Line]:
    request = context.request
    replaced = search.replaced()
    for scope in request.scopes:
        index = load_index(connection, request.workspace, scope.key)
        if not index.entries:
            continue
        sources = load_sources(connection, request.workspace, scope.key)
        uses = load_uses(connection, request.workspace, scope.key).by_entry
        for entry in index.entries:
            yield _Line(
                entry=entry,
                scope_key=scope.key,
                sources=sources.get(entry.id, entry.sources),
                used=entry.id in uses and uses[entry.id].used_again,
                holds=entry.active and entry.id not in replaced,
            )


def _passes(entry: Entry, context: Context) -> bool:
    request = context.request
    return (
        (not request.sections or entry.section in request.sections)
        and (not request.provenances or entry.provenance in request.provenances)
        and context.allows(entry.day)
    )


# -- by what they are found --------------------------------------------------------------------


def _order_by_words(
    search: NoteSearch, context: Context, lines: Mapping[str, _Line], matches: _Matches
) -> Order:
    terms = dict(enumerate(context.question.terms))
    _match_words(search, terms, lines, matches)
    missing = {number: term for number, term in terms.items() if number not in matches.by_term}
    before = set(matches.worded)
    guesses = guess_meant(missing, partial(_vocabulary, search, lines))
    _match_words(search, guesses, lines, matches)
    matches.described -= matches.worded - before
    matches.worded = before
    scores = matches.scores(search.count() + len(lines), frozenset(guesses))
    return order_by(_with_sources(scores, lines, only=matches.worded))


def _match_words(
    search: NoteSearch, terms: Mapping[int, Term], lines: Mapping[str, _Line], matches: _Matches
) -> None:
    found = search.find_words({s for term in terms.values() for s in term.beginnings})
    meant = _meant(terms, {word.word for word in found})
    for word in found:
        matches.add(word.episode, meant[word.word], word.count, word.length)
        if word.described and meant[word.word]:
            matches.described.add(word.episode)
    for line in lines.values():
        words = Counter(words_of(" ; ".join((line.entry.text, *line.entry.aliases))))
        meant = _meant(terms, words)
        for said, count in words.items():
            matches.add(line.entry.id, meant[said], count, len(words))
        if any(meant.values()):
            matches.described.add(line.entry.id)


def _meant(terms: Mapping[int, Term], words: Iterable[str]) -> dict[str, list[int]]:
    return {word: [n for n, term in terms.items() if term.means(word)] for word in words}


def _vocabulary(
    search: NoteSearch, lines: Mapping[str, _Line], least: int, most: int, patterns: Sequence[str]
) -> Iterator[str]:
    for line in lines.values():
        yield from words_of(line.entry.text)
    yield from search.vocabulary(least, most, patterns)


def _near(search: NoteSearch, context: Context, most: int) -> dict[str, float]:
    """Return the distances of the nearest episodes."""
    if context.direction is None:
        return {}
    near = search.find_near(*context.direction, most)
    return {found.episode: found.distance for found in near}


def _likeness(near: Mapping[str, float], lines: Mapping[str, _Line]) -> dict[str, float]:
    likeness = {episode: _FARTHEST - distance for episode, distance in near.items()}
    return _with_sources(likeness, lines, only=lines)


def _alike(likeness: Mapping[str, float], context: Context) -> set[str]:
    """Return what passes the model's calibrated threshold of the cosine."""
    if context.alike is None:
        return set()
    least = context.alike + _FARTHEST - 1
    return {item for item, value in likeness.items() if value >= least}


def _with_sources(
    scores: Mapping[str, float], lines: Mapping[str, _Line], *, only: Container[str]
) -> dict[str, float]:
    """Let lines be as good as the best of their episodes."""
    lifted = dict(scores)
    for line in lines.values():
        items = (line.entry.id, *line.sources)
        if line.entry.id in only and (known := [scores[i] for i in items if i in scores]):
            lifted[line.entry.id] = max(known)
    return lifted


def _match_names(
    search: NoteSearch, context: Context, lines: Mapping[str, _Line], matches: _Matches
) -> None:
    key = context.question.key
    matches.named.update(search.find_named(context.question.text))
    matches.named.update(
        line.entry.id
        for line in lines.values()
        if key in {fold_key(alias) for alias in line.entry.aliases}
    )


# -- hits --------------------------------------------------------------------------------------


class _Hits:
    """Makes hits of the best candidates."""

    def __init__(
        self,
        connection: Connection,
        search: NoteSearch,
        context: Context,
        lines: _Lines,
        matches: _Matches,
    ) -> None:
        self._connection = connection
        self._search = search
        self._context = context
        self._priors = context.priors
        self._lines = lines.passing
        self._citing = lines.citing
        self._matches = matches
        self._named = frozenset[str | None]()  # speakers whom the question names

    def make(self, scores: Mapping[str, float]) -> list[Hit]:
        """Make hits of all lines that were found and of the best episodes."""
        order = sorted(scores, key=lambda item: (item not in self._matches.named, -scores[item]))
        found = [self._lines[item] for item in order if item in self._lines]
        behind = {source for line in found for source in line.sources}
        chosen = self._choose([item for item in order if item not in self._lines])
        episodes = {e.id: e for e in self._load({*chosen, *behind})}
        speakers = {e.content.speaker for e in episodes.values()}
        self._named = frozenset(s for s in speakers if self._context.names(s))
        hits = [hit for line in found for hit in self._line_hit(line, episodes, scores)]
        said = [episodes[item] for item in chosen if not self._says_its_line(episodes[item])]
        return hits + [self._episode_hit(episode, scores[episode.id]) for episode in said]

    def _choose(self, order: Sequence[str]) -> list[str]:
        """Return the best of the episodes that may be shown, and some to spare."""
        wanted = self._context.request.limit + SPARE
        chosen: list[str] = []
        for start in range(0, len(order), wanted):
            batch = order[start : start + wanted]
            live = self._search.live(batch)
            chosen += [item for item in batch if item in live]
            if sum(item not in self._citing for item in chosen) >= wanted - SPARE:
                break
        return chosen

    def _load(self, ids: Iterable[str]) -> list[Episode]:
        return load_episodes(self._connection, self._context.request.workspace, sorted(ids))

    def _says_its_line(self, episode: Episode) -> bool:
        said = fold_key(episode.content.description)
        return any(
            fold_key(line.entry.text) == said and line.entry.id in self._lines
            for line in self._citing.get(episode.id, ())
        )

    def _line_hit(
        self, line: _Line, episodes: Mapping[str, Episode], scores: Mapping[str, float]
    ) -> Iterator[Hit]:
        entry, score = line.entry, scores[line.entry.id]
        behind = [episodes[source] for source in line.sources if source in episodes]
        chats = self._context.request.chats
        if chats and not any(e.chat in chats for b in behind for e in b.content.evidence):
            return
        speaker = behind[0].content.speaker if behind else None
        prior = self._prior(entry.day, speaker, behind) * (
            1.0 if line.used else self._priors.unused
        )
        yield Hit(
            id=entry.id,
            text=entry.text,
            date=entry.day,
            provenance=entry.provenance,
            trust=entry.trust,
            matched_on=self._matches.kind(entry.id),
            score=score * prior + self._bonus(entry.id),
            source=_places(behind),
            scope_key=line.scope_key,
            section=entry.section,
            speaker=speaker,
            archived=not line.holds,
            near=entry.id in self._matches.alike,
        )

    def _episode_hit(self, episode: Episode, score: float) -> Hit:
        content, citing = episode.content, self._citing.get(episode.id, ())
        prior = self._prior(episode.last_day, content.speaker, [episode]) * self._priors.unused
        return Hit(
            id=episode.id,
            text=content.description,
            date=episode.last_day,
            provenance=content.provenance,
            trust=_trust(episode, citing),
            matched_on=self._matches.kind(episode.id),
            score=score * prior + self._bonus(episode.id),
            source=_places([episode]),
            scope_key=content.scope_key,
            section=content.section,
            speaker=content.speaker,
            archived=bool(citing) and not any(line.holds for line in citing),
            near=episode.id in self._matches.alike,
        )

    def _bonus(self, item: str) -> float:
        return _ALIAS_BONUS if item in self._matches.named else 0.0

    def _prior(self, day: date, speaker: str | None, behind: Sequence[Episode]) -> float:
        context = self._context
        told = [e.content.occurred_on for e in behind]
        spans = [span_of(occurred) for occurred in told if occurred]
        named = self._priors.other_speaker if self._named and speaker not in self._named else 1.0
        return context.freshness(day) * context.within((day, day), *spans) * named


def _trust(episode: Episode, citing: Sequence[_Line]) -> Trust:
    if episode.content.provenance is Provenance.USER_REQUESTED:
        return Trust.REQUESTED
    return next((line.entry.trust for line in citing if line.holds), Trust.UNVERIFIED)


def _places(behind: Iterable[Episode]) -> tuple[Place, ...]:
    cited = (e for episode in behind for e in episode.content.evidence)
    return tuple(dict.fromkeys(Place(chat=e.chat, position=e.position) for e in cited))


def _archived_last(hits: Iterable[Hit]) -> list[Hit]:
    """Put what is no longer held to be true behind all that is, in its own order."""
    made = list(hits)
    active = [hit.score for hit in made if not hit.archived]
    least = min(active, default=1.0) / (1 + 2 * _ALIAS_BONUS)
    return [replace(hit, score=hit.score * least) if hit.archived else hit for hit in made]
