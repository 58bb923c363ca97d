"""Which English clauses state the value of a slot.

A pattern matches a clause from its start; its value is checked apart, so that a pattern can stay
readable. A clause that denies its value or takes it back ("I no longer …", "I'm not …") is turned
into the plain one and marked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from jobs.minds.rules.guards import has_placeholder, is_negated, is_past_habit, is_wish
from jobs.minds.rules.plain_clause import has_ceased, plain_clause, without_denial
from jobs.minds.rules.values import (
    FAMILY,
    LANGUAGES,
    OCCUPATIONS,
    PETS,
    is_name,
    is_place,
    is_thing,
    is_undertaking,
)
from memory_core.index.slots import Slot, SlotValue

_Check = Callable[[str], bool]

_ADVERBS = (
    r"(?:(?:really|absolutely|totally|also|just|still|do|personally|truly|actually|currently|now"
    r"|mostly|mainly|usually|always|especially|definitely|both|so|particularly) )*"
)
_AFTER = (
    r"(?=$| (?:with|and|since|for|near|but|these|at|now|right|again|alone|together|because|as|by"
    r"|too|so|while|currently|to|on|in|from|who|which|when|after|is|was|has|loves?|likes?|turned"
    r"|will|works?|lives?|just|also)\b)"
)
_CAPITAL = r"[A-Z\u00c0-\u00de][\w\u2019'.&-]*"
_NAME = rf"{_CAPITAL}(?: {_CAPITAL}){{0,2}}"
_PLACE = rf"(?:the )?{_CAPITAL}(?:(?: | de | of | upon | la | am )(?:the )?{_CAPITAL}){{0,3}}"
_KIN = "|".join(FAMILY)
_PET = "|".join(PETS)
_SPEECH = "|".join(LANGUAGES)
_JOB = rf"an? (?:[\w-]+ ){{0,3}}?(?:{'|'.join(OCCUPATIONS)})"
_MONTHS = (
    "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_DAY = (
    rf"(?:(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {_MONTHS}|{_MONTHS} \d{{1,2}}(?:st|nd|rd|th)?)"
    r"(?:,? \d{4})?|\d{4}-\d{2}-\d{2})"
)
_STYLE = (
    r"short|brief|concise|terse|detailed|long|thorough|simple|formal|informal|bulleted|plain"
    r"|direct|structured|step-by-step"
)
_ANSWERS = r"(?:answers?|replies|responses|explanations|messages|summaries)"
_DIETS = (
    r"vegan|vegetarian|pescatarian|flexitarian|keto|paleo|kosher|halal|gluten-free|dairy-free"
    r"|lactose-free|low-carb"
)
_TOOLS = (
    r"vim|neovim|emacs|nano|tmux|zsh|bash|fish|git|python|rust|go|java|typescript|javascript"
    r"|postgres|docker|podman|kubernetes|linux|macos|windows|tabs|spaces|vs ?code|pycharm|obsidian"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Pattern:
    slot: Slot
    clause: re.Pattern[str]
    holds: _Check


def _pattern(slot: Slot, clause: str, holds: _Check | None = None) -> _Pattern:
    return _Pattern(slot=slot, clause=re.compile(clause), holds=holds or (lambda _: True))


_MY = "(?:[Mm]y|[Oo]ur)"
_HAVE = r"(?:I|We|we) (?:also )?(?:have|own|have got|'ve got)"
_ORDER = r"(?:[Pp]lease )?(?:[Aa]lways )?"
_VERY_MUCH = r"(?: so much| very much| a lot| too| as well| the most| at all| tho| though)?"
_I = rf"^[Ii] {_ADVERBS}"
_I_AM = rf"^[Ii](?: am|'m) {_ADVERBS}"
_PATTERNS = (
    _pattern(Slot.NAME, rf"^[Mm]y (?:full )?name(?: is|'s) (?P<v>{_NAME}){_AFTER}", is_name),
    _pattern(
        Slot.NICKNAME,
        rf"^(?:[Pp]lease )?(?:[Yy]ou can )?(?:[Jj]ust )?[Cc]all me (?P<v>{_NAME}){_AFTER}",
        is_name,
    ),
    _pattern(Slot.NICKNAME, rf"{_I}go by (?P<v>{_NAME}){_AFTER}", is_name),
    _pattern(Slot.HOME, rf"{_I}(?:live|reside) in (?P<v>{_PLACE}){_AFTER}", is_place),
    _pattern(Slot.HOME, rf"{_I_AM}(?:living|based) in (?P<v>{_PLACE}){_AFTER}", is_place),
    _pattern(Slot.HOME, r"^i live in (?P<v>[a-z]+(?: [a-z]+)?)$", is_place),
    _pattern(Slot.ORIGIN, rf"{_I_AM}(?:originally )?from (?P<v>{_PLACE}){_AFTER}", is_place),
    _pattern(Slot.ORIGIN, rf"{_I}come (?:originally )?from (?P<v>{_PLACE}){_AFTER}", is_place),
    _pattern(Slot.EMPLOYER, rf"{_I}work (?:at|for) (?P<v>{_PLACE}){_AFTER}", is_place),
    _pattern(
        Slot.EMPLOYER,
        rf"{_I}work (?:at|for) (?P<v>an? (?:[\w-]+ ){{0,2}}[\w-]+){_AFTER}",
        is_thing,
    ),
    _pattern(Slot.ROLE, rf"{_I}work (?:(?:at|for) .{{2,40}}? )?as (?P<v>{_JOB}){_AFTER}"),
    _pattern(Slot.ROLE, rf"{_I_AM}(?P<v>{_JOB}){_AFTER}"),
    _pattern(
        Slot.BIRTHDAY,
        r"^[Mm]y birthday(?: is|'s)(?: actually| really| in fact| now)?(?: on)?(?: the)?"
        rf" (?P<v>{_DAY})",
    ),
    _pattern(Slot.BIRTHDAY, rf"^I was born on(?: the)? (?P<v>{_DAY})"),
    _pattern(
        Slot.UNITS,
        rf"(?:{_I}(?:prefer|use|want|need)|^{_ORDER}[Uu]se)"
        r" (?P<v>metric|imperial|SI)(?: units| measurements| system)?(?=$| )",
    ),
    _pattern(
        Slot.DIET,
        rf"{_I_AM}(?:an? |on an? |strictly )?(?P<v>{_DIETS})(?: diet)?"
        r"(?=$| (?:and|for|since|so|now|because)\b)",
    ),
    _pattern(
        Slot.DIET, rf"{_I}(?:eat|follow|keep)(?: an?)? (?P<v>{_DIETS})(?: diet| food)?(?=$| )"
    ),
    _pattern(
        Slot.ANSWER_STYLE, rf"{_I}(?:prefer|like|want) (?:your )?(?P<v>{_STYLE}) {_ANSWERS}\b"
    ),
    _pattern(
        Slot.ANSWER_STYLE,
        rf"^{_ORDER}(?:[Kk]eep|[Mm]ake) (?:your |the )?{_ANSWERS} (?P<v>{_STYLE})\b",
    ),
    _pattern(Slot.ANSWER_STYLE, rf"^{_ORDER}[Gg]ive me (?P<v>{_STYLE}) {_ANSWERS}\b"),
    _pattern(
        Slot.TOOL,
        rf"{_I}(?:use|code in|program in|write everything in) "
        rf"(?P<v>(?i:{_TOOLS})|[A-Z][\w.+#-]*(?: [A-Z][\w.+#-]*){{0,2}})"
        r"(?=$| (?:for|as|to|at|on|with|in|daily|every|and|now)\b)",
        is_name,
    ),
    _pattern(Slot.ALLERGY, rf"{_I_AM}(?:severely |very )?allergic to (?P<v>.+)$", is_thing),
    _pattern(
        Slot.ALLERGY, r"^I have an? (?:severe |bad |strong )?(?P<v>[\w ]{3,20}) allergy", is_thing
    ),
    _pattern(Slot.PROJECT, rf"{_I_AM}working on (?P<v>.+)$", is_undertaking),
    _pattern(
        Slot.LIKES,
        rf"{_I}(?:like|love|enjoy|adore) (?:playing|listening to|watching|reading) (?P<v>{_NAME})"
        rf"(?=$| (?:in|on|at|with|every|after|before|during|when|all)\b)",
        is_name,
    ),
    _pattern(Slot.LIKES, rf"{_I}(?:like|love|enjoy|adore) (?P<v>.+?){_VERY_MUCH}$", is_thing),
    _pattern(
        Slot.LIKES,
        rf"{_I_AM}(?:an? (?:big |huge |massive |great |real )?(?:fan|lover) of|into|fond of"
        rf"|passionate about|crazy about|obsessed with) (?P<v>.+?){_VERY_MUCH}$",
        is_thing,
    ),
    _pattern(
        Slot.DISLIKES,
        rf"{_I}(?:dislike|hate|detest|loathe|can't stand|cannot stand|don't like|do not like"
        rf"|don't enjoy) (?P<v>.+?){_VERY_MUCH}$",
        is_thing,
    ),
)
_CALLED = r"(?:'s name is| is called| is named| called| named|,)?"
_COMPANIONS = (
    _pattern(Slot.FAMILY, rf"\b{_MY} (?P<q>{_KIN}){_CALLED} (?P<v>{_NAME})(?! and I\b)", is_name),
    _pattern(
        Slot.FAMILY,
        rf"\b{_HAVE} an? (?:\w+ )?(?P<q>{_KIN}) (?:called|named) (?P<v>{_NAME})",
        is_name,
    ),
    _pattern(Slot.PET, rf"\b{_MY} (?P<q>{_PET}){_CALLED} (?P<v>{_NAME})", is_name),
    _pattern(
        Slot.PET,
        rf"\b{_HAVE} (?:an?|another) (?:\w+ )?(?P<q>{_PET}) (?:called|named) (?P<v>{_NAME})",
        is_name,
    ),
    _pattern(Slot.PET, rf"\b(?P<v>{_NAME}), my (?:new )?(?P<q>{_PET})\b", is_name),
)
_SPOKEN = re.compile(
    rf"\bI(?: can|'m| am)? {_ADVERBS}(?:speak|fluent in) (?:fluent |some |a little )?"
    rf"(?P<v>(?:{_SPEECH})(?:(?:, |,? and |, and )(?:{_SPEECH}))*)\b"
)
_DENIED_LIKING = re.compile(r"\b(?:don't|do not|can't|cannot) (?:like|enjoy|stand)\b")


def find_slot(clause: str) -> SlotValue | None:
    """Find the slot value that an English clause states of its speaker."""
    plain = plain_clause(clause)
    denied = without_denial(plain)
    ways = [(plain, False), (denied or "", True)]
    if has_ceased(plain):  # "I don't like it any more" was liked, "I don't like it" is disliked
        ways.reverse()
    return next((fact for text, ended in ways if text and (fact := _stated(text, ended))), None)


def _stated(plain: str, ended: bool) -> SlotValue | None:
    if not _asserts(plain):
        return None
    found = (_value(pattern, pattern.clause.match(plain), ended=ended) for pattern in _PATTERNS)
    return next((fact for fact in found if fact), None)


def find_named(sentence: str) -> Iterator[SlotValue]:
    """Yield the relatives, pets and languages that an English sentence names, wherever it does."""
    plain = sentence.replace("\u2019", "'")
    if not _asserts(plain):
        return
    for pattern in _COMPANIONS:
        for match in pattern.clause.finditer(plain):
            if fact := _value(pattern, match):
                yield fact
    for spoken in _SPOKEN.finditer(plain):
        for language in re.findall(_SPEECH, spoken["v"]):
            yield SlotValue(slot=Slot.LANGUAGE, value=language)


def _value(
    pattern: _Pattern, match: re.Match[str] | None, *, ended: bool = False
) -> SlotValue | None:
    if match is None or not pattern.holds(match["v"]) or has_placeholder(match["v"]):
        return None
    return SlotValue(
        slot=pattern.slot,
        value=match["v"].strip(" .!\"'"),
        qualifier=(match.groupdict().get("q") or "").lower(),
        ended=ended,
    )


def _asserts(clause: str) -> bool:
    head = _DENIED_LIKING.sub("", clause)
    return not (is_negated(head) or is_wish(head) or is_past_habit(head))
