"""Who speaks in a chat, and the scopes that its people feed."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select
from sqlalchemy.dialects.postgresql import insert

from memory_core.messages import Participant, ParticipantKind
from memory_core.scopes import ScopeRef, scopes_fed
from memory_core.stores import tables as t


def load_participants(connection: Connection, workspace: str, chat: str) -> dict[str, Participant]:
    """Load the participants of a chat by their ids."""
    p = t.participant.c
    rows = connection.execute(select(t.participant).where(p.workspace == workspace, p.chat == chat))
    return {
        row.participant: Participant(
            id=row.participant,
            kind=ParticipantKind(row.kind),
            user=row.user_id,
            name=row.name,
            time_zone=row.time_zone,
        )
        for row in rows
    }


def insert_participants(
    connection: Connection, workspace: str, chat: str, people: Sequence[Participant]
) -> None:
    """Insert participants that are new to a chat."""
    connection.execute(
        insert(t.participant),
        [
            {
                "workspace": workspace,
                "chat": chat,
                "participant": person.id,
                "kind": str(person.kind),
                "user_id": person.user,
                "name": person.name,
                "time_zone": person.time_zone,
            }
            for person in people
        ],
    )


def feed_scopes(
    connection: Connection,
    workspace: str,
    chat: str,
    *,
    agent: str | None,
    team: str | None,
    people: Sequence[Participant],
) -> None:
    """Let the chat feed the scopes of these people; makes the scopes that are new."""
    # in one order everywhere, so that two appends cannot wait for one another
    users = sorted({p.user for p in people if p.kind is ParticipantKind.HUMAN and p.user})
    for scope in scopes_fed(workspace, agent, team, users):
        ensure_scope(connection, scope)
        connection.execute(
            insert(t.chat_feed)
            .values(workspace=workspace, chat=chat, scope_key=scope.key)
            .on_conflict_do_nothing()
        )


def ensure_scope(connection: Connection, scope: ScopeRef) -> None:
    """Make the rows of a scope where they are new."""
    key = {"workspace": scope.workspace, "scope_key": scope.key}
    connection.execute(
        insert(t.scope)
        .values(**key, kind=str(scope.kind), agent=scope.agent, user_id=scope.user, team=scope.team)
        .on_conflict_do_nothing()
    )
    connection.execute(insert(t.scope_state).values(**key).on_conflict_do_nothing())
