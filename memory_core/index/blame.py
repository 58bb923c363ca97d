"""From a line back to what it rests on: versions, runs, minds and the messages themselves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory_core.episodes import Episode
from memory_core.index.effects import EffectKind
from memory_core.index.model import Entry
from memory_core.index.rewrite import Cause
from memory_core.messages import Message


@dataclass(frozen=True, kw_only=True, slots=True)
class VersionNote:
    """A version and how it came about, without its text."""

    version: int
    cause: Cause
    written_at: datetime
    run: str | None
    report: Sequence[Mapping[str, object]] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class SourceBlame:
    """An episode behind a line, and what was said."""

    episode: Episode
    version: int | None  # in which the line came to rest on it
    messages: Mapping[tuple[str, int], Message]  # by chat and position; forgotten ones are absent


@dataclass(frozen=True, kw_only=True, slots=True)
class Blame:
    """Where a line comes from."""

    entry: Entry
    entered: VersionNote | None  # None: that version is gone
    ended: VersionNote | None  # the version that archived it last
    sources: tuple[SourceBlame, ...]


_ENDS = {EffectKind.SUPERSEDED, EffectKind.MERGED, EffectKind.RETRACTED, EffectKind.ARCHIVED}


def blame_entry(
    entry: Entry,
    episodes: Iterable[Episode],
    since: Mapping[str, int],
    messages: Mapping[tuple[str, int], Message],
    versions: Sequence[VersionNote],
) -> Blame:
    """Put together what is known of a line.

    Args:
        entry: the line.
        episodes: all that it rests on.
        since: the version in which it came to rest on each, by episode id.
        messages: what the episodes name, as far as it may still be read.
        versions: all of its scope, oldest first.
    """
    by_number = {note.version: note for note in versions}
    first = min(since.values(), default=0)
    return Blame(
        entry=entry,
        entered=by_number.get(first),
        ended=None if entry.active else _last_ending(entry.id, versions),
        sources=tuple(
            SourceBlame(
                episode=episode,
                version=since.get(episode.id),
                messages={
                    place: messages[place]
                    for e in episode.content.evidence
                    if (place := (e.chat, e.position)) in messages
                },
            )
            for episode in episodes
        ),
    )


def _last_ending(entry_id: str, versions: Sequence[VersionNote]) -> VersionNote | None:
    return next(
        (
            note
            for note in reversed(versions)
            if any(e.get("entry") == entry_id and e.get("kind") in _ENDS for e in note.report)
        ),
        None,
    )
