"""Consolidation: a scope's pending episodes are folded into its index, round by round.

claim ── upkeep ── open the desk ── plan ── fold ── commit (validate, version) ── the next round
           │                          └─ failed: the index untouched, the episodes stay pending
           └─ nothing is to be folded: done for the day

What was saved is folded ahead of the cooldown: one round, by code alone, and no cooldown begins.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Any

from jobs.budget import wait_after
from jobs.consolidation import Desk, Plan, fold_key, plan_by_code, plan_with_mind
from jobs.errors import (
    ClaimRefusedError,
    LeaseLostError,
    MindError,
    OutageError,
    PlanRefusedError,
)
from jobs.heartbeat import Heartbeat, HeldLease
from jobs.housekeeping import keep_scope
from jobs.lease import Caller
from jobs.minds.protocol import Planner
from jobs.policies import Policy
from jobs.purse import JobPurse
from jobs.quote import Quote, quote
from jobs.settlement import committed_anyway
from jobs.store import scopes
from jobs.store.budgets import Buyer
from jobs.store.runs import code_of, mark_stale
from jobs.store.scopes import FoldCommit, FoldFailure, ScopeClaim
from jobs.store.upkeep import Kept
from jobs.windows import redacted
from memory_core.clock import database_now
from memory_core.episodes import Episode
from memory_core.errors import StoreUnavailableError, VersionConflictError
from memory_core.index.effects import Effect
from memory_core.index.evidence import CONTEXT_MESSAGES
from memory_core.index.rewrite import Cause
from memory_core.stores.database import Database
from memory_core.stores.episode_store import PendingEpisode, load_episodes, load_pending
from memory_core.stores.index_store import NewVersion, RewriteRefusedError, load_dossier, load_index
from memory_core.stores.save_store import load_told
from memory_core.stores.transcript import read_places
from memory_core.stores.usage_store import load_uses

log = logging.getLogger(__name__)

BY_CODE = "rules"  # the model named on the bill of a fold without a mind


@dataclass(frozen=True, kw_only=True, slots=True)
class FoldReport:
    """What a consolidation did."""

    workspace: str
    scope: str
    outcome: str  # of the last round: done, nothing, refused, failed, stale; or skipped
    rounds: int = 0
    version: int | None = None  # the last one written
    placed: int = 0  # episodes
    effects: tuple[Effect, ...] = ()
    violations: tuple[str, ...] = ()
    reason: str | None = None
    run: str | None = None

    def as_log(self) -> dict[str, Any]:
        """Return what a log line needs: counts, no content."""
        counts = {"effects": len(self.effects), "violations": len(self.violations)}
        return {**asdict(self), **counts}


class Consolidator:
    """Folds scopes with one planner, or by code alone."""

    def __init__(
        self,
        *,
        database: Database,
        planner: Planner | None,
        heartbeat: Heartbeat,
        policy: Policy,
        random: Random | None = None,
    ) -> None:
        self._database = database
        self._planner = planner
        self._heartbeat = heartbeat
        self._policy = policy
        self._random = random or Random()  # noqa: S311 - jitter

    def consolidate(
        self, workspace: str, scope_key: str, *, message_id: str | None = None
    ) -> FoldReport:
        """Fold what is pending, if the scope's gate is open and nobody else holds it."""
        report = FoldReport(workspace=workspace, scope=scope_key, outcome="nothing")
        caller = Caller(owner=self._heartbeat.owner, message_id=message_id)
        try:
            claim: ScopeClaim | None = self._claim(workspace, scope_key, caller)
        except ClaimRefusedError as refusal:
            self._refuse(workspace, scope_key)
            return replace(report, outcome="skipped", reason=str(refusal))
        while claim is not None:
            with self._heartbeat.holding(claim.lease) as held:
                claim, report = self._round(claim, held, report)
        return report

    def preview(self, workspace: str, scope_key: str) -> Plan:
        """Return what code alone would fold now; nothing is bought and nothing written."""
        return plan_by_code(self._open_desk(workspace, scope_key))

    def quote(self, workspace: str, scope_key: str) -> Quote:
        """Return what the next round would cost; nothing is bought and nothing written."""
        desk = self._open_desk(workspace, scope_key)
        if self._planner is None or desk.tried >= self._policy.max_refusals or not desk.episodes:
            return Quote()
        usage = quote(self._planner, lambda mind: plan_with_mind(desk, mind, lambda _: None))
        return Quote(windows=1, usage=usage)

    def _claim(self, workspace: str, scope_key: str, caller: Caller) -> ScopeClaim:
        with self._database.transaction(workspace) as connection:
            return scopes.claim_scope(connection, workspace, scope_key, caller, self._policy)

    def _refuse(self, workspace: str, scope_key: str) -> None:
        with self._database.transaction(workspace) as connection:
            scopes.refuse_scope(connection, workspace, scope_key, self._policy)

    def _round(
        self, claim: ScopeClaim, held: HeldLease, report: FoldReport
    ) -> tuple[ScopeClaim | None, FoldReport]:
        report = replace(report, run=claim.run, rounds=report.rounds + 1)
        try:
            held.require()
            kept = keep_scope(self._database, claim, self._policy)
            if kept.ended:
                return kept.following, _after_upkeep(report, kept)
            return self._fold(claim, held, report)
        except LeaseLostError as error:
            self._mark_stale(claim)
            return None, replace(report, outcome="stale", reason=str(error))
        except (VersionConflictError, StoreUnavailableError) as error:
            return None, self._fail(claim, OutageError(str(error)), report)

    def _fold(
        self, claim: ScopeClaim, held: HeldLease, report: FoldReport
    ) -> tuple[ScopeClaim | None, FoldReport]:
        desk = self._open_desk(claim.lease.workspace, claim.lease.key, saves_only=claim.saves_only)
        purse = self._purse(claim, held)
        try:
            held.require()
            plan = self._plan(claim, desk, purse)
            return self._commit(claim, desk, plan, report)
        except MindError as error:
            purse.bill(self._planner, error.usage)
            report = self._fail(claim, error, report, desk)
            purse.note_shortage()
            return None, report
        except RewriteRefusedError as error:  # what the plan rests on has changed since
            refusal = PlanRefusedError([str(v) for v in error.violations], list(desk.episodes))
            return None, self._fail(claim, refusal, report, desk)

    def _open_desk(self, workspace: str, scope_key: str, *, saves_only: bool = False) -> Desk:
        with self._database.transaction(workspace) as connection:
            index = load_index(connection, workspace, scope_key)
            waiting = load_pending(
                connection,
                workspace,
                scope_key,
                limit=self._policy.fold_batch,
                saves_only=saves_only,
            )
            pending = self._less_tried(waiting)
            episodes = {waiting.episode.id: waiting.episode for waiting in pending}
            sources = {source for entry in index.active for source in entry.sources}
            known = load_episodes(connection, workspace, sorted(sources))
            places = _places(episodes.values())
            messages = {
                place: redacted(message)
                for place, message in read_places(connection, workspace, places).items()
            }
            return Desk(
                index=index,
                episodes=episodes,
                tried=max((waiting.tries for waiting in pending), default=0),
                known={episode.id: episode for episode in known},
                dossier=load_dossier(connection, workspace, index, episodes, messages),
                now=database_now(connection),
                used_at=load_uses(connection, workspace, scope_key).used_at,
                told=load_told(connection, workspace, scope_key),
            )

    def _less_tried(self, pending: Sequence[PendingEpisode]) -> Sequence[PendingEpisode]:
        """Leave to a later round, by code, what a mind has had its tries at."""
        fresh = [waiting for waiting in pending if waiting.tries < self._policy.max_refusals]
        return fresh or pending

    def _plan(self, claim: ScopeClaim, desk: Desk, purse: JobPurse) -> Plan:
        planner = self._planner
        if planner is None or claim.saves_only or self._refused_too_often(claim, desk):
            return plan_by_code(desk)
        return plan_with_mind(desk, purse.hand(planner), lambda usage: purse.bill(planner, usage))

    def _refused_too_often(self, claim: ScopeClaim, desk: Desk) -> bool:
        """Whether this mind has had its tries: code places what it can from here on."""
        if desk.tried >= self._policy.max_refusals:
            return True
        with self._database.transaction(claim.lease.workspace) as connection:
            refusals = scopes.count_refusals(
                connection, claim.lease.workspace, self._fold_key(desk)
            )
        return refusals >= self._policy.max_refusals

    def _fold_key(self, desk: Desk) -> str:
        return fold_key(desk, self._planner.prompt_version if self._planner else BY_CODE)

    def _purse(self, claim: ScopeClaim, held: HeldLease) -> JobPurse:
        planner = self._planner
        buyer = Buyer(
            workspace=claim.lease.workspace,
            run=claim.run,
            model=planner.model if planner else BY_CODE,
            prompt_version=planner.prompt_version if planner else BY_CODE,
        )
        return JobPurse(self._database, buyer, held, self._policy)

    def _commit(
        self, claim: ScopeClaim, desk: Desk, plan: Plan, report: FoldReport
    ) -> tuple[ScopeClaim | None, FoldReport]:
        commit = self._commitment(claim, desk, plan)
        following = None
        with (
            committed_anyway(self._database, claim.lease),
            self._database.transaction(claim.lease.workspace) as connection,
        ):
            following = scopes.commit_fold(connection, claim, commit, self._policy)
        folded = plan.folded
        return following, replace(
            report,
            outcome="done" if report.version or folded.changed else "nothing",
            version=folded.after.version if folded.changed else report.version,
            placed=report.placed + len(folded.placed),
            effects=(*report.effects, *folded.effects),
            violations=(*report.violations, *plan.violations),
        )

    def _commitment(self, claim: ScopeClaim, desk: Desk, plan: Plan) -> FoldCommit:
        folded = plan.folded
        version = NewVersion(
            after=folded.after,
            cause=Cause.FOLDED,
            episodes=desk.episodes,
            messages=desk.dossier.messages,
            sources=folded.sources,
            grounds=folded.grounds,
            report=[asdict(effect) for effect in folded.effects],
            run=claim.run,
            token=claim.lease.token,
        )
        return FoldCommit(
            version=version if folded.changed else None,
            fold_key=self._fold_key(desk),
            placed={e: desk.episodes[e].content.description for e in folded.placed},
            told=desk.told,
            made_room=folded.made_room,
            refused=() if plan.by_code else plan.refused,
            unplaceable={} if claim.saves_only else _unplaceable(plan),
            violations=plan.violations,
        )

    def _fail(
        self, claim: ScopeClaim, error: MindError, report: FoldReport, desk: Desk | None = None
    ) -> FoldReport:
        refused = error if isinstance(error, PlanRefusedError) else None
        unusable = () if error.gives_back_attempt or desk is None else tuple(desk.episodes)
        failure = FoldFailure(
            error_class=error.error_class,
            message=str(error),
            wait=wait_after(error, self._policy, claim.failures + 1, self._random),
            fold_key=self._fold_key(desk) if desk else None,
            refused=refused.episodes if refused else unusable,
            violations=refused.violations if refused else (),
        )
        try:
            with self._database.transaction(claim.lease.workspace) as connection:
                scopes.fail_fold(connection, claim, failure)
        except LeaseLostError:
            self._mark_stale(claim)
            return replace(report, outcome="stale", reason=failure.message)
        waits = failure.end.outcome == "skipped"
        log.log(
            logging.INFO if waits else logging.WARNING,
            "fold waits" if waits else "fold failed",
            extra={"run": claim.run, "error_class": error.error_class},
        )
        return replace(
            report,
            outcome=failure.end.outcome,
            reason=failure.message,
            violations=(*report.violations, *failure.violations),
        )

    def _mark_stale(self, claim: ScopeClaim) -> None:
        with self._database.transaction(claim.lease.workspace) as connection:
            mark_stale(connection, claim.lease.workspace, claim.run)


def _places(episodes: Iterable[Episode]) -> set[tuple[str, int]]:
    """Return where the evidence of episodes stands, and the messages before it."""
    return {
        (evidence.chat, position)
        for episode in episodes
        for evidence in episode.content.evidence
        for position in range(max(0, evidence.position - CONTEXT_MESSAGES), evidence.position + 1)
    }


def _after_upkeep(report: FoldReport, kept: Kept) -> FoldReport:
    return replace(
        report,
        outcome="done" if report.version or kept.version else "nothing",
        version=kept.version or report.version,
        effects=(*report.effects, *kept.effects),
    )


def _unplaceable(plan: Plan) -> dict[str, str]:
    """Return what waits until the index or the policy changes, so that no round repeats in vain."""
    if plan.by_code and plan.refused:
        codes = dict.fromkeys(map(code_of, plan.violations))  # a violation may quote a line
        reason = "; ".join(codes) or "it passes no rule"
        return dict.fromkeys(plan.refused, reason)
    if not plan.folded.placed and not plan.folded.changed and not plan.refused:
        return dict(plan.folded.deferred)
    return {}
