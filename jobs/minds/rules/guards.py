"""What keeps an English clause from being its speaker's own assertion."""

from __future__ import annotations

import re

_CONDITION = re.compile(
    r"\b(?:if|unless|suppose|supposing|imagine|pretend|assuming|provided that|in case|as though"
    r"|hypothetically|let's say|what if|role-?play"
    r"|(?:once|when|whenever|as soon as|until|till|whether)"
    r" (?:I|we)(?:'m| am| are|'re| live| work|'ll)|in my (?:novel|story|dream|head)|were I)\b",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:want|wants|wanted|wanna|wish|wishes|wished|(?<!in )hopes?|(?<!in )hoping|hoped"
    r"|would|wouldn't|could|couldn't|might|(?-i:may)|maybe|perhaps|plan|plans|planned|planning"
    r"|going to|gonna"
    r"|will|won't|shall|should|shouldn't|must|dream of|dreaming of|thinking (?:of|about)"
    r"|considering|looking to"
    r"|dreamt?|dreamed|nearly|as good as"
    r"|try to|trying to|almost|nearly|probably|possibly|supposed to|tempted|about to|intend"
    r"|can't wait|looking forward)\b|'(?:d|ll)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|nobody|neither|nor|hardly|barely|cannot|without|didnt|dont)\b"
    r"|n't\b",
    re.IGNORECASE,
)
_PAST_HABIT = re.compile(r"\bused to\b", re.IGNORECASE)
_ATTRIBUTION = re.compile(
    r"\b(?:says|(?:they|people|some) (?:say|think|claim)|said|saying|claims|claimed|thinks|believes"
    r"|tells|told (?!them|him|her|my|the)|told me|asked|wrote|writes|according to|quote|heard"
    r"|apparently|supposedly|allegedly|rumou?r|lyrics|song goes)\b",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"^(?:who|what|when|where|why|how|which|do|does|did|is|are|am|was|were|can|could|should|would"
    r"|will|have|has|had|may|shall|isn't|aren't|don't|doesn't|didn't|won't|can't)\s+(?:I|you|he|she"
    r"|it|we|they|the|my|your|this|that|there|a|an)\b",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^(?!(?:User|Me|Remember|Note|Update|Correction|Actually|News|Yes|No|Fact|Guess|So|Also)\b)"
    r"[\"*_]*[A-Z][a-z]+(?: [A-Z][a-z]*\.?){0,2}[\"*_]*:\s"
)
_ADDRESS = re.compile(r"\b(?:you|your|yours|yourself|ya|y'all|u|ur)\b", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"[\[\]<>{}|\\]")
_DEIXIS = re.compile(
    r"\b(?:here|there(?! (?:is|are|was|were|'s))|now|these(?! days)|just then"
    r"|this(?! (?:(?:past |last )?week(?:end)?|month|year|morning|afternoon|evening|summer|winter"
    r"|spring|fall|autumn|mon|tue|wed|thu|fri|sat|sun|awesome|amazing|cool|crazy|great|beautiful"
    r"|cute|new|yummy|wonderful|super|huge|really|local|big|one|small|tiny|old|fantasy)))\b",
    re.IGNORECASE,
)
_I_SAID = re.compile(
    r"^(?:I|i) (?:said|say|mean|meant|told you)\b(?: that)?[,:]?\s*", re.IGNORECASE
)


def is_foreign(sentence: str) -> bool:
    """Whether a whole sentence speaks for someone else, asks, or supposes."""
    return bool(
        "?" in sentence[-4:]
        or _CONDITION.search(sentence)
        or _QUESTION.match(sentence)
        or _LABEL.match(sentence)
    )


def is_attributed(text: str) -> bool:
    """Whether a text reports what somebody says or thinks."""
    return bool(_ATTRIBUTION.search(_I_SAID.sub("", text)))


def is_wish(text: str) -> bool:
    """Whether a clause speaks of what may be rather than of what is."""
    return bool(_WISH.search(text))


def is_negated(text: str) -> bool:
    """Whether a clause denies something."""
    return bool(_NEGATION.search(text))


def is_past_habit(text: str) -> bool:
    """Whether a clause tells what used to be."""
    return bool(_PAST_HABIT.search(text))


def is_addressed(text: str) -> bool:
    """Whether a text speaks of the one it is said to."""
    return bool(_ADDRESS.search(text))


def has_placeholder(text: str) -> bool:
    """Whether a text holds brackets, as a redaction leaves them, or markup."""
    return bool(_PLACEHOLDER.search(text))


def points_at_the_moment(text: str) -> bool:
    """Whether a text needs its moment or place to be understood."""
    return bool(_DEIXIS.search(text))
