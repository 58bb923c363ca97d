"""Guard words: what turns a statement into something else than a plain fact of its speaker.

Negation and cessation, wish and plan, condition, question, past habit, attribution and a third
party as subject. A condition and a question reach over their sentence, an attribution over what
follows it, the others over their clause.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from memory_core.index.clauses import Clause, clauses


class Guard(StrEnum):
    """A class of guard words."""

    NEGATION = "negation"
    WISH = "wish or plan"
    CONDITION = "condition"
    QUESTION = "question"
    PAST_HABIT = "past habit"
    ATTRIBUTION = "attribution"
    THIRD_PARTY = "third party"


_NEGATION = re.compile(
    r"\b(?:not(?! only\b)|no(?!\.| doubt\b| problem\b| wonder\b)|never|none|nobody|nothing|neither"
    r"|nor|without|cannot|hardly|barely|anymore|any\s+more|dislikes?|hates?|hated|detests?|loathes?"
    r"|quit|quitted|stopped|gave\s+up|given\s+up|resigned|moved\s+(?:out\s+of|away)"
    r"|left\s+(?:my|the)\s+(?:job|company|position)"
    r"|\w+n['’]t|dont|doesnt|didnt|isnt|wont|cant)\b",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"\b(?:(?:want|wants|wanted|wish|wishes|hopes?|hoping|plans?|planning|intends?|intending|dreams?"
    r"|dreaming|aims?)\s+(?:to|of|on|for|that|I|we|he|she|a|an|the|my)\b|wanna|gonna"
    r"|going\s+to(?!\s+(?:the|a|an|my|our|this|that|work|school|church|bed|[A-Z])\b)"
    r"|would(?!\s+(?:prefer|rather)\b)|\w+['’]d\s+(?:like|love|be|want|go|have|get)|could|should"
    r"|might|maybe|perhaps|(?:thinking|thought)\s+(?:of|about)|considering|looking\s+forward"
    r"|can['’]?t\s+wait|let['’]s|will|shall|won['’]?t|someday|hopefully)\b|\w['’]ll\b"
    r"|(?<!\bin )(?<!\bof )\bmay\b(?!\s+\d)",
)
_CONDITION = re.compile(
    r"\b(?:if|unless|suppose|supposing|assuming|in\s+case|otherwise|provided\s+that|as\s+long\s+as"
    r"|imagine)\b",
    re.IGNORECASE,
)
_ASKING = re.compile(
    r"\W*(?:do|does|did|is|are|am|was|were|has|can|could|would|will|should|shall|may|what|who"
    r"|whom|whose|where|when|why|how|which|isn['’]t|aren['’]t|don['’]t|doesn['’]t|didn['’]t)\b",
    re.IGNORECASE,
)
_PAST_HABIT = re.compile(
    r"(?<!['’]m )(?<!am )(?<!get )(?<!got )(?<!getting )(?<!is )(?<!are )(?<!['’]re )"
    r"\bused\s+to\b|\b(?:formerly|previously|back\s+then|in\s+the\s+old\s+days)\b",
    re.IGNORECASE,
)
_ATTRIBUTION = re.compile(
    r"(?<!\bI )(?<!\bI've )(?<!\bI’ve )(?<!\bwe )(?<!\bI had )(?<!\bI already )(?<!\bI just )"
    r"\b(?:says|said|saying|told|tells|thinks|claims|claimed|reckons|believes|reckoned|argued"
    r"|argues|mentioned|according\s+to|apparently|reportedly|supposedly|heard\s+that)\b(?!:)",
    re.IGNORECASE,
)
PERSON = (
    r"(?:brothers?|sisters?|siblings?|mother|father|mom|mum|dad|parents?|son|sons|daughters?|child"
    r"|children|kids?|wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|grandmother"
    r"|grandfather|grandma|grandpa|grandparents|granny|aunt|uncle|cousins?|niece|nephew|friends?"
    r"|buddy|roommates?|flatmates?|neighbou?rs?|colleagues?|co-?workers?|boss|manager|teacher"
    r"|doctor|dentist|therapist|landlord|client|customer|teammate|dogs?|cats?|puppy|kitten|pets?"
    r"|(?:mother|father|brother|sister|son|daughter)-in-law|ex|family|team|company)"
)
_PERSON = re.compile(rf"\b{PERSON}\b", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:he|she|they|you)\b", re.IGNORECASE)
_LEAD = (
    r"\W*(?:(?:and|but|so|because|also|well|oh|then|now|yes|no|yeah|actually|because|since|while"
    r"|when|that|currently|recently|yesterday|today)\b[\s,]*)*"
)
_OTHER_SUBJECT = re.compile(
    rf"{_LEAD}(?:(?:he|she|they|you|who|someone|somebody|everyone|everybody|people)\b"
    rf"|(?:my|our|his|her|their|your|the|a|an)\s+(?:[\w-]+\s+){{0,2}}?{PERSON}\b)"
    rf"(?!\s+and\s+(?:I|me)\b)",
    re.IGNORECASE,
)
_NAMED_SUBJECT = re.compile(
    r"\W*(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Bb]ecause)\s+)?(?P<name>[A-Z][\w-]+)(?:\s+[A-Z][\w-]+)?\s+"
    r"(?:is|was|has|had|lives|lived|works|worked|likes|liked|loves|loved|hates|hated|prefers"
    r"|speaks|uses|owns|moved|went|got|joined|comes|came|wants|studies|plays)\b"
)
_NO_NAMES = {"It", "That", "This", "There", "Here", "What", "Which", "Work", "Today", "Yesterday",
             "Everything", "Nothing", "Something", "One", "My", "Our", "Home"}  # fmt: skip
_NICKNAMED = re.compile(r"\bcalls?\s+me\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:I|we|We)\b")
_CLAUSE_WIDE = ((Guard.NEGATION, _NEGATION), (Guard.WISH, _WISH), (Guard.PAST_HABIT, _PAST_HABIT))
_GOES_ON = re.compile(r"\b(?:so|but)\b|[;—–]|-{1,2}\s", re.IGNORECASE)
_TAG = re.compile(r",\s+[\w’']+\s+(?:says|said|thinks|claims|told\s+\w+)\W*$", re.IGNORECASE)


@lru_cache(maxsize=4096)
def guards_of(clause: Clause) -> frozenset[Guard]:
    """Return the guard classes that hold for a clause."""
    found = {guard for guard, words in _CLAUSE_WIDE if words.search(clause.text)}
    if _CONDITION.search(clause.sentence):
        found.add(Guard.CONDITION)
    if _is_attributed(clause):
        found.add(Guard.ATTRIBUTION)
    if clause.asked or (clause.sentence.rstrip().endswith("?") and _ASKING.match(clause.sentence)):
        found.add(Guard.QUESTION)
    if other_subject(clause.text):
        found.add(Guard.THIRD_PARTY)
    return frozenset(found)


def _is_attributed(clause: Clause) -> bool:
    """Tell whether somebody says it: up to where the speaker goes on by himself."""
    begins = max(0, clause.start - clause.sentence_start)
    for says in _ATTRIBUTION.finditer(clause.sentence_so_far):
        if not _GOES_ON.search(clause.sentence, says.end(), max(begins, says.end())):
            return True
    return _TAG.search(clause.sentence) is not None


def guards_in(text: str) -> frozenset[Guard]:
    """Return the guard classes of all clauses of a text together."""
    return frozenset[Guard]().union(*(guards_of(clause) for clause in clauses(text)))


def other_subject(clause: str) -> str | None:
    """Return the words in which somebody else than the speaker is the clause's subject."""
    if _NICKNAMED.search(clause):
        return None
    if other := _OTHER_SUBJECT.match(clause):
        return other[0]
    named = _NAMED_SUBJECT.match(clause)
    if named is None or named["name"] in _NO_NAMES or _FIRST_PERSON.search(clause):
        return None
    return named["name"]


def names_someone(text: str) -> bool:
    """Tell whether a person, an animal or a group other than the speaker is spoken of."""
    return bool(_PERSON.search(text) or _PRONOUN.search(text))
