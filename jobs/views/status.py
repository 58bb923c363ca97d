"""The state of the whole installation: who works, what is due, what went wrong (role: sweeper)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import Connection, RowMapping, text

from jobs.policies import Policy
from jobs.store.endpoints import RestingEndpoint, load_resting
from jobs.views.gates import describe_rest
from jobs.views.processes import ProcessView, count_by_queue, load_processes
from jobs.views.standing import CHAT_STANDING, DONE, LEFT, QUARANTINED, SCOPE_STANDING

UNSERVED_AFTER = timedelta(minutes=1)  # due for so long, and nobody serves its queue
LATE_AFTER = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True, slots=True)
class KindStatus:
    """How one kind of work stands."""

    due: int  # gates open, nobody at it
    oldest_due_seconds: float | None  # since the oldest gate opened
    held: int  # leases
    quarantined: int
    waiting: Mapping[str, int]  # by reason
    failures: int  # the most in a row of any chat or scope


@dataclass(frozen=True, kw_only=True, slots=True)
class Status:
    """What `memfold status` prints."""

    queues: Mapping[str, int]  # living processes by queue, the beat included
    processes: Sequence[ProcessView]
    extract: KindStatus
    consolidate: KindStatus
    resting: Sequence[RestingEndpoint]  # model endpoints that are left alone after they failed
    alarms: Sequence[str]


_CHATS = text(
    f"""
    SELECT {CHAT_STANDING} AS standing, count(*) AS rows, max(cs.failures) AS failures,
           extract(epoch FROM memfold_now() - min(greatest(
             least(cs.forced_at, cs.last_received_at + :idle_after, cs.window_since + :window_age,
                   memfold_now()), cs.not_before)))::float AS age
      FROM chat_state cs JOIN chat c USING (workspace, chat) GROUP BY 1
    """
)

_SCOPES = text(
    f"""
    SELECT {SCOPE_STANDING} AS standing, count(*) AS rows, max(ss.failures) AS failures,
           extract(epoch FROM memfold_now() - min(greatest(ss.not_before,
             CASE WHEN ss.forced_at IS NULL THEN ss.cooldown_until END,
             (SELECT min(p.pending_since) FROM pending_episode p
               WHERE p.workspace = ss.workspace AND p.scope_key = ss.scope_key))))::float AS age
      FROM scope_state ss GROUP BY 1
    """
)


def load_status(connection: Connection, policy: Policy, queues: Sequence[str]) -> Status:
    """Load the state of all workspaces; `queues` are those that some process has to serve."""
    processes = load_processes(connection, policy)
    served = count_by_queue(processes, queues)
    extract = _kind(connection.execute(_CHATS, policy.parameters()).mappings().all())
    consolidate = _kind(connection.execute(_SCOPES, policy.parameters()).mappings().all())
    resting = load_resting(connection, [policy.extract_endpoint, policy.consolidate_endpoint])
    return Status(
        queues=served,
        processes=processes,
        extract=extract,
        consolidate=consolidate,
        resting=resting,
        alarms=[
            *(_endpoint_alarm(found) for found in resting),
            *_alarms("extract", "chats", extract, served),
            *_alarms("consolidate", "scopes", consolidate, served),
        ],
    )


def _kind(rows: Sequence[RowMapping]) -> KindStatus:
    by_standing = {row["standing"]: row for row in rows}
    count = {standing: row["rows"] for standing, row in by_standing.items()}
    due = by_standing.get("due")
    settled = LEFT | {DONE, QUARANTINED}
    return KindStatus(
        due=count.get("due", 0),
        oldest_due_seconds=max(due["age"] or 0.0, 0.0) if due else None,
        held=count.get("working", 0),
        quarantined=count.get(QUARANTINED, 0),
        waiting={name: n for name, n in sorted(count.items()) if name not in settled},
        failures=max((row["failures"] for row in rows), default=0),
    )


def _endpoint_alarm(found: RestingEndpoint) -> str:
    return f"{found.model} at {found.base_url} {describe_rest(found)}"


def _alarms(queue: str, noun: str, kind: KindStatus, served: Mapping[str, int]) -> list[str]:
    alarms = []
    oldest = timedelta(seconds=kind.oldest_due_seconds or 0)
    if kind.due and oldest > UNSERVED_AFTER and not served.get(queue):
        alarms.append(f"{kind.due} {noun} are due and no worker serves them: run memfold worker")
    if kind.due and oldest > LATE_AFTER:
        hours = oldest / timedelta(hours=1)
        alarms.append(f"the oldest due of {noun} waits for {hours:.1f} hours: see memfold why")
    if kind.quarantined:
        alarms.append(f"{kind.quarantined} {noun} are quarantined: see memfold quarantine list")
    return alarms
