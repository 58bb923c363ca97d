"""Own past events: which English sentences tell one, and how much of the sentence to quote.

Two tiers of verbs: what one joins, buys or wins lasts by itself; what one sees, makes or visits
lasts when the sentence says when, or names something.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from jobs.minds.rules.guards import (
    is_attributed,
    is_foreign,
    is_negated,
    is_past_habit,
    is_wish,
)
from jobs.minds.rules.telling import BREAK, ends_of, is_clear, leads_in, pieces, skip_lead
from jobs.minds.rules.vocabulary import (
    ADVERBS,
    BEFALL,
    COMPANIONS,
    DURABLE,
    EMPTY_OBJECTS,
    FEELING_STEMS,
    PASSING,
    POSSESSIONS,
    PURSUITS,
)

_SUBJECT = (
    rf"(?:(?:[Mm]y|[Ss]ome) (?i:{COMPANIONS})(?: from \w+| [A-Z]\w+)?,? (?:and|&) I"
    rf"|[A-Z]\w+ (?:and|&) I|I|[Ww]e|[Mm]e and my (?i:{COMPANIONS}))"
)
_ANY_DEED = rf"{PASSING}|(?!(?:{FEELING_STEMS})ed\b)\w{{3,}}ed"
_PERFECT = (
    r"(?:have|'ve) (?:just \w+ly |\w+ly |just |also |already |always |even )?"
    rf"(?:been (?:\w+ly |also |busy )?(?:{PURSUITS})|been (?:to [A-Z]|married|sober|vegan|part of"
    rf"|with the|an? \w+er\b|into"
    rf"|together for)|(?:{DURABLE})|written|begun|become|lived|owned|taken up)"
)
_VERB = re.compile(
    rf"\b{_SUBJECT}\b"
    rf"(?:(?: (?:{ADVERBS})){{0,3}} (?:(?P<durable>{DURABLE})|(?P<passing>{_ANY_DEED}))"
    rf"|(?: (?=have)|(?='ve))(?P<perfect>{_PERFECT}))\b(?P<rest>.*)",
    re.DOTALL,
)
_SUBJECTLESS = re.compile(
    r"(?:(?:[Jj]ust|[Ff]inally|[Rr]ecently|[Aa]lso) )?"
    rf"(?P<passing>(?i:{DURABLE}|{PASSING}|got back from))\b(?P<rest>.*)",
    re.DOTALL,
)
_BEFALLEN = re.compile(
    rf"\b[Mm]y (?:\w+ )?(?i:{COMPANIONS}|{POSSESSIONS})(?: [A-Z]\w+)?"
    rf"(?: also| just| finally| recently)? (?P<passing>{BEFALL})(?P<rest>.*)",
    re.DOTALL,
)
_EMPTY = re.compile(rf"^\W*(?:(?:{EMPTY_OBJECTS})\b|\W*$)", re.IGNORECASE)
_NAME = re.compile(r"(?<=[a-z,'] )(?!I\b|I')[\"\u201c]?[A-Z][\w'&-]+")
_GLIMPSES = frozenset(("saw", "heard", "talked", "snapped", "shared", "spoke", "noticed"))
_WHEN = re.compile(r"\b(?:ago|yesterday|last|today|in (?:19|20)\d\d)\b", re.IGNORECASE)
_SAYS_ALL = re.compile(
    r"\b(?:graduated|retired|passed away|died|married|engaged|divorced|promoted|hired|broke down"
    r"|crashed|lost power|got hurt)\b"
)
_CHANGES_LIFE = re.compile(
    r"\b(?:adopted|bought|joined|signed up|won|married|moved|sold|founded|quit|rescued"
    r"|inherited|published|retired)\b"
)
_WORD = re.compile(r"[a-z][\w'-]{2,}")
_EMPTY_WORDS = frozenset(
    ("the", "and", "but", "for", "with", "from", "out", "our", "his", "her", "their", "its", "that",
     "was", "were", "are", "been", "you", "them", "some", "any", "all", "just", "also", "really",
     "very", "too", "then", "about", "into", "over", "after", "before", "during", "last", "this",
     "day", "days", "week", "weeks", "time", "got", "had", "have", "great", "good", "awesome",
     "amazing", "cool", "fun", "new", "nice", "bit", "lot", "things")
)  # fmt: skip


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """A past event as the sentence tells it."""

    quote: str  # stands word for word in the sentence
    passing: bool  # durable only if it is dated or names something
    names_something: bool


def find_event(sentence: str) -> Event | None:
    """Find the own past event that a sentence tells, if it tells one."""
    if is_foreign(sentence):
        return None
    events = (_find_told(piece) for piece in pieces(sentence))
    return next((event for event in events if event), None)


def _find_told(sentence: str) -> Event | None:
    plain = sentence.replace("\u2019", "'")
    start = skip_lead(plain)
    for pattern in (_VERB, _SUBJECTLESS, _BEFALLEN):
        match = (pattern.match if pattern is _SUBJECTLESS else pattern.search)(plain, start)
        if match is None or not leads_in(plain[start : match.start()]):
            continue
        ends = (e for e in ends_of(plain, match.start("rest")) if _tells(match, plain[start:e], e))
        end = next(ends, None)
        if end is None:
            return None
        return Event(
            quote=sentence[start:end].strip(),
            passing=bool(match.groupdict()["passing"]),
            names_something=pattern is _VERB
            and bool(_NAME.search(plain, match.start("rest"), end)),
        )
    return None


def _tells(match: re.Match[str], quote: str, end: int) -> bool:
    """Whether a match asserts something of substance that can be understood later."""
    told = match.string[match.start() : end]
    rest = match.string[match.start("rest") : end]
    if not _is_asserted(BREAK.split(told)[0]) or not is_clear(quote):
        return False
    if _SAYS_ALL.search(told):
        return True
    named = bool(_NAME.search(rest))
    if match.groupdict()["passing"] in _GLIMPSES and not named:
        return False
    words = [word for word in _WORD.findall(rest.lower()) if word not in _EMPTY_WORDS]
    least = 1 if named or _WHEN.search(quote) or _CHANGES_LIFE.search(told) else 2
    return not _EMPTY.match(rest) and len(words) >= least


def _is_asserted(clause: str) -> bool:
    return not (
        is_negated(clause) or is_wish(clause) or is_attributed(clause) or is_past_habit(clause)
    )
