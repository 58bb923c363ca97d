"""Lasting states that no slot holds: what one plays, studies, owns or is in the middle of.

They are quoted like events; only closed lists of verbs and nouns count, since the present tense
is also what small talk is made of.
"""

from __future__ import annotations

import re

from jobs.minds.rules.guards import is_attributed, is_foreign, is_negated, is_past_habit, is_wish
from jobs.minds.rules.telling import cut_praise, is_clear, leads_in, pieces, skip_lead
from memory_core.sections import Section

_NUMBER = r"(?:an?|my own|two|three|four|five|six|seven|eight|several|some|\d+|another)"
_KIN = (
    r"(?:kids?|children|sons?|daughters?|brothers?|sisters?|siblings|wife|husband|nieces?|nephews?"
    r"|grandkids|grandchildren|twins|girlfriend|boyfriend|partner|roommates?|cousins?)"
)
_PET = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|pups?|kittens?|kitt(?:y|ies)|turtles?|rabbits?|hamsters?|snakes?"
    r"|horses?|parrots?|birds?|guinea pigs?|fish|pets?)"
)
_ACTIVITY = (
    r"(?:working on|interning|interested in|taking|studying|learning"
    r"|training for|reading|writing|building|starting|opening"
    r"|launching|running|organi[sz]ing|hosting|offering|developing|designing|creating"
    r"|expanding|volunteering"
    r"|teaching|preparing for|prepping for|majoring in|renovating|restoring|saving (?:up )?for"
    r"|applying (?:to|for)|researching|planning|composing|recording|planting|growing|coaching"
    r"|getting married|getting ready for|taking care of|looking (?:into|for)|searching for"
    r"|saving|exploring|practicing|collaborating|moving to|in charge of|on a|part of|married)"
)
_WE_HAVE = r"(?:I|We|we)(?:(?: \w+ly| also| still)? (?:have(?: got)?|own)|'ve got)"
_HABITS = (
    r"(?:play|collect|practice|practise|teach|study|coach|own|run|volunteer|belong to|breed|paint"
    r"|write|grow|bake|compose|knit|sew|garden|surf|ski|meditate|swim|stream|mentor)"
)
_USUAL = r"(?:watch|read|listen|play|go (?:for|on|to the)|spend|cook|eat|drink|run|wake|bake|work)"
_PATTERNS = tuple(
    (section, re.compile(rf"\b{clause}(?P<rest>.*)"))
    for section, clause in (
        (Section.PEOPLE, rf"{_WE_HAVE} {_NUMBER}(?: [\w-]+){{0,2}} (?:{_KIN}|{_PET})\b"),
        (
            Section.PEOPLE,
            rf"I(?:'m| am) (?:so )?(?:lucky|blessed) to have my(?: [\w-]+){{0,3}} {_KIN}\b",
        ),
        (
            Section.PREFERENCES,
            (
                r"(?:We|we|[Mm]y \w+ and I)(?: \w+ly)? (?:love|enjoy) (?:to )?"
                r"(?!them|it|that|this|the|how|having|seeing|all)\w+"
            ),
        ),
        (Section.PREFERENCES, rf"I (?:usually|often) {_USUAL}\b"),
        (
            Section.PREFERENCES,
            (
                r"[Mm]y (?:(?:all-time|absolute|personal) )?fav(?:ou?rite|e)\b(?: [\w-]+){1,5}"
                r" (?:is|are|'s|was|would be)\b"
            ),
        ),
        (Section.PREFERENCES, r"I(?: \w+ly)? prefer\b"),
        (Section.PROFILE, rf"I(?: also| still| \w+ly)? {_HABITS}\b"),
        (Section.PROJECTS, rf"I(?:'m| am)(?: \w+ly| also| still| even| just)? {_ACTIVITY}\b"),
    )
)
_EMPTY = re.compile(
    r"^\W*(?:(?:it|that|them|him|her|one|so|some|out|how|what|forward|good|great|ready"
    r"|things?|stuff"
    r"|to (?:see|it|be|make|do|get|keep|stay|hear|find|help|realize)|up|off|the (?:best|moment|way"
    r"|same|time)|a (?:lot|ton|bit|break|chance|look|step|great|good|roll|journey|mission|whole"
    r"|risk)|for (?:it|that)|on (?:it|that|another)|my (?:best|time|mind)|next|tomorrow|soon"
    r"|today|this"
    r"|last|with|from|over|around|through|away|things|both|myself|new things|time|the plunge"
    r"|control|steps?|some (?:time|notes|stuff)|care|different|places|help|advice|ideas|tips"
    r"|suggestions"
    r"|feedback|information|info|an? (?:way|answer|example|explanation)|ways"
    r"|recommendations)\b|\W*$)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\s[-\u2013\u2014]\s|[;,]")
_MIN_REST = 4


def find_standing(sentence: str) -> tuple[Section, str] | None:
    """Find the lasting state that a sentence tells of its speaker: section and quote."""
    if is_foreign(sentence):
        return None
    found = (_find_told(piece) for piece in pieces(sentence))
    return next((told for told in found if told), None)


def _find_told(sentence: str) -> tuple[Section, str] | None:
    plain = sentence.replace("\u2019", "'")
    start = skip_lead(plain)
    for section, pattern in _PATTERNS:
        match = pattern.search(plain, start)
        if match and leads_in(plain[start : match.start()]):
            end = cut_praise(plain, match.start("rest"))
            quote = sentence[start:end].strip()
            return (section, quote) if _lasts(quote, plain[match.start("rest") : end]) else None
    return None


def _lasts(quote: str, rest: str) -> bool:
    plain = quote.replace("\u2019", "'")
    first = _FIRST.split(plain)[0]
    if is_negated(first) or is_wish(first) or is_attributed(plain) or is_past_habit(first):
        return False
    rest = rest.strip(" .!")
    return (
        is_clear(plain) and not _EMPTY.match(rest or "x") and (not rest or len(rest) >= _MIN_REST)
    )
