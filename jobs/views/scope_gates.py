"""Why a scope is folded now, or is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, text

from jobs.due import CHAT_GATE, SCOPE_GATE, SCOPE_NEXT_DUE
from jobs.lease import JobKind
from jobs.policies import Policy
from jobs.views.budgets import find_today
from jobs.views.gates import (
    Gate,
    GateReport,
    backoff_gate,
    budget_gate,
    describe_span,
    endpoint_gate,
    error_of,
    lease_gate,
)
from jobs.views.runs import find_last_run
from jobs.views.standing import SCOPE_STANDING
from memory_core.errors import NotFoundError

_PENDING = """FROM pending_episode p
  WHERE p.workspace = ss.workspace AND p.scope_key = ss.scope_key"""

_UNREAD = f"""(SELECT count(*) FROM chat_feed f JOIN chat_state cs USING (workspace, chat)
    JOIN chat c USING (workspace, chat)
   WHERE f.workspace = ss.workspace AND f.scope_key = ss.scope_key AND {CHAT_GATE}"""

_SCOPE = text(
    f"""
    SELECT ss.version, ss.due_at, ss.forced_at, ss.cooldown_until, ss.not_before, ss.failures,
           ss.error_class, ss.last_error, ss.save_due_at, memfold_now() AS now,
           {SCOPE_GATE} AS open, {SCOPE_NEXT_DUE} AS next_due_at, {SCOPE_STANDING} AS standing,
           (SELECT count(*) {_PENDING}) AS pending,
           (SELECT count(*) {_PENDING} AND p.not_before <= memfold_now()) AS placeable,
           (SELECT min(p.pending_since) {_PENDING}) AS pending_since,
           {_UNREAD}) AS unread, {_UNREAD} AND cs.forced_at IS NOT NULL) AS unread_forced,
           l.owner AS lease_owner, l.expires_at AS lease_expires_at
      FROM scope_state ss
      LEFT JOIN lease l ON l.workspace = ss.workspace AND l.kind = 'consolidate'
                       AND l.key = ss.scope_key
     WHERE ss.workspace = :workspace AND ss.scope_key = :scope_key
    """
)

_REASONS = text(
    """
    SELECT coalesce(reason, 'waits for its fold') AS reason, count(*) AS episodes,
           max(tries) AS tries, nullif(min(not_before), 'infinity') AS not_before
      FROM pending_episode WHERE workspace = :workspace AND scope_key = :scope_key
     GROUP BY 1 ORDER BY 2 DESC, 1
    """
)


def explain_scope(
    connection: Connection, workspace: str, scope_key: str, policy: Policy
) -> GateReport:
    """Load each gate of a scope.

    Raises:
        NotFoundError: no such scope in this workspace.
    """
    place = {"workspace": workspace, "scope_key": scope_key}
    row = connection.execute(_SCOPE, {**policy.parameters(), **place}).one_or_none()
    if row is None:
        raise NotFoundError(
            f"scope: {scope_key!r} does not exist in workspace {workspace!r}; see memfold scopes"
        )
    ready = _forced_gates(row) if row.forced_at else _gates(row, policy)
    saved = row.placeable > 0 and row.save_due_at is not None and row.save_due_at <= row.now
    if saved:
        ready = (Gate(gate="saves", open=True, value="folded ahead", at=row.save_due_at),)
    return GateReport(
        kind=str(JobKind.CONSOLIDATE),
        key=scope_key,
        open=row.open,
        standing=row.standing,
        gates=(
            _pending_gate(row),
            *(
                ()
                if saved
                else (
                    backoff_gate(row),
                    endpoint_gate(connection, policy.consolidate_endpoint, row.now),
                    budget_gate(row, find_today(connection, workspace, policy)),
                )
            ),
            *ready,
            lease_gate(row),
        ),
        due_at=row.due_at,
        next_due_at=row.next_due_at,
        error=error_of(row),
        pending=_reasons(connection, place),
        last_run=find_last_run(connection, workspace, JobKind.CONSOLIDATE, scope_key),
    )


def _pending_gate(row: Row[Any]) -> Gate:
    return Gate(
        gate="pending",
        open=row.placeable > 0,
        value=f"{row.pending} episodes, {row.placeable} of them may be placed now",
        at=row.pending_since,
    )


def _forced_gates(row: Row[Any]) -> tuple[Gate, ...]:
    """Describe a forced scope: it passes the cooldown and waits for its forced chats alone."""
    return (
        Gate(gate="forced", open=True, value="yes", at=row.forced_at),
        Gate(
            gate="forced chats",
            open=row.unread_forced == 0,
            value=f"{row.unread_forced} still to be read",
        ),
    )


def _gates(row: Row[Any], policy: Policy) -> tuple[Gate, ...]:
    cooled = row.cooldown_until is None or row.cooldown_until <= row.now
    old_at = row.pending_since and row.pending_since + policy.pending_age
    return (
        Gate(
            gate="cooldown",
            open=cooled,
            value=f"of {describe_span(policy.cooldown)}",
            at=row.cooldown_until,
        ),
        Gate(
            gate="chats",
            open=row.unread == 0,
            value=f"{row.unread} due ones still to be read",
            any_of=True,
        ),
        Gate(
            gate="pending limit",
            open=row.pending >= policy.pending_limit,
            value=f"{row.pending} of {policy.pending_limit} episodes",
            any_of=True,
        ),
        Gate(
            gate="pending age",
            open=old_at is not None and old_at <= row.now,
            value=f"of {describe_span(policy.pending_age)}",
            at=old_at,
            any_of=True,
        ),
    )


def _reasons(connection: Connection, place: Mapping[str, str]) -> tuple[Mapping[str, Any], ...]:
    return tuple(dict(row) for row in connection.execute(_REASONS, place).mappings())
