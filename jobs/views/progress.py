"""Progress of a workspace: how many chats are read, how many scopes folded, what is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import Connection, TextClause, text

from jobs.policies import Policy
from jobs.views.standing import CHAT_STANDING, DONE, FAILED, LEFT, QUARANTINED, SCOPE_STANDING


@dataclass(frozen=True, kw_only=True, slots=True)
class Tally:
    """How many chats or scopes stand where."""

    by_standing: Mapping[str, int] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """Nothing unread, nothing pending."""
        return self.by_standing.get(DONE, 0)

    @property
    def quarantined(self) -> int:
        """Set aside until `retry`."""
        return self.by_standing.get(QUARANTINED, 0)

    @property
    def left(self) -> int:
        """Due, or being worked on."""
        return sum(self.by_standing.get(standing, 0) for standing in LEFT)

    @property
    def failed(self) -> int:
        """Waiting because a run failed."""
        return sum(self.by_standing.get(standing, 0) for standing in FAILED)

    @property
    def reasons(self) -> dict[str, int]:
        """Why the waiting ones wait."""
        settled = LEFT | {DONE, QUARANTINED}
        return {name: n for name, n in sorted(self.by_standing.items()) if name not in settled}

    @property
    def waiting(self) -> int:
        """Waiting with a reason."""
        return sum(self.reasons.values())


@dataclass(frozen=True, kw_only=True, slots=True)
class Totals:
    """What the workspace holds; the difference of two is what happened between."""

    episodes: int
    versions: int
    runs: int  # that did work: done, nothing, refused, failed


@dataclass(frozen=True, kw_only=True, slots=True)
class Progress:
    """Where a workspace stands."""

    chats: Tally
    scopes: Tally
    totals: Totals
    now: datetime

    @property
    def settled(self) -> bool:
        """Whether everything is done, waits with a reason or is quarantined."""
        return self.chats.left == 0 and self.scopes.left == 0


_CHATS = text(
    f"""
    SELECT {CHAT_STANDING} AS standing, count(*)
      FROM chat_state cs JOIN chat c USING (workspace, chat)
     WHERE cs.workspace = :workspace GROUP BY 1
    """
)
_SCOPES = text(
    f"""
    SELECT {SCOPE_STANDING} AS standing, count(*) FROM scope_state ss
     WHERE ss.workspace = :workspace GROUP BY 1
    """
)
_TOTALS = text(
    """
    SELECT (SELECT count(*) FROM episode WHERE workspace = :workspace) AS episodes,
           (SELECT coalesce(sum(version), 0) FROM scope_state
             WHERE workspace = :workspace) AS versions,
           (SELECT count(*) FROM run WHERE workspace = :workspace
               AND outcome IN ('done', 'nothing', 'refused', 'failed')) AS runs,
           memfold_now() AS now
    """
)


def load_progress(connection: Connection, workspace: str, policy: Policy) -> Progress:
    """Load where a workspace stands."""
    totals = connection.execute(_TOTALS, {"workspace": workspace}).one()
    return Progress(
        chats=_tally(connection, _CHATS, workspace, policy),
        scopes=_tally(connection, _SCOPES, workspace, policy),
        totals=Totals(episodes=totals.episodes, versions=totals.versions, runs=totals.runs),
        now=totals.now,
    )


def _tally(connection: Connection, query: TextClause, workspace: str, policy: Policy) -> Tally:
    rows = connection.execute(query, {**policy.parameters(), "workspace": workspace})
    return Tally(by_standing={row.standing: row[1] for row in rows})
