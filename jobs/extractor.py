"""Extraction: a quiet chat is read once, what will still matter becomes episodes.

claim ── page ── known? ── mind ── bill ── harvest ── commit ── ring the scopes it feeds
                            │                           └─ more: the next chunk
                            └─ failed: waiting with a reason, or quarantined
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from functools import partial
from random import Random
from typing import Any

from jobs.bell import Bell, ring_all
from jobs.budget import wait_after
from jobs.company import Company, Host, Seat
from jobs.errors import (
    BudgetError,
    ClaimRefusedError,
    LeaseLostError,
    MindError,
    OutageError,
)
from jobs.extraction import Harvest
from jobs.heartbeat import Heartbeat, HeldLease
from jobs.interruption import interruptible
from jobs.lease import Caller, JobKind
from jobs.minds.protocol import Reader, Reading, Sharing, Window
from jobs.page import Page
from jobs.policies import Policy
from jobs.purse import JobPurse
from jobs.quote import Quote, quote
from jobs.settlement import committed_anyway
from jobs.sitting import Sitting
from jobs.store import chats
from jobs.store.budgets import Buyer
from jobs.store.chat_claims import ChatClaim, claim_chat, refuse_chat
from jobs.store.chats import ChatCommit, ChatFailure
from jobs.store.rereads import ChatWindow, claim_window, imagine_claim
from jobs.store.runs import join_call, mark_stale
from jobs.store.sweeping import Ring, choose_fed_scopes
from jobs.tombstone import ForgetKey
from jobs.usage import Usage
from memory_core.errors import StoreUnavailableError
from memory_core.stores.database import Database, DatabaseRole

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class ExtractReport:
    """What an extraction did."""

    workspace: str
    chat: str
    outcome: str  # of the last window: done, nothing, known, refused, failed, stale; or skipped
    windows: int = 0
    episodes: int = 0
    refusals: tuple[str, ...] = ()  # statements that were not kept, each with its reason
    reason: str | None = None
    quarantined: bool = False
    partial: bool = False  # a message was too large to be read whole
    companions: int = 0  # other chats of the same people, read by this job too
    run: str | None = None

    def as_log(self) -> dict[str, Any]:
        """Return what a log line needs: counts, no content."""
        return {**asdict(self), "refusals": len(self.refusals)}


# what is still to be read of a chat, if anything, and what was done so far
Begun = tuple[ChatClaim | None, ExtractReport]


class Extractor:
    """Reads chats with one mind."""

    def __init__(  # noqa: PLR0913 - its parts
        self,
        *,
        database: Database,
        reader: Reader,
        heartbeat: Heartbeat,
        policy: Policy,
        bell: Bell,
        random: Random | None = None,
        forget_key: ForgetKey | None = None,
    ) -> None:
        self._database = database
        self._reader = reader
        self._heartbeat = heartbeat
        self._policy = policy
        self._bell = bell
        self._forget_key = forget_key
        self._host = Host(database=database, heartbeat=heartbeat, policy=policy)
        self._random = random or Random()  # noqa: S311 - jitter

    def extract(
        self, workspace: str, chat: str, *, alone: bool = False, message_id: str | None = None
    ) -> ExtractReport:
        """Read what is unread of a chat, if its gate is open and nobody else holds it."""
        try:
            claim = self._claim(
                workspace,
                chat,
                Caller(owner=self._heartbeat.owner, alone=alone, message_id=message_id),
            )
        except ClaimRefusedError as refusal:
            self._refuse(workspace, chat)
            return ExtractReport(
                workspace=workspace, chat=chat, outcome="skipped", reason=str(refusal)
            )
        return self._read(claim)

    def reextract(self, window: ChatWindow) -> ExtractReport:
        """Read a window of before once more, unless this prompt version has read it already.

        What is said in the same words is the same episode; the chat's own state stays as it is.
        """
        workspace, chat = window.workspace, window.chat
        caller = Caller(owner=self._heartbeat.owner, alone=True)
        try:
            with self._database.transaction(workspace) as connection:
                claim = claim_window(connection, window, caller, self._policy)
        except ClaimRefusedError as refusal:
            return ExtractReport(
                workspace=workspace, chat=chat, outcome="skipped", reason=str(refusal)
            )
        return self._read(claim)

    def quote(self, window: ChatWindow) -> Quote:
        """Return what reading a window would cost; nothing is bought and nothing written."""
        sitting, total = self._sit_down(), Quote()
        first = window.first
        while first <= window.last:
            page = sitting.open(imagine_claim(replace(window, first=first)))
            if not page.spared:
                asked = partial(_show, page.window)
                total += Quote(windows=1, usage=quote(self._reader, asked))
            first = page.chunk.last + 1
        return total

    def _read(self, first: ChatClaim) -> ExtractReport:
        sitting = self._sit_down()
        with ExitStack() as leases:
            company = self._gather(first, sitting, leases)
            begun = self._read_together(company, sitting)
            begun += [(claim, _begin(claim)) for claim in company.alone]
            reports = [self._read_on(claim, report, sitting) for claim, report in begun]
        self._ring_scopes(first.lease.workspace, first.lease.key)
        if isinstance(self._reader, Sharing):  # the sweep rang this one for all of them
            self._ring_next(first)
        return replace(reports[0], companions=len(reports) - 1)

    def _gather(self, first: ChatClaim, sitting: Sitting, leases: ExitStack) -> Company:
        if not isinstance(self._reader, Sharing):
            return Company(alone=[first])
        return self._host.gather(first, sitting, leases)

    def _read_on(
        self, claim: ChatClaim | None, report: ExtractReport, sitting: Sitting
    ) -> ExtractReport:
        while claim is not None:
            with self._heartbeat.holding(claim.lease) as held:
                claim, report = self._read_window(claim, held, sitting, report)
        return report

    def _read_together(self, company: Company, sitting: Sitting) -> list[Begun]:
        """Read a window of each with one call, which the first one pays.

        What makes the call of no use charges nobody: each window is then read alone. So it is
        where the day has no room for a call of this size: there may be for a smaller one.
        """
        seats = company.seats
        begun: list[Begun] = [(seat.claim, _begin(seat.claim)) for seat in seats]
        if len(seats) < 2:  # noqa: PLR2004 - one alone shares with nobody
            return begun
        purse = self._purse(seats[0].claim, seats[0].held)
        try:
            harvests = self._buy_together(seats, sitting, purse)
        except MindError as error:
            purse.bill(self._reader, error.usage)
            if not error.gives_back_attempt or (isinstance(error, BudgetError) and error.wait):
                return begun
            failed = self._fail_all(seats, error)
            purse.note_shortage()
            return failed
        except StoreUnavailableError as error:  # the call may be reserved still: no second one
            return self._fail_all(seats, OutageError(str(error)))
        except LeaseLostError:  # each finds out for itself
            return begun
        return [self._keep(*each) for each in zip(seats, harvests, strict=True)]

    def _buy_together(
        self, seats: Sequence[Seat], sitting: Sitting, purse: JobPurse
    ) -> list[Harvest]:
        for seat in seats:
            seat.held.require()
        workspace = seats[0].claim.lease.workspace
        with self._database.transaction(workspace) as connection:
            join_call(connection, workspace, [seat.claim.run for seat in seats])
        with interruptible(seats[0].held.interruption):
            harvests = sitting.read_together(
                [seat.claim for seat in seats], [seat.page for seat in seats], purse
            )
        for seat in seats[1:]:  # the run names its mind, though another pays for it
            self._purse(seat.claim, seat.held).bill(self._reader, Usage())
        return harvests

    def _fail_all(self, seats: Sequence[Seat], error: MindError) -> list[Begun]:
        return [(None, self._fail(seat.claim, error, _begin_window(seat.claim))) for seat in seats]

    def _keep(self, seat: Seat, harvested: Harvest) -> Begun:
        report = _begin_window(seat.claim)
        try:
            return self._commit(seat.claim, seat.page, harvested, report)
        except LeaseLostError as error:
            self._mark_stale(seat.claim)
            return None, replace(report, outcome="stale", reason=str(error))
        except StoreUnavailableError as error:
            return None, self._fail(seat.claim, OutageError(str(error)), report)

    def _claim(self, workspace: str, chat: str, caller: Caller) -> ChatClaim:
        with self._database.transaction(workspace) as connection:
            return claim_chat(connection, workspace, chat, caller, self._policy)

    def _refuse(self, workspace: str, chat: str) -> None:
        with self._database.transaction(workspace) as connection:
            refuse_chat(connection, workspace, chat, self._policy)

    def _read_window(
        self, claim: ChatClaim, held: HeldLease, sitting: Sitting, report: ExtractReport
    ) -> tuple[ChatClaim | None, ExtractReport]:
        report = replace(report, run=claim.run, windows=report.windows + 1)
        purse = self._purse(claim, held)
        try:
            held.require()
            page, harvested = sitting.read(claim, sitting.open(claim), purse)
            return self._commit(claim, page, harvested, report)
        except LeaseLostError as error:
            self._mark_stale(claim)
            return None, replace(report, outcome="stale", reason=str(error))
        except MindError as error:
            purse.bill(self._reader, error.usage)
            report = self._fail(claim, error, report)
            purse.note_shortage()
            return None, report
        except StoreUnavailableError as error:  # a restart: the chat is no suspect for it
            return None, self._fail(claim, OutageError(str(error)), report)

    def _sit_down(self) -> Sitting:
        return Sitting(
            database=self._database,
            reader=self._reader,
            policy=self._policy,
            forget_key=self._forget_key,
        )

    def _purse(self, claim: ChatClaim, held: HeldLease) -> JobPurse:
        buyer = Buyer(
            workspace=claim.lease.workspace,
            run=claim.run,
            model=self._reader.model,
            prompt_version=self._reader.prompt_version,
        )
        return JobPurse(self._database, buyer, held, self._policy)

    def _commit(
        self, claim: ChatClaim, page: Page, harvested: Harvest, report: ExtractReport
    ) -> tuple[ChatClaim | None, ExtractReport]:
        commit = ChatCommit(
            first=page.chunk.first,
            last=page.chunk.last,
            key=page.key,
            known=page.known,
            episodes=harvested.episodes,
            quarantined=harvested.quarantined,
            common=harvested.common,
            digests=_digests(page, harvested),
            violations=harvested.refusals,
            reason=page.spared or _told(page, harvested),
        )
        following, outcome = None, commit.outcome
        with (
            committed_anyway(self._database, claim.lease),
            self._database.transaction(claim.lease.workspace) as connection,
        ):
            following, outcome = chats.commit_chat(connection, claim, commit, self._policy)
        return following, replace(
            report,
            outcome=outcome,
            episodes=report.episodes + (commit.kept if outcome == "done" else 0),
            partial=report.partial or bool(page.chunk.trimmed),
            refusals=(*report.refusals, *commit.violations),
        )

    def _fail(self, claim: ChatClaim, error: MindError, report: ExtractReport) -> ExtractReport:
        failure = ChatFailure(
            error_class=error.error_class,
            message=str(error),
            wait=wait_after(error, self._policy, claim.failures + 1, self._random),
            gives_back_attempt=error.gives_back_attempt,
        )
        try:
            with self._database.transaction(claim.lease.workspace) as connection:
                quarantined = chats.fail_chat(connection, claim, failure, self._policy)
        except LeaseLostError:
            self._mark_stale(claim)
            return replace(report, outcome="stale", reason=failure.message)
        waits = failure.end.outcome == "skipped"
        log.log(
            logging.INFO if waits else logging.WARNING,
            "extraction waits" if waits else "extraction failed",
            extra={"run": claim.run, "class": error.error_class},
        )
        return replace(
            report,
            outcome=failure.end.outcome,
            reason=failure.message,
            quarantined=quarantined,
        )

    def _mark_stale(self, claim: ChatClaim) -> None:
        with self._database.transaction(claim.lease.workspace) as connection:
            mark_stale(connection, claim.lease.workspace, claim.run)

    def _ring_next(self, first: ChatClaim) -> None:
        """Pass the bell on to what is left of the same people's chats."""
        left = self._host.find(first)[:1]
        workspace = first.lease.workspace
        ring_all(
            self._bell, [Ring(kind=JobKind.EXTRACT, workspace=workspace, key=c.chat) for c in left]
        )

    def _ring_scopes(self, workspace: str, chat: str) -> None:
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            rings = choose_fed_scopes(connection, workspace, chat, self._policy)
        ring_all(self._bell, rings)


def _begin(claim: ChatClaim) -> ExtractReport:
    return ExtractReport(workspace=claim.lease.workspace, chat=claim.lease.key, outcome="nothing")


def _begin_window(claim: ChatClaim) -> ExtractReport:
    return replace(_begin(claim), run=claim.run, windows=1)


def _show(window: Window, reader: Reader) -> Reading:
    return reader.read(window)


def _digests(page: Page, harvested: Harvest) -> tuple[str, ...]:
    """Return the tombstones that the words behind the episodes would have."""
    cited = {e.position for episode in harvested.episodes for e in episode.content.evidence}
    return tuple(page.digests[position] for position in sorted(cited & page.digests.keys()))


def _told(page: Page, harvested: Harvest) -> str | None:
    """Return what the run row tells: how much came of it, and what was left out."""
    trimmed = page.chunk.trimmed
    left_out = f"partial: {trimmed} message(s) too large to be read whole" if trimmed else None
    return "; ".join(part for part in (left_out, harvested.summary) if part) or None
