"""Which entries a planner has to see in full: those that may have to do with what is pending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from memory_core.episodes import Episode
from memory_core.index.model import Entry
from memory_core.index.slots import slot_of
from memory_core.text.languages.known import table_of
from memory_core.text.tokens import content_stems

NEAREST = 3  # entries an episode brings near by its words


def find_near(entries: Sequence[Entry], episodes: Sequence[Episode]) -> frozenset[str]:
    """Return the ids of the entries that fill a slot of an episode, or share most words with one.

    Words that any line may hold (lives, likes, user …) join nothing, nor do those that a third of
    the lines hold (the user's own name); the rarer a shared word, the nearer the entry.
    """
    words = {language: _telling(entries, language) for language in {e.language for e in episodes}}
    return frozenset(
        near
        for episode in episodes
        for near in (
            *_in_its_place(entries, episode),
            *_nearest(_words(_text_of(episode), episode.language), words[episode.language]),
        )
    )


def _in_its_place(entries: Sequence[Entry], episode: Episode) -> Iterable[str]:
    places = set(_places(episode.content.description))
    return (entry.id for entry in entries if not places.isdisjoint(_places(entry.text)))


def _telling(entries: Sequence[Entry], language: str) -> dict[str, dict[str, float]]:
    """Return for each entry its words, each with what it weighs: the rarer the more."""
    words = {entry.id: _words(_line_of(entry), language) for entry in entries}
    held = Counter(word for each in words.values() for word in each)
    most = max(NEAREST, len(entries) // 3)
    return {
        entry: {word: 1 / held[word] for word in each if held[word] <= most}
        for entry, each in words.items()
    }


def _nearest(said: frozenset[str], entries: Mapping[str, Mapping[str, float]]) -> list[str]:
    scores = {
        entry: sum(weights[word] for word in sorted(said & weights.keys()))
        for entry, weights in entries.items()
    }
    return sorted((e for e in scores if scores[e]), key=lambda e: (-scores[e], e))[:NEAREST]


def _text_of(episode: Episode) -> str:
    return " ".join((episode.content.description, *episode.content.aliases))


def _line_of(entry: Entry) -> str:
    return " ".join((entry.text, *entry.aliases))


def _words(text: str, language: str) -> frozenset[str]:
    return content_stems(text, language) - _free(language)


@lru_cache(maxsize=32)
def _free(language: str) -> frozenset[str]:
    return content_stems(" ".join(sorted(table_of(language).free)), language)


def _places(line: str) -> Iterable[tuple[str, str]]:
    fact = slot_of(line)
    return {fact.place} if fact else ()
