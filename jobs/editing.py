"""What people do to an index by hand: edit it, bring a version back, pin a line.

take the lease over ── compare ── fold ── replace (validated, versioned) ── hand back

A fold that runs meanwhile loses: its commit is refused, and what it would have placed stays
pending. The cooldown is neither tested nor started.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import Connection

from jobs.store.takeovers import Act, Takeover, hand_back, load_forgotten, need_scope, take_over
from memory_core.clock import database_now
from memory_core.errors import IndexRefusedError, NotFoundError, UsageError
from memory_core.index.edit import (
    Applied,
    Edit,
    EditStep,
    Hand,
    StepKind,
    apply_edit,
    translate_edit,
)
from memory_core.index.effects import Effect
from memory_core.index.grammar import parse_index
from memory_core.index.hand_edit import HandEdit, read_hand_edit
from memory_core.index.model import Entry, Index, empty_index
from memory_core.index.restore import Restored, restore_index
from memory_core.index.retention import Occasion, pin
from memory_core.index.rewrite import Cause
from memory_core.stores.database import Database
from memory_core.stores.episode_store import insert_episodes, load_episodes, load_live_ids
from memory_core.stores.index_store import (
    NewVersion,
    RewriteRefusedError,
    find_version,
    load_dossier,
    load_index,
    load_sources,
    replace_index,
)
from memory_core.stores.transcript import read_places
from memory_core.stores.usage_store import load_uses, local_date
from memory_core.stores.witness_store import load_line_witnesses


class UnknownBaseError(UsageError):
    """The version that was edited is not known here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EditReport:
    """What a person's act came to."""

    scope: str
    versions: tuple[int, ...] = ()  # written, in order; none: nothing changed
    effects: tuple[Effect, ...] = ()
    remarks: tuple[str, ...] = ()  # what was ignored
    left: tuple[str, ...] = ()  # what found no place, with why
    run: str | None = None

    @property
    def complete(self) -> bool:
        """Whether all that was asked for was done."""
        return not self.left


def edit_index(database: Database, workspace: str, scope_key: str, text: str) -> EditReport:
    """Take in a MEMORY.md as a person left it; the base is the version that its header names.

    A file without a header is refused: every line that it lacks would count as removed.

    Args:
        database: the store.
        workspace: the scope's.
        scope_key: whose index it is.
        text: the edited file.

    Raises:
        IndexFormatError: a line cannot be read.
        UnknownBaseError: there is no header, or it names another scope or an unknown version.
        RewriteRefusedError: the validator refuses a line; nothing was written.
        NotFoundError: no such scope in this workspace.
    """
    hand = read_hand_edit(text)
    if hand.base is None:
        raise UnknownBaseError(
            "the second line, which names scope and version, is missing: edit what "
            "memfold index show prints, whole"
        )
    if hand.scope_key not in {None, scope_key}:
        raise UnknownBaseError(f"the file is of another scope: {hand.scope_key}")
    with database.transaction(workspace) as connection:
        need_scope(connection, workspace, scope_key)
        edit = _compare(connection, workspace, scope_key, hand)
    if not edit.steps:
        return EditReport(scope=scope_key, remarks=edit.remarks)
    with database.transaction(workspace) as connection:
        held = take_over(connection, workspace, scope_key, Act.EDIT)
        edit = _compare(connection, workspace, scope_key, hand)
        return take_in(connection, held, edit)


def _compare(connection: Connection, workspace: str, scope_key: str, hand: HandEdit) -> Edit:
    current = load_index(connection, workspace, scope_key)
    base = current
    if hand.base is not None and hand.base != current.version:
        base = _load_base(connection, workspace, scope_key, hand.base, current)
    forgotten = load_forgotten(connection, workspace, scope_key)
    return translate_edit(hand, base, current, forgotten=forgotten)


def _load_base(
    connection: Connection, workspace: str, scope_key: str, number: int, current: Index
) -> Index:
    if number > current.version:
        raise UnknownBaseError(
            f"the file is of version {number}, the newest here is {current.version}"
        )
    if number == 0:
        return empty_index(scope_key, current.written_at)
    stored = find_version(connection, workspace, scope_key, number)
    if stored is None or not stored.text:
        raise UnknownBaseError(f"version {number}, which was edited, is not kept any more")
    return parse_index(stored.text)


def take_in(connection: Connection, held: Takeover, edit: Edit) -> EditReport:
    """Carry out an edit's steps on a scope that is held, and hand it back.

    Raises:
        RewriteRefusedError: the validator refuses a line; the transaction has to roll back.
    """
    current = load_index(connection, held.workspace, held.scope_key)
    hand = Hand(speaker=held.user or "person", run=held.run, at=held.now)
    known = load_dossier(connection, held.workspace, current, {}, {}).known_entries
    applied = apply_edit(current, edit.steps, hand, known_entries=known)
    insert_episodes(connection, held.workspace, list(applied.episodes.values()))
    try:
        versions = [store(connection, held, new) for new in _versions(applied, edit.steps)]
    except RewriteRefusedError as refused:
        raise _at_lines(refused, applied, edit.steps) from None
    hand_back(connection, held, list(applied.episodes))
    return EditReport(
        scope=held.scope_key,
        versions=tuple(version for version in versions if version),
        effects=tuple(effect for folded in applied.rounds for effect in folded.effects),
        remarks=edit.remarks,
        left=tuple(f"{step.kind} {step.text!r}: {why}" for step, why in applied.left),
        run=held.run,
    )


def _at_lines(
    refused: RewriteRefusedError, applied: Applied, steps: Sequence[EditStep]
) -> RewriteRefusedError:
    """Name the lines of the person's file: a line that is refused has no id that anybody knows."""
    numbers = {step.text: step.line for step in steps if step.line}
    texts = {entry.id: entry.text for folded in applied.rounds for entry in folded.after.entries}
    found = ((v, numbers.get(texts.get(v.entry or "", ""))) for v in refused.violations)
    return RewriteRefusedError(
        [
            replace(v, entry=None, message=f"line {number}: {v.message}") if number else v
            for v, number in found
        ]
    )


def _versions(applied: Applied, steps: Sequence[EditStep]) -> Iterable[NewVersion]:
    moved = [step.entry for step in steps if step.kind is StepKind.REARRANGE]
    for folded in applied.rounds:
        rearranged = [
            {"kind": "rearranged", "entry": e} for e in moved if folded is applied.rounds[0]
        ]
        yield NewVersion(
            after=folded.after,
            cause=Cause.EDITED,
            episodes=applied.episodes,
            sources=folded.sources,
            report=[*(asdict(effect) for effect in folded.effects), *rearranged],
        )


def store(connection: Connection, held: Takeover, new: NewVersion) -> int | None:
    """Store a version under the token of a person's act; return its number, if it differs."""
    owned = replace(new, run=held.run, token=held.token)
    return replace_index(connection, held.workspace, owned)


def restore_version(database: Database, workspace: str, scope_key: str, number: int) -> EditReport:
    """Make the active lines of an earlier version the active ones again.

    Raises:
        NotFoundError: no such scope, or no such version, or its text is not kept any more.
        RewriteRefusedError: the validator refuses it; nothing was written.
    """
    with database.transaction(workspace) as connection:
        held = take_over(connection, workspace, scope_key, Act.RESTORE)
        old = _load_old(connection, workspace, scope_key, number)
        current = load_index(connection, workspace, scope_key)
        sources = _live_sources(connection, workspace, scope_key)
        witnesses = load_line_witnesses(connection, workspace, old, sources)
        restored = restore_index(current, old, sources, held.now, witnesses=witnesses)
        version = _restored_version(connection, held, current, restored)
        hand_back(connection, held)
        return EditReport(
            scope=scope_key,
            versions=(version,) if version else (),
            effects=tuple(restored.effects()),
            remarks=tuple(f"^{e} stays away: its sources are gone" for e in restored.left_out),
            run=held.run,
        )


def _live_sources(
    connection: Connection, workspace: str, scope_key: str
) -> dict[str, tuple[str, ...]]:
    sources = load_sources(connection, workspace, scope_key)
    named = {episode for episodes in sources.values() for episode in episodes}
    live = load_live_ids(connection, workspace, named)
    return {entry: tuple(e for e in given if e in live) for entry, given in sources.items()}


def _load_old(connection: Connection, workspace: str, scope_key: str, number: int) -> Index:
    stored = find_version(connection, workspace, scope_key, number)
    if stored is None:
        raise NotFoundError(
            f"version: {scope_key!r} has no version {number}; see memfold index history"
        )
    if not stored.text:
        raise NotFoundError(f"version: the text of version {number} is not kept any more")
    return parse_index(stored.text)


def _restored_version(
    connection: Connection, held: Takeover, current: Index, restored: Restored
) -> int | None:
    if restored.after is current:
        return None
    stood = {entry.id for entry in current.entries}
    # a line that is in no Archive any more is judged like a new one
    sources = {s for e in restored.after.entries if e.id not in stood for s in e.sources}
    episodes = load_episodes(connection, held.workspace, sorted(sources))
    places = {(e.chat, e.position) for episode in episodes for e in episode.content.evidence}
    new = NewVersion(
        after=restored.after,
        cause=Cause.RESTORED,
        episodes={episode.id: episode for episode in episodes},
        messages=read_places(connection, held.workspace, places),
        report=[asdict(effect) for effect in restored.effects()],
    )
    return store(connection, held, new)


def pin_entry(
    database: Database, workspace: str, scope_key: str, entry_id: str, *, on: bool = True
) -> EditReport:
    """Pin an active line, so that neither age nor want of room archives it, or unpin it.

    Raises:
        NotFoundError: no such scope, or no such active line.
        IndexRefusedError: the file has no room for the mark.
    """
    with database.transaction(workspace) as connection:
        held = take_over(connection, workspace, scope_key, Act.PIN)
        current = load_index(connection, workspace, scope_key)
        entry = current.find_entry(entry_id)
        if entry is None or not entry.active:
            raise NotFoundError(f"entry: ^{entry_id} is no active line; see memfold index show")
        version = None if entry.pinned is on else _pin(connection, held, current, entry, on=on)
        hand_back(connection, held)
        return EditReport(scope=scope_key, versions=(version,) if version else (), run=held.run)


def _pin(
    connection: Connection, held: Takeover, current: Index, entry: Entry, *, on: bool
) -> int | None:
    occasion = Occasion(now=database_now(connection), today=local_date(connection, held.workspace))
    uses = load_uses(connection, held.workspace, held.scope_key)
    pinned = pin(current, entry.id, uses, occasion, on=on)
    if pinned is None:
        raise IndexRefusedError("entry: no room for its mark; unpin or remove another line first")
    report = [asdict(effect) for effect in pinned.effects]
    return store(
        connection, held, NewVersion(after=pinned.after, cause=pinned.cause, report=report)
    )
