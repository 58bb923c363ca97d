"""Other names: taken only from an explicit statement, and of one entry only.

"Bob (not Rob)", "Robert said Bob …" and likeness of spelling state no alias. An alias that two
active entries bear links to nothing, so that no memory of one is taken for the other's.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from memory_core.index.model import Entry, Index
from memory_core.text.normalise import fold_key

_QUOTE = r"[\"'“”‘’«»「」『』]?"
_CALLED = (
    r"(?:also|a\.?k\.?a\.?|otherwise|better|formerly)\W{0,3}\s*(?:known as|called|named)?"
    r"|(?:also )?known (?:to \w+ )?as|nicknamed|alias|a\.?k\.?a\.?|nickname(?:s)? (?:is|are)"
    r"|(?:call|calls|called|calling) (?:me|him|her|them|it|us|my \w+)|go(?:es|ing)? by"
    r"|(?:is|are|'s|was) (?:also )?called|for short(?: is)?|short name(?: is)?"
    r"|auch (?:bekannt als|genannt)|genannt"
    r"|nenn(?:t|en|e)?(?: \w+)? (?:mich|ihn|sie|es)(?: \w+)?"
    r"|spitzname (?:ist|lautet)|kurz"
    r"|(?:también )?(?:conocid[oa] como|llamad[oa]|apodad[oa])|(?:me|le|lo|la) (?:llaman|dicen)"
    r"|ll[aá]mame|apodo es"
    r"|(?:aussi )?(?:connue? sous le nom de|appelée?|surnommée?)|(?:m'|l'|me )appellent?"
    r"|appel(?:le|ez)-moi|surnom est"
)
_CALLED_CJK = (
    r"(?:通称|別名|愛称は|あだ名は|别名|別稱|又名|也叫|又叫|外号|外號|绰号"
    r"|小名(?:叫|是)?|(?:叫|称呼|稱呼)我)"
)
_BEHIND = (
    r"(?:is |'s |as )?(?:short for|a nickname (?:for|of)|(?:what|how) \w+ (?:calls?|call) \w+)"
    r"|(?:ist )?(?:die )?(?:kurzform|abkürzung) (?:von|für)|es (?:el )?(?:diminutivo|apodo) de"
    r"|est (?:le )?(?:diminutif|surnom) (?:de|d')"
)
_BEHIND_CJK = r"(?:と呼ん|って呼ん|と呼ばれ|って呼ばれ|是\S{1,12}的(?:别名|外号|小名|昵称|暱稱))"
_DENIED = (
    r"\b(?:not|no longer|never|don't|do not|doesn't|stop(?:ped)?|nobody|isn't|any ?more|nicht"
    r"|nie|kein\w*|no|nunca|ya no|ne|pas|plus|jamais)\b"
)


def states_alias(words: str, alias: str) -> bool:
    """Tell whether words say explicitly that something is called so."""
    return any(not denied for denied in _statements(fold_key(words), fold_key(alias)))


def denies_alias(words: str, alias: str) -> bool:
    """Tell whether words say explicitly that something is not, or no more, called so."""
    return any(_statements(fold_key(words), fold_key(alias)))


@lru_cache(maxsize=1024)
def _statements(words: str, alias: str) -> tuple[bool, ...]:
    """Return, for each statement of the alias, whether it is denied."""
    if not alias:
        return ()
    plain = words.replace("’", "'")
    found = [match for pattern in _patterns(alias) for match in pattern.finditer(plain)]
    return tuple(_is_denied(plain, match) for match in found)


@lru_cache(maxsize=1024)
def _patterns(alias: str) -> tuple[re.Pattern[str], ...]:
    name = re.escape(alias.replace("’", "'"))
    edged = rf"{_QUOTE}(?<!\w){name}(?!\w)"
    return (
        re.compile(rf"(?<!\w)(?:{_CALLED})\W{{0,3}}\s*(?:as |just |simply )?{edged}"),
        re.compile(rf"{edged}{_QUOTE},?\s*(?:{_BEHIND})"),
        re.compile(rf"{_CALLED_CJK}\W{{0,3}}{_QUOTE}{name}"),
        re.compile(rf"{name}{_QUOTE}{_BEHIND_CJK}"),
    )


def _is_denied(words: str, match: re.Match[str]) -> bool:
    start = max((words.rfind(mark, 0, match.start()) for mark in ".!?;,(\n"), default=-1) + 1
    stops = (at for mark in ".!?;,)\n" if (at := words.find(mark, match.end())) >= 0)
    clause = words[start : min(stops, default=len(words))]
    return re.search(_DENIED, clause) is not None


def ambiguous_aliases(index: Index) -> frozenset[str]:
    """Return the folded aliases that more than one active entry bears."""
    borne = Counter(key for e in index.active for key in {fold_key(a) for a in e.aliases})
    return frozenset(alias for alias, count in borne.items() if count > 1)


def find_aliased(index: Index, alias: str) -> Entry | None:
    """Return the one active entry of this alias; none where two bear it."""
    key = fold_key(alias)
    bearing = [e for e in index.active if key in map(fold_key, e.aliases)]
    return bearing[0] if len(bearing) == 1 else None
