"""How far a line is trusted: who vouches for it, and when a second witness corroborates it.

A line enters unverified. It loses that mark when two of its episodes state the same and the later
one, a user's own words, owes nothing to the earlier: another chat of another fork lineage, another
day, other words, no mere assent, and nothing of it shown there from memory before. The mark is a
function of the live sources, so it returns when one of the two is forgotten or retired.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import chain

from memory_core.hashing import hash_parts
from memory_core.index.model import Entry
from memory_core.index.sameness import states_same
from memory_core.index.slots import slot_of
from memory_core.provenance import Provenance
from memory_core.sections import Section
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import content_stems, tokens

UNTRUSTED_SECTIONS = frozenset({Section.EVENTS, Section.PROJECTS, Section.WORK})
ORG_SECTIONS = frozenset({Section.PROCEDURES, Section.PROJECTS, Section.OTHER})
ORG_USERS = 2  # that have to state the same for an agent's common memory

_SHOWN = 3
_CONTACT = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<!\w)@\w{2,}|(?<![\w.])\+?\d[\d ()/.-]{6,}\d(?!\w)"
)
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?")
_BY_USER = {Provenance.USER_SAID, Provenance.USER_REQUESTED}


def is_open_to_others(section: Section, line: str) -> bool:
    """Tell whether a line may rest on words of no user: by its heading, and by what it states.

    A slot's line belongs under the heading of its slot, wherever it is filed: a tool that tells
    where the user lives tells of the user's profile.
    """
    fact = slot_of(line)
    return section in UNTRUSTED_SECTIONS and (fact is None or fact.section in UNTRUSTED_SECTIONS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Witness:
    """What an episode is worth as evidence beside others."""

    episode: str
    line: str
    provenance: Provenance
    user: str | None  # who says it, None where no user does
    at: datetime  # of its newest evidence
    lineage: frozenset[str]  # the first chats of the fork lineages it was said in
    days: frozenset[date]  # local days of its evidence
    said: frozenset[str]  # `said_hash` of each asserting message
    assent: bool = False  # its content comes from the question that it answers
    shown: frozenset[str] = frozenset()  # lines its chats were shown from memory before it
    shown_entries: frozenset[str] = frozenset()
    approved: frozenset[str] = frozenset()  # lines resting on it of which a person approved


@dataclass(frozen=True, kw_only=True, slots=True)
class Witnesses:
    """The live witnesses of a scope's lines; what is retired or forgotten is absent."""

    known: Mapping[str, Witness] = field(default_factory=dict)  # by episode
    sources: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # entry → all its episodes

    def behind(self, entry: Entry, fresh: Iterable[str] = ()) -> list[Witness]:
        """Return the live witnesses of a line: all that are known, those it shows, new ones."""
        ids = dict.fromkeys((*self.sources.get(entry.id, ()), *entry.sources, *fresh))
        return [self.known[e] for e in ids if e in self.known]


@dataclass(frozen=True, kw_only=True, slots=True)
class OrgRules:
    """What an agent's common memory may not hold; only such a scope has them."""

    names: frozenset[str] = frozenset()  # folded words of participants' names, ids and aliases


def said_hash(words: str) -> str:
    """Hash what was said, so that repeating it to the letter is no second witness."""
    return hash_parts("said", [token.key for token in tokens(fold_key(words))])


def is_assent(line: str, asserting: Iterable[str]) -> bool:
    """Tell whether no content of a line stands in the words that assert it."""
    stated = content_stems(line)
    return bool(stated) and not any(stated & content_stems(words) for words in asserting)


def corroboration(entry: Entry, witnesses: Sequence[Witness]) -> tuple[str, str] | None:
    """Return the two episodes, earlier and later, by which a line is trusted; none without."""
    before: dict[frozenset[str], list[Witness]] = {}  # by lineage: one endless chat is one look
    for later in sorted(witnesses, key=lambda w: (w.at, w.episode)):
        apart = (group for lineage, group in before.items() if not lineage & later.lineage)
        for earlier in chain.from_iterable(apart):
            if not (_is_another(earlier, later) and _state_it(entry, earlier, later)):
                continue
            if _was_shown(entry, later):
                break
            return earlier.episode, later.episode
        before.setdefault(later.lineage, []).append(later)
    return None


def _is_another(earlier: Witness, later: Witness) -> bool:
    """Tell whether the later one speaks for himself: another day, other words, no mere assent."""
    return (
        later.provenance is Provenance.USER_SAID
        and not later.assent
        and _is_same_speaker(earlier, later)
        and not earlier.days & later.days
        and not earlier.said & later.said
    )


def _is_same_speaker(earlier: Witness, later: Witness) -> bool:
    by_user = earlier.provenance in _BY_USER
    return later.user is not None and (not by_user or earlier.user == later.user)


def _state_it(entry: Entry, earlier: Witness, later: Witness) -> bool:
    if entry.provenance in _BY_USER and earlier.provenance not in _BY_USER:
        return False  # what no user said lends a user's line nothing
    return states_same(earlier.line, later.line) and (
        states_same(entry.text, earlier.line) or states_same(entry.text, later.line)
    )


def _was_shown(entry: Entry, later: Witness) -> bool:
    """Tell whether memory had shown the line in that chat before."""
    if entry.id in later.shown_entries or {entry.text, later.line} & later.shown:
        return True
    return any(states_same(s, entry.text) or states_same(s, later.line) for s in later.shown)


def is_earned(entry: Entry, witnesses: Sequence[Witness]) -> bool:
    """Tell whether a line's sources carry it without the mark `unverified`."""
    if entry.provenance is Provenance.USER_REQUESTED:
        return True
    if entry.quoted:
        return False
    return _is_approved(entry, witnesses) or corroboration(entry, witnesses) is not None


def _is_approved(entry: Entry, witnesses: Sequence[Witness]) -> bool:
    """Tell whether a person approved of what the line says, not only of a part of it."""
    return any(states_same(entry.text, line) for w in witnesses for line in w.approved)


def remarked(entry: Entry, known: Witnesses, fresh: Iterable[str] = ()) -> Entry:
    """Return an active line with the mark that its live sources earn, the promoting ones shown.

    Lines of which nothing is known keep their mark.
    """
    witnesses = known.behind(entry, fresh)
    asked = entry.provenance is Provenance.USER_REQUESTED
    if not entry.active or asked or not (witnesses or entry.id in known.sources):
        return entry
    earned = is_earned(entry, witnesses)
    if earned == (not entry.unverified):
        return entry
    pair = corroboration(entry, witnesses) if earned else None
    return replace(_showing(entry, pair or ()), unverified=not earned)


def _showing(entry: Entry, pair: Sequence[str]) -> Entry:
    """Show the first source, the promoting ones and the newest, as far as there is room."""
    first, newest = entry.sources[:1], entry.sources[-1:]
    shown = tuple(dict.fromkeys((*first, *pair, *newest)))[:_SHOWN]
    if not pair or set(shown) == set(entry.sources):
        return entry
    rest = [source for source in entry.sources if source not in shown]
    kept = (*shown, *rest)[:_SHOWN]
    total = len(entry.sources) + entry.more
    return replace(entry, sources=kept, more=total - len(kept))


# -- an agent's common memory ------------------------------------------------------------------


def org_flaw(entry: Entry, witnesses: Sequence[Witness], rules: OrgRules) -> str | None:
    """Say what keeps a line out of an agent's common memory."""
    users = {w.user for w in witnesses if w.user}
    if len(users) < ORG_USERS and not _is_approved(entry, witnesses):
        return f"it rests on {len(users)} user; it takes two, or a person's approval"
    return org_line_flaw(entry.section, " ".join((entry.text, *entry.aliases)), rules)


def org_line_flaw(section: Section | None, line: str, rules: OrgRules) -> str | None:
    """Say why nobody may state a line for an agent's common memory."""
    if section is not None and section not in ORG_SECTIONS:
        return f"{section} is no section of an agent's common memory"
    if _CONTACT.search(_DATE.sub("", line)):
        return "it holds contact data"
    named = sorted({token.key for token in tokens(line)} & rules.names)
    return "it names a participant" if named else None
