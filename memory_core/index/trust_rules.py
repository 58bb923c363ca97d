"""The rules of trust that a rewrite is held to: marks, sections, aliases, an agent's memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from memory_core.index.aliases import denies_alias, states_alias
from memory_core.index.hard_tokens import hard_tokens, occurs
from memory_core.index.model import Entry
from memory_core.index.rewrite import Cause, Rewrite, Violation
from memory_core.index.trust import is_earned, is_open_to_others, org_flaw
from memory_core.messages import Role
from memory_core.provenance import Provenance
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import tokens

OWN = frozenset({Provenance.USER_SAID, Provenance.USER_REQUESTED})


def promotions(rewrite: Rewrite) -> Iterator[Violation]:
    """Yield the trust marks that were not earned, and lines that stand where theirs may not."""
    for was, now in rewrite.kept:
        if was.unverified and not now.unverified and not _earned(now, rewrite):
            yield _v06(now, "promoted without corroboration")
    trusted = {entry.text for entry in rewrite.before.entries if not entry.unverified}
    for entry in rewrite.added:
        requested = entry.provenance is Provenance.USER_REQUESTED
        if requested and entry.unverified:
            yield _v06(entry, "what was asked for is verified")
        if not (entry.unverified or entry.text in trusted or _earned(entry, rewrite)):
            yield _v06(entry, "a new line is unverified unless its sources corroborate it")
    yield from _misplaced(rewrite)


def _v06(entry: Entry, message: str) -> Violation:
    return Violation(code="V06", entry=entry.id, message=message)


def _earned(entry: Entry, rewrite: Rewrite) -> bool:
    return is_earned(entry, rewrite.evidence.witnesses.behind(entry))


def _misplaced(rewrite: Rewrite) -> Iterator[Violation]:
    org, witnesses = rewrite.evidence.org, rewrite.evidence.witnesses
    for entry in rewrite.added:
        derived = entry.provenance is Provenance.TOOL_DERIVED
        if entry.provenance is Provenance.ASSISTANT_SAID:
            yield _v06(entry, "what an assistant says of itself is no line")
        if derived and entry.section and not is_open_to_others(entry.section, entry.text):
            yield _v06(entry, "a tool's words feed Work, Projects and Events alone")
        flaw = org_flaw(entry, witnesses.behind(entry), org) if org and entry.active else None
        if flaw:
            yield _v06(entry, flaw)


def unbacked(entry: Entry, rewrite: Rewrite) -> Iterator[str]:
    """Yield what a tool-derived line names and no tool message behind it holds."""
    if entry.provenance is not Provenance.TOOL_DERIVED:
        return
    evidence = rewrite.evidence
    episodes = [evidence.episodes[s] for s in entry.sources if s in evidence.episodes]
    told = [m.content for e in episodes for m in evidence.cited(e) if m.role is Role.TOOL]
    yield from (f"{token!r} is in no tool message" for token in missing_tokens(entry.text, told))


def missing_tokens(line: str, told: Iterable[str]) -> list[str]:
    """Return the hard tokens of a line that occur in none of the texts."""
    texts = [fold_key(text) for text in told]
    words = {token.key for text in texts for token in tokens(text)}
    return [
        key
        for key in sorted(hard_tokens(line))
        if not (occurs(key, words) or any(key in text for text in texts))
    ]


def unstated_aliases(rewrite: Rewrite) -> Iterator[Violation]:
    """Yield the aliases that nobody stated, and those taken away that nobody denied."""
    known = {fold_key(alias) for entry in rewrite.before.entries for alias in entry.aliases}
    stood = rewrite.stood
    for entry in rewrite.after.active:
        was = stood.get(entry.id)
        has, had = _folded(entry.aliases), _folded(was.aliases if was else ())
        for alias in sorted(has - had - (set() if was else known)):
            if not _is_stated(entry, alias, rewrite):
                yield Violation(code="V10", entry=entry.id, message=f"alias {alias!r} is not said")
        forgotten = rewrite.cause is Cause.FORGOTTEN  # an alias goes with the words that stated it
        for alias in sorted(set[str]() if forgotten else had - has):
            if not any(denies_alias(words, alias) for words in _own_words(entry, rewrite)):
                message = f"alias {alias!r} was taken away, and nobody denied it"
                yield Violation(code="V10", entry=entry.id, message=message)


def _folded(aliases: Collection[str]) -> set[str]:
    return {fold_key(alias) for alias in aliases}


def _is_stated(entry: Entry, alias: str, rewrite: Rewrite) -> bool:
    episodes = rewrite.evidence.episodes
    asked = (
        episodes[source].content.aliases
        for source in entry.sources
        if source in episodes and episodes[source].content.provenance is Provenance.USER_REQUESTED
    )
    return any(alias in _folded(aliases) for aliases in asked) or any(
        states_alias(words, alias) for words in _own_words(entry, rewrite)
    )


def _own_words(entry: Entry, rewrite: Rewrite) -> Iterator[str]:
    evidence = rewrite.evidence
    for source in entry.sources:
        episode = evidence.episodes.get(source)
        if episode and episode.content.provenance in OWN:
            yield from (message.content for message in evidence.asserting(episode))
