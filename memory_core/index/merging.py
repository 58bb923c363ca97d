"""V11: a merge says what each of its members said, and nothing besides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time
from functools import lru_cache

from memory_core.episodes import Episode
from memory_core.index.grounding import ungrounded
from memory_core.index.guards import guards_in
from memory_core.index.hard_tokens import hard_tokens, occurs
from memory_core.index.line_language import line_language
from memory_core.index.model import EndingKind, Entry
from memory_core.index.quotation import spoken_words
from memory_core.index.rewrite import Rewrite, Violation
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.text.languages.known import table_of
from memory_core.text.tokens import content_stems, tokens

MOST_MEMBERS = 6


def merged_members(rewrite: Rewrite) -> dict[str, list[Entry]]:
    """Return the active lines that this rewrite merges, by the id of what they become."""
    members: dict[str, list[Entry]] = {}
    for was, now in rewrite.kept:
        if was.active and now.ending and now.ending.kind is EndingKind.MERGED and now.ending.by:
            members.setdefault(now.ending.by, []).append(was)
    return members


def mismerged(rewrite: Rewrite) -> Iterator[Violation]:
    """Yield merges of too many, of what is not the same, and of what nobody said."""
    stands = rewrite.stands
    for entry_id, members in merged_members(rewrite).items():
        entry = stands.get(entry_id)
        if entry is None:
            continue  # the dangling name is V08's
        for reason in _flaws(entry, members, rewrite):
            yield Violation(code="V11", entry=entry_id, message=reason)


def _flaws(entry: Entry, members: Sequence[Entry], rewrite: Rewrite) -> Iterator[str]:
    if len(members) > MOST_MEMBERS:
        yield f"merges {len(members)} lines, {MOST_MEMBERS} are allowed"
    episodes = [
        rewrite.evidence.episodes[s] for s in entry.sources if s in rewrite.evidence.episodes
    ]
    lines = [*(m.text for m in members), *(e.content.description for e in episodes)]
    if entry.text not in lines:
        said = [*map(_as_message, members), *_messages(episodes, rewrite)]
        yield from ungrounded(entry.text, said, language=line_language(members[0].text))
    for line in dict.fromkeys(lines):
        yield from (f"{reason} of {line!r}" for reason in lost_of(line, entry.text))


def _messages(episodes: Sequence[Episode], rewrite: Rewrite) -> list[Message]:
    return [message for episode in episodes for message in rewrite.evidence.asserting(episode)]


def _as_message(member: Entry) -> Message:
    """Let a line that was accepted stand for what it rests on."""
    speaker = Participant(id=member.id, kind=ParticipantKind.HUMAN)
    at = datetime.combine(member.day, time(12), UTC)
    return Message(
        chat=member.id, position=0, role=Role.USER, speaker=speaker, content=member.text, at=at
    )


def lost_of(line: str, merged: str) -> Iterator[str]:
    """Yield what a merged text lost of one of its members."""
    language = line_language(line)
    said = frozenset(token.key for token in tokens(merged, language))
    kept = said | hard_tokens(merged, language)
    for key in sorted(hard_tokens(line, language)):
        if not occurs(key, kept):
            yield f"loses {key!r}"
    before, after = (guards_in(spoken_words(text), language) for text in (line, merged))
    for guard in sorted(before ^ after):
        yield f"loses or adds the {guard}"
    content = _content(line, language)
    if 2 * len(content & content_stems(merged, language)) < len(content):
        yield "keeps under half of the words"


def _content(line: str, language: str) -> frozenset[str]:
    return content_stems(spoken_words(line), language) - _attitudes(language)


@lru_cache(maxsize=8)
def _attitudes(language: str) -> frozenset[str]:
    return content_stems(" ".join(sorted(table_of(language).attitudes)), language)
