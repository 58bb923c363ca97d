"""Which entries a planner has to see in full: those that may have to do with what is pending."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from memory_core.episodes import Episode
from memory_core.index.model import Entry
from memory_core.index.slots import slot_of
from memory_core.text.languages.known import table_of
from memory_core.text.tokens import content_stems


def find_near(entries: Sequence[Entry], episodes: Sequence[Episode]) -> frozenset[str]:
    """Return the ids of the entries that fill a slot of an episode, or share a word with one.

    Words that any line may hold (lives, likes, user …) join nothing; short ones that say
    something (tea, cat) do.
    """
    languages = {episode.language for episode in episodes}
    said = {word for e in episodes for word in _words(_text_of(e), e.language)}
    places = {place for e in episodes for place in _places(e.content.description)}
    return frozenset(
        entry.id
        for entry in entries
        if not places.isdisjoint(_places(entry.text))
        or any(not said.isdisjoint(_words(_line_of(entry), language)) for language in languages)
    )


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
