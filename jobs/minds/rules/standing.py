"""Lasting states that no slot holds: what one plays, studies, owns or is in the middle of.

They are quoted like events; only closed lists of verbs and nouns count, since the present tense
is also what small talk is made of.
"""

from __future__ import annotations

import re

from jobs.minds.rules.events import MAX_QUOTE, cut_praise, is_clear, leads_in, pieces, skip_lead
from jobs.minds.rules.guards import is_attributed, is_foreign, is_negated, is_past_habit, is_wish
from memory_core.sections import Section

_NUMBER = r"(?:an?|my own|two|three|four|five|six|seven|eight|several|some|\d+|another)"
_KIN = (
    r"(?:kids?|children|sons?|daughters?|brothers?|sisters?|siblings|wife|husband|nieces?|nephews?"
    r"|grandkids|grandchildren|twins|girlfriend|boyfriend|partner|roommates?|cousins?)"
)
_PET = (
    r"(?:dogs?|cats?|pupp(?:y|ies)|pups?|kittens?|turtles?|rabbits?|hamsters?|snakes?|horses?"
    r"|parrots?|birds?|guinea pigs?|fish|pets?)"
)
_ACTIVITY = (
    r"(?:working on|taking|studying|learning|training for|reading|writing|building|starting|opening|launching"
    r"|running|organi[sz]ing|hosting|offering|developing|designing|creating|expanding|volunteering"
    r"|teaching|preparing for|prepping for|majoring in|renovating|restoring|saving (?:up )?for"
    r"|applying (?:to|for)|researching|planning|composing|recording|planting|growing|coaching"
    r"|getting married|getting ready for|taking care of|looking (?:into|for)|searching for"
    r"|saving|exploring|practicing|collaborating|moving to|in charge of|on a|part of|married)"
)
_STANDING = (
    (
        Section.PEOPLE,
        rf"(?:I|We|we)(?: \w+ly| also| still)? (?:have|'ve got|have got) {_NUMBER}(?: [\w-]+){{0,2}} {_KIN}\b",
    ),
    (
        Section.PEOPLE,
        rf"(?:I|We|we)(?: \w+ly| also| still)? (?:have|'ve got|own|have got) {_NUMBER}(?: [\w-]+){{0,2}} {_PET}\b",
    ),
    (
        Section.PREFERENCES,
        r"[Mm]y (?:(?:all-time|absolute|personal) )?fav(?:ou?rite|e)\b(?: [\w-]+){1,5} (?:is|are|'s|was|would be)\b",
    ),
    (Section.PREFERENCES, r"I(?: \w+ly)? prefer\b"),
    (
        Section.PROFILE,
        r"I(?: also| still| \w+ly)? (?:play|collect|practice|practise|teach|study|coach|own|run|volunteer|belong to"
        r"|breed|paint|write|grow|bake|compose|knit|sew|garden|surf|ski|meditate|swim|stream|mentor)\b",
    ),
    (Section.PROJECTS, rf"I(?:'m| am)(?: \w+ly| also| still| even| just| now)? {_ACTIVITY}\b"),
)  # fmt: skip
_PATTERNS = [(section, re.compile(rf"\b{clause}(?P<rest>.*)")) for section, clause in _STANDING]
_EMPTY = re.compile(
    r"^\W*(?:(?:it|that|them|him|her|one|so|some|out|how|what|forward|good|great|ready|things?|stuff"
    r"|to (?:see|it|be|make|do|get|keep|stay|hear|find|help)|a (?:lot|ton|bit|break|chance|look|step|great|good"
    r"|roll|journey|mission|whole)|for (?:it|that)|on (?:it|that)|up|off|the (?:best|moment|way|same)"
    r"|my (?:best|time|mind)|next|tomorrow|soon|today|this|last|with|from|over|around|through|away|up|things|both|myself|new things"
    r"|a risk|the plunge|control|steps?|some (?:time|notes|stuff)|care|off|different|places|great)\b|\W*$)",
    re.IGNORECASE,
)
_MIN_REST = 4


def find_standing(sentence: str) -> tuple[Section, str] | None:
    """Find the lasting state that a sentence tells of its speaker: section and quote."""
    if is_foreign(sentence):
        return None
    for piece in pieces(sentence):
        if found := _told_in(piece):
            return found
    return None


def _told_in(sentence: str) -> tuple[Section, str] | None:
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
    first = re.split(r"\s[-\u2013\u2014]\s|[;,]", plain)[0]
    if is_negated(first) or is_wish(first) or is_attributed(plain) or is_past_habit(first):
        return False
    full = len(rest.strip(" .!")) >= _MIN_REST or not rest.strip(" .!")
    return (
        is_clear(plain)
        and full
        and not _EMPTY.match(rest.strip() or "x")
        and len(quote) <= MAX_QUOTE
    )
