"""What a speaker asks of the memory itself: remember, forget, correct, no longer."""

from __future__ import annotations

import re
from dataclasses import dataclass

from jobs.minds.rules.guards import (
    has_placeholder,
    is_addressed,
    is_attributed,
    is_foreign,
    is_negated,
    is_wish,
)
from memory_core.index.cues import correction_of, takes_back
from memory_core.sections import Section
from memory_core.text.languages.english import PERSON

_REMEMBER = re.compile(
    r"^(?:(?:ok(?:ay)?|also|and|btw|hey|hi),? )*"
    r"(?:(?:please|pls),? |(?:can|could|will|would) you (?:please )?)*"
    r"(?:remember|note|keep in mind|don't forget|do not forget|make a note)"
    r"(?P<how>\s*[:\uff1a]\s*| that |, )(?P<what>.+)$",
    re.IGNORECASE,
)
_REMEMBER_ANYWHERE = re.compile(
    r"^(?:(?:please|bitte|por favor|s['\u2019]il te pla\u00eet),? )?"
    r"(?:remember|merke? dir|recuerda|souviens-toi|retiens"
    r"|\u899a\u3048\u3066(?:\u304a\u3044\u3066)?"
    r"|\u8bb0\u4f4f|\u8a18\u4f4f)\s*[:\uff1a]\s*(?P<what>.+)$",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"^(?:(?:please|pls|also|and|ok),? |(?:can|could|would) you (?:please )?|you can "
    r"|I want you to )*"
    r"(?:forget|disregard|scratch|delete|erase|remove|don't remember)"
    r" (?P<how>that|the fact that|about"
    r"|(?:what|everything|anything) I(?:'ve)? (?:said|told you|wrote) about"
    r"|(?:the|that|any|my) (?:bit|part|line|entry|note|thing|stuff|fact|info|information|memory)"
    r" (?:about|on|that|with)"
    r"|I(?: ever)?(?: have)? (?:mentioned|said|told you))(?=\s) (?P<what>.+)$",
    re.IGNORECASE,
)
_NO_LONGER = re.compile(
    r"^I(?:'m| am)? (?:no longer|don't|do not|not)\b.+"
    r"|^I(?:'m| am| don't| do not) .+ any ?(?:more|longer)$",
    re.IGNORECASE,
)
_NO_LONGER_MARK = re.compile(r"\b(?:no longer|any ?more|any longer)\b", re.IGNORECASE)
_TERM = r"[\w\u2019'+#.&:/-]+(?: [\w\u2019'+#.&:/-]+){0,4}?"
_HARD = re.compile(r"(?:^|\s)(?:[A-Z\u00c0-\u00de]|\w*\d)")
_CUE = re.compile(
    r"^(?:(?:no|nope|actually|sorry|wait|oops|correction|i mean|i meant)\b[\s,:.!-]*)+",
    re.IGNORECASE,
)
_HEAD = (
    r"(?:it's|it is|that's|that is|it was|they're|I'm|I am|I was|I live|I work|I use|I prefer"
    r"|I meant|my [\w' ]{2,30} (?:is|are|was)|the [\w' ]{2,30} (?:is|are|was))"
)
_AT = r"(?:in |at |on )?"
_CORRECTIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_HEAD} {_AT}not {_AT}(?P<old>{_TERM}),? but {_AT}(?P<new>{_TERM})$",
        rf"^{_HEAD} {_AT}(?P<new>{_TERM}),? (?:and )?not {_AT}(?P<old>{_TERM})$",
        rf"^(?:it's )?not (?P<old>{_TERM})[,;]? (?:but|it's|it is) (?P<new>{_TERM})$",
    )
)
_NAMES = re.compile(
    r"\ballergy\b|"
    r"(?<=\w )(?!I\b|I')[A-Z\u00c0-\u00de]\w|^(?!(?:I|We|It|That|This|My|Our)\b)[A-Z]\w+ "
)
_OTHERS = re.compile(
    rf"^(?:(?:and|but|so|well) )?(?:my|our|his|her|their|the) (?:\w+ )?(?:{PERSON})\b(?! and I\b)"
    r"|^(?:he|she|they|you|someone|somebody|everyone|people)\b",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"^(?:it|this|that|them|him|her|to|when|you|how|what|all|everything)\b", re.IGNORECASE
)
_STANDING_ORDER = re.compile(
    r"^(?:always|never|please|use|don't|do not|avoid|keep|write|run|make sure|before|after|when)\b",
    re.IGNORECASE,
)
_MOST = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A request to the memory and the words to quote."""

    quote: str
    section: Section
    language: str = "en"


def find_remembered(sentence: str, *, to_agent: bool) -> str | None:
    """Return what a sentence asks to remember.

    Among humans, only a colon or a word about the speaker tells a request from advice.
    """
    match = _REMEMBER.match(sentence.replace("\u2019", "'"))
    if match is None or len(match["what"]) > _MOST or has_placeholder(match["what"]):
        return None
    what = sentence[match.start("what") :].rstrip("?").strip()
    if re.match(r"\s*[:\uff1a]", match["how"]):
        return what
    own = re.search(r"\b(?:I|I'm|my|our|we)\b", match["what"])
    if _VAGUE.match(what) or not (to_agent or (own and not is_addressed(what))):
        return None
    return what


def find_remembered_anywhere(line: str) -> str | None:
    """Return what a line of any language asks to remember, after a colon."""
    match = _REMEMBER_ANYWHERE.match(line)
    if match is None or len(match["what"]) > _MOST or has_placeholder(match["what"]):
        return None
    return match["what"].strip()


def section_of(remembered: str) -> Section:
    """Return where a remembered sentence that is no slot belongs."""
    return Section.PROCEDURES if _STANDING_ORDER.match(remembered) else Section.OTHER


def find_forgotten(sentence: str, *, to_agent: bool) -> str | None:
    """Return what a sentence asks to forget; the sentence itself is what is to be quoted."""
    plain = sentence.replace("\u2019", "'").rstrip(".!? ")
    match = _FORGET.match(plain)
    if match is None or len(sentence) > _MOST or has_placeholder(sentence):
        return None
    what = match["what"]
    about_self = re.search(r"\b(?:I|I'm|my|our|we)\b", plain[match.start("how") :])
    return None if _VAGUE.match(what) or not (to_agent or about_self) else what


def is_retraction(clause: str) -> bool:
    """Whether a clause takes back something that it names."""
    plain = clause.replace("\u2019", "'")
    loose = re.search(
        r"\b(?:it|that|this|them|there|here|know|feel|think|you)\b", plain, re.IGNORECASE
    )
    held = _NO_LONGER.match(plain) and _NO_LONGER_MARK.search(plain)
    return bool(held) and not loose and not is_wish(plain) and not has_placeholder(plain)


def find_correction(sentence: str) -> str | None:
    """Return the words that correct a value and name both the old and the new one."""
    plain = sentence.replace("\u2019", "'").rstrip(".! ")
    if is_foreign(sentence) or len(sentence) > _MOST or has_placeholder(sentence):
        return None
    cue = _CUE.match(plain)
    told = plain[cue.end() :] if cue else plain
    for pattern in _CORRECTIONS:
        if match := pattern.match(told):
            hard = all(_HARD.search(match[part]) for part in ("old", "new"))
            return sentence if hard or cue else None
    named = correction_of(plain, "en")
    hard = named is not None and all(_HARD.search(value) for value in (named.old, named.new))
    return sentence if hard and not is_wish(plain) else None


def find_ending(sentence: str) -> str | None:
    """Return the sentence if it says that something which it names is over for its speaker."""
    plain = sentence.replace("\u2019", "'").rstrip(".! ")
    if not _NAMES.search(plain) or not takes_back(plain, "en") or _OTHERS.search(plain):
        return None
    if is_foreign(sentence) or len(sentence) > _MOST or has_placeholder(sentence):
        return None
    denied = is_negated(plain) and not _NO_LONGER_MARK.search(plain)
    return None if denied or is_wish(plain) or is_attributed(plain) else sentence
