"""How a sentence tells of its speaker: where it starts, where it ends, whether it is clear.

Wow, Ana! By the way, │ yesterday I joined a choir with my sister │ - it was so much fun!
lead                    told                                        praise
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from jobs.minds.rules.guards import (
    has_placeholder,
    is_addressed,
    is_attributed,
    points_at_the_moment,
)
from jobs.minds.rules.vocabulary import LEADS, PRAISE, SMALL_TALK

MAX_QUOTE = 300  # characters

_DASHES = r"\s+[-\u2013\u2014]+\s*|\s*\u2014\s*|--+\s*|; "
_PIECE = re.compile(
    rf"{_DASHES}|(?<=\w)- |: |! |, (?=(?:I|we|my|yesterday|last|recently|today)\b)"
    r"|, (?:but|so|and|then) "
)
BREAK = re.compile(rf"{_DASHES}|(?<=\w)[-\u2013] |, |\s+(?=(?:and|so|but)\s)")
_PRAISE = re.compile(
    rf"(?:\s*[,;]|\s+[-\u2013\u2014]+|\s*\u2014|-)?\s*(?:\b(?:and|so|but) )?\b(?:{PRAISE})\b"
)
_WHEN_WORD = (
    r"(?:Yesterday|Today|Recently|Lately|Last|Tonight|Tomorrow|Currently"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)"
)
_LEAD = re.compile(
    rf"^(?:(?:(?:{LEADS})\b|(?-i:(?!{_WHEN_WORD}\b|I\b)[A-Z][a-z]+)(?=[,!] ))"
    r"[\s,.!:\u2013\u2014-]*)+(?=\S)",
    re.IGNORECASE,
)
_MOST_LEAD_WORDS = 8
_SETTING = re.compile(
    r"(?:(?:While|After|Before) \w+ing\b[^,]*, |(?:[Ll]ast|[Tt]his|[Yy]esterday)\b[\w ]{0,20}"
    r"(?: was|'s been) (?:\w+ )?\w+ [-\u2013\u2014] )$"
)
_OTHER_VERB = re.compile(
    r"\b(?:who|whom|which|that|because|since|when|while|where|what|how|why|until|than|as|is|was|are"
    r"|were|it's|has|had|have|did|does|been|having|i|he|she|they|it|we"
    r"|look|check|see|meet|remember|(?!morning|evening|during)\w{2,}ing)\b|'s |'m |'re "
)
_TAKES_BACK = re.compile(
    r"\b(?:but|though|although|except|unless|if|not|never|until)\b|n't\b", re.IGNORECASE
)
_TITLE = re.compile(r"[\"\u201c][^\"\u201d]*[\"\u201d]")
_IT = re.compile(r"\b(?:it|it's|its)\b", re.IGNORECASE)
_NAMED_FIRST = re.compile(
    r"\b(?:an?|the|my|our|some|another|two|three|several|new)\b|\w[A-Z]|\w{4,}s\b"
)
_THEM = re.compile(r"\b(?:them|they|their|he|him|she|that(?=[.!]*$| up\b))\b", re.IGNORECASE)
_REFERENT = re.compile(
    r"\b(?:(?:my|our|two|three|four) (?:\w+ )?\w{2,}(?<!u)(?<!s)(?<!i)s|people|kids|friends?"
    r"|mom|mother|dad|father|sister|brother|son|daughter|partner|girlfriend|boyfriend|wife|husband"
    r"|puppy|pup|dog|cat|colleague|neighbor|woman|man|girl|guy|fam|family|children)\b"
    r".*\b(?:them|they|their|he|him|she)\b",
    re.IGNORECASE,
)
_SMALL_TALK = re.compile(rf"\b(?:{SMALL_TALK})\b", re.IGNORECASE)


def pieces(sentence: str) -> Iterator[str]:
    """Yield the sentence and what stands behind its dashes: each may have a subject of its own."""
    yield sentence
    for border in _PIECE.finditer(sentence):
        if not is_attributed(sentence[: border.start()]):
            yield sentence[border.end() :]


def skip_lead(plain: str) -> int:
    """Return where greetings and fillers end."""
    lead = _LEAD.match(plain)
    return lead.end() if lead else 0


def leads_in(before: str) -> bool:
    """Whether what stands before the subject only says when or where."""
    few = len(before.strip(" ,-\u2013:").split()) <= _MOST_LEAD_WORDS
    return few and bool(_SETTING.match(before) or not _OTHER_VERB.search(before.lower() + " "))


def cut_praise(plain: str, told: int) -> int:
    """Return where the telling that goes on at `told` ends and its praise begins."""
    for border in BREAK.finditer(plain, told):
        if _PRAISE.match(plain, border.start()):
            return border.start()
    return len(plain)


def ends_of(plain: str, told: int) -> Iterator[int]:
    """Yield where a quote may end: before the praise, or else at the first break.

    What stands behind a break may be left out only if it takes nothing back.
    """
    end = cut_praise(plain, told)
    yield end
    border = BREAK.search(plain, told, end)
    if border and not _TAKES_BACK.search(plain, border.start(), end):
        yield border.start()


def _points_back(quote: str) -> bool:
    """Whether "it" stands in a quote before anything that it could stand for."""
    found = _IT.search(_TITLE.sub("", quote))
    return bool(found) and not _NAMED_FIRST.search(quote, 0, found.start() if found else 0)


def is_clear(quote: str) -> bool:
    """Whether a quote can be understood on another day by someone who was not there."""
    return not (
        len(quote) > MAX_QUOTE
        or is_addressed(quote)
        or points_at_the_moment(quote)
        or has_placeholder(quote)
        or _SMALL_TALK.search(quote)
        or _points_back(quote)
        or (_THEM.search(quote) and not _REFERENT.search(quote))
    )
