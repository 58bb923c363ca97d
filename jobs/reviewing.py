"""A person's verdict on a line or a quarantined episode: an edit, with a record of who judged.

             a line                     a quarantined episode
approve      is trusted                 becomes a line that the person asked for
reject       is taken back              stays where it is, looked at
edit         is superseded by the text  the text becomes a line
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from sqlalchemy import Connection

from jobs.editing import EditReport, store, take_in
from jobs.store.takeovers import Act, Takeover, hand_back, record_verdict, take_over
from memory_core.episodes import Episode
from memory_core.errors import InvalidInputError, NotFoundError
from memory_core.index.edit import Edit, EditStep, StepKind
from memory_core.index.model import Entry
from memory_core.index.rewrite import Cause
from memory_core.stores.database import Database
from memory_core.stores.episode_store import load_episodes
from memory_core.stores.index_store import NewVersion, load_index, load_sources
from memory_core.text.normalise import one_line
from memory_core.text.orders import SET_ASIDE


class Verdict(StrEnum):
    """What a person decides."""

    APPROVE = "approve"
    REJECT = "reject"
    EDIT = "edit"


_RECORDED = {
    Verdict.APPROVE: "approved",
    Verdict.REJECT: "rejected",
    Verdict.EDIT: "edited",
}


def review_item(
    database: Database,
    workspace: str,
    scope_key: str,
    item: str,
    verdict: Verdict,
    text: str | None = None,
) -> EditReport:
    """Carry out a person's verdict.

    Args:
        database: the store.
        workspace: the scope's.
        scope_key: where the item is.
        item: id of an active line, or of an episode of the scope.
        verdict: what is decided.
        text: the line as it should read; needed by an edit, and by it alone.

    Raises:
        NotFoundError: no such scope, active line or episode.
        InvalidInputError: the text is missing or superfluous.
        RewriteRefusedError: the validator refuses the line; nothing was written.
    """
    written = one_line(text) if text is not None else ""
    if (verdict is Verdict.EDIT) != bool(written):
        raise InvalidInputError("text", "belongs to an edit, which needs one")
    with database.transaction(workspace) as connection:
        held = take_over(connection, workspace, scope_key, Act.REVIEW)
        entry = load_index(connection, workspace, scope_key).find_entry(item)
        if entry is not None and entry.active:
            return _judge_line(connection, held, entry, verdict, written)
        episode = _find_episode(connection, held, item)
        record_verdict(connection, workspace, [episode.id], _RECORDED[verdict])
        return take_in(connection, held, Edit(steps=_added(episode, verdict, written), remarks=()))


def _judge_line(
    connection: Connection, held: Takeover, entry: Entry, verdict: Verdict, text: str
) -> EditReport:
    sources = load_sources(connection, held.workspace, held.scope_key).get(entry.id, entry.sources)
    # of the line's words: they may be others than its episodes'
    record_verdict(connection, held.workspace, sources, _RECORDED[verdict], entry.text)
    if verdict is Verdict.APPROVE:
        return _trust(connection, held, entry)
    kind = StepKind.REMOVE if verdict is Verdict.REJECT else StepKind.CHANGE
    step = EditStep(kind=kind, text=text or entry.text, entry=entry.id, section=entry.section)
    return take_in(connection, held, Edit(steps=(step,), remarks=()))


def _trust(connection: Connection, held: Takeover, entry: Entry) -> EditReport:
    """Take the mark `unverified` off a line; a person's word is its corroboration."""
    current = load_index(connection, held.workspace, held.scope_key)
    entries = [replace(e, unverified=False) if e.id == entry.id else e for e in current.entries]
    new = NewVersion(
        after=current.next_version(entries, held.now),
        cause=Cause.EDITED,
        report=[{"kind": "approved", "entry": entry.id, "reason": "a person approved it"}],
    )
    version = store(connection, held, new)
    hand_back(connection, held)
    return EditReport(scope=held.scope_key, versions=(version,) if version else (), run=held.run)


def _find_episode(connection: Connection, held: Takeover, item: str) -> Episode:
    found = load_episodes(connection, held.workspace, [item])
    if not found or found[0].content.scope_key != held.scope_key:
        raise NotFoundError(
            f"item: {item!r} is no active line and no episode of this scope; see memfold review"
        )
    return found[0]


def _added(episode: Episode, verdict: Verdict, text: str) -> tuple[EditStep, ...]:
    if verdict is Verdict.REJECT:
        return ()
    content = episode.content
    line = text or content.description
    if line == SET_ASIDE:
        raise InvalidInputError(
            "item", "its words are in the ledger alone; say with --edit what the line shall read"
        )
    # a placeholder's heading says nothing of the line that a person writes
    section = None if content.description == SET_ASIDE else content.section
    return (EditStep(kind=StepKind.ADD, text=line, section=section),)
