"""State changes of the sweep: choose what is due, move it on, let it be rung (role: sweeper).

Choosing is fair over workspaces, oldest first, and by ctid: a join would flip to a slower plan on
large tables. When more workspaces have something due than the batch has places, those go first
whose oldest row has waited longest, so each has its turn. What is chosen moves two periods on in
the same statement, so a lost ring comes again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, TextClause, text
from sqlalchemy.dialects.postgresql import insert

from jobs import tables as t
from jobs.due import (
    CHAT_GATE,
    CHAT_NEXT_DUE,
    CONSOLIDATE_RESTS,
    EXTRACT_RESTS,
    SCOPE_GATE,
    SCOPE_NEXT_DUE,
    UPKEEP_GATE,
    UPKEEP_NEXT_DUE,
)
from jobs.lease import JobKind
from jobs.policies import Policy
from jobs.store.endpoints import find_open_breaker


@dataclass(frozen=True, kw_only=True, slots=True)
class Ring:
    """A bell to be rung: an id and no permission."""

    kind: JobKind
    workspace: str
    key: str  # chat id or scope key
    alone: bool = False  # a suspect: one job a process


def _choose(table: str, due: str = "due_at", *, unless: str = "false") -> str:
    return f"""(ARRAY(
      WITH active AS MATERIALIZED (
        SELECT w.workspace FROM workspace w CROSS JOIN LATERAL (
          SELECT d.{due} FROM {table} d
           WHERE d.workspace = w.workspace AND d.{due} <= memfold_now()
           ORDER BY d.{due} LIMIT 1) oldest
         WHERE NOT {unless}
         ORDER BY oldest.{due} LIMIT :batch)
      SELECT d.ctid FROM active a CROSS JOIN LATERAL (
        SELECT d.ctid, d.{due} FROM {table} d
         WHERE d.workspace = a.workspace AND d.{due} <= memfold_now()
         ORDER BY d.{due}
         LIMIT (SELECT ceil(:batch / greatest(count(*), 1)::numeric) FROM active)
         FOR UPDATE SKIP LOCKED) d
      LIMIT :batch))"""


def _move(gate: str, next_due: str) -> str:
    return f"""CASE WHEN {gate} THEN memfold_now() + 2 * CAST(:period AS interval)
                    WHEN {next_due} IS NULL THEN NULL
                    ELSE greatest({next_due}, memfold_now() + :period) END"""


_DUE_CHATS = text(
    f"""
    -- due → rung (looked at again in two periods), or waits until its gate may open
    UPDATE chat_state cs SET due_at = {_move(CHAT_GATE, CHAT_NEXT_DUE)} FROM chat c
     WHERE cs.ctid = ANY {_choose("chat_state", unless=EXTRACT_RESTS)}
       AND c.workspace = cs.workspace AND c.chat = cs.chat
    RETURNING cs.workspace, cs.chat AS key, cs.losses > 0 AS alone, {CHAT_GATE} AS open
    """
)

_DUE_SCOPES = text(
    f"""
    -- due → rung (looked at again in two periods), or waits until its gate may open
    UPDATE scope_state ss SET due_at = {_move(SCOPE_GATE, SCOPE_NEXT_DUE)}
     WHERE ss.ctid = ANY {_choose("scope_state", unless=CONSOLIDATE_RESTS)}
    RETURNING ss.workspace, ss.scope_key AS key, false AS alone, {SCOPE_GATE} AS open
    """
)

_DUE_UPKEEP = text(
    f"""
    -- a day's upkeep is due → rung (looked at again in two periods), or waits for its day
    UPDATE scope_state ss SET upkeep_at = {_move(UPKEEP_GATE, UPKEEP_NEXT_DUE)}
     WHERE ss.ctid = ANY {_choose("scope_state", "upkeep_at")}
    RETURNING ss.workspace, ss.scope_key AS key, false AS alone, {UPKEEP_GATE} AS open
    """
)

_STATEMENTS = {JobKind.EXTRACT: _DUE_CHATS, JobKind.CONSOLIDATE: _DUE_SCOPES}


def choose_due(
    connection: Connection, kind: JobKind, policy: Policy, *, batch: int
) -> tuple[list[Ring], int]:
    """Choose what is due; return the bells to ring and how many rows were put off instead.

    Nothing of a kind whose endpoint rests, and one row when it may be probed.
    """
    if batch > 1 and find_open_breaker(connection, _endpoint_of(kind, policy)):
        batch = 1
    return _chosen(connection, _STATEMENTS[kind], kind, policy, batch)


def _endpoint_of(kind: JobKind, policy: Policy) -> str:
    return policy.extract_endpoint if kind is JobKind.EXTRACT else policy.consolidate_endpoint


def choose_upkeep(connection: Connection, policy: Policy, *, batch: int) -> tuple[list[Ring], int]:
    """Choose the scopes whose daily upkeep is due; the same job does it that folds them."""
    return _chosen(connection, _DUE_UPKEEP, JobKind.CONSOLIDATE, policy, batch)


def _chosen(
    connection: Connection, statement: TextClause, kind: JobKind, policy: Policy, batch: int
) -> tuple[list[Ring], int]:
    rows = connection.execute(
        statement, {**policy.parameters(), "batch": batch, "period": policy.sweep_period}
    ).all()
    rings = [
        Ring(kind=kind, workspace=row.workspace, key=row.key, alone=row.alone)
        for row in rows
        if row.open
    ]
    return rings, len(rows) - len(rings)


_OPEN_SCOPES = text(
    f"""
    -- due and open → rung now instead of by the next sweep
    UPDATE scope_state ss SET due_at = memfold_now() + 2 * CAST(:period AS interval)
     WHERE {SCOPE_GATE} AND ss.ctid = ANY (ARRAY(
       SELECT s.ctid FROM scope_state s JOIN chat_feed f USING (workspace, scope_key)
        WHERE f.workspace = :workspace AND f.chat = :chat AND s.due_at <= memfold_now()
          FOR UPDATE OF s SKIP LOCKED))
    RETURNING ss.scope_key
    """
)


def choose_fed_scopes(
    connection: Connection, workspace: str, chat: str, policy: Policy
) -> list[Ring]:
    """Choose the scopes that this chat feeds and that can be folded now."""
    parameters = {
        **policy.parameters(),
        "workspace": workspace,
        "chat": chat,
        "period": policy.sweep_period,
    }
    keys: Sequence[str] = connection.execute(_OPEN_SCOPES, parameters).scalars().all()
    return [Ring(kind=JobKind.CONSOLIDATE, workspace=workspace, key=key) for key in keys]


_SLOT = text("SELECT floor(extract(epoch FROM memfold_now()) / :seconds)")


def claim_tick(connection: Connection, kind: str, policy: Policy) -> bool:
    """Claim the current sweep slot: however many beats ring, one sweep does the work."""
    slot = int(
        connection.execute(_SLOT, {"seconds": policy.sweep_period.total_seconds()}).scalar_one()
    )
    claimed = connection.execute(
        insert(t.sweep_tick)
        .values(kind=kind, slot=slot)
        .on_conflict_do_nothing()
        .returning(t.sweep_tick.c.slot)
    ).one_or_none()
    return claimed is not None


def forget_ticks(connection: Connection) -> None:
    """Drop slots that no beat can claim any more."""
    connection.execute(
        text("DELETE FROM sweep_tick WHERE swept_at < memfold_now() - interval '1 hour'")
    )
