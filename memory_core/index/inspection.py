"""Judges a file as it stands, without the version before it or any evidence.

What can be seen in the text alone: grammar, budget, ids, endings, characters and secrets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from memory_core.index.budget import DEFAULT_BUDGET, Budget
from memory_core.index.grammar import IndexFormatError, parse_index, render_index
from memory_core.index.model import Entry, Index
from memory_core.index.rewrite import Cause, Dossier, Violation
from memory_core.index.validator import validate_rewrite
from memory_core.text.redact import find_secrets
from memory_core.text.sanitise import HazardKind, find_hazards

_PHRASES = {HazardKind.INJECTION, HazardKind.ROLE_TAG}


def inspect_index(
    text: str, evidence: Dossier | None = None, budget: Budget = DEFAULT_BUDGET
) -> list[Violation]:
    """Return what is wrong with a file; none means that it could be a stored version.

    Args:
        text: the file.
        evidence: what is known of its scope; None: its sources and links are not looked up.
        budget: the limits of the file.
    """
    try:
        index = parse_index(text)
    except IndexFormatError as error:
        return [Violation(code="V01", message=str(error))]
    doubled = [e for e, count in Counter(entry.id for entry in index.entries).items() if count > 1]
    if doubled:
        return [Violation(code="V04", entry=e, message="stands more than once") for e in doubled]
    known = evidence or _taken_for_granted(index)
    # as a rewrite that changes nothing, only what the file itself breaks is left to find
    before = replace(index, version=index.version - 1)
    after = render_index(index)
    found = validate_rewrite(before, after, known, budget, Cause.RESTORED)
    return [*found, *_unknown_sources(index, known), *_hazards(index)]


def _taken_for_granted(index: Index) -> Dossier:
    return Dossier(
        known_episodes=frozenset(s for entry in index.entries for s in entry.sources),
        known_entries=frozenset(e.ending.by for e in index.archived if e.ending and e.ending.by),
    )


def _unknown_sources(index: Index, known: Dossier) -> Iterator[Violation]:
    for entry in index.entries:
        for source in entry.sources:
            if source not in known.known_episodes:
                message = f"{source} is no episode of this scope"
                yield Violation(code="V07", entry=entry.id, message=message)


def _hazards(index: Index) -> Iterator[Violation]:
    for entry in index.entries:
        for reason in _hazards_of(entry):
            yield Violation(code="V13", entry=entry.id, message=reason)


def _hazards_of(entry: Entry) -> Iterator[str]:
    for text in (entry.text, *entry.aliases):
        yield from (f"{secret.kind} in it" for secret in find_secrets(text))
        kinds = {hazard.kind for hazard in find_hazards(text)}
        yield from (f"{kind} in it" for kind in sorted(kinds - _PHRASES))
        if kinds & _PHRASES and not entry.quoted:
            yield "reads like an order or another turn, and is not marked as quoted"
