"""Extraction: a quiet chat is read once, what will still matter becomes episodes.

claim ── page ── known? ── mind ── bill ── harvest ── commit ── ring the scopes it feeds
                            │                           └─ more: the next chunk
                            └─ failed: waiting with a reason, or quarantined
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from random import Random
from typing import Any

from jobs.bell import Bell, ring_all
from jobs.errors import ClaimRefusedError, LeaseLostError, MindError
from jobs.extraction import Harvest, Origin, harvest
from jobs.heartbeat import Heartbeat
from jobs.lease import Caller
from jobs.minds.protocol import Reader, Usage, Window
from jobs.policies import Policy, backoff_delay
from jobs.settlement import committed_anyway
from jobs.store import chats
from jobs.store.chats import ChatClaim, ChatCommit, ChatFailure
from jobs.store.runs import bill, mark_stale
from jobs.store.sweeping import choose_fed_scopes
from jobs.windows import CONTEXT_MESSAGES, Chunk, cut_chunk, readable, window_key
from memory_core.messages import Message, ParticipantKind
from memory_core.scopes import scopes_fed
from memory_core.stores.database import Database, DatabaseRole
from memory_core.stores.transcript import ChatFacts, load_chat_facts, read_messages

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
    run: str | None = None

    def as_log(self) -> dict[str, Any]:
        """Return what a log line needs: counts, no content."""
        return {**asdict(self), "refusals": len(self.refusals)}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Page:
    """A chunk with all that its reading needs."""

    chunk: Chunk
    facts: ChatFacts
    scopes: Mapping[str, str]  # user → scope key
    context: tuple[Message, ...]
    key: str
    known: bool


class Extractor:
    """Reads chats with one mind."""

    def __init__(
        self,
        *,
        database: Database,
        reader: Reader,
        heartbeat: Heartbeat,
        policy: Policy,
        bell: Bell,
        random: Random | None = None,
    ) -> None:
        self._database = database
        self._reader = reader
        self._heartbeat = heartbeat
        self._policy = policy
        self._bell = bell
        self._random = random or Random()  # noqa: S311 - jitter

    def extract(
        self, workspace: str, chat: str, *, alone: bool = False, message_id: str | None = None
    ) -> ExtractReport:
        """Read what is unread of a chat, if its gate is open and nobody else holds it."""
        try:
            claim: ChatClaim | None = self._claim(
                workspace,
                chat,
                Caller(owner=self._heartbeat.owner, alone=alone, message_id=message_id),
            )
        except ClaimRefusedError as refusal:
            self._refuse(workspace, chat)
            return ExtractReport(
                workspace=workspace, chat=chat, outcome="skipped", reason=str(refusal)
            )
        report = ExtractReport(workspace=workspace, chat=chat, outcome="nothing")
        while claim is not None:
            with self._heartbeat.holding(claim.lease):
                claim, report = self._read_window(claim, report)
        self._ring_scopes(workspace, chat)
        return report

    def _claim(self, workspace: str, chat: str, caller: Caller) -> ChatClaim:
        with self._database.transaction(workspace) as connection:
            return chats.claim_chat(connection, workspace, chat, caller, self._policy)

    def _refuse(self, workspace: str, chat: str) -> None:
        with self._database.transaction(workspace) as connection:
            chats.refuse_chat(connection, workspace, chat, self._policy)

    def _read_window(
        self, claim: ChatClaim, report: ExtractReport
    ) -> tuple[ChatClaim | None, ExtractReport]:
        report = replace(report, run=claim.run, windows=report.windows + 1)
        try:
            page = self._open_page(claim)
            harvested = None if page.known else self._read(claim, page)
            return self._commit(claim, page, harvested, report)
        except LeaseLostError as error:
            self._mark_stale(claim)
            return None, replace(report, outcome="stale", reason=str(error))
        except MindError as error:
            self._bill(claim, error.usage)
            return None, self._fail(claim, error, report)

    def _open_page(self, claim: ChatClaim) -> _Page:
        workspace, chat = claim.lease.workspace, claim.lease.key
        with self._database.transaction(workspace) as connection:
            facts = load_chat_facts(connection, workspace, chat)
            chunk = cut_chunk(
                read_messages(connection, workspace, chat, first=claim.first, last=claim.last),
                first=claim.first,
                last=claim.last,
                policy=self._policy,
            )
            context = read_messages(
                connection,
                workspace,
                chat,
                first=claim.first - CONTEXT_MESSAGES,
                last=claim.first - 1,
            )
            scopes = _scopes(workspace, facts)
            key = window_key(
                chat=chat,
                feeds=list(scopes.values()),
                chunk=chunk,
                participants=facts.participants,
                prompt_version=self._reader.prompt_version,
            )
            return _Page(
                chunk=chunk,
                facts=facts,
                scopes=scopes,
                context=tuple(context),
                key=key,
                known=chats.knows_key(connection, workspace, key),
            )

    def _read(self, claim: ChatClaim, page: _Page) -> Harvest:
        limit = self._policy.window_characters
        shown = tuple(readable(message, limit=limit) for message in page.chunk.messages)
        reading = self._reader.read(
            Window(
                workspace=claim.lease.workspace,
                chat=claim.lease.key,
                agent=page.facts.agent,
                participants=page.facts.participants,
                messages=shown,
                context=tuple(readable(message, limit=limit) for message in page.context),
            )
        )
        self._bill(claim, reading.usage)
        harvested = harvest(
            reading.statements,
            shown=shown,
            stored=page.chunk.messages,
            scopes=page.scopes,
            origin=Origin(
                run=claim.run,
                model=self._reader.model,
                prompt_version=self._reader.prompt_version,
                recorded_at=claim.claimed_at,
            ),
        )
        return replace(harvested, refusals=(*reading.dropped, *harvested.refusals))

    def _bill(self, claim: ChatClaim, usage: Usage) -> None:
        """Write what a call cost in a transaction of its own, whatever becomes of its answer."""
        with self._database.transaction(claim.lease.workspace) as connection:
            bill(
                connection,
                claim.lease.workspace,
                claim.run,
                usage,
                model=self._reader.model,
                prompt_version=self._reader.prompt_version,
            )

    def _commit(
        self, claim: ChatClaim, page: _Page, harvested: Harvest | None, report: ExtractReport
    ) -> tuple[ChatClaim | None, ExtractReport]:
        commit = ChatCommit(
            first=page.chunk.first,
            last=page.chunk.last,
            key=page.key,
            known=page.known,
            episodes=harvested.episodes if harvested else (),
            violations=harvested.refusals if harvested else (),
            reason=harvested.summary if harvested else "this window was read before",
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
            episodes=report.episodes + len(commit.episodes),
            refusals=(*report.refusals, *commit.violations),
        )

    def _fail(self, claim: ChatClaim, error: MindError, report: ExtractReport) -> ExtractReport:
        failure = ChatFailure(
            error_class=error.error_class,
            message=str(error),
            wait=self._wait(claim, error),
            gives_back_attempt=error.gives_back_attempt,
        )
        try:
            with self._database.transaction(claim.lease.workspace) as connection:
                quarantined = chats.fail_chat(connection, claim, failure, self._policy)
        except LeaseLostError:
            self._mark_stale(claim)
            return replace(report, outcome="stale", reason=failure.message)
        log.warning("extraction failed", extra={"run": claim.run, "class": error.error_class})
        return replace(report, outcome="failed", reason=failure.message, quarantined=quarantined)

    def _wait(self, claim: ChatClaim, error: MindError) -> timedelta:
        return backoff_delay(
            self._policy, claim.failures + 1, self._random, at_least=error.retry_after or 0.0
        )

    def _mark_stale(self, claim: ChatClaim) -> None:
        with self._database.transaction(claim.lease.workspace) as connection:
            mark_stale(connection, claim.lease.workspace, claim.run)

    def _ring_scopes(self, workspace: str, chat: str) -> None:
        with self._database.transaction(role=DatabaseRole.SWEEPER) as connection:
            rings = choose_fed_scopes(connection, workspace, chat, self._policy)
        ring_all(self._bell, rings)


def _scopes(workspace: str, facts: ChatFacts) -> dict[str, str]:
    """Return user → key of the scope that this user's own words in this chat feed."""
    users = [
        person.user
        for person in facts.participants
        if person.kind is ParticipantKind.HUMAN and person.user
    ]
    fed = scopes_fed(workspace, facts.agent, facts.team, users)
    return {scope.user: scope.key for scope in fed if scope.user}
