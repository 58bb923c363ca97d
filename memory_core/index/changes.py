"""What each operation does to the entries of a draft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from memory_core.episodes import Episode
from memory_core.index.budget import Budget
from memory_core.index.draft import (
    Change,
    Draft,
    Refused,
    checked_text,
    limited,
    looks_like_an_order,
    new_entry,
    weakest,
    with_sources,
)
from memory_core.index.effects import Effect, EffectKind
from memory_core.index.losses import merged_into
from memory_core.index.model import Ending, EndingKind, Entry
from memory_core.index.operations import (
    Add,
    Alias,
    Confirm,
    Merge,
    Operation,
    Retract,
    Skip,
    Supersede,
)
from memory_core.text.normalise import fold_key, one_line


def change_of(draft: Draft, operation: Operation) -> Change:
    """Return what an operation does.

    Raises:
        Refused: when it cannot be carried out on this draft.
    """
    return _CHANGES[type(operation)](draft, operation)


def _skip(draft: Draft, operation: Skip) -> Change:
    draft.take_episodes(operation.episodes)
    return Change(
        effects=(
            Effect(kind=EffectKind.SKIPPED, episodes=operation.episodes, reason=operation.reason),
        )
    )


def _add(draft: Draft, operation: Add) -> Change:
    episodes = draft.take_episodes(operation.episodes)
    first = episodes[0].content
    entry = new_entry(draft, operation, operation.text or first.description, episodes)
    twin = None if operation.behind else draft.find_twin(entry.text)
    if twin is not None:
        return _stated_again(draft, twin, operation)
    entry = replace(
        entry,
        section=operation.section or first.section,
        day=min(episode.first_day for episode in episodes),
        aliases=_own_aliases(entry, operation.aliases, episodes[0], draft.occupancy.budget),
    )
    added = _effect(EffectKind.ADDED, entry, operation)
    if operation.behind:
        newer = draft.take_entry(operation.behind)
        entry = entry.archived(
            Ending(kind=EndingKind.SUPERSEDED, by=newer.id, on=max(newer.day, entry.day))
        )
        added = replace(added, reason=f"{newer.id} has newer evidence")
    return Change(new=(entry,), effects=(added,), sources={entry.id: operation.episodes})


def _confirm(draft: Draft, operation: Confirm) -> Change:
    entry = draft.take_entry(operation.entry)
    draft.take_episodes(operation.episodes)
    return _stated_again(draft, entry, operation)


def _stated_again(draft: Draft, entry: Entry, operation: Operation) -> Change:
    """Let a line that stands rest on what states it once more."""
    fresh = tuple(e for e in operation.episodes if e not in entry.sources)
    return Change(
        put={entry.id: with_sources(entry, fresh)},
        effects=(_effect(EffectKind.CONFIRMED, entry, operation),),
        sources={entry.id: (*draft.sources.get(entry.id, ()), *fresh)},
    )


def _supersede(draft: Draft, operation: Supersede) -> Change:
    old, episodes = draft.take_entry(operation.entry), draft.take_episodes(operation.episodes)
    entry = new_entry(draft, operation, operation.text or episodes[0].content.description, episodes)
    entry = replace(
        entry,
        section=operation.section or old.section,
        aliases=_own_aliases(entry, operation.aliases, episodes[0], draft.occupancy.budget),
    )
    twin = draft.find_twin(entry.text)
    by = twin.id if twin else entry.id
    ended = old.archived(Ending(kind=EndingKind.SUPERSEDED, by=by, on=entry.day))
    superseded = _effect(EffectKind.SUPERSEDED, old, operation)
    if entry.day == old.day:
        superseded = replace(superseded, reason="both said on the same day")
    if twin:
        again = _stated_again(draft, twin, operation)
        return replace(
            again, put={old.id: ended, **again.put}, effects=(superseded, *again.effects)
        )
    return Change(
        put={old.id: ended},
        new=(entry,),
        effects=(superseded, _effect(EffectKind.ADDED, entry, operation)),
        sources={entry.id: operation.episodes},
    )


def _merge(draft: Draft, operation: Merge) -> Change:
    members = [draft.take_entry(entry_id) for entry_id in dict.fromkeys(operation.entries)]
    episodes = draft.take_episodes(operation.episodes) if operation.episodes else []
    if not members or len(members) + len(episodes) < 2:  # noqa: PLR2004 - a merge takes two
        raise Refused("a merge takes an entry and something to merge it with")
    text = checked_text(operation.text, draft.occupancy.budget)
    twin = draft.find_twin(text)
    if twin is not None:
        raise Refused(f"^{twin.id} says this already and is none of those to be merged", code="V11")
    own = next((member for member in members if member.text == text), None)
    vouching = [*(m.provenance for m in members), *(e.content.provenance for e in episodes)]
    entry = replace(
        own or replace(members[0], provenance=weakest(vouching), unverified=True),
        id=draft.mint(text, operation),
        text=text,
        day=max([e.last_day for e in episodes] or [member.day for member in members]),
        quoted=looks_like_an_order(text),
        aliases=limited([a for m in members for a in m.aliases], text, draft.occupancy.budget),
    )
    shown = [source for member in members for source in member.sources]
    known = [source for m in members for source in draft.all_sources.get(m.id, ())]
    gathered = replace(entry, sources=(), more=sum(member.more for member in members))
    entry = with_sources(gathered, tuple(dict.fromkeys((*shown, *operation.episodes))))
    on = entry.day
    return Change(
        put={m.id: m.archived(Ending(kind=EndingKind.MERGED, by=entry.id, on=on)) for m in members},
        new=(entry,),
        effects=(
            *(_merged(member, entry, operation) for member in members),
            _effect(EffectKind.ADDED, entry, operation),
        ),
        sources={entry.id: tuple(dict.fromkeys((*known, *shown, *operation.episodes)))},
    )


def _merged(member: Entry, entry: Entry, operation: Merge) -> Effect:
    exact = fold_key(member.text) == fold_key(entry.text)
    reason = merged_into(entry.id, exact=exact)
    return replace(_effect(EffectKind.MERGED, member, operation), reason=reason)


def _retract(draft: Draft, operation: Retract) -> Change:
    entry, episodes = draft.take_entry(operation.entry), draft.take_episodes(operation.episodes)
    on = max(episode.last_day for episode in episodes)
    return Change(
        put={entry.id: entry.archived(Ending(kind=EndingKind.RETRACTED, on=on))},
        effects=(_effect(EffectKind.RETRACTED, entry, operation),),
    )


def _alias(draft: Draft, operation: Alias) -> Change:
    entry = draft.take_entry(operation.entry)
    draft.take_episodes(operation.episodes)
    alias = one_line(operation.alias)
    others = [a for a in entry.aliases if fold_key(a) != fold_key(alias)]
    wanted = others if operation.remove else [*others, alias]
    aliases = limited(wanted, entry.text, draft.occupancy.budget)
    if len(aliases) != len(wanted):
        raise Refused("no room for the alias in its line", code="V02")
    fresh = tuple(e for e in operation.episodes if e not in entry.sources)
    return Change(
        put={entry.id: replace(with_sources(entry, fresh), aliases=aliases)},
        effects=(_effect(EffectKind.ALIASED, entry, operation),),
        sources={entry.id: fresh},
    )


def _own_aliases(
    entry: Entry, given: tuple[str, ...] | None, episode: Episode, budget: Budget
) -> tuple[str, ...]:
    wanted = episode.content.aliases if given is None else given
    return limited(list(wanted), entry.text, budget)


def _effect(kind: EffectKind, entry: Entry, operation: Operation) -> Effect:
    return Effect(kind=kind, entry=entry.id, episodes=operation.episodes)


_CHANGES: dict[type, Callable[[Draft, Any], Change]] = {
    Add: _add,
    Confirm: _confirm,
    Supersede: _supersede,
    Merge: _merge,
    Retract: _retract,
    Alias: _alias,
    Skip: _skip,
}
