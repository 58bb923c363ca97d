"""State changes of a chat's extraction: commit, fail, force, retry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from jobs import tables as t
from jobs.due import CHAT_ELIGIBLE, CHAT_NEXT_DUE
from jobs.errors import LeaseLostError
from jobs.policies import Policy
from jobs.store.chat_claims import ChatClaim
from jobs.store.common_memory import feed_common, gather_common
from jobs.store.leases import fence, pass_on, release
from jobs.store.runs import RunEnd, begin_run, end_of_failure, finish_run
from jobs.store.tombstones import is_buried
from memory_core.episodes import Episode
from memory_core.stores import tables as core
from memory_core.stores.episode_store import insert_episodes


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatFailure:
    """How an extraction failed and what follows from it."""

    error_class: str
    message: str  # no content of the chat
    wait: timedelta
    gives_back_attempt: bool

    @property
    def end(self) -> RunEnd:
        """How the run ends."""
        return end_of_failure(self.error_class, self.message)


_LOCK = text(
    """
    SELECT cs.watermark, cs.last_position, cs.forced_at, c.memory_mode, c.deleted_at
      FROM chat_state cs JOIN chat c USING (workspace, chat)
     WHERE cs.workspace = :workspace AND cs.chat = :chat
       FOR UPDATE OF cs FOR SHARE OF c
    """
)

_LOCK_SCOPES = text(
    """
    SELECT ss.scope_key FROM scope_state ss
     WHERE ss.workspace = :workspace AND ss.scope_key IN (
       SELECT f.scope_key FROM chat_feed f WHERE f.workspace = :workspace AND f.chat = :chat)
     ORDER BY ss.scope_key COLLATE "C" FOR UPDATE OF ss
    """
)

_READ = text(
    """
    -- held → read up to the last position of this window; failures forgotten
    UPDATE chat_state SET watermark = :last, attempts = 0, failures = 0, losses = 0,
      losses_alone = 0, outcome = :outcome, error_class = NULL, last_error = NULL,
      not_before = NULL, window_since = (
        SELECT m.received_at FROM message m WHERE m.workspace = :workspace AND m.chat = :chat
           AND m.position = :last + 1),
      forced_at = CASE WHEN :more OR forced_at > :claimed_at THEN forced_at END
     WHERE workspace = :workspace AND chat = :chat AND watermark = :first - 1
    """
)

_NEXT_DUE = text(
    f"""
    UPDATE chat_state cs SET
      forced_at = CASE WHEN cs.watermark < cs.last_position THEN cs.forced_at END,
      due_at = {CHAT_NEXT_DUE}
      FROM chat c
     WHERE cs.workspace = :workspace AND cs.chat = :chat
       AND c.workspace = cs.workspace AND c.chat = cs.chat
    """
)

_WAKE_SCOPES = text(
    """
    -- a chat that feeds these scopes was read → due where something is pending
    UPDATE scope_state ss SET due_at = memfold_now(),
      forced_at = CASE WHEN :forced THEN coalesce(ss.forced_at, memfold_now())
                       ELSE ss.forced_at END
     WHERE ss.workspace = :workspace AND ss.scope_key = ANY (:scopes)
       AND EXISTS (SELECT FROM pending_episode p WHERE p.workspace = ss.workspace
                      AND p.scope_key = ss.scope_key)
    """
)

_FAIL = text(
    """
    -- held → waiting with a reason, or quarantined when the attempts are used up
    UPDATE chat_state SET
      attempts = greatest(attempts - :given_back, 0), failures = failures + :failed,
      outcome = 'waiting',
      error_class = :error_class, last_error = :message, not_before = memfold_now() + :wait,
      quarantined_at = CASE WHEN attempts - :given_back >= :max_attempts THEN memfold_now() END
     WHERE workspace = :workspace AND chat = :chat
    RETURNING quarantined_at IS NOT NULL
    """
)

_LOCK_ASKED = text(
    """
    SELECT FROM chat_state cs
     WHERE cs.workspace = :workspace AND (CAST(:chat AS text) IS NULL OR cs.chat = :chat)
     ORDER BY cs.chat COLLATE "C" FOR UPDATE
    """
)

_FORCE = text(
    f"""
    -- something unread → due now, past quiet and backoff
    UPDATE chat_state cs SET forced_at = memfold_now(), due_at = memfold_now(), not_before = NULL
      FROM chat c
     WHERE cs.workspace = :workspace AND c.workspace = cs.workspace AND c.chat = cs.chat
       AND (CAST(:chat AS text) IS NULL OR cs.chat = :chat) AND {CHAT_ELIGIBLE}
    """
)

_RETRY = text(
    """
    -- quarantined or waiting → due now, with all attempts
    UPDATE chat_state SET quarantined_at = NULL, attempts = 0, failures = 0, losses = 0,
      losses_alone = 0, not_before = NULL, outcome = 'new', error_class = NULL, last_error = NULL,
      due_at = memfold_now(), forced_at = memfold_now()
     WHERE workspace = :workspace AND (CAST(:chat AS text) IS NULL OR chat = :chat)
       AND (quarantined_at IS NOT NULL OR error_class IS NOT NULL)
    RETURNING chat
    """
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ChatCommit:
    """What a read window comes to."""

    first: int
    last: int  # last position read: the new watermark
    key: str  # idempotency key
    known: bool  # the key was recorded before, so nothing was bought
    episodes: Sequence[Episode] = ()
    quarantined: Mapping[str, str] = field(default_factory=dict)  # episode → why
    common: Sequence[Episode] = ()  # candidates for the agent's common memory
    digests: Sequence[str] = ()  # tombstones that the words behind them would have
    violations: Sequence[str] = ()
    reason: str | None = None

    @property
    def outcome(self) -> str:
        """How the run ended."""
        if self.known:
            return "known"
        return "done" if self.kept else "nothing"

    @property
    def kept(self) -> int:
        """How many episodes are not set aside."""
        return sum(episode.id not in self.quarantined for episode in self.episodes)


def commit_chat(
    connection: Connection, claim: ChatClaim, commit: ChatCommit, policy: Policy
) -> tuple[ChatClaim | None, str]:
    """Write everything that the window comes to; return the next chunk's claim and the outcome.

    Raises:
        LeaseLostError: the lease is no longer held; the caller's transaction rolls back.
    """
    fence(connection, claim.lease)
    state = _lock(connection, claim)
    discard = _discard_reason(state)
    if discard is None and is_buried(connection, claim.lease.workspace, commit.digests):
        discard = "the same words were forgotten meanwhile"
    if discard is not None:
        _discard(connection, claim, discard, policy)
        return None, "refused"
    place = _place(claim)
    feed_common(connection, claim.lease.workspace, claim.lease.key, commit.common)
    scopes = list(connection.execute(_LOCK_SCOPES, place).scalars())
    insert_episodes(connection, claim.lease.workspace, commit.episodes, commit.quarantined)
    gather_common(connection, claim.lease.workspace, commit.common)
    _record_key(connection, claim, commit)
    if not claim.again:
        _advance(connection, claim, commit)
    finish_run(
        connection,
        claim.lease.workspace,
        claim.run,
        RunEnd(outcome=commit.outcome, reason=commit.reason, violations=commit.violations),
        window_from=commit.first,
        window_to=commit.last,
    )
    connection.execute(
        _WAKE_SCOPES, {**place, "scopes": scopes, "forced": state.forced_at is not None}
    )
    if commit.last < claim.last:
        return _go_on(connection, claim, commit, policy), commit.outcome
    _end(connection, claim, policy)
    return None, commit.outcome


def _advance(connection: Connection, claim: ChatClaim, commit: ChatCommit) -> None:
    advanced = connection.execute(
        _READ,
        {
            **_place(claim),
            "first": commit.first,
            "last": commit.last,
            "outcome": commit.outcome,
            "claimed_at": claim.claimed_at,
            "more": commit.last < claim.last,
        },
    )
    if advanced.rowcount != 1:  # the watermark stands elsewhere: this window is not the next one
        raise LeaseLostError


def _place(claim: ChatClaim) -> dict[str, Any]:
    return {"workspace": claim.lease.workspace, "chat": claim.lease.key}


def _lock(connection: Connection, claim: ChatClaim) -> Row[Any]:
    return connection.execute(_LOCK, _place(claim)).one()


def _discard_reason(state: Row[Any]) -> str | None:
    if state.deleted_at is not None:
        return "the chat was deleted meanwhile"
    if state.memory_mode != "on":
        return "memory was turned off meanwhile"
    return None


def _discard(connection: Connection, claim: ChatClaim, reason: str, policy: Policy) -> None:
    """End a run whose chat may no longer be read: nothing is kept, no key is written."""
    if not claim.again:
        attempts = func.greatest(core.chat_state.c.attempts - 1, 0)
        _set(connection, claim, attempts=attempts, outcome="refused")
    end = RunEnd(outcome="refused", reason=reason)
    finish_run(connection, claim.lease.workspace, claim.run, end)
    _end(connection, claim, policy)


def _record_key(connection: Connection, claim: ChatClaim, commit: ChatCommit) -> None:
    if commit.known:
        return
    connection.execute(
        insert(t.extraction_key).values(
            workspace=claim.lease.workspace,
            key=commit.key,
            chat=claim.lease.key,
            window_from=commit.first,
            window_to=commit.last,
            outcome=commit.outcome,
            run=claim.run,
        )
    )


def _go_on(
    connection: Connection, claim: ChatClaim, commit: ChatCommit, policy: Policy
) -> ChatClaim:
    """Keep the lease for the chat's next chunk: a window, a token and a run of its own."""
    lease = pass_on(connection, claim.lease, policy.lease_ttl)
    first = commit.last + 1
    run = begin_run(connection, lease, claim.caller, window_from=first, window_to=claim.last)
    if not claim.again:
        _set(connection, claim, attempts=1)
    return replace(claim, lease=lease, run=run, first=first, failures=0, attempts=1)


def _set(connection: Connection, claim: ChatClaim, **values: Any) -> None:
    c = core.chat_state.c
    mine = (c.workspace == claim.lease.workspace, c.chat == claim.lease.key)
    connection.execute(update(core.chat_state).where(*mine).values(**values))


def _end(connection: Connection, claim: ChatClaim, policy: Policy) -> None:
    connection.execute(_NEXT_DUE, {**policy.parameters(), **_place(claim)})
    release(connection, claim.lease)


def fail_chat(
    connection: Connection, claim: ChatClaim, failure: ChatFailure, policy: Policy
) -> bool:
    """Record a failure; return whether the chat is quarantined now.

    Raises:
        LeaseLostError: the lease is no longer held; the caller's transaction rolls back.
    """
    fence(connection, claim.lease)
    _lock(connection, claim)
    finish_run(connection, claim.lease.workspace, claim.run, failure.end)
    quarantined = not claim.again and _wait(connection, claim, failure, policy)
    _end(connection, claim, policy)
    return quarantined


def _wait(connection: Connection, claim: ChatClaim, failure: ChatFailure, policy: Policy) -> bool:
    quarantined: bool = connection.execute(
        _FAIL,
        {
            **_place(claim),
            "given_back": int(failure.gives_back_attempt),
            "failed": int(failure.end.outcome != "skipped"),
            "error_class": failure.error_class,
            "message": failure.message,
            "wait": failure.wait,
            "max_attempts": policy.max_attempts,
        },
    ).scalar_one()
    return quarantined


def knows_key(connection: Connection, workspace: str, key: str) -> bool:
    """Whether this window was bought before."""
    k = t.extraction_key.c
    return (
        connection.execute(
            select(k.key).where(k.workspace == workspace, k.key == key)
        ).one_or_none()
        is not None
    )


def force_chats(connection: Connection, workspace: str, chat: str | None = None) -> int:
    """Let one chat, or all of the workspace, be read now; return how many have something unread."""
    asked = {"workspace": workspace, "chat": chat}
    connection.execute(_LOCK_ASKED, asked)
    return connection.execute(_FORCE, asked).rowcount


def retry_chats(connection: Connection, workspace: str, chat: str | None = None) -> list[str]:
    """Lift quarantine and backoff of one chat, or of all; return which."""
    asked = {"workspace": workspace, "chat": chat}
    connection.execute(_LOCK_ASKED, asked)
    return list(connection.execute(_RETRY, asked).scalars())
