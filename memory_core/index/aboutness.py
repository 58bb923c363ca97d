"""V16: what ends or confirms a line speaks of the same thing.

    supersede   newer words of the user's own, and the same slot, a content stem in common, or a
                correction that names the old value
    retract     the same, and a word that takes back, or the line's negation
    confirm     half of the line's content stems and all its hard tokens, with its guard words

Which episodes ended or confirmed which line the file does not say: the dossier's `grounds` do, and
a line that ended without any is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime, time, timedelta, timezone
from functools import lru_cache

from memory_core.episodes import Episode
from memory_core.index.aliases import denies_alias, states_alias
from memory_core.index.cues import correction_of, orders_to_forget, takes_back
from memory_core.index.guards import Guard, guards_in
from memory_core.index.hard_tokens import hard_tokens, occurs
from memory_core.index.line_language import line_language
from memory_core.index.model import EndingKind, Entry
from memory_core.index.quotation import spoken_words
from memory_core.index.rewrite import Cause, Rewrite, Violation
from memory_core.index.sameness import states_same
from memory_core.index.slots import GIVEN_UP, slot_of
from memory_core.index.wording import free_stems
from memory_core.provenance import Provenance
from memory_core.text.languages.known import table_of
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import content_stems, is_scant, tokens

_FIRST_ZONE = timezone(timedelta(hours=14))  # where a day begins first
_MOST_ENDED = 3  # entries that one episode may supersede or retract
_ENDED = {EndingKind.SUPERSEDED, EndingKind.RETRACTED}
_OWN = {Provenance.USER_SAID, Provenance.USER_REQUESTED}
_CONFIRMING = {Cause.FOLDED, Cause.IMPORTED}


def unrelated(rewrite: Rewrite) -> Iterator[Violation]:
    """Yield the lines that were ended or confirmed by what does not speak of them."""
    ended: Counter[str] = Counter()
    for was, now in rewrite.kept:
        if was.active and now.ending and now.ending.kind in _ENDED:
            episodes = _ending_episodes(was, now, rewrite)
            ended.update({episode.id for episode in episodes})
            reason = _ending_flaw(was, now, episodes, rewrite)
        elif was.active and now.active and rewrite.cause in _CONFIRMING:
            reason = _confirm_flaw(was, now, rewrite)
        else:
            reason = None
        if reason:
            yield Violation(code="V16", entry=was.id, message=reason)
    for episode, count in sorted(ended.items()):
        if count > _MOST_ENDED:
            message = f"episode {episode} ends {count} lines, {_MOST_ENDED} are allowed"
            yield Violation(code="V16", message=message)


def _ending_episodes(was: Entry, now: Entry, rewrite: Rewrite) -> list[Episode]:
    by = rewrite.stands.get(now.ending.by or "") if now.ending else None
    named = [*rewrite.evidence.grounds.get(was.id, ()), *(by.sources if by else ())]
    known = rewrite.evidence.episodes
    return [known[source] for source in dict.fromkeys(named) if source in known]


def _ending_flaw(
    was: Entry, now: Entry, episodes: Sequence[Episode], rewrite: Rewrite
) -> str | None:
    kind = now.ending.kind if now.ending else EndingKind.RETRACTED
    if not episodes:
        return f"{kind} by no new episode"
    newer = [e for e in episodes if _may_end(e, was) and e.evidence_at >= _newest(was, rewrite)]
    if not newer:
        return f"{kind} by nothing newer in the user's own words"
    about = [e for e in newer if _is_about(was.text, _lines(e, now, rewrite), e.language)]
    if not about:
        return f"{kind} by what does not speak of it"
    takes = any(_takes_back(was.text, _said(e, rewrite), e.language) for e in about)
    if kind is EndingKind.RETRACTED and not takes:
        return "retracted by what takes nothing back"
    return None


def _may_end(episode: Episode, was: Entry) -> bool:
    given = episode.content.provenance
    return given in _OWN or (given, was.provenance) == (Provenance.TOOL_DERIVED,) * 2


def _newest(was: Entry, rewrite: Rewrite) -> datetime:
    """Return when the newest evidence behind a line was said, the start of its day at worst."""
    times = [witness.at for witness in rewrite.evidence.witnesses.behind(was)]
    start = datetime.combine(was.day, time.min, _FIRST_ZONE)
    return max(times, default=start)


def _said(episode: Episode, rewrite: Rewrite) -> list[str]:
    """Return an episode's line, its body, and the words behind it."""
    content = episode.content
    messages = rewrite.evidence.asserting(episode)
    return [content.description, content.body, *(message.content for message in messages)]


def _lines(episode: Episode, now: Entry, rewrite: Rewrite) -> list[str]:
    by = rewrite.stands.get(now.ending.by or "") if now.ending else None
    return [*_said(episode, rewrite), *([by.text] if by else [])]


def speaks_of(line: str, words: str, language: str) -> bool:
    """Tell whether words are about what a line states, so that they may replace it."""
    return _is_about(line, [words], language)


def _is_about(line: str, said: Sequence[str], language: str) -> bool:
    # two slots' lines are about the same only as the same slot: each speaks some language
    labelled = slot_of(line) is not None and slot_of(said[0]) is not None
    return any(
        _same_slot(line, words)
        or _ends_value(line, words)
        or _corrects(line, words, language)
        or (not labelled and _shares_stem(line, words, language))
        for words in said
    )


def _same_slot(line: str, other: str) -> bool:
    one, two = slot_of(line), slot_of(other)
    if one is None or two is None:
        return False
    if one.place == two.place:
        return True
    return one.slot is two.slot and bool(one.qualifier) and one.qualifier == two.qualifier


def _ends_value(line: str, other: str) -> bool:
    """Tell whether another slot's end names the value: one quits a firm as one quits a tool."""
    one, two = slot_of(line), slot_of(other)
    if one is None or two is None or one.ended or not two.ended:
        return False
    return two.slot in GIVEN_UP and fold_key(one.value) == fold_key(two.value)


def _shares_stem(line: str, other: str, language: str) -> bool:
    content = content_stems(spoken_words(line), language) - _beside_the_topic(language)
    fact = slot_of(line)
    if fact and is_scant(fact.value, language) and fold_key(fact.value) in fold_key(other):
        return True
    return bool(content & content_stems(spoken_words(other), language))


@lru_cache(maxsize=8)
def _beside_the_topic(language: str) -> frozenset[str]:
    """Return the stems of the free words that do not say what a line is about."""
    return free_stems(language) - content_stems(" ".join(table_of(language).topics), language)


def _corrects(line: str, words: str, language: str) -> bool:
    correction = correction_of(words, language)
    return correction is not None and fold_key(correction.old) in fold_key(line)


def _takes_back(line: str, said: Sequence[str], language: str) -> bool:
    fact = slot_of(said[0])
    if fact is not None and fact.ended:
        return True
    return any(
        takes_back(words, language)
        or orders_to_forget(words, language)
        or correction_of(words, language) is not None
        or _negates(line, words, language)
        for words in said
    )


def _negates(line: str, words: str, language: str) -> bool:
    """Tell whether words deny what a line states, or state what it denies."""
    denied = Guard.NEGATION in guards_in(spoken_words(line), language)
    denies = Guard.NEGATION in guards_in(spoken_words(words), language)
    return denied != denies and _holds_half(line, words, language)


def _holds_half(line: str, words: str, language: str) -> bool:
    content = content_stems(spoken_words(line), language) - free_stems(language)
    return 2 * len(content & content_stems(words, language)) >= len(content)


def _confirm_flaw(was: Entry, now: Entry, rewrite: Rewrite) -> str | None:
    grew = len(now.sources) + now.more - len(was.sources) - was.more
    if grew <= 0:
        return None
    known, grounds = rewrite.evidence.episodes, rewrite.evidence.grounds.get(was.id, ())
    shown = [source for source in now.sources if source not in was.sources]
    fresh = [known[source] for source in dict.fromkeys((*grounds, *shown)) if source in known]
    if len(fresh) < grew:
        return "confirmed by episodes that are not at hand"
    renamed = {fold_key(a) for a in was.aliases} ^ {fold_key(a) for a in now.aliases}
    if all(_confirms(was.text, e) or _names(e, renamed, rewrite) for e in fresh):
        return None
    return "confirmed by what does not state it"


def _names(episode: Episode, aliases: Collection[str], rewrite: Rewrite) -> bool:
    """Tell whether an episode states or denies an alias: it need not state the line."""
    asked = {fold_key(alias) for alias in episode.content.aliases}
    return any(
        alias in asked or states_alias(words, alias) or denies_alias(words, alias)
        for alias in aliases
        for words in _said(episode, rewrite)
    )


def _confirms(line: str, episode: Episode) -> bool:
    content = episode.content
    if states_same(line, content.description):
        return True
    language = line_language(line)
    words = f"{content.description} {content.body}"
    keys = frozenset(token.key for token in tokens(words, language)) | hard_tokens(words, language)
    guards = guards_in(spoken_words(line), language)
    return (
        _holds_half(line, words, language)
        and all(occurs(key, keys) for key in hard_tokens(line, language))
        and guards == guards_in(spoken_words(content.description), language)
    )
