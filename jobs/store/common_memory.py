"""An agent's common memory: what one user states waits there until a second states the same."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select, text
from sqlalchemy.dialects.postgresql import insert

from memory_core.episodes import Episode
from memory_core.index.sameness import states_same
from memory_core.index.trust import OrgRules, Witness, org_line_flaw
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.stores import tables as core
from memory_core.stores.episode_store import insert_episodes, load_episodes, pend
from memory_core.stores.org_rules import load_names
from memory_core.stores.participants import ensure_scope
from memory_core.stores.witness_store import load_witnesses

_MOST = 500  # newest candidates that a new one is held against

_CANDIDATES = text(
    """
    SELECT e.id FROM episode e
     WHERE e.workspace = :workspace AND e.scope_key = :scope_key
       AND NOT EXISTS (SELECT FROM episode_retirement r
                        WHERE r.workspace = e.workspace AND r.episode = e.id)
     ORDER BY e.seq DESC LIMIT :most
    """
)


def feed_common(
    connection: Connection, workspace: str, chat: str, candidates: Sequence[Episode]
) -> None:
    """Let a chat feed its agent's common memory, which is made when new."""
    if not candidates:
        return
    c = core.chat.c
    row = connection.execute(
        select(c.agent, c.team).where(c.workspace == workspace, c.chat == chat)
    ).one()
    scope = ScopeRef(workspace=workspace, kind=ScopeKind.AGENT_ORG, agent=row.agent, team=row.team)
    ensure_scope(connection, scope)
    connection.execute(
        insert(core.chat_feed)
        .values(workspace=workspace, chat=chat, scope_key=scope.key)
        .on_conflict_do_nothing()
    )


def gather_common(connection: Connection, workspace: str, candidates: Sequence[Episode]) -> None:
    """Keep candidates that name nobody; those that two users state become pending."""
    if not candidates:
        return
    scope_key = candidates[0].content.scope_key
    s = core.scope.c
    agent = connection.execute(
        select(s.agent).where(s.workspace == workspace, s.scope_key == scope_key)
    ).scalar_one()
    lines = {e.id: " ".join((e.content.description, *e.content.aliases)) for e in candidates}
    rules = OrgRules(names=load_names(connection, workspace, agent, lines.values()))
    kept = [e for e in candidates if not org_line_flaw(e.content.section, lines[e.id], rules)]
    fresh = insert_episodes(connection, workspace, kept, pending=False)
    agreed = _agreed(connection, workspace, scope_key, fresh) if fresh else []
    pend(connection, workspace, load_episodes(connection, workspace, agreed))


def _agreed(
    connection: Connection, workspace: str, scope_key: str, fresh: frozenset[str]
) -> list[str]:
    """Return the new candidates that another user states too, each with its like."""
    ids = connection.execute(
        _CANDIDATES, {"workspace": workspace, "scope_key": scope_key, "most": _MOST}
    ).scalars()
    witnesses = load_witnesses(connection, workspace, ids)
    new = [w for w in witnesses.values() if w.episode in fresh]
    pairs = [(w.episode, o.episode) for w in new for o in witnesses.values() if _agree(w, o)]
    return sorted({episode for pair in pairs for episode in pair})


def _agree(one: Witness, other: Witness) -> bool:
    return one.user != other.user and states_same(one.line, other.line)
