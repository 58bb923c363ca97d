"""Removing what rested on forgotten words: episodes, lines, snapshots and what hangs on them.

    chats outrun ── episodes judged ── each scope taken over: lines judged ── version ── snapshots
                                                                       └─ episodes removed

A line keeps its place as long as what is left says it in full. An episode that rested partly on
forgotten words is minted anew from the rest where that carries it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import Connection, select

from jobs.store import forgetting, mirroring
from jobs.store.forget_requests import Request
from jobs.store.takeovers import Act, Takeover, hand_back, take_over
from memory_core.episodes import Episode
from memory_core.index.forgetting import (
    Forgotten,
    Verdict,
    judge_lines,
    mint_anew,
    next_without,
)
from memory_core.index.model import Entry
from memory_core.index.rewrite import Cause, Dossier
from memory_core.messages import Message
from memory_core.stores import removal
from memory_core.stores import tables as core
from memory_core.stores.arrays import one_of
from memory_core.stores.episode_store import insert_episodes, load_episodes
from memory_core.stores.index_store import NewVersion, load_dossier, load_index, replace_index
from memory_core.stores.transcript import read_places
from memory_core.stores.working_store import remove_working
from memory_core.text.redact import redact

Receipt = dict[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class _Going:
    """The episodes that go, and what is minted from the rest of some."""

    episodes: Mapping[str, Episode]
    anew: Mapping[str, Episode]  # by the id of the one that goes

    @property
    def ids(self) -> dict[str, str]:
        """The id of each episode minted anew, by that of the one that goes."""
        return {old: episode.id for old, episode in self.anew.items()}


def remove(connection: Connection, request: Request) -> tuple[frozenset[str], Receipt]:
    """Remove all that rests on a request's messages; return the scopes and the receipt."""
    workspace, chats = request.workspace, {chat for chat, _ in request.places}
    citing = forgetting.find_citing(connection, workspace, request.places)
    scopes = forgetting.find_scopes(connection, workspace, chats, citing | request.episodes)
    scopes |= _named_scopes(connection, request)
    reading = forgetting.raise_leases(connection, workspace, "extract", chats)
    forgetting.wake_chats(connection, workspace, chats, reading)
    taken = [take_over(connection, workspace, key, Act.FORGET) for key in sorted(scopes)]
    going = _judge_episodes(connection, request, citing)
    _store_anew(connection, workspace, going)
    removal.allow_removal(connection)
    done = {held.scope_key: _settle(connection, held, request, going) for held in taken}
    removal.remove_quotations(connection, workspace, request.places)
    rows = removal.remove_episodes(connection, workspace, list(going.episodes))
    rows |= _remove_working(connection, request)
    for held in taken:
        mirroring.mark_forgotten(connection, workspace, held.scope_key)
        hand_back(connection, held)
    return frozenset(scopes), {**request.receipt, **_receipt(going, done, rows)}


def _remove_working(connection: Connection, request: Request) -> dict[str, int]:
    """Remove what hosts keep beside a user's scopes: it rests on no message, only on the user."""
    if request.target.user_id is None:
        return {}
    count = remove_working(connection, request.workspace, _named_scopes(connection, request))
    return {"working_memory": count} if count else {}


def _named_scopes(connection: Connection, request: Request) -> set[str]:
    target = request.target
    if target.user_id is not None:
        return forgetting.find_scopes_of_user(connection, request.workspace, target.user_id)
    return {target.scope_key} if target.scope_key is not None else set()


def _receipt(going: _Going, done: Mapping[str, _Settled], rows: Mapping[str, int]) -> Receipt:
    return {
        "episodes": sorted(going.episodes),
        "minted_anew": sorted(episode.id for episode in going.anew.values()),
        "entries": {key: sorted(s.verdict.gone) for key, s in done.items() if s.verdict.gone},
        "entries_left": {
            key: sorted(s.verdict.sources) for key, s in done.items() if s.verdict.sources
        },
        "versions": {key: s.version for key, s in done.items() if s.version},
        "snapshots": {key: list(s.snapshots) for key, s in done.items() if s.snapshots},
        "rows": dict(rows),
    }


# -- episodes ----------------------------------------------------------------------------------


def _judge_episodes(connection: Connection, request: Request, citing: Collection[str]) -> _Going:
    ids = sorted({*citing, *request.episodes})
    going = {episode.id: episode for episode in load_episodes(connection, request.workspace, ids)}
    messages = _read(connection, request.workspace, list(going.values()))
    live = _live(connection, request.workspace, going)
    anew = {}
    for episode in going.values():
        if episode.id not in request.episodes and episode.id in live:
            minted = mint_anew(episode, request.places, Dossier(messages=messages))
            if minted is not None:
                anew[episode.id] = minted
    return _Going(episodes=going, anew=anew)


def _live(connection: Connection, workspace: str, episodes: Collection[str]) -> frozenset[str]:
    """Return the episodes that were neither retired nor set aside."""
    aside = set[str]()
    for table in (core.episode_retirement, core.episode_quarantine):
        c = table.c
        query = select(c.episode).where(c.workspace == workspace, one_of(c.episode, episodes))
        aside.update(connection.execute(query).scalars())
    return frozenset(episodes) - aside


def _read(
    connection: Connection, workspace: str, episodes: Sequence[Episode]
) -> dict[tuple[str, int], Message]:
    places = {(e.chat, e.position) for episode in episodes for e in episode.content.evidence}
    found = read_places(connection, workspace, places)
    return {place: replace(m, content=redact(m.content).text) for place, m in found.items()}


def _store_anew(connection: Connection, workspace: str, going: _Going) -> None:
    """Store what was minted anew; it waits for a fold if the one that goes did."""
    p = core.pending_episode.c
    waiting = connection.execute(
        select(p.episode).where(p.workspace == workspace, one_of(p.episode, going.anew))
    ).scalars()
    new = insert_episodes(connection, workspace, list(going.anew.values()))
    pending = {going.anew[old].id for old in waiting}
    removal.unpend(connection, workspace, new - pending)


# -- a scope -----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class _Settled:
    """What became of a scope's lines."""

    verdict: Verdict
    version: int | None
    snapshots: tuple[int, ...]


def _settle(connection: Connection, held: Takeover, request: Request, going: _Going) -> _Settled:
    workspace, scope_key = held.workspace, held.scope_key
    lines = removal.load_lines(connection, workspace, scope_key)
    forgotten = _forgotten(connection, held, request, going, lines)
    verdict = judge_lines(lines.values(), forgotten)
    version = _write(connection, held, verdict, forgotten.left)
    removal.source_anew(connection, workspace, scope_key, going.ids)
    snapshots: tuple[int, ...] = ()
    if not verdict.touches_nothing:
        snapshots = removal.redact_versions(connection, workspace, scope_key, verdict)
    gone = {entry: lines[entry].text for entry in verdict.gone}
    said = [episode.content.description for episode in going.episodes.values()]
    removal.remove_traces(connection, workspace, scope_key, gone, said)
    kept = {line.text for line in lines.values()} - set(gone.values())
    removal.remove_verdicts(connection, workspace, scope_key, kept)
    removal.pend_again(connection, workspace, verdict.loose)
    return _Settled(verdict=verdict, version=version, snapshots=snapshots)


def _forgotten(
    connection: Connection,
    held: Takeover,
    request: Request,
    going: _Going,
    lines: Mapping[str, Entry],
) -> Forgotten:
    workspace, scope_key = held.workspace, held.scope_key
    sources = removal.load_full_sources(connection, workspace, scope_key, lines.values())
    left = sorted({s for given in sources.values() for s in given if s not in going.episodes})
    episodes = load_episodes(connection, workspace, [*left, *going.ids.values()])
    dossier = load_dossier(
        connection,
        workspace,
        load_index(connection, workspace, scope_key),
        {episode.id: episode for episode in episodes},
        _read(connection, workspace, episodes),
        sources=sources,
    )
    return Forgotten(
        episodes=frozenset(going.episodes),
        anew=going.ids,
        entries=_named_lines(request, held, lines),
        sources=sources,
        left=dossier,
    )


def _named_lines(request: Request, held: Takeover, lines: Mapping[str, Entry]) -> frozenset[str]:
    target = request.target
    if target.user_id is not None and target.user_id == held.user:
        return frozenset(lines)
    named = target.entry is not None and target.scope_key == held.scope_key
    return frozenset({target.entry} if named and target.entry else ())


def _write(connection: Connection, held: Takeover, verdict: Verdict, left: Dossier) -> int | None:
    current = load_index(connection, held.workspace, held.scope_key)
    after = next_without(current, verdict, held.now, left)
    if after is current:
        return None
    new = NewVersion(
        after=after,
        cause=Cause.FORGOTTEN,
        receipt=verdict.gone,
        report=[asdict(effect) for effect in verdict.effects(current, after)],
        run=held.run,
        token=held.token,
    )
    return replace_index(connection, held.workspace, new)
