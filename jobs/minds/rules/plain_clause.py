"""An English clause brought to its plainest form, and whether it takes back what it says.

    since Monday I'm not allergic to nuts any more  →  I'm allergic to nuts   (taken back)

When something began, that it is so now, and that it turned out so say nothing of a slot's value.
"""

from __future__ import annotations

import re

_SINCE = (
    r"(?:as of|since|from) (?:now(?: on)?|here on(?: out)?|today|yesterday|then|(?:this|last|next)"
    r" \w+|\w+day|(?:the )?(?:beginning|start|end) of \w+|January|February|March|April|May|June"
    r"|July|August|September|October|November|December|a (?:few )?\w+ ago|(?:19|20)\d\d)"
)
_NOWADAYS = rf"(?:now(?:adays)?|these days|currently|at (?:the moment|present)|lately|{_SINCE})"
_OPENING = re.compile(
    r"^(?:(?:hi|hey|hello|ok(?:ay)?|right now|today|btw|by the way|yes|yeah|no|nope|sorry"
    r"|correction|actually|fyi|note|ps|user|me|wow|oh|also|personally|update|news|scratch that"
    r"|(?:it )?turns out(?: that)?|as it turns out|in the end|after all|well|so|wait|oops|finally"
    r"|(?:big |good |bad |great )?news|change of plans?|quick (?:update|note)|my (?:mistake|bad)"
    rf"|(?:please )?(?:note|remember) that|I (?:said|mean|meant)|{_NOWADAYS})\b[,:!.]? )+"
    r"(?=(?:I|my|we|our|please|call)\b)",
    re.IGNORECASE,
)
_CLOSING = re.compile(rf"(?:,? (?:{_NOWADAYS}|again|instead|please))+$", re.IGNORECASE)
_TURNED = re.compile(
    r"^(I|[Ww]e)(?:'ve| have)? (?:now |really |slowly |suddenly )*"
    r"(?:come|grown|learn(?:ed|t)|start(?:ed)?|begun|began|got(?:ten)?) to "
    r"(?=(?:hate|dislike|detest|loathe|love|like|enjoy|adore)\b)"
)
_ANY_MORE = r",? (?:any ?(?:more|longer)|after all|at all|either)"
_ENDINGS = (
    (re.compile(r"^[Ii]t(?:'s| is)(?: no longer| not|n't) (?:true|the case) that (I .+)$"), r"\1"),
    (re.compile(rf"^I (?:no longer|don't|do not|never) (.+?)(?:{_ANY_MORE})?$"), r"I \1"),
    (re.compile(rf"^I(?:'m| am) (?:no longer|not) (.+?)(?:{_ANY_MORE})?$"), r"I'm \1"),
    (re.compile(r"^I(?:'ve| have)? (?:given|gave) up being (.+)$"), r"I'm \1"),
    (re.compile(r"^I(?:'ve| have)? (?:stopped|quit) being (.+)$"), r"I'm \1"),
    (re.compile(r"^I(?:'ve| have)? (?:stopped|quit|gave up) (liv|work|us|lov|lik)ing (.+)$"),
     r"I \1e \2"),
)  # fmt: skip
_ANY_ALLERGY = re.compile(r"^I have (?:any |an? )?(?=[\w ]+ allergy)")
_CEASED = re.compile(r"\b(?:no longer|any ?more|any longer)\b")
_PARTLY = re.compile(
    r"\b(?:today|tonight|this \w+|right now|at the moment|yet|until|till|only|just|much|often|every"
    r"|everything|always|that|really|sure|usually|all|too|for now|home|tomorrow|next|going"
    r"|any (?!more\b|longer\b))\b"
)


def plain_clause(clause: str) -> str:
    """Take off how a clause opens and closes, and how its speaker came to like or hate."""
    text = _OPENING.sub("", clause.replace("\u2019", "'"))
    text = _CLOSING.sub("", text)
    return _TURNED.sub(r"\1 ", text)


def has_ceased(plain: str) -> bool:
    """Whether a clause speaks of what was so before."""
    return _CEASED.search(plain) is not None


def without_denial(plain: str) -> str | None:
    """Return what a plain clause takes back or denies, as if it said it; None if it does not.

    What is denied for a while or in part still holds.
    """
    for ending, said in _ENDINGS:
        if ending.match(plain):
            told = ending.sub(said, plain)
            told = told.replace("I worke ", "I work ").replace("I am ", "I'm ")
            if _PARTLY.search(told):
                return None
            return _ANY_ALLERGY.sub("I have a ", told)
    return None
