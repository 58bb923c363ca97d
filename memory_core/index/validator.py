"""Decides whether a rewrite may be stored. Pure; every way to replace an index passes through here.

One check a code; each takes the rewrite and yields what breaks its rule. Which rules a cause is
free of stands in one table below.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from memory_core.index.aboutness import unrelated
from memory_core.index.borrowed import borrowed
from memory_core.index.budget import Budget
from memory_core.index.deixis import unresolved
from memory_core.index.grammar import IndexFormatError, parse_index
from memory_core.index.grounding import ungrounded
from memory_core.index.losses import losses
from memory_core.index.merging import merged_members, mismerged
from memory_core.index.model import GONE, Ending, EndingKind, Entry, Index, empty_index
from memory_core.index.quotation import spoken_words
from memory_core.index.rewrite import Cause, Dossier, Rewrite, Violation
from memory_core.index.room import measure
from memory_core.index.trust_rules import OWN, promotions, unbacked, unstated_aliases
from memory_core.messages import Message
from memory_core.text.normalise import one_line
from memory_core.text.redact import find_secrets
from memory_core.text.sanitise import HazardKind, find_hazards

__all__ = ["Cause", "Dossier", "Rewrite", "Violation", "validate_rewrite"]

Check = Callable[[Rewrite], Iterator[Violation]]

_PHRASES = {HazardKind.INJECTION, HazardKind.ROLE_TAG}
_FREE_OF: dict[Cause, frozenset[str]] = {
    Cause.FOLDED: frozenset(),
    Cause.IMPORTED: frozenset(),
    Cause.EDITED: frozenset({"V06", "V10", "V11", "V12", "V16"}),  # a person is the evidence
    # from a stored version; and V03 for what the Archive has no room for
    Cause.RESTORED: frozenset({"V05", "V09", "V10", "V12", "V18"}),
    Cause.FORGOTTEN: frozenset({"V12"}),  # and V03, V09 for the lines of its receipt
    Cause.EXPIRED: frozenset({"V12"}),
    Cause.ROOM: frozenset({"V12"}),
    Cause.PINNED: frozenset({"V12"}),
    Cause.REVIVED: frozenset({"V12"}),
}


def validate_rewrite(
    before: Index | None, after_text: str, evidence: Dossier, budget: Budget, cause: Cause
) -> list[Violation]:
    """Return every rule that a rewrite breaks, in the order of the codes; none means it may stand.

    Args:
        before: the current version; None when nothing was written yet.
        after_text: the file as it is to be stored.
        evidence: the episodes, messages and ids that it may rest on.
        budget: the limits of the file.
        cause: why the version exists; some causes are free of some rules.
    """
    try:
        after = parse_index(after_text)
    except IndexFormatError as error:
        return [Violation(code="V01", message=str(error))]
    rewrite = Rewrite(
        before=before or empty_index(after.scope_key, after.written_at),
        after=after,
        evidence=evidence,
        budget=budget,
        cause=cause,
    )
    checks = (check for code, check in _CHECKS.items() if code not in _FREE_OF[cause])
    return [violation for check in checks for violation in check(rewrite)]


def _v02_budget(rewrite: Rewrite) -> Iterator[Violation]:
    size, budget = measure(rewrite.after), rewrite.budget
    for name, taken, most in (
        ("lines", size.lines, budget.lines),
        ("active lines", size.active_lines, budget.active_lines),
        ("bytes", size.bytes, budget.file_bytes),
        ("active bytes", size.active_bytes, budget.active_bytes),
    ):
        if taken > most:
            yield Violation(code="V02", message=f"{taken} {name}, {most} are allowed")
    for entry in rewrite.after.entries:
        for reason in _oversize(entry, budget):
            yield Violation(code="V02", entry=entry.id, message=reason)


def _oversize(entry: Entry, budget: Budget) -> Iterator[str]:
    taken = len(entry.text) + sum(map(len, entry.aliases))
    if taken > budget.line_code_points:
        yield f"{taken} code points, {budget.line_code_points} are allowed"
    if len(entry.aliases) > budget.aliases:
        yield f"{len(entry.aliases)} aliases, {budget.aliases} are allowed"
    if any(len(alias) > budget.alias_code_points for alias in entry.aliases):
        yield f"an alias of more than {budget.alias_code_points} code points"
    if len(entry.sources) > budget.sources or (entry.more and len(entry.sources) < budget.sources):
        yield f"{len(entry.sources)} sources shown and {entry.more} more"


def _v03_lost(rewrite: Rewrite) -> Iterator[Violation]:
    stands, receipt = rewrite.stands, _receipt(rewrite)
    lost = [e for e in rewrite.before.active if e.id not in stands and e.id not in receipt]
    if rewrite.cause is Cause.RESTORED and any(_has_no_room(entry, rewrite) for entry in lost):
        return  # the snapshot before this one holds what the Archive cannot
    for entry in lost:
        yield Violation(code="V03", entry=entry.id, message="was active and is not even archived")


def _has_no_room(entry: Entry, rewrite: Rewrite) -> bool:
    ending = Ending(kind=EndingKind.RESTORED_AWAY, on=rewrite.after.written_at.date())
    wanted = replace(rewrite.after, entries=(*rewrite.after.entries, entry.archived(ending)))
    return not measure(wanted).fits(rewrite.budget)


def _receipt(rewrite: Rewrite) -> frozenset[str]:
    return rewrite.evidence.receipt if rewrite.cause is Cause.FORGOTTEN else frozenset()


def _v04_ids(rewrite: Rewrite) -> Iterator[Violation]:
    for entry_id, count in Counter(entry.id for entry in rewrite.after.entries).items():
        if count > 1:
            yield Violation(code="V04", entry=entry_id, message=f"stands {count} times")
    if rewrite.cause in {Cause.RESTORED, Cause.REVIVED}:
        return
    for entry in rewrite.added:
        if entry.id in rewrite.evidence.known_entries:
            yield Violation(code="V04", entry=entry.id, message="the id of an earlier line")


def _v05_changed(rewrite: Rewrite) -> Iterator[Violation]:
    for was, now in rewrite.kept:
        for name in _changed_fields(was, now, rewrite.cause):
            yield Violation(code="V05", entry=now.id, message=f"its {name} changed")


def _changed_fields(was: Entry, now: Entry, cause: Cause) -> Iterator[str]:
    fixed = ["text", "day", "provenance", "quoted"]
    if was.active == now.active and cause is not Cause.EDITED:
        fixed.append("section")
    if cause not in {Cause.PINNED, Cause.EDITED}:
        fixed.append("pinned")
    if not was.active and not now.active and cause is not Cause.FORGOTTEN:
        fixed.append("ending")
    yield from (name for name in fixed if getattr(was, name) != getattr(now, name))
    if cause is not Cause.FORGOTTEN and not _sources_grew(was, now):
        yield "list of sources"


def _sources_grew(was: Entry, now: Entry) -> bool:
    if (was.sources, was.more) == (now.sources, now.more):
        return True
    more = len(now.sources) + now.more > len(was.sources) + was.more
    return more and now.sources[:1] == was.sources[:1]


def _v07_sources(rewrite: Rewrite) -> Iterator[Violation]:
    stood = rewrite.stood
    for entry in rewrite.after.entries:
        old = stood[entry.id].sources if entry.id in stood else ()
        for source in entry.sources:
            if source not in old and not _is_ours(source, rewrite):
                yield Violation(
                    code="V07", entry=entry.id, message=f"{source} is no episode of this scope"
                )
        if entry.id not in stood and not _vouched(entry, rewrite):
            yield Violation(
                code="V07", entry=entry.id, message=f"no source of it is {entry.provenance}"
            )


def _is_ours(source: str, rewrite: Rewrite) -> bool:
    episode = rewrite.evidence.episodes.get(source)
    if episode is None:
        return source in rewrite.evidence.known_episodes
    return episode.content.scope_key == rewrite.after.scope_key


def _vouched(entry: Entry, rewrite: Rewrite) -> bool:
    """Tell whether a new source gives the line its provenance; a known one was judged before."""
    fresh = [rewrite.evidence.episodes.get(source) for source in entry.sources]
    return None in fresh or any(e and e.content.provenance is entry.provenance for e in fresh)


def _v08_endings(rewrite: Rewrite) -> Iterator[Violation]:
    known = {GONE, *rewrite.stands, *rewrite.stood, *rewrite.evidence.known_entries}
    for entry in rewrite.after.archived:
        by = entry.ending.by if entry.ending else None
        if by is not None and by not in known:
            yield Violation(code="V08", entry=entry.id, message=f"names ^{by}, which never was")
        elif _is_cyclic(entry, rewrite.stands):
            yield Violation(code="V08", entry=entry.id, message="is replaced by itself")


def _is_cyclic(entry: Entry, stands: dict[str, Entry]) -> bool:
    seen = {entry.id}
    at: Entry | None = entry
    while at is not None and at.ending is not None and at.ending.by is not None:
        if at.ending.by in seen:
            return at.ending.by == entry.id
        seen.add(at.ending.by)
        at = stands.get(at.ending.by)
    return False


def _v09_dropped(rewrite: Rewrite) -> Iterator[Violation]:
    """Lines leave the Archive from its old end; what is archived now was not there before."""
    stands, receipt = rewrite.stands, _receipt(rewrite)
    stays = False
    for entry in rewrite.before.archived:
        if entry.id in receipt:
            continue
        if entry.id in stands:
            stays = True
        elif stays:
            yield Violation(
                code="V09", entry=entry.id, message="dropped while an older archived line stays"
            )
    archived = [entry.id for entry in rewrite.after.archived]
    old = [entry.id for entry in rewrite.before.archived if entry.id in set(archived)]
    if archived[: len(old)] != old:
        yield Violation(code="V09", message="the Archive's lines changed their order")


def _v10_grounding(rewrite: Rewrite) -> Iterator[Violation]:
    merged = merged_members(rewrite)  # judged by V11
    for entry in rewrite.added:
        if entry.id not in merged:
            for reason in _ungrounded(entry, rewrite):
                yield Violation(code="V10", entry=entry.id, message=reason)
    yield from unstated_aliases(rewrite)


def _ungrounded(entry: Entry, rewrite: Rewrite) -> list[str]:
    evidence = rewrite.evidence
    named = [evidence.episodes[s] for s in entry.sources if s in evidence.episodes]
    # a tool's words lend a user's line nothing
    episodes = [e for e in named if entry.provenance not in OWN or e.content.provenance in OWN]
    if not episodes:
        return ["rests on no new episode"]
    messages = [message for episode in episodes for message in evidence.asserting(episode)]
    gone = (e.text for e in rewrite.after.archived if e.ending and e.ending.by == entry.id)
    reasons = ungrounded(
        entry.text,
        messages,
        language=episodes[0].language,
        context=[message for episode in episodes for message in evidence.context(episode)],
        replaced=next(gone, ""),
    )
    return [*reasons, *unbacked(entry, rewrite)]


def _v13_hazards(rewrite: Rewrite) -> Iterator[Violation]:
    stood = rewrite.stood
    for entry in rewrite.after.entries:
        was = stood.get(entry.id)
        fresh = [alias for alias in entry.aliases if was is None or alias not in was.aliases]
        for reason in _alias_hazards(fresh):
            yield Violation(code="V13", entry=entry.id, message=reason)
        if was is None or was.text != entry.text:
            for reason in _text_hazards(entry, rewrite.evidence):
                yield Violation(code="V13", entry=entry.id, message=reason)


def _alias_hazards(aliases: list[str]) -> Iterator[str]:
    for alias in aliases:
        yield from (f"{hazard.kind} in an alias" for hazard in find_hazards(alias))
        yield from (f"{secret.kind} in an alias" for secret in find_secrets(alias))


def _text_hazards(entry: Entry, evidence: Dossier) -> Iterator[str]:
    yield from (f"{secret.kind} in the text" for secret in find_secrets(entry.text))
    kinds = {hazard.kind for hazard in find_hazards(entry.text)}
    yield from (f"{kind} in the text" for kind in sorted(kinds - _PHRASES))
    phrases = sorted(kinds & _PHRASES)
    own = entry.provenance in OWN and entry.quoted and _is_verbatim(entry, evidence)
    if phrases and not own:
        yield f"{phrases[0]} in the text, neither verbatim nor marked as quoted"


def _is_verbatim(entry: Entry, evidence: Dossier) -> bool:
    words = one_line(spoken_words(entry.text))
    episodes = [evidence.episodes[s] for s in entry.sources if s in evidence.episodes]
    return any(
        words in one_line(message.content)
        for episode in episodes
        for message in evidence.asserting(episode)
    )


def _v14_version(rewrite: Rewrite) -> Iterator[Violation]:
    before, after = rewrite.before, rewrite.after
    if after.scope_key != before.scope_key:
        yield Violation(code="V14", message=f"another scope's: {after.scope_key}")
    if after.version != before.version + 1:
        yield Violation(
            code="V14", message=f"version {after.version} does not follow {before.version}"
        )


def _v15_borrowed(rewrite: Rewrite) -> Iterator[Violation]:
    for entry in rewrite.added:
        said = [m.content for m in _evidence_of(entry, rewrite)]
        for written in (entry.text, *entry.aliases):
            for reason in borrowed(written, rewrite.evidence.prompts, said):
                yield Violation(code="V15", entry=entry.id, message=reason)


def _v17_deixis(rewrite: Rewrite) -> Iterator[Violation]:
    for entry in rewrite.added:
        for word in unresolved(entry.text):
            message = f"{word!r} means nothing outside of its chat"
            yield Violation(code="V17", entry=entry.id, message=message)


def _evidence_of(entry: Entry, rewrite: Rewrite) -> list[Message]:
    evidence = rewrite.evidence
    episodes = [evidence.episodes[s] for s in entry.sources if s in evidence.episodes]
    # what a person asked for cites no message: its own text is what was said
    return [m for e in episodes for m in (*evidence.asserting(e), *evidence.cited(e))]


def _v18_revived(rewrite: Rewrite) -> Iterator[Violation]:
    if rewrite.cause is Cause.EDITED:
        return
    for was, now in rewrite.kept:
        expired = was.ending is not None and was.ending.kind is EndingKind.EXPIRED
        if was.ending and now.active and not (rewrite.cause is Cause.REVIVED and expired):
            yield Violation(code="V18", entry=now.id, message="came back from the Archive")


_CHECKS: dict[str, Check] = {
    "V02": _v02_budget,
    "V03": _v03_lost,
    "V04": _v04_ids,
    "V05": _v05_changed,
    "V06": promotions,
    "V07": _v07_sources,
    "V08": _v08_endings,
    "V09": _v09_dropped,
    "V10": _v10_grounding,
    "V11": mismerged,
    "V12": losses,
    "V13": _v13_hazards,
    "V14": _v14_version,
    "V15": _v15_borrowed,
    "V16": unrelated,
    "V17": _v17_deixis,
    "V18": _v18_revived,
}
