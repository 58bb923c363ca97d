"""State changes of money: reserved before a call, settled by its bill, presumed spent after a loss.

    day:          room ── reserve ──> held ── settle ──────────────────────> spent
                                       └── lease gone: presumed spent ── late bill ──┘
    reservation:  one a run at a time, gone with its bill

A statement locks the reservation first, then its run, then the day. A reservation that a bill has
locked just now is left alone by `presume`.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Row, text

from jobs.budget import DayBudget, Limits, default_limits
from jobs.policies import Policy
from jobs.usage import Usage


@dataclass(frozen=True, kw_only=True, slots=True)
class Buyer:
    """Which run buys, and of which mind."""

    workspace: str
    run: str
    model: str
    prompt_version: str

    def parameters(self) -> dict[str, Any]:
        """Return the binds that name it."""
        return {
            "workspace": self.workspace,
            "run": self.run,
            "model": self.model,
            "prompt_version": self.prompt_version,
        }


# what a day may spend: the workspace's own limits, else the default of the settings
_CAP = """cap AS (
      SELECT w.workspace, w.time_zone, (memfold_now() AT TIME ZONE w.time_zone)::date AS local_day,
             coalesce(b.tokens, CAST(:default_tokens AS numeric)) AS tokens,
             coalesce(b.cost, CAST(:default_cost AS numeric)) AS cost
        FROM workspace w LEFT JOIN workspace_budget b USING (workspace)
       WHERE w.workspace = :workspace)"""

_RESERVE = text(
    f"""
    -- room in the day → held for one call of this run
    WITH {_CAP}, day AS (
      INSERT INTO budget_spend AS d (workspace, local_day, reserved_tokens, reserved_cost)
      SELECT workspace, local_day, CAST(:input_tokens + :output_tokens AS bigint),
             CAST(:cost AS numeric)
        FROM cap WHERE :input_tokens + :output_tokens <= cap.tokens AND :cost <= cap.cost
      ON CONFLICT (workspace, local_day) DO UPDATE
        SET reserved_tokens = d.reserved_tokens + excluded.reserved_tokens,
            reserved_cost = d.reserved_cost + excluded.reserved_cost
        WHERE d.spent_tokens + d.reserved_tokens + excluded.reserved_tokens
              <= (SELECT tokens FROM cap)
          AND d.spent_cost + d.reserved_cost + excluded.reserved_cost <= (SELECT cost FROM cap)
      RETURNING local_day)
    INSERT INTO budget_reservation (workspace, run, local_day, input_tokens, output_tokens, cost,
                                    model, prompt_version)
    SELECT :workspace, CAST(:run AS uuid), local_day, :input_tokens, :output_tokens,
           CAST(:cost AS numeric), :model, :prompt_version
      FROM day
    """
)

_FALL_SHORT = text(
    f"""
    -- no room → the same, with the limits that stood in the way: a higher one ends the wait
    WITH {_CAP}
    INSERT INTO budget_spend AS d (workspace, local_day, short_tokens, short_cost)
    SELECT workspace, local_day, tokens, cost FROM cap
    ON CONFLICT (workspace, local_day) DO UPDATE
      SET short_tokens = excluded.short_tokens, short_cost = excluded.short_cost
    RETURNING workspace, local_day, calls, spent_tokens, reserved_tokens, spent_cost, reserved_cost,
      short_tokens AS tokens, short_cost AS cost, (SELECT time_zone FROM cap) AS time_zone
    """
)

_SETTLE = text(
    """
    -- held for a call, or presumed spent → spent as billed, on the run and on the day it was
    -- reserved for; a bill without a reservation counts for today
    WITH taken AS (
      DELETE FROM budget_reservation WHERE workspace = :workspace AND run = :run
      RETURNING local_day, input_tokens, output_tokens, cost, presumed
    ), billed AS (
      SELECT coalesce(t.local_day, (memfold_now() AT TIME ZONE w.time_zone)::date) AS local_day,
             :calls - coalesce(t.presumed::integer, 0) AS calls,
             :input_tokens - CASE WHEN t.presumed THEN t.input_tokens ELSE 0 END AS input_tokens,
             :output_tokens - CASE WHEN t.presumed THEN t.output_tokens ELSE 0 END AS output_tokens,
             CAST(:cost AS numeric) - CASE WHEN t.presumed THEN t.cost ELSE 0 END AS cost,
             CASE WHEN NOT t.presumed THEN t.input_tokens + t.output_tokens ELSE 0 END
               AS held_tokens,
             CASE WHEN NOT t.presumed THEN t.cost ELSE 0 END AS held_cost
        FROM workspace w LEFT JOIN taken t ON true WHERE w.workspace = :workspace
    ), paid AS (
      UPDATE run r SET model = :model, prompt_version = :prompt_version,
        calls = r.calls + b.calls, input_tokens = r.input_tokens + b.input_tokens,
        cached_tokens = r.cached_tokens + :cached_tokens,
        output_tokens = r.output_tokens + b.output_tokens, cost = r.cost + b.cost
        FROM billed b WHERE r.workspace = :workspace AND r.id = :run
      RETURNING b.*
    )
    INSERT INTO budget_spend AS d (workspace, local_day, calls, spent_tokens, spent_cost,
                                   reserved_tokens, reserved_cost)
    SELECT :workspace, local_day, calls, input_tokens + output_tokens, cost,
           -held_tokens, -held_cost
      FROM paid WHERE calls <> 0 OR input_tokens + output_tokens <> 0 OR cost <> 0
                  OR held_tokens <> 0 OR held_cost <> 0
    ON CONFLICT (workspace, local_day) DO UPDATE
      SET calls = d.calls + excluded.calls,
          spent_tokens = d.spent_tokens + excluded.spent_tokens,
          spent_cost = d.spent_cost + excluded.spent_cost,
          reserved_tokens = d.reserved_tokens + excluded.reserved_tokens,
          reserved_cost = d.reserved_cost + excluded.reserved_cost
    """
)

_PRESUME = """
    -- held for a call{whose} → presumed spent, on its run too
    WITH gone AS (
      UPDATE budget_reservation SET presumed = true
       WHERE NOT presumed AND (workspace, run) IN (
         SELECT b.workspace, b.run FROM budget_reservation b
          WHERE NOT b.presumed AND {which} FOR UPDATE SKIP LOCKED)
      RETURNING workspace, run, local_day, input_tokens, output_tokens, cost, model, prompt_version)
    UPDATE run r SET model = g.model, prompt_version = g.prompt_version, calls = r.calls + 1,
      input_tokens = r.input_tokens + g.input_tokens,
      output_tokens = r.output_tokens + g.output_tokens, cost = r.cost + g.cost
      FROM gone g WHERE r.workspace = g.workspace AND r.id = g.run
    RETURNING g.workspace, g.local_day, g.input_tokens + g.output_tokens AS tokens, g.cost
    """

_PRESUME_GONE = text(
    _PRESUME.format(
        whose=" whose holder lost its lease",
        which="""NOT EXISTS (
           SELECT FROM run r JOIN lease l USING (workspace, kind, key, token)
            WHERE r.workspace = b.workspace AND r.id = b.run AND l.owner = r.owner)""",
    )
)
_PRESUME_ONE = text(
    _PRESUME.format(
        whose=" that broke off", which="b.workspace = :workspace AND b.run = CAST(:run AS uuid)"
    )
)

_PRESUME_SPENT = text(
    """
    -- held → spent
    UPDATE budget_spend SET calls = calls + 1,
      spent_tokens = spent_tokens + :tokens, reserved_tokens = reserved_tokens - :tokens,
      spent_cost = spent_cost + :cost, reserved_cost = reserved_cost - :cost
     WHERE workspace = :workspace AND local_day = :local_day
    """
)

_NOTE_SHORTAGE = text(
    """
    -- work waits by now → the limits that it waits for stand once more, raised meanwhile or not
    UPDATE budget_spend SET short_tokens = :tokens, short_cost = :cost
     WHERE workspace = :workspace AND local_day = :local_day
    """
)

# no call is under way for a day
_GIVE_UP = text(
    """
    DELETE FROM budget_reservation
     WHERE presumed AND reserved_at < memfold_now() - interval '1 day'
    """
)


def reserve(connection: Connection, buyer: Buyer, largest: Usage, policy: Policy) -> bool:
    """Set aside the most that a run's next call may cost; return whether there is so much left."""
    binds = {**buyer.parameters(), **_amounts(largest), **_defaults(policy)}
    return connection.execute(_RESERVE, binds).rowcount == 1


def fall_short(connection: Connection, workspace: str, policy: Policy) -> DayBudget:
    """Record that a call could not be afforded; return the day as it stands."""
    binds = {"workspace": workspace, **_defaults(policy)}
    return day_of(connection.execute(_FALL_SHORT, binds).one())


def note_shortage(connection: Connection, short: DayBudget) -> None:
    """Record again which limits stood in the way, for a wait that has begun only now."""
    connection.execute(
        _NOTE_SHORTAGE,
        {
            "workspace": short.workspace,
            "local_day": short.day,
            "tokens": short.limits.tokens,
            "cost": short.limits.cost,
        },
    )


def settle(connection: Connection, buyer: Buyer, usage: Usage) -> None:
    """Bill what a call, or what calls without a reservation, did cost; whoever holds the lease."""
    connection.execute(
        _SETTLE,
        {
            **buyer.parameters(),
            **_amounts(usage),
            "calls": usage.calls,
            "cached_tokens": usage.cached_tokens,
        },
    )


def presume_spent(connection: Connection, buyer: Buyer) -> None:
    """Take a run's reservation for its bill: the call went out and nobody knows what it came to."""
    place = {"workspace": buyer.workspace, "run": buyer.run}
    _spend(connection, connection.execute(_PRESUME_ONE, place).all())


def presume_lost(connection: Connection) -> int:
    """Take the reservations of lost jobs for their bills; return how many (role: sweeper).

    A holder that comes back all the same corrects it by its late bill.
    """
    connection.execute(_GIVE_UP)
    lost = connection.execute(_PRESUME_GONE).all()
    _spend(connection, lost)
    return len(lost)


def _spend(connection: Connection, rows: Any) -> None:
    for row in sorted(rows, key=lambda r: (r.workspace, r.local_day)):
        connection.execute(_PRESUME_SPENT, row._asdict())


def _amounts(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "cost": Decimal(str(usage.cost)),
    }


def _defaults(policy: Policy) -> dict[str, Any]:
    limits = default_limits(policy)
    return {"default_tokens": limits.tokens, "default_cost": limits.cost}


def day_of(row: Row[Any]) -> DayBudget:
    """Return the day that a row of amounts and limits describes."""
    return DayBudget(
        workspace=row.workspace,
        day=row.local_day,
        time_zone=row.time_zone,
        limits=Limits(tokens=row.tokens, cost=row.cost),
        calls=row.calls,
        spent_tokens=row.spent_tokens,
        reserved_tokens=row.reserved_tokens,
        spent_cost=row.spent_cost,
        reserved_cost=row.reserved_cost,
    )
