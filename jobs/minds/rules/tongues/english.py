"""English beyond the plain clauses: facts put as a topic and its value, requests, endings."""

from __future__ import annotations

import re

from jobs.minds.rules.tongues.asides_latin import ENGLISH as ASIDE
from jobs.minds.rules.tongues.english_hints import with_hints
from jobs.minds.rules.tongues.english_phrases import PHRASES
from jobs.minds.rules.tongues.tongue import NEVER, Tongue
from memory_core.text.languages.english import ENGLISH as TABLE
from memory_core.text.languages.english import PERSON as PERSON_WORDS

ENGLISH = Tongue(
    language="en",
    sentence_end=TABLE.sentence,
    border=re.compile(
        r"\s*[;:\u2013\u2014]\s+|\s+-\s+|,\s+|\s+(?=(?:and|but|because|so) (?:I|I'm|my|we|home|now)\b)"
    ),
    lead=re.compile(
        r"^(?:(?:Hello|Hi|Hey|OK|Okay|Yes|No|Well|Oh|Actually|Also|By the way|Btw|And|and|but|But|so|So|because|Correction|Update|Note"
        r"|FYI|Careful|Sorry|Please note that|Just so you know|Now|now|Currently|These days|At the moment|Right now|As of (?:now|today|this \w+)"
        r"|Since \w+(?!,? (?:I'm|I am|I've been|we're) (?:with|at)\b)|In fact|that|Heads up|News|Change of plans?)\b[\s,.:!\u2013-]*)+"
    ),
    foreign=NEVER,
    attributed=TABLE.guards.attribution,
    wish=re.compile(
        rf"{TABLE.guards.wish.pattern}|\b(?:nearly|almost|dreamt|dreamed)\b", re.IGNORECASE
    ),
    denial=TABLE.guards.negation,
    past_habit=TABLE.guards.past_habit,
    others=re.compile(
        r"^(?![Mm]y mother tongue)(?:(?:[Mm]y|[Oo]ur|[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir) )?(?:"
        + PERSON_WORDS
        + r"|[Hh]e|[Ss]he|[Tt]hey|[Yy]ou)\b"
        r"(?!.*\b(?:I|I'm|me)\b)"
    ),
    own=re.compile(r"\b(?:I|I'm|I've|my|me|we|our)\b", re.IGNORECASE),
    phrases=with_hints(PHRASES),
    aside=ASIDE,
    remember=(),
    forget=NEVER,
    ceased=TABLE.cues.taken_back,
    correction=NEVER,
    deeds=(),
    empty=NEVER,
    vague=re.compile(r"^(?:it|this|that|here|there)$", re.IGNORECASE),
    order=NEVER,
)
