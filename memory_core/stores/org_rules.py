"""Agents' policies, and what an agent's common memory may not hold: its participants' names."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, func, literal, select, union_all
from sqlalchemy.dialects.postgresql import insert

from memory_core.index.model import Index
from memory_core.index.trust import OrgRules
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.stores import tables as t
from memory_core.text.normalise import fold_key
from memory_core.text.tokens import tokens

_LEAST = 2  # letters of a name's word


def set_org_memory(connection: Connection, workspace: str, agent: str, *, on: bool) -> None:
    """Let an agent gather a memory common to all whom it serves, or stop it; it is off at first."""
    connection.execute(insert(t.workspace).values(workspace=workspace).on_conflict_do_nothing())
    connection.execute(
        insert(t.agent_policy)
        .values(workspace=workspace, agent=agent, org_memory=on)
        .on_conflict_do_update(
            index_elements=["workspace", "agent"],
            set_={"org_memory": on, "changed_at": func.memfold_now()},
        )
    )


def load_org_memory(connection: Connection, workspace: str, agent: str) -> bool:
    """Tell whether an agent gathers a common memory."""
    a = t.agent_policy.c
    found = connection.execute(
        select(a.org_memory).where(a.workspace == workspace, a.agent == agent)
    ).scalar_one_or_none()
    return bool(found)


def is_agent(connection: Connection, workspace: str, agent: str) -> bool:
    """Tell whether there is a chat with an agent, or a policy of it."""
    found = (
        select(literal(1)).where(table.c.workspace == workspace, table.c.agent == agent)
        for table in (t.chat, t.agent_policy)
    )
    return bool(connection.execute(select(union_all(*found).exists())).scalar_one())


def find_org_scope(
    connection: Connection, workspace: str, agent: str | None, team: str | None
) -> ScopeRef | None:
    """Find the common memory that chats with this agent feed; none where it is off."""
    if agent is None or not load_org_memory(connection, workspace, agent):
        return None
    return ScopeRef(workspace=workspace, kind=ScopeKind.AGENT_ORG, agent=agent, team=team)


def load_org_rules(connection: Connection, workspace: str, index: Index) -> OrgRules | None:
    """Load the rules for a scope's lines; none for a scope that is not common to many."""
    s = t.scope.c
    agent = connection.execute(
        select(s.agent).where(
            s.workspace == workspace,
            s.scope_key == index.scope_key,
            s.kind == str(ScopeKind.AGENT_ORG),
        )
    ).scalar_one_or_none()
    if agent is None:
        return None
    lines = (text for entry in index.active for text in (entry.text, *entry.aliases))
    return OrgRules(names=load_names(connection, workspace, agent, lines))


def load_names(
    connection: Connection, workspace: str, agent: str, lines: Iterable[str]
) -> frozenset[str]:
    """Load those words of lines that name one whom the agent serves: names, ids and aliases."""
    words = {token.key for line in lines for token in tokens(line)}
    return frozenset(words & _names(connection, workspace, agent)) if words else frozenset()


def _names(connection: Connection, workspace: str, agent: str) -> set[str]:
    p, c, e, s = t.participant.c, t.chat.c, t.episode.c, t.scope.c
    people = connection.execute(
        select(p.name, p.participant, p.user_id)
        .join(t.chat, (c.workspace == p.workspace) & (c.chat == p.chat))
        .where(p.workspace == workspace, c.agent == agent, p.kind == "human")
        .distinct()
    )
    called = connection.execute(
        select(e.aliases)
        .join(t.scope, (s.workspace == e.workspace) & (s.scope_key == e.scope_key))
        .where(
            e.workspace == workspace,
            e.section == "Profile",
            func.cardinality(e.aliases) > 0,
            s.kind != str(ScopeKind.AGENT_ORG),
        )
    ).scalars()
    given = [name for row in people for name in row if name]
    given += [alias for aliases in called for alias in aliases]
    return {
        token.key
        for name in given
        for token in tokens(fold_key(name))
        if len(token.key) >= _LEAST and not token.key.isdigit()
    }
