"""Why a chat is read now, or is not."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, text

from jobs.due import CHAT_GATE, CHAT_NEXT_DUE
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
from jobs.views.standing import CHAT_STANDING
from memory_core.errors import NotFoundError

_CHAT = text(
    f"""
    SELECT cs.watermark, cs.last_position, cs.last_received_at, cs.window_since, cs.due_at,
           cs.forced_at, cs.not_before, cs.attempts, cs.failures, cs.losses, cs.error_class,
           cs.last_error, cs.quarantined_at, c.origin, c.memory_mode, c.deleted_at,
           memfold_now() AS now, {CHAT_GATE} AS open, {CHAT_NEXT_DUE} AS next_due_at,
           {CHAT_STANDING} AS standing,
           (SELECT max(i.signalled_at) FROM idle_signal i WHERE i.workspace = cs.workspace
               AND i.chat = cs.chat AND i.idle_through >= cs.last_position) AS signalled_at,
           l.owner AS lease_owner, l.expires_at AS lease_expires_at
      FROM chat_state cs JOIN chat c USING (workspace, chat)
      LEFT JOIN lease l ON l.workspace = cs.workspace AND l.kind = 'extract' AND l.key = cs.chat
     WHERE cs.workspace = :workspace AND cs.chat = :chat
    """
)


def explain_chat(connection: Connection, workspace: str, chat: str, policy: Policy) -> GateReport:
    """Load each gate of a chat.

    Raises:
        NotFoundError: no such chat in this workspace.
    """
    place = {"workspace": workspace, "chat": chat}
    row = connection.execute(_CHAT, {**policy.parameters(), **place}).one_or_none()
    if row is None:
        raise NotFoundError(
            f"chat: {chat!r} does not exist in workspace {workspace!r}; see memfold chats"
        )
    return GateReport(
        kind=str(JobKind.EXTRACT),
        key=chat,
        open=row.open,
        standing=row.standing,
        gates=(
            *_conditions(row),
            endpoint_gate(connection, policy.extract_endpoint, row.now),
            budget_gate(row, find_today(connection, workspace, policy)),
            *_occasions(row, policy),
            lease_gate(row),
        ),
        due_at=row.due_at,
        next_due_at=row.next_due_at,
        error=error_of(row),
        last_run=find_last_run(connection, workspace, JobKind.EXTRACT, chat),
    )


def _conditions(row: Row[Any]) -> tuple[Gate, ...]:
    unread = row.last_position - row.watermark
    window = f"{unread} from position {row.watermark + 1}" if unread else "nothing"
    deleted = row.deleted_at is not None
    quarantined = row.quarantined_at is not None
    return (
        Gate(gate="unread", open=unread > 0, value=window, at=row.window_since),
        Gate(gate="origin", open=row.origin == "interactive", value=row.origin),
        Gate(
            gate="kept", open=not deleted, value="deleted" if deleted else "kept", at=row.deleted_at
        ),
        Gate(gate="memory", open=row.memory_mode == "on", value=row.memory_mode),
        Gate(
            gate="quarantine",
            open=not quarantined,
            value=f"{row.attempts} attempts, {row.losses} losses",
            at=row.quarantined_at,
        ),
        backoff_gate(row),
    )


def _occasions(row: Row[Any], policy: Policy) -> tuple[Gate, ...]:
    """Describe what makes a chat ready: one of these is enough."""
    unread = row.last_position - row.watermark
    quiet_at = row.last_received_at and row.last_received_at + policy.idle_after
    aged_at = row.window_since and row.window_since + policy.window_age

    def occasion(gate: str, value: str, at: Any, *, open_now: bool | None = None) -> Gate:
        reached = at is not None and at <= row.now
        is_open = reached if open_now is None else open_now
        return Gate(gate=gate, open=is_open, value=value, at=at, any_of=True)

    return (
        occasion("idle signal", "given" if row.signalled_at else "none", row.signalled_at),
        occasion("quiet", f"for {describe_span(policy.idle_after)}", quiet_at),
        occasion(
            "window",
            f"{unread} of {policy.window_messages} messages",
            None,
            open_now=unread > policy.window_messages,
        ),
        occasion("age", f"of {describe_span(policy.window_age)}", aged_at),
        occasion("forced", "yes" if row.forced_at else "no", row.forced_at),
    )
