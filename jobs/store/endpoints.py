"""State changes of an endpoint's breaker (role: sweeper).

    closed ── a call failed ──> resting until `retry_at` ── it has come ──> half open
      ^                            ^                                          │ one probe is let
      │                            └── the probe failed: for longer ──────────┤ through, and rests
      └─────────────────────────────── the probe was answered ────────────────┘ the others so long

No row: closed. A probe proves itself by the time until which it holds the others off; when its
process died, that time passes and the next one is let through.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, text


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenBreaker:
    """An endpoint that is left alone."""

    failures: int  # in a row, that opened it or kept it open
    probe_due: bool  # its rest is over: one call may look how it is
    seconds: float  # of rest left; 0 when it is over
    reason: str


_FIND = text(
    """
    SELECT failures, retry_at <= memfold_now() AS probe_due, reason,
           greatest(extract(epoch FROM retry_at - memfold_now()), 0)::float AS seconds
      FROM endpoint WHERE id = :id AND opened_at IS NOT NULL
    """
)

_TAKE_PROBE = text(
    """
    -- half open → resting while one probe looks; who comes second finds the time moved
    UPDATE endpoint SET retry_at = memfold_now() + :hold
     WHERE id = :id AND opened_at IS NOT NULL AND retry_at <= memfold_now()
    RETURNING retry_at
    """
)

_GIVE_BACK = text(
    """
    -- resting for this probe → half open: it came to no call
    UPDATE endpoint SET retry_at = memfold_now()
     WHERE id = :id AND opened_at IS NOT NULL AND retry_at = :held_until
    """
)

_ANEW = """(e.opened_at IS NULL
  OR e.retry_at IS NOT DISTINCT FROM CAST(:held_until AS timestamptz))"""

_FAILED = text(
    f"""
    -- closed → resting; resting for this probe → resting for longer; calls that were under way when
    -- it opened only add the wait that they were told
    INSERT INTO endpoint AS e (id, base_url, model, failures, opened_at, retry_at, error_class,
                               reason)
    VALUES (:id, :base_url, :model, 1, memfold_now(), memfold_now() + :rest, :error_class, :reason)
    ON CONFLICT (id) DO UPDATE SET
      failures = e.failures + CAST({_ANEW} AS integer),
      opened_at = coalesce(e.opened_at, memfold_now()),
      retry_at = CASE WHEN {_ANEW} THEN memfold_now() + :rest
                      ELSE greatest(e.retry_at, memfold_now() + :asked) END,
      error_class = excluded.error_class, reason = excluded.reason
    """
)

_ANSWERED = text(
    """
    -- open → closed; failures forgotten
    UPDATE endpoint SET opened_at = NULL, retry_at = NULL, failures = 0, error_class = NULL,
      reason = NULL
     WHERE id = :id AND opened_at IS NOT NULL
    """
)

_TRY_AGAIN = text(
    """
    -- resting → half open: somebody has mended it
    UPDATE endpoint SET retry_at = memfold_now()
     WHERE opened_at IS NOT NULL AND retry_at > memfold_now()
       AND (CAST(:id AS text) IS NULL OR id = :id)
    """
)


def find_open_breaker(connection: Connection, endpoint_id: str) -> OpenBreaker | None:
    """Find the breaker of an endpoint, unless it is closed."""
    row = connection.execute(_FIND, {"id": endpoint_id}).one_or_none()
    if row is None:
        return None
    return OpenBreaker(
        failures=row.failures, probe_due=row.probe_due, seconds=row.seconds, reason=row.reason
    )


def take_probe(connection: Connection, endpoint_id: str, hold: timedelta) -> datetime | None:
    """Take the one probe, if nobody has it; return until when it holds the others off."""
    found: datetime | None = connection.execute(
        _TAKE_PROBE, {"id": endpoint_id, "hold": hold}
    ).scalar_one_or_none()
    return found


def give_back_probe(connection: Connection, endpoint_id: str, held_until: datetime) -> None:
    """Let the next call be the probe."""
    connection.execute(_GIVE_BACK, {"id": endpoint_id, "held_until": held_until})


@dataclass(frozen=True, kw_only=True, slots=True)
class EndpointFailure:
    """A call that failed, and how long the endpoint is left alone for it."""

    id: str
    base_url: str
    model: str
    error_class: str
    reason: str  # what to mend, where it is known; no content
    rest: timedelta  # after an opening or a failed probe
    asked: timedelta  # the wait that the endpoint asked for, whoever was told
    held_until: datetime | None = None  # the call was the probe


def open_breaker(connection: Connection, failure: EndpointFailure) -> None:
    """Leave the endpoint alone after a call failed."""
    connection.execute(_FAILED, asdict(failure))


def close_breaker(connection: Connection, endpoint_id: str) -> bool:
    """Let all calls through again; return whether it was open."""
    return connection.execute(_ANSWERED, {"id": endpoint_id}).rowcount == 1


def try_again(connection: Connection, endpoint_id: str | None = None) -> int:
    """Let one probe through now, of one endpoint or of all; return how many rested."""
    return connection.execute(_TRY_AGAIN, {"id": endpoint_id}).rowcount


_RESTING = text(
    """
    SELECT id, base_url, model, failures, opened_at, retry_at, error_class, reason
      FROM endpoint WHERE opened_at IS NOT NULL AND id = ANY (:ids) ORDER BY id
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class RestingEndpoint:
    """An endpoint whose breaker is open, as people are told."""

    id: str
    base_url: str
    model: str
    failures: int
    opened_at: datetime
    retry_at: datetime
    error_class: str
    reason: str


def load_resting(connection: Connection, ids: Sequence[str]) -> list[RestingEndpoint]:
    """Load those of these endpoints whose breakers are open."""
    rows = connection.execute(_RESTING, {"ids": list(ids)}).mappings()
    return [RestingEndpoint(**row) for row in rows]
