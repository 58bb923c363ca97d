"""Episodes with the trust that the index gives them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from memory_core.episodes import Episode
from memory_core.provenance import Provenance, Trust
from memory_core.stores.episode_store import load_episodes, load_scope_episodes
from memory_core.stores.index_store import load_index, load_sources


@dataclass(frozen=True, kw_only=True, slots=True)
class EpisodeView:
    """An episode and how far it is trusted."""

    episode: Episode
    trust: Trust


def list_episodes(
    connection: Connection, workspace: str, scope_key: str | None = None
) -> list[EpisodeView]:
    """Load all live episodes of a scope, or of the workspace, in the order of their insertion."""
    episodes = load_scope_episodes(connection, workspace, scope_key)
    trust = _trust_by_index(connection, workspace, {e.content.scope_key for e in episodes})
    return [_view(episode, trust) for episode in episodes]


def find_episode(connection: Connection, workspace: str, episode_id: str) -> EpisodeView | None:
    """Find an episode by its id, a retired one too."""
    found = load_episodes(connection, workspace, [episode_id])
    if not found:
        return None
    trust = _trust_by_index(connection, workspace, {found[0].content.scope_key})
    return _view(found[0], trust)


def _view(episode: Episode, trust: dict[str, Trust]) -> EpisodeView:
    if episode.content.provenance is Provenance.USER_REQUESTED:
        return EpisodeView(episode=episode, trust=Trust.REQUESTED)
    return EpisodeView(episode=episode, trust=trust.get(episode.id, Trust.UNVERIFIED))


def _trust_by_index(
    connection: Connection, workspace: str, scope_keys: Iterable[str]
) -> dict[str, Trust]:
    """Map each episode behind an active line to that line's trust."""
    trust: dict[str, Trust] = {}
    for key in sorted(scope_keys):
        sources = load_sources(connection, workspace, key)
        for entry in load_index(connection, workspace, key).active:
            trust.update(dict.fromkeys(sources.get(entry.id, entry.sources), entry.trust))
    return trust
